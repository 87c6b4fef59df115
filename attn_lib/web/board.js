/**
 * The board: draws labelled matrices as real text, and says how each number is made.
 *
 * All numbers come from NumPy, as bytes. The page multiplies, adds and exponentiates
 * only the terms of the one cell that is asked, to print them, and says so when they do
 * not give NumPy's number. Text is set as text, never as markup: it is the learner's.
 *
 * Three parts: colour (pure functions), one matrix, and the board.
 */

import { at, chain, explain, inputs } from "./arithmetic.js";
import { makeEditable, makePaintable, oneAtATime } from "./edits.js";
import { Letters, NOTHING_VISIBLE } from "./letters.js";
import { cellText, termText } from "./numbers.js";
import { LATE, Pictures } from "./sweeps.js";
import { dressInTheme, onTheme } from "./theme.js";
import { addTools } from "./tools.js";

export { decode, explain } from "./arithmetic.js"; // and what else is tried on a page
export { cellText, numberText } from "./numbers.js";
export { asSvg } from "./saving.js";

const MOST_NUMBERS = 24; // rows or columns beyond which cells carry colour only
const EDGE_OF_BOARD = 2; // pixels around it, as in board.css
const GAP = 6; // pixels between two matrices, as in board.css
const REST = 600; // ms without a new picture after which wide columns may be narrow again
const LONG_NAME = 4; // letters beyond which the names of columns are written aslant
const NEGATIVE = "#e69f00"; // below zero: amber, as in the figures, and a minus sign
const PAPER = { light: "#ffffff", dark: "#111111" };
const HINT =
  "Point at a number, or go to it with Tab and the arrow keys, to see how it is made. " +
  "A click holds it, Escape lets go.";

// -------------------------------------------------------------------- colour

const CHANNELS = new Map(); // hex → red, green, blue: the same few, for every cell

function channels(hex) {
  if (!CHANNELS.has(hex)) {
    CHANNELS.set(hex, [1, 3, 5].map((k) => parseInt(hex.slice(k, k + 2), 16)));
  }
  return CHANNELS.get(hex);
}

const linear = (c) => (c <= 10.31 ? c / 3294.6 : ((c / 255 + 0.055) / 1.055) ** 2.4);

/** Background of a number and the ink that reads on it: a contrast of 4.5 at least. */
export function cellColours(value, limit, colour, paper) {
  const t = Math.min(1, Math.abs(value) / limit);
  const full = channels(value < 0 ? NEGATIVE : colour);
  const [r, g, b] = channels(paper).map((c, k) => Math.round(c + (full[k] - c) * t));
  // Relative luminance of WCAG 2.1; at 0.179 black and white read equally well.
  const luminance = 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  return { background: `rgb(${r}, ${g}, ${b})`, ink: luminance > 0.179 ? "#000000" : "#ffffff" };
}

// ---------------------------------------------------------------- one matrix

/** Add an element to a parent. */
function add(parent, tag, className = "", attributes = {}) {
  const node = document.createElement(tag);
  node.className = className;
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  parent?.append(node);
  return node;
}

/** Set text only where it differs: most cells of most updates stay as they are. */
function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

