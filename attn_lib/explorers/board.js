/**
 * The board: draws labelled matrices as real text, and says how each number is made.
 *
 * All numbers come from NumPy, as bytes. The page multiplies, adds and exponentiates
 * only the terms of the one cell that is asked, to print them, and says so when they do
 * not give NumPy's number. Text is set as text, never as markup: it is the learner's.
 *
 * Three parts: arithmetic and colour (pure functions), one matrix, and the board.
 */

export const MOST_NUMBERS = 24; // rows or columns beyond which cells carry colour only
const MOST_TERMS = 16; // beyond which a sum is abridged
const TOLERANCE = 1e-5; // of float32 inputs, relative to the size of the terms
const OVERFLOW = 80; // a score beyond which exp is written with the row's largest taken off
const NEGATIVE = "#8a8a8a"; // below zero: grey, and a minus sign
const PAPER = { light: "#ffffff", dark: "#111111" };
const HINT =
  "Put the pointer on a number, or go to it with Tab and the arrow keys, to see how it is made.";

// ---------------------------------------------------------------- arithmetic

/** Bytes and specs → Map of id → spec with its `values`, row after row. */
export function decode(specs, bytes) {
  // A copy: the view that arrives need not start at a multiple of four.
  const { buffer, byteOffset, byteLength } = bytes;
  const floats = new Float32Array(buffer.slice(byteOffset, byteOffset + byteLength));
  let start = 0;
  const place = (spec) => {
    const end = start + spec.shape[0] * spec.shape[1];
    const values = floats.subarray(start, end);
    start = end;
    return [spec.id, { ...spec, values }];
  };
  return new Map(specs.map(place));
}

/** The number in row i, column j. */
export const at = (m, i, j) => m.values[i * m.shape[1] + j];

/** Is the cell hidden by the mask that its matrix refers to? */
export const isHidden = (stages, m, i, j) =>
  m.hidden !== null && at(stages.get(m.hidden), i, j) === 0;

/** A number as it stands in a cell: two decimals, fewer when it is large. */
export function cellText(value) {
  if (value === 0) return "0";
  const size = Math.abs(value);
  return minus(value.toFixed(size < 99.5 ? 2 : size < 999.5 ? 1 : 0));
}

/** A number as it stands in a calculation: up to three decimals, none that say nothing. */
export function termText(value) {
  if (Math.abs(value) > 1e6) return minus(value.toExponential(3));
  return minus(String(Number(value.toFixed(3))));
}

const minus = (text) =>
  text.replace("-Infinity", "−∞").replace(/^-(?=0\.?0*$)/, "").replace("-", "−");

/** "=" if the digits shown are the whole number (to float32), "≈" if they are rounded. */
const equals = (value) =>
  Math.fround(Number(value.toFixed(3))) === Math.fround(value) || !isFinite(value)
    ? " = "
    : " ≈ ";

/**
 * How the number in row i, column j of matrix `id` is made.
 * `parts` is the calculation as [text, symbol to colour it by]; `computed` its result
 * here, and `size` how large its terms are, by which rounding is judged.
 */
export function explain(stages, id, i, j) {
  const m = stages.get(id);
  const value = at(m, i, j);
  const { parts, computed, size } = RECIPES[m.made.op](stages, m, i, j);
  const agrees =
    computed === value || Math.abs(computed - value) <= TOLERANCE * Math.max(size, Math.abs(value));
  const all = [[`${id}[${nameAt(m.rows, i)}, ${nameAt(m.columns, j)}]`, m.symbol], ...parts];
  if (!agrees) {
    all.push([` — does not agree with NumPy's ${value}: the page computed ${computed}`, "error"]);
  }
  return { parts: all, value, computed, agrees };
}

/** A name; with its position where it stands twice. */
const nameAt = (names, i) =>
  names.indexOf(names[i]) === names.lastIndexOf(names[i]) ? names[i] : `${names[i]} (${i})`;

const factor = (value) => (value < 0 ? `(${termText(value)})` : termText(value));

/** Join the first terms by plus signs, and say how many are left out. */
function joined(terms, what) {
  const shown = terms.slice(0, MOST_TERMS).flatMap((term, n) => (n ? [[" + "], ...term] : term));
  const more = terms.length - MOST_TERMS;
  return more > 0 ? [...shown, [` + … (${more} more ${what})`]] : shown;
}

