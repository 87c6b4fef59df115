/** What the modules hand to each other: read by the type checker and by people. */

/** A widget's model, as ipywidgets gives it to a view of anywidget. */
export interface Model {
  // biome-ignore lint/suspicious/noExplicitAny: a trait is what Python sent
  get(name: string): any;
  set(traits: string | Record<string, unknown>, value?: unknown): void;
  save_changes(...how: unknown[]): void;
  send(content: unknown): void;
  on(events: string, handler: Handler): void;
  off(events: string, handler: Handler): void;
  widget_manager: { get_model(id: string): Promise<Model> };
  views?: Record<string, Promise<{ el: HTMLElement }>>;
  comm_live?: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: of whatever event
export type Handler = (content: any) => void;

/** What a view's `render` gets. */
export interface Place {
  model: Model;
  el: HTMLElement;
}

/** A text with its places, or one for each plural form: see words.js. */
export type Text = string | Record<string, string>;

/** A piece of a line, and the symbol whose colour it has. */
export type Part = [text: string, symbol?: string];

/** What stands in a place of a text. */
export type Filling = string | number | Part | Part[];

export interface Say {
  /** A text whose places are filled. */
  (id: string, places?: Record<string, string | number>): string;
  /** The same as a line of parts, for places that have a colour. */
  parts(id: string, places?: Record<string, Filling>): Part[];
}

/** How a number is made: see RECIPES in arithmetic.js. */
export interface Made {
  op: string;
  note: string;
  of: string;
  left: string;
  right: string;
  transposed: boolean;
  index: number;
  divisor: number;
  name: string;
  mask: string;
  constant: number | null;
  each: string[];
  width: number;
}

/** A matrix as it was sent: scenes/matrix.py. */
export interface Spec {
  id: string;
  shape: [rows: number, columns: number];
  rows: string[];
  columns: string[];
  title: string;
  symbol: string;
  made: Made;
  kind: string;
  limit: number;
  hidden: string | null;
  cursor: boolean;
  chosen: number | null;
  editable: boolean;
  edited: [row: number, column: number][];
  tolerance: number;
}

export interface Matrix extends Spec {
  values: Float64Array; // row after row
}

export type Stages = Map<string, Matrix>;

export interface Cell {
  id: string;
  i: number;
  j: number;
}

/** A number that the hand has changed; null takes the change back. */
export interface Change extends Cell {
  number: number | null;
}

/** A matrix's row, column or cell. */
export interface Region {
  id: string;
  row?: number;
  column?: number;
}

/** All that the page shows for one place of the controls. */
export interface Picture {
  key: unknown;
  lines: string[][];
  beside?: Record<string, Record<string, unknown>>;
  caption: string;
  code: string;
  message: string;
  stages(): Stages;
  [name: string]: unknown;
}

export type Colours = Record<string, [light: string, dark: string]>;

/** Of cells: how they look beside their number. */
export interface Look {
  dense: boolean;
  colour: string;
  paper: string;
}

export type Point = [x: number, y: number];

/** Coordinates ↔ pixels of a plane. */
export interface Scale {
  size: number;
  toPixels(point: Point): Point;
  toPlane(pixels: Point): Point;
}

/** What a plane shows: scenes/points.py, with its numbers read. */
export interface Scene {
  kind: "arrows" | "hull";
  limit: number;
  names: string[];
  symbols: string[];
  columns: Record<string, Float64Array>;
  movable: number;
  hull: number[];
  points: Point[];
}

/** Numbers of which a histogram is drawn: scenes/histogram.py. */
export interface Sample {
  title: string;
  symbol: string;
  deviation: number;
  outside: number;
  counts: Float64Array;
  places: Float64Array;
}
