/**
 * One matrix as a table of real text, whose cells stay in place while their numbers change.
 *
 * @import { Letters } from "./letters"
 * @import { Look, Matrix, Say, Stages } from "./types"
 */

import { cellColours } from "./colours.js";
import { add, set, setText } from "./elements.js";
import { cellText } from "./numbers.js";
import { maskOf } from "./stages.js";

const MOST_NUMBERS = 24; // rows or columns beyond which cells carry colour only
const LONG_NAME = 4; // letters beyond which the names of columns are written aslant

// The roles are said aloud: a table that is laid out as a grid loses them in some browsers.
const GROUP = { role: "rowgroup" };
const COLUMN_NAME = { scope: "col", role: "columnheader" };
const ROW_NAME = { scope: "row", role: "rowheader", dir: "auto" };
const CELL = { class: "attn-cell", role: "gridcell", tabindex: "-1" };

/** The state of each cell, as a sum of these. */
const [HIDDEN, EDITED, NOTHING] = [1, 2, 4];

/** @typedef {{ shape: number[], values: Float64Array, states: Uint8Array, look: string, dense: boolean }} Drawn */
/** @typedef {{ inkOf: (symbol: string) => string, letters: Letters, say: Say }} Means */

/**
 * Write a formula: symbols in their colours, what follows an underscore set low.
 *
 * @param {HTMLElement} node
 * @param {string} formula
 * @param {(symbol: string) => string} inkOf
 */
export function writeFormula(node, formula, inkOf) {
  if (node.dataset.formula === formula) return;
  node.dataset.formula = formula;
  node.replaceChildren();
  for (const [, word, low, other] of formula.matchAll(/([A-Za-z]+)(?:_(\w+))?|([^A-Za-z]+)/g)) {
    const span = add(node, "span");
    span.textContent = word ?? other;
    span.style.color = inkOf(word);
    if (low) setText(add(span, "sub"), low);
  }
}

/**
 * Make a list as long as wanted, at its end; give what was taken away.
 *
 * @template T
 * @param {T[]} items
 * @param {number} count
 * @param {(n: number) => T} make
 */
function fit(items, count, make) {
  while (items.length < count) items.push(make(items.length));
  return items.splice(count);
}

export class MatrixView {
  /**
   * @param {string} kind
   * @param {string} operator What stands before it in its line.
   * @param {Means} means
   */
  constructor(kind, operator, means) {
    this.means = means;
    this.share = 1; // how many times as wide as most numbers its widest text is
    this.node = add(null, "div", { class: `attn-matrix attn-${kind}` });
    if (operator) {
      writeFormula(add(this.node, "span", { class: "attn-operator" }), operator, means.inkOf);
    }
    const body = add(this.node, "div", { class: "attn-body" });
    const title = add(body, "div", { class: "attn-title" });
    this.formula = add(title, "span", { class: "attn-formula" });
    this.shape = add(title, "span", { class: "attn-shape" });
    this.scroll = add(body, "div", { class: "attn-scroll" });
    this.table = add(this.scroll, "table", { role: "grid" });
    this.head = add(add(this.table, "thead", GROUP), "tr", { role: "row" });
    add(this.head, "td", { role: "gridcell" });
    this.body = add(this.table, "tbody", GROUP);
    /** @type {HTMLElement[]} */
    this.columnNames = [];
    /** @type {HTMLElement[]} */
    this.rowNames = [];
    /** @type {HTMLElement[][]} */
    this.cells = [];
    /** @type {Partial<Drawn>} */
    this.drawn = {}; // what the cells show
    this.columns = "";
    /** @type {HTMLElement | undefined} */
    this.reached = undefined;
  }

  /** Have a cell for each number. Those that are there stay: new ones cost time. @param {Matrix} m */
  resize(m) {
    const [rows, columns] = m.shape;
    const column = () => add(add(this.head, "th", COLUMN_NAME), "span", { dir: "auto" });
    const row = () => add(add(this.body, "tr", { role: "row" }), "th", ROW_NAME);
    for (const name of fit(this.columnNames, columns, column)) name.parentElement?.remove();
    for (const name of fit(this.rowNames, rows, row)) name.parentElement?.remove();
    fit(this.cells, rows, () => []);
    this.cells.forEach((cells, i) => {
      /** @param {number} j */
      const cell = (j) => {
        const node = add(this.rowNames[i].parentElement, "td", CELL);
        Object.assign(node.dataset, { id: m.id, row: i, column: j });
        return node;
      };
      for (const node of fit(cells, columns, cell)) node.remove();
    });
    if (!this.reached?.isConnected) this.reach(0, 0);
  }

  /** Let Tab lead to this cell: one cell of each matrix can be reached. @param {number} i @param {number} j */
  reach(i, j) {
    this.reached?.setAttribute("tabindex", "-1");
    this.reached = this.cells[i]?.[j];
    this.reached?.setAttribute("tabindex", "0");
  }

  /**
   * Show a matrix, and say whether its size is new.
   *
   * @param {Matrix} m
   * @param {Stages} stages
   * @param {(symbol: string) => string} colourOf
   * @param {string} paper
   */
  update(m, stages, colourOf, paper) {
    const grown = `${this.drawn.shape}` !== `${m.shape}`;
    if (grown) this.resize(m);
    const dense = Math.max(...m.shape) > MOST_NUMBERS;
    const slanted = !dense && m.columns.some((name) => name.length > LONG_NAME);
    this.node.classList.toggle("attn-dense", dense);
    this.node.classList.toggle("attn-slanted", slanted);
    this.title(m, dense);
    this.name(this.columnNames, m.columns);
    this.name(this.rowNames, m.rows);
    this.rowNames.forEach((name, i) => {
      name.classList.toggle("attn-chosen", i === m.chosen);
    });
    this.dress(m, statesOf(m, stages, dense), { dense, colour: colourOf(m.symbol), paper });
    return (grown ? this.settle() : this.fit()) || grown;
  }