const RECIPES = {
  given(stages, m, i, j) {
    const value = at(m, i, j);
    const note = m.made.note ? `  (${m.made.note})` : "";
    return { parts: [[equals(value) + termText(value) + note]], computed: value, size: 0 };
  },

  row(stages, m, i, j) {
    const of = stages.get(m.made.of);
    const value = at(of, m.made.index, j);
    const where = `  (row ${m.made.index} of ${m.made.of})`;
    return { parts: [[equals(value) + termText(value) + where]], computed: value, size: 0 };
  },

  matmul(stages, m, i, j) {
    const left = stages.get(m.made.left);
    const right = stages.get(m.made.right);
    const terms = [];
    let computed = 0;
    let size = 0;
    for (let c = 0; c < left.shape[1]; c++) {
      const a = at(left, i, c);
      const b = m.made.transposed ? at(right, j, c) : at(right, c, j);
      if (a === 0 || b === 0) continue; // also 0 · NaN: what has no weight takes no part
      computed += a * b;
      size += Math.abs(a * b);
      terms.push([[factor(a), left.symbol], [" · "], [factor(b), right.symbol]]);
    }
    const zeros = left.shape[1] - terms.length;
    const rest = zeros ? [[`  (${zeros} ${zeros > 1 ? "products are" : "product is"} 0)`]] : [];
    const sum = terms.length ? [[" = "], ...joined(terms, "products")] : [];
    return {
      parts: [...sum, [equals(computed) + termText(computed)], ...rest],
      computed,
      size,
    };
  },

  scale(stages, m, i, j) {
    const of = stages.get(m.made.of);
    const { divisor, name } = m.made;
    const computed = at(of, i, j) / divisor;
    return {
      parts: [
        [" = "],
        [termText(at(of, i, j)), of.symbol],
        [` ÷ ${name}`],
        [`${equals(divisor)}${termText(at(of, i, j))} ÷ ${termText(divisor)}`],
        [equals(computed) + termText(computed)],
      ],
      computed,
      size: Math.abs(computed),
    };
  },

  mask(stages, m, i, j) {
    const of = stages.get(m.made.of);
    const value = at(of, i, j);
    const hidden = isHidden(stages, m, i, j);
    const why = hidden ? `hidden, whatever the score (${termText(value)})` : "visible: it stays";
    const computed = hidden ? -Infinity : value;
    const text = `${equals(computed)}${termText(computed)}  (${m.hidden ? why : "no mask: it stays"})`;
    return { parts: [[text]], computed, size: 0 };
  },

  softmax(stages, m, i, j) {
    const of = stages.get(m.made.of);
    const row = Array.from({ length: of.shape[1] }, (_, c) => at(of, i, c));
    const largest = Math.max(...row);
    if (largest === -Infinity) {
      return { parts: [[" = 0  (nothing visible: every weight is 0)"]], computed: 0, size: 0 };
    }
    // The row's largest cancels; it is taken off, as in the library, when exp overflows.
    const off = largest > OVERFLOW || largest < -OVERFLOW ? largest : 0;
    const exp = (z) => Math.exp(z - off);
    const total = row.reduce((sum, z) => sum + exp(z), 0);
    const computed = exp(row[j]) / total;
    const term = (z) => [[`exp(${termText(z)}${off ? ` − ${factor(off)}` : ""})`, of.symbol]];
    const visible = row.filter((z) => z !== -Infinity);
    return {
      parts: [
        [" = "],
        ...term(row[j]),
        [" ÷ ("],
        ...joined(visible.map(term), "terms"),
        [`) ≈ ${termText(exp(row[j]))} ÷ ${termText(total)}`],
        [equals(computed) + termText(computed)],
      ],
      computed,
      size: computed * Math.max(1, ...visible.map(Math.abs)), // exp turns absolute into relative
    };
  },
};

/** The rows, columns and cells that the number in row i, column j is made from. */
export function inputs(m, i, j) {
  const { op, of, left, right, transposed, index, mask } = m.made;
  if (op === "matmul") {
    return [{ id: left, row: i }, transposed ? { id: right, row: j } : { id: right, column: j }];
  }
  if (op === "softmax") return [{ id: of, row: i }];
  if (op === "row") return [{ id: of, row: index, column: j }];
  if (op === "given") return [];
  return [{ id: of, row: i, column: j }, ...(mask ? [{ id: mask, row: i, column: j }] : [])];
}

// -------------------------------------------------------------------- colour

const channels = (hex) => [1, 3, 5].map((k) => parseInt(hex.slice(k, k + 2), 16));