function setAttribute(node, name, value) {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

/** Write a formula: symbols in their colours, what follows an underscore set low. */
function writeFormula(node, formula, inkOf) {
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

/** Make a list as long as wanted, at its end; give what was taken away. */
function fit(items, count, make) {
  while (items.length < count) items.push(make(items.length));
  return items.splice(count);
}

// The roles are said aloud: a table that is laid out as a grid loses them in some browsers.
const GROUP = { role: "rowgroup" };
const COLUMN_NAME = { scope: "col", role: "columnheader" };
const ROW_NAME = { scope: "row", role: "rowheader", dir: "auto" };
const CELL = { role: "gridcell", tabindex: "-1" };

/** A table whose cells stay in place while their numbers change. */
class MatrixView {
  constructor(kind, operator, inkOf, letters) {
    [this.inkOf, this.letters] = [inkOf, letters];
    this.share = 1; // how many times as wide as most numbers its widest text is
    this.node = add(null, "div", `attn-matrix attn-${kind}`);
    if (operator) writeFormula(add(this.node, "span", "attn-operator"), operator, inkOf);
    const body = add(this.node, "div", "attn-body");
    const title = add(body, "div", "attn-title");
    this.formula = add(title, "span", "attn-formula");
    this.shape = add(title, "span", "attn-shape");
    this.table = add(add(body, "div", "attn-scroll"), "table", "", { role: "grid" });
    this.head = add(add(this.table, "thead", "", GROUP), "tr", "", { role: "row" });
    add(this.head, "td", "", { role: "gridcell" });
    this.body = add(this.table, "tbody", "", GROUP);
    [this.columnNames, this.rowNames, this.cells] = [[], [], []];
    this.drawn = {}; // what the cells show: `shape`, `values`, `states` and `look`
  }

  /** Have a cell for each number. Those that are there stay: new ones cost time. */
  resize(m) {
    const [rows, columns] = m.shape;
    const column = () => add(add(this.head, "th", "", COLUMN_NAME), "span", "", { dir: "auto" });
    const row = () => add(add(this.body, "tr", "", { role: "row" }), "th", "", ROW_NAME);
    fit(this.columnNames, columns, column).forEach((name) => name.parentNode.remove());
    fit(this.rowNames, rows, row).forEach((name) => name.parentNode.remove());
    fit(this.cells, rows, () => []);
    this.cells.forEach((cells, i) => {
      const cell = (j) => {
        const node = add(this.rowNames[i].parentNode, "td", "attn-cell", CELL);
        Object.assign(node.dataset, { id: m.id, row: i, column: j });
        return node;
      };
      fit(cells, columns, cell).forEach((node) => node.remove());
    });
    if (!this.reached?.isConnected) this.reach(0, 0);
  }

  /** Let Tab lead to this cell: one cell of each matrix can be reached. */
  reach(i, j) {
    this.reached?.setAttribute("tabindex", "-1");
    this.reached = this.cells[i]?.[j];
    this.reached?.setAttribute("tabindex", "0");
  }

  /** Show a matrix, and say whether its size is new. */
  update(m, stages, colourOf, paper) {
    const grown = `${this.drawn.shape}` !== `${m.shape}`;
    if (grown) this.resize(m);
    const dense = Math.max(...m.shape) > MOST_NUMBERS;
    const slanted = !dense && m.columns.some((name) => name.length > LONG_NAME);
    this.node.classList.toggle("attn-dense", dense);
    this.node.classList.toggle("attn-slanted", slanted);
    writeFormula(this.formula, m.title, this.inkOf);
    const why = dense ? ` no digits above ${MOST_NUMBERS}` : "";
    setText(this.shape, `(${m.shape.join(", ")})${why}`);
    setAttribute(this.table, "aria-label", `${m.title}, shape ${m.shape.join(" by ")}`);
    this.name(this.columnNames, m.columns);
    this.name(this.rowNames, m.rows);
    this.rowNames.forEach((name, i) => name.classList.toggle("attn-chosen", i === m.chosen));
    this.dress(m, statesOf(m, stages, dense), { dense, colour: colourOf(m.symbol), paper });
    return (grown ? this.settle() : this.fit()) || grown;
  }

  /**
   * Make the columns as wide as their widest text, and say whether that is news. While
   * numbers change a matrix only grows, or it would tremble under the hand.
   */
  fit() {
    const { shape: [, columns], dense } = this.drawn;
    const number = `calc(${this.share.toFixed(3)} * var(--attn-number) + var(--attn-edges))`;
    const width = dense ? "var(--attn-cell)" : `max(var(--attn-cell), ${number})`;
    // No variable for how many: all cells would inherit it, and be restyled.
    const all = `auto repeat(${columns}, ${width})`;
    if (all === this.columns) return false;
    this.table.style.gridTemplateColumns = this.columns = all;
    return true;
  }

  /** Now that no number changes: as wide as what stands there, and no wider. */
  settle() {
    const { shape: [, columns] } = this.drawn;
    const shares = this.cells.flat().map((cell) => this.letters.share(cell.textContent, columns));
    this.share = Math.max(1, ...shares);
    return this.fit();
  }

  name(nodes, names) {
    nodes.forEach((node, k) => {
      setText(node, names[k]);
      setAttribute(node, "title", names[k]); // a long one is cut in the picture
    });
  }

  /** Paint the cells, but for those that look so already: most do, in most updates. */
  dress(m, states, { dense, colour, paper }) {
    const look = [m.kind, m.limit, m.editable, dense, colour, paper].join();
    const { shape: [rows, columns] = [0, 0], ...drawn } = this.drawn;
    const known = look === drawn.look;
    this.cells.forEach((row, i) => {
      row.forEach((cell, j) => {
        const n = i * m.shape[1] + j;
        const old = known && i < rows && j < columns ? i * columns + j : undefined;
        const [value, state] = [m.values[n], states[n]];
        if (drawn.states?.[old] !== state) mark(cell, state, m.editable);
        else if (drawn.values[old] === value) return;
        const text = paint(cell, value, state, { ...m, dense, colour, paper });
        this.share = Math.max(this.share, this.letters.share(text, m.shape[1]));
      });
    });
    this.drawn = { shape: m.shape, values: m.values, states, look, dense };
  }
}

/** The state of each cell, as a sum of these. */
const [HIDDEN, EDITED, NOTHING] = [1, 2, 4];

function statesOf(m, stages, dense) {
  const [rows, columns] = m.shape;
  const states = new Uint8Array(rows * columns);
  const mask = m.kind === "mask" ? m : stages.get(m.hidden);
  mask?.values.forEach((visible, n) => (states[n] = visible === 0 ? HIDDEN : 0));
  for (let i = 0; mask && !dense && i < rows; i++) {
    const row = states.subarray(i * columns, (i + 1) * columns);
    if (row.every((state) => state === HIDDEN)) row[0] += NOTHING; // says so once
  }
  for (const [i, j] of m.edited) states[i * columns + j] += EDITED;
  return states;
}

function mark(cell, state, editable) {
  cell.classList.toggle("attn-hidden", state & HIDDEN);
  cell.classList.toggle("attn-edited", state & EDITED);
  cell.classList.toggle("attn-nothing", state & NOTHING);
  cell.classList.toggle("attn-editable", editable);
  if (state & HIDDEN) cell.setAttribute("aria-label", "hidden");
  else cell.removeAttribute("aria-label");
}

function paint(cell, value, state, { kind, limit, dense, colour, paper }) {
  const [hidden, bar] = [state & HIDDEN, kind === "bars"];
  cell.dataset.value = value;
  const shown = hidden || dense ? "" : kind === "mask" ? "✓" : cellText(value);
  const text = state & NOTHING ? NOTHING_VISIBLE : shown;
  const field = cell.firstElementChild; // in which a number is just being typed: it stays
  if (field) field.placeholder = text;
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

// ----------------------------------------------------------------- the board

/** JupyterLab would take arrows for a change of cell, and letters for commands. */
function keepKey(event) {
  const runsCell = event.key === "Enter" && event.shiftKey;
  if (!event.ctrlKey && !event.metaKey && !event.altKey && !runsCell) event.stopPropagation();
}

const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

function render({ model, el }) {
  const root = add(el, "div", "attn-board");
  const trouble = add(root, "p", "attn-trouble", { role: "status" });
  const message = add(root, "p", "attn-message", { role: "status" });
  const lines = add(root, "div");
  const answer = add(root, "div", "attn-answer", { "aria-live": "polite" });

  const send = (content) => {
    refused = {};
    pictures.tellNow();
    model.send(content);
  };
  const edits = oneAtATime(send, () => pictures.shown.key, () => schedule());
  const tools = addTools(root, {
    lines,
    drawn: () => [...views.keys()],
    stages: () => stages,
    asked: () => asked,
    ask: (cell) => ask(cell),
    hold: (cell) => [(pinned = true), ask(cell)],
    code: () => pictures.shown.code,
    paper: () => PAPER[root.dataset.theme],
  });

  const letters = new Letters(root, settle);
  const views = new Map(); // id → MatrixView
  let stages = new Map(); // id → spec with values
  let arranged = ""; // the lines that stand on the page
  let asked = null; // { id, i, j }: the cell whose calculation is shown
  let pinned = false;
  let lit = [];
  let frame = 0;
  let rest = 0;
  let refused = {}; // { key, text }: what was said of a change, while the controls stand so
  const pictures = new Pictures(model, () => schedule());

  /** A symbol's colour for words: it follows the theme by itself. */
  const inkOf = (symbol) => (symbol in model.get("colours") ? `var(--attn-${symbol})` : "");
  const colourOf = (symbol) =>
    model.get("colours")[symbol]?.[root.dataset.theme === "dark" ? 1 : 0];

  function draw() {
    frame = 0;
    dressInTheme(root, model.get("colours"));
    const picture = pictures.newest();
    stages = picture.stages();
    say(message, refused.key === pictures.key() ? refused.text : picture.message);
    say(trouble, pictures.trouble() || (edits.late() ? LATE : ""));
    pictures.tend();
    arrange(picture.lines);
    const paper = PAPER[root.dataset.theme];
    const update = ([id, view]) => view.update(stages.get(id), stages, colourOf, paper);
    const grown = [...views].map(update).some(Boolean);
    const still = asked && views.get(asked.id)?.cells[asked.i]?.[asked.j];
    ask(still ? asked : null);
    tools.drawn();
    if (grown) shareNames(); // at the end: it asks the browser where everything stands
    clearTimeout(rest);
    if ([...views.values()].some(({ share }) => share > 1)) rest = setTimeout(settle, REST);
  }

  /** The hand rests, or the letters are others: no matrix is wider than it has to be. */
  function settle() {
    if ([...views.values()].map((view) => view.settle()).some(Boolean)) shareNames();
  }

  function refuse(text) {
    refused = { key: pictures.key(), text };
    schedule();
  }

  /** Python has dealt with the numbers that were sent. */
  function answered(content) {
    const reason = edits.answered(content ?? {});
    if (reason) refuse(reason);
  }

  /** Newest wins: what arrives before the next picture is drawn once. */
  const schedule = () => {
    frame ||= requestAnimationFrame(draw);
  };

  function say(node, text) {
    setText(node, text);
    node.hidden = text === "";
  }

  /** Put the matrices into their lines, each with the operator that stands before it. */
  function arrange(wanted) {
    if (JSON.stringify(wanted) === arranged) return;
    arranged = JSON.stringify(wanted);
    views.clear();
    lines.replaceChildren();
    for (const items of wanted) {
      const line = add(lines, "div", "attn-line");
      let operator = "";
      for (const item of items) {
        if (item === "") add(line, "span"); // an empty place
        if (stages.has(item)) {
          views.set(item, new MatrixView(stages.get(item).kind, operator, inkOf, letters));
          line.append(views.get(item).node);
        }
        operator = stages.has(item) ? "" : item;
      }
    }
  }

  const bottom = (node) => node.getBoundingClientRect().bottom;
  const isBeside = ({ node, before }) => Math.abs(bottom(before) - bottom(node)) < 1;

  /** Let the lines stand as a product or not, and names only where they are needed. */
  function place(placed, asProduct) {
    lines.classList.toggle("attn-product", asProduct);
    for (const { node, isSister } of placed) node.classList.toggle("attn-unnamed", isSister);
    for (const one of placed) {
      if (one.isSister && !isBeside(one)) one.node.classList.remove("attn-unnamed");
    }
  }

  /** Leave room at the end of a line for names of columns that lean over it. */
  function leaveRoom() {
    const right = (node) => node.getBoundingClientRect().right;
    const leaning = [...views.values()].filter(({ table: { parentNode: box } }) => box.scrollWidth <= box.clientWidth);
    const leans = leaning.map(({ node, columnNames }) => Math.max(...columnNames.map(right)) - right(node));
    const room = Math.floor(Math.max(0, ...leans)) - EDGE_OF_BOARD;
    lines.style.paddingRight = `${Math.max(0, room)}px`;
    return Math.max(0, room);
  }

  /** Where matrices with the same rows stand side by side, the first alone names them. */
  function shareNames() {
    const room = leaveRoom();
    const asProduct = JSON.parse(arranged)[0]?.[0] === "";
    const placed = [...views].map(([id, view]) => ({ ...view, names: `${stages.get(id).rows}` }));
    placed.forEach((one, n) => {
      one.before = placed[n - 1]?.node;
      const follows = one.before?.parentNode === one.node.parentNode;
      one.isSister = follows && placed[n - 1].names === one.names;
    });
    const isUnnamed = ({ node }) => node.classList.contains("attn-unnamed");
    const isTooWide = () => asProduct && lines.scrollWidth > lines.clientWidth;
    const right = ({ offsetLeft, offsetWidth }) => offsetLeft + offsetWidth;
    const isTooFar = ({ node, before, rowNames }) =>
      right(before) + GAP + node.offsetWidth - rowNames[0].offsetWidth > right(lines) - room;
    // Most often all stands well as it is: to try it out costs another layout.
    const isWell = (one) => {
      if (one.isSister && !isUnnamed(one)) return isTooFar(one);
      return one.isSister ? isBeside(one) : !isUnnamed(one);
    };
    const stands = lines.classList.contains("attn-product") === asProduct;
    if (stands && placed.every(isWell) && !isTooWide()) return;

    place(placed, asProduct);
    if (isTooWide()) place(placed, false); // one below the other
  }

  function light(node, className) {
    node?.classList.add(className);
    lit.push([node, className]);
  }

  /** Light the asked cell, the same cell of its sister stages, and what it is made of. */
  function lightUp() {
    for (const [node, className] of lit.splice(0)) node?.classList.remove(className);
    if (!asked) return;
    const { id, i, j } = asked;
    const m = stages.get(id);
    for (const [other, view] of views) {
      if (other !== id && !(m.cursor && stages.get(other).cursor)) continue;
      light(view.cells[i][j], other === id ? "attn-asked" : "attn-cursor");
      light(view.rowNames[i], "attn-named");
      light(view.columnNames[j], "attn-named");
    }
    for (const { id: input, row, column } of inputs(stages, id, i, j)) {
      const view = views.get(input);
      if (!view) continue;
      light(view.rowNames[row], "attn-named");
      light(view.columnNames[column], "attn-named");
      if (column === undefined) view.cells[row].forEach((cell) => light(cell, "attn-in-row"));
      else if (row === undefined) view.cells.forEach((r) => light(r[column], "attn-in-column"));
      else light(view.cells[row][column], "attn-cursor");
    }
  }

  /** Show the calculation of a cell and, of a stage, the way through all of them. */
  function ask(cell) {
    asked = cell;
    pinned &&= cell !== null;
    root.classList.toggle("attn-pinned", pinned);
    lightUp();
    if (!cell && answer.querySelector(".attn-hint")) return;
    answer.replaceChildren();
    if (!cell) {
      setText(add(answer, "p", "attn-hint"), HINT);
      return;
    }
    const { id, i, j } = cell;
    print(explain(stages, id, i, j).parts);
    const belongs = (other) => chain(stages, other).includes(id) || chain(stages, id).includes(other);
    const way = [...stages.values()].filter((m) => m.cursor && m.kind !== "mask" && belongs(m.id));
    const step = (m, n) => [[n ? "  →  " : ""], [`${m.id} ${termText(at(m, i, j))}`, m.symbol]];
    if (stages.get(id).cursor && way.length > 1) print(way.flatMap(step));
  }

  function print(parts) {
    const line = add(answer, "p");
    for (const [text, symbol] of parts) {
      const span = add(line, "span", symbol === "error" ? "attn-error" : "");
      span.textContent = text;
      span.style.color = inkOf(symbol);
    }
  }

  /** Hold a cell, or let go of the one that is held. */
  function pin(cell) {
    pinned = !(pinned && JSON.stringify(cell) === JSON.stringify(asked));
    ask(cell);
  }

  function cellOf(event) {
    const data = event.target.closest(".attn-cell")?.dataset;
    return data && { id: data.id, i: +data.row, j: +data.column };
  }

  const handlers = {
    pointerover(event) {
      const cell = cellOf(event);
      if (cell && !pinned) ask(cell);
    },
    pointerleave() {
      if (!pinned && !root.contains(document.activeElement)) ask(null);
    },
    focusin(event) {
      const cell = cellOf(event);
      if (!cell) return;
      views.get(cell.id).reach(cell.i, cell.j);
      if (event.target.matches(":focus-visible")) ask(cell); // else a click follows
    },
    focusout(event) {
      if (!pinned && !root.contains(event.relatedTarget)) ask(null);
    },
    click(event) {
      const cell = cellOf(event);
      if (cell) pin(cell);
    },
    keydown(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      keepKey(event);
      if (event.key === "Escape") ask(null);
      const cell = cellOf(event);
      if (!cell || !["Enter", " ", ...Object.keys(MOVES)].includes(event.key)) return;
      event.preventDefault();
      if (!MOVES[event.key]) return pin(cell);
      const [down, right] = MOVES[event.key];
      views.get(cell.id).cells[cell.i + down]?.[cell.j + right]?.focus();
    },
  };
  const mayChange = (isMask) => (node) => {
    const cell = cellOf({ target: node });
    const m = cell && stages.get(cell.id);
    return pictures.alive() && m?.editable && (m.kind === "mask") === isMask ? cell : null;
  };
  makeEditable(lines, mayChange(false), edits.change, (text) =>
    refuse(`“${text.slice(0, 40)}” is no number: the old one stays.`),
  );
  const endPainting = makePaintable(lines, mayChange(true), edits.change);
  for (const [name, handler] of Object.entries(handlers)) root.addEventListener(name, handler);

  const endTheme = onTheme(schedule);
  const width = new ResizeObserver(() => {
    root.closest(".attn-explorer")?.addEventListener("keydown", keepKey); // once: it is one function
    shareNames();
  });
  width.observe(root);
  model.on("change", schedule);
  model.on("msg:custom", answered);
  draw();
  pictures.listen();

  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(rest);
    letters.end();
    endTheme();
    width.disconnect();
    model.off("change", schedule);
    model.off("msg:custom", answered);
    tools.end();
    edits.end();
    endPainting();
    pictures.end();
  };
}

export default { render };