  /** @param {Matrix} m @param {boolean} dense */
  title({ title, shape: [rows, columns] }, dense) {
    const { inkOf, say } = this.means;
    writeFormula(this.formula, title, inkOf);
    const why = dense ? ` ${say("no_digits", { most: MOST_NUMBERS })}` : "";
    setText(this.shape, `(${rows}, ${columns})${why}`);
    set(this.table, { "aria-label": say("matrix", { title, rows, columns }) });
  }

  /**
   * Make the columns as wide as their widest text, and say whether that is news. While
   * numbers change a matrix only grows, or it would tremble under the hand.
   */
  fit() {
    const { shape: [, columns] = [], dense } = this.drawn;
    const number = `calc(${this.share.toFixed(3)} * var(--attn-number) + var(--attn-edges))`;
    const width = dense ? "var(--attn-cell)" : `max(var(--attn-cell), ${number})`;
    // No variable for how many: all cells would inherit it, and be restyled.
    const all = `auto repeat(${columns}, ${width})`;
    if (all === this.columns) return false;
    this.columns = all;
    this.table.style.gridTemplateColumns = all;
    return true;
  }

  /** Now that no number changes: as wide as what stands there, and no wider. */
  settle() {
    const { shape: [, columns] = [] } = this.drawn;
    /** @param {HTMLElement} cell */
    const shareOf = (cell) => this.means.letters.share(cell.textContent ?? "", columns);
    this.share = Math.max(1, ...this.cells.flat().map(shareOf));
    return this.fit();
  }

  /** @param {HTMLElement[]} nodes @param {string[]} names */
  name(nodes, names) {
    nodes.forEach((node, k) => {
      setText(node, names[k]);
      set(node, { title: names[k] }); // a long one is cut in the picture
    });
  }

  /**
   * Paint the cells, but for those that look so already: most do, in most updates.
   *
   * @param {Matrix} m
   * @param {Uint8Array} states
   * @param {Look} how
   */
  dress(m, states, { dense, colour, paper }) {
    const { letters, say } = this.means;
    const look = [m.kind, m.limit, m.editable, dense, colour, paper].join();
    const { shape: [rows, columns] = [0, 0], ...drawn } = this.drawn;
    const known = look === drawn.look;
    this.cells.forEach((row, i) => {
      row.forEach((cell, j) => {
        const n = i * m.shape[1] + j;
        const old = known && i < rows && j < columns ? i * columns + j : -1;
        const [value, state] = [m.values[n], states[n]];
        if (drawn.states?.[old] !== state) mark(cell, state, m.editable, say);
        else if (drawn.values?.[old] === value) return;
        const text = paint(cell, value, state, { ...m, dense, colour, paper }, say);
        this.share = Math.max(this.share, letters.share(text, m.shape[1]));
      });
    });
    this.drawn = { shape: m.shape, values: m.values, states, look, dense };
  }
}

/** @param {Matrix} m @param {Stages} stages @param {boolean} dense */
function statesOf(m, stages, dense) {
  const [rows, columns] = m.shape;
  const states = new Uint8Array(rows * columns);
  const mask = maskOf(stages, m);
  mask?.values.forEach((visible, n) => {
    states[n] = visible === 0 ? HIDDEN : 0;
  });
  for (let i = 0; mask && !dense && i < rows; i++) {
    const row = states.subarray(i * columns, (i + 1) * columns);
    if (row.every((state) => state === HIDDEN)) row[0] += NOTHING; // says so once
  }
  for (const [i, j] of m.edited) states[i * columns + j] += EDITED;
  return states;
}

/** @param {HTMLElement} cell @param {number} state @param {boolean} editable @param {Say} say */
function mark(cell, state, editable, say) {
  cell.classList.toggle("attn-hidden", (state & HIDDEN) > 0);
  cell.classList.toggle("attn-edited", (state & EDITED) > 0);
  cell.classList.toggle("attn-nothing", (state & NOTHING) > 0);
  cell.classList.toggle("attn-editable", editable);
  if (state & HIDDEN) cell.setAttribute("aria-label", say("hidden"));
  else cell.removeAttribute("aria-label");
}

/**
 * @param {HTMLElement} cell
 * @param {number} value
 * @param {number} state
 * @param {Look & Pick<Matrix, "kind" | "limit">} look
 * @param {Say} say
 */
function paint(cell, value, state, { kind, limit, dense, colour, paper }, say) {
  const [hidden, bar] = [state & HIDDEN, kind === "bars"];
  cell.dataset.value = `${value}`;
  const shown = hidden || dense ? "" : kind === "mask" ? "✓" : cellText(value);
  const text = state & NOTHING ? say("nothing_visible") : shown;
  const field = cell.firstElementChild; // in which a number is just being typed: it stays
  if (field instanceof HTMLInputElement) field.placeholder = text;
  else setText(cell, text);
  if (bar) {
    cell.style.setProperty("--fill", `${100 * Math.min(value, 1)}%`);
    cell.style.setProperty("--colour", colour);
  }
  const pale = kind === "mask" ? 0.15 * value : value;
  const { background, ink } = cellColours(pale, limit, colour, paper);
  cell.style.backgroundColor = hidden || bar ? "" : background;
  cell.style.color = hidden || bar ? "" : ink;
  return text;
}