/** From one colour (t = 0) to another (t = 1), as channels 0 to 255. */
const mix = (from, to, t) => {
  const end = channels(to);
  return channels(from).map((c, k) => Math.round(c + (end[k] - c) * t));
};

const linear = (c) => (c <= 10.31 ? c / 3294.6 : ((c / 255 + 0.055) / 1.055) ** 2.4);

/** Relative luminance (WCAG 2.1). */
const luminance = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);

/** Background of a number and the ink that reads on it: its contrast is 4.5 at least. */
export function cellColours(value, limit, colour, paper) {
  const t = Math.min(1, Math.abs(value) / limit);
  const background = mix(paper, value < 0 ? NEGATIVE : colour, t);
  const ink = luminance(background) > 0.179 ? "#000000" : "#ffffff";
  return { background: `rgb(${background.join(", ")})`, ink };
}

// ---------------------------------------------------------------- one matrix

/** Make an element with a class. */
function element(tag, className = "", attributes = {}) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

/** Set text only when it differs: most cells of most updates stay. */
function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Write a formula: symbols in their colours, what follows an underscore set low. */
function writeFormula(node, formula, colourOf) {
  node.replaceChildren();
  for (const [, word, low, other] of formula.matchAll(/([A-Za-z]+)(?:_(\w+))?|([^A-Za-z]+)/g)) {
    const span = element("span");
    span.textContent = word ?? other;
    if (low) span.append(Object.assign(element("sub"), { textContent: low }));
    if (word && colourOf(word)) span.style.color = colourOf(word);
    node.append(span);
  }
}

/** A table whose cells stay in place while their numbers change. */
class MatrixView {
  constructor() {
    this.node = element("section", "attn-matrix");
    this.title = this.node.appendChild(element("div", "attn-title"));
    this.formula = this.title.appendChild(element("span", "attn-formula"));
    this.shape = this.title.appendChild(element("span", "attn-shape"));
    this.table = element("table", "", { role: "grid" });
    this.node.appendChild(element("div", "attn-scroll")).append(this.table);
    this.size = "";
  }

  /** Make the cells anew. Only a change of size needs it: it is what costs time. */
  build(m) {
    const head = element("tr");
    head.append(element("td", "attn-corner"));
    this.columnNames = m.columns.map(() => {
      const name = head.appendChild(element("th", "", { scope: "col" }));
      return name.appendChild(element("span", "", { dir: "auto" }));
    });
    this.rowNames = [];
    this.cells = [];
    const body = element("tbody");
    for (let i = 0; i < m.shape[0]; i++) {
      const row = body.appendChild(element("tr"));
      this.rowNames.push(row.appendChild(element("th", "", { scope: "row", dir: "auto" })));
      const cells = m.columns.map((_, j) => {
        const cell = row.appendChild(element("td", "attn-cell", { tabindex: "-1" }));
        Object.assign(cell.dataset, { id: m.id, row: i, column: j });
        return cell;
      });
      this.cells.push(cells);
    }
    const top = element("thead");
    top.append(head);
    this.table.replaceChildren(top, body);
    this.reach(0, 0);
  }

  /** Let Tab lead to this cell: one of each matrix can be reached. */
  reach(i, j) {
    this.reached?.setAttribute("tabindex", "-1");
    this.reached = this.cells[i]?.[j];
    this.reached?.setAttribute("tabindex", "0");
  }

  /** Show a matrix: new cells if its size is new, else other text in the same cells. */
  update(m, stages, colourOf, paper) {
    const size = `${m.id} ${m.shape}`;
    if (size !== this.size) this.build(m);
    this.size = size;
    const dense = Math.max(...m.shape) > MOST_NUMBERS;
    const long = m.columns.some((name) => name.length > 4);
    this.node.className = `attn-matrix attn-${m.kind}`;
    this.node.classList.toggle("attn-dense", dense);
    this.node.classList.toggle("attn-slanted", long && !dense);
    writeFormula(this.formula, m.title, colourOf);
    const colourOnly = dense ? ` colours only, above ${MOST_NUMBERS}` : "";
    setText(this.shape, `(${m.shape.join(", ")})${colourOnly}`);
    this.table.setAttribute("aria-label", `${m.title}, ${m.shape[0]} rows, ${m.shape[1]} columns`);
    this.nameAll(this.columnNames, m.columns);
    this.nameAll(this.rowNames, m.rows);
    const colour = colourOf(m.symbol);
    this.cells.forEach((row, i) => {
      const hidden = row.map((_, j) => isHidden(stages, m, i, j) || (m.kind === "mask" && !at(m, i, j)));
      const nothing = row.length > 0 && hidden.every(Boolean);
      row.forEach((cell, j) => {
        this.paint(cell, m, at(m, i, j), hidden[j], dense, colour, paper);
        if (nothing && j === 0) setText(cell, "nothing visible");
        cell.classList.toggle("attn-nothing", nothing && j === 0);
      });
    });
  }

  nameAll(nodes, names) {
    nodes.forEach((node, k) => {
      setText(node, names[k]);
      node.title = names[k]; // a long one is cut in the picture
    });
  }

  paint(cell, m, value, hidden, dense, colour, paper) {
    cell.dataset.value = value;
    cell.classList.toggle("attn-hidden", hidden);
    const text = m.kind === "mask" ? "✓" : cellText(value);
    setText(cell, hidden || dense ? "" : text);
    hidden ? cell.setAttribute("aria-label", "hidden") : cell.removeAttribute("aria-label");
    if (m.kind === "bars") {
      cell.style.setProperty("--fill", `${100 * value}%`);
      cell.style.setProperty("--colour", colour);
      return;
    }
    const pale = m.kind === "mask" ? 0.15 * value : value;
    const { background, ink } = cellColours(pale, m.limit, colour, paper);
    cell.style.backgroundColor = hidden ? "" : background;
    cell.style.color = hidden ? "" : ink;
  }
}

// ----------------------------------------------------------------- the board

/** JupyterLab and VS Code say which theme they have; any other page follows the system. */
function isDark() {
  const { jpThemeLight, vscodeThemeKind } = document.body.dataset;
  if (jpThemeLight !== undefined) return jpThemeLight === "false";
  if (vscodeThemeKind !== undefined) return vscodeThemeKind.includes("dark");
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

const MOVES = {
  ArrowUp: (i, j) => [i - 1, j],
  ArrowDown: (i, j) => [i + 1, j],
  ArrowLeft: (i, j) => [i, j - 1],
  ArrowRight: (i, j) => [i, j + 1],
  Home: (i) => [i, 0],
  End: (i, j, shape) => [i, shape[1] - 1],
};

function render({ model, el }) {
  const root = element("div", "attn-board");
  const message = root.appendChild(element("p", "attn-message", { role: "status" }));
  const lines = root.appendChild(element("div", "attn-lines"));
  const answer = root.appendChild(element("div", "attn-answer", { "aria-live": "polite" }));
  el.append(root);

  const views = new Map(); // id → MatrixView
  let stages = new Map(); // id → spec with values
  let shown = ""; // the lines that stand on the page, to see whether they changed
  let asked = null; // { id, i, j }, the cell whose calculation is shown
  let pinned = false;
  let lit = [];
  let frame = 0;

  const colourOf = (symbol) => {
    const pair = model.get("colours")[symbol];
    return pair && pair[root.dataset.theme === "dark" ? 1 : 0];
  };

  /** Newest wins: whatever arrives before the next picture is drawn once. */
  const schedule = () => {
    frame ||= requestAnimationFrame(draw);
  };

  function draw() {
    frame = 0;
    root.dataset.theme = isDark() ? "dark" : "light";
    stages = decode(model.get("matrices"), model.get("data"));
    setText(message, model.get("message"));
    message.hidden = !model.get("message");
    arrange(model.get("lines"));
    const paper = PAPER[root.dataset.theme];
    for (const [id, view] of views) view.update(stages.get(id), stages, colourOf, paper);
    if (asked && !views.get(asked.id)?.cells[asked.i]?.[asked.j]) release();
    answerNow();
  }

  /** Put matrices and operators into their lines, and keep what already stands there. */
  function arrange(wanted) {
    if (JSON.stringify(wanted) === shown) return;
    shown = JSON.stringify(wanted);
    views.clear();
    const rows = wanted.map((items) => {
      const line = element("div", "attn-line");
      for (const item of items) {
        if (stages.has(item)) {
          views.set(item, new MatrixView());
          line.append(views.get(item).node);
        } else {
          writeFormula(line.appendChild(element("span", "attn-operator")), item, () => null);
        }
      }
      return line;
    });
    lines.replaceChildren(...rows);
  }

  function light(node, className) {
    if (!node) return;
    node.classList.add(className);
    lit.push([node, className]);
  }

  /** Light the asked cell, the same cell of its sister stages, and what it is made of. */
  function lightUp() {
    for (const [node, className] of lit) node.classList.remove(className);
    lit = [];
    if (!asked) return;
    const { id, i, j } = asked;
    const m = stages.get(id);
    for (const [other, view] of views) {
      if (other === id || (m.cursor && stages.get(other).cursor)) {
        light(view.cells[i][j], other === id ? "attn-asked" : "attn-cursor");
        light(view.rowNames[i], "attn-named");
        light(view.columnNames[j], "attn-named");
      }
    }
    for (const { id: from, row, column } of inputs(m, i, j)) {
      const view = views.get(from);
      if (!view) continue;
      if (row !== undefined) light(view.rowNames[row], "attn-named");
      if (column !== undefined) light(view.columnNames[column], "attn-named");
      view.cells.forEach((cells, r) =>
        cells.forEach((cell, c) => {
          if ((row ?? r) !== r || (column ?? c) !== c) return;
          if (column === undefined) light(cell, "attn-in-row");
          else if (row === undefined) light(cell, "attn-in-column");
          else light(cell, "attn-cursor");
        }),
      );
    }
  }

  /** Print the calculation of the asked cell and, of a stage, the way through all of them. */
  function answerNow() {
    lightUp();
    root.classList.toggle("attn-pinned", pinned);
    answer.replaceChildren();
    if (!asked) {
      answer.append(Object.assign(element("p", "attn-hint"), { textContent: HINT }));
      return;
    }
    const { id, i, j } = asked;
    answer.append(paragraph(explain(stages, id, i, j).parts));
    if (stages.get(id).cursor) answer.append(paragraph(journey(i, j)));
  }

  function journey(i, j) {
    const steps = [...stages.values()].filter((m) => m.cursor && m.kind !== "mask");
    return steps.flatMap((m, n) => [
      [n ? "  →  " : ""],
      [`${m.id} ${termText(at(m, i, j))}`, m.symbol],
    ]);
  }

  function paragraph(parts) {
    const line = element("p");
    for (const [text, symbol] of parts) {
      const span = line.appendChild(element("span", symbol === "error" ? "attn-error" : ""));
      span.textContent = text;
      if (colourOf(symbol)) span.style.color = colourOf(symbol);
    }
    return line;
  }

  const cellOf = (event) => {
    const cell = event.target.closest?.(".attn-cell");
    return cell && { id: cell.dataset.id, i: +cell.dataset.row, j: +cell.dataset.column };
  };

  function ask(cell) {
    asked = cell;
    answerNow();
  }

  function release() {
    pinned = false;
    asked = null;
  }

  function pin(cell) {
    const same = asked && asked.id === cell.id && asked.i === cell.i && asked.j === cell.j;
    pinned = !(pinned && same);
    ask(cell);
  }

  root.addEventListener("pointerover", (event) => {
    const cell = cellOf(event);
    if (cell && !pinned) ask(cell);
  });
  root.addEventListener("pointerleave", () => {
    if (!pinned && !root.contains(document.activeElement)) ask(null);
  });
  root.addEventListener("focusin", (event) => {
    const cell = cellOf(event);
    if (!cell) return;
    views.get(cell.id).reach(cell.i, cell.j);
    ask(cell);
  });
  root.addEventListener("focusout", (event) => {
    if (!pinned && !root.contains(event.relatedTarget)) ask(null);
  });
  root.addEventListener("click", (event) => {
    const cell = cellOf(event);
    if (cell) pin(cell);
  });
  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // JupyterLab would take arrows for a change of cell, and letters for commands.
    event.stopPropagation();
    const cell = cellOf(event);
    if (event.key === "Escape") {
      release();
      answerNow();
    } else if (cell && (event.key === "Enter" || event.key === " ")) {
      pin(cell);
      event.preventDefault();
    } else if (cell && MOVES[event.key]) {
      const [i, j] = MOVES[event.key](cell.i, cell.j, stages.get(cell.id).shape);
      views.get(cell.id).cells[i]?.[j]?.focus();
      event.preventDefault();
    }
  });

  const theme = new MutationObserver(schedule);
  theme.observe(document.body, {
    attributeFilter: ["data-jp-theme-light", "data-vscode-theme-kind"],
  });
  const system = matchMedia("(prefers-color-scheme: dark)");
  system.addEventListener("change", schedule);
  model.on("change", schedule);
  draw();

  return () => {
    cancelAnimationFrame(frame);
    theme.disconnect();
    system.removeEventListener("change", schedule);
    model.off("change", schedule);
  };
}

export default { render };
