// attn_lib/web/numbers.js
var DIGITS = 12;
var LONGEST = 5;
var MOST_KEPT = 2e4;
function doubles({ buffer, byteOffset, byteLength }) {
  return new Float64Array(buffer.slice(byteOffset, byteOffset + byteLength));
}
var decided = (value) => Number(value.toPrecision(DIGITS)) * (1 + 1e-14);
var asWritten = (text) => text.replace(/^-(?=0(\.0*)?$)/, "").replaceAll("-", "−").replace("e+", "e").replace("Infinity", "∞");
var numberText = (value, digits = 2) => asWritten(decided(value).toFixed(digits));
var exponentText = (value, digits) => asWritten(decided(value).toExponential(digits));
var kept = /* @__PURE__ */ new Map();
function cellText(value) {
  let text = kept.get(value);
  if (text !== void 0) return text;
  text = newCellText(value);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(value, text);
  return text;
}
function newCellText(value) {
  if (value === 0) return "0";
  if (Math.abs(decided(value)) < 5e-3) return "≈0";
  for (const digits of [2, 1, 0]) {
    const text = numberText(value, digits);
    if (text.length <= LONGEST) return text;
  }
  return exponentText(value, 0);
}
function termText(value) {
  const size = Math.abs(value);
  if (size > 1e6) return exponentText(value, 3);
  if (value !== 0 && size < 5e-4) return exponentText(value, 1);
  return asWritten(`${Number(decided(value).toFixed(3))}`);
}
function resultText(value) {
  const text = termText(value);
  const shown = Number(text.replaceAll("−", "-").replace("∞", "Infinity"));
  return ` ${shown === Number(value.toPrecision(DIGITS)) ? "=" : "≈"} ${text}`;
}

// attn_lib/web/stages.js
function decode(specs, bytes) {
  const numbers = doubles(bytes);
  let end = 0;
  return new Map(
    specs.map((spec) => {
      const start = end;
      end += spec.shape[0] * spec.shape[1];
      return [spec.id, { ...spec, values: numbers.subarray(start, end) }];
    })
  );
}
var stageOf = (stages, id) => (
  /** @type {Matrix} */
  stages.get(id)
);
var at = (m, i, j) => m.values[i * m.shape[1] + j];
var maskOf = (stages, m) => m.kind === "mask" ? m : stages.get(m.hidden ?? "");

// attn_lib/web/recipes.js
var MOST_TERMS = 16;
var LARGE = 80;
var factor = (value) => value < 0 ? `(${termText(value)})` : termText(value);
var nameAt = (names, i) => names.indexOf(names[i]) === names.lastIndexOf(names[i]) ? names[i] : `${names[i]} (${i})`;
var nameOf = (m, i, j) => `${m.id}[${nameAt(m.rows, i)}, ${nameAt(m.columns, j)}]`;
function joined(terms, say) {
  const shown = terms.slice(0, MOST_TERMS);
  const parts = shown.flatMap((term, n2) => n2 ? [[" + "], ...term] : term);
  const n = terms.length - MOST_TERMS;
  return n > 0 ? [...parts, [` + … (${say("more_terms", { n })})`]] : parts;
}
var remarked = (value, remark) => [`${resultText(value)}  (${remark})`];
var RECIPES = {
  given({ m, i, j, stages, cell, say }) {
    const value = at(m, i, j);
    const mask = m.kind === "mask" ? void 0 : maskOf(stages, m);
    const hidden = mask !== void 0 && at(mask, i, j) === 0;
    const parts = hidden ? say.parts("is_hidden", { cell }) : [...cell, remarked(value, m.made.note)];
    return { parts, computed: value, size: 0 };
  },
  copy({ m, i, j, stages, cell }) {
    const of = stageOf(stages, m.made.of);
    const [row, column] = m.made.transposed ? [j, i] : [m.made.index, j];
    const value = at(of, row, column);
    return { parts: [...cell, remarked(value, nameOf(of, row, column))], computed: value, size: 0 };
  },
  matmul({ m, i, j, stages, cell, say }) {
    const [left, right2] = [m.made.left, m.made.right].map((id) => stageOf(stages, id));
    const terms = [];
    let [computed, size] = [0, 0];
    for (let c = 0; c < left.shape[1]; c++) {
      const a = at(left, i, c);
      const b = m.made.transposed ? at(right2, j, c) : at(right2, c, j);
      if (a === 0 || b === 0) continue;
      computed += a * b;
      size += Math.abs(a * b);
      terms.push([[factor(a), left.symbol], [" · "], [factor(b), right2.symbol]]);
    }
    const n = left.shape[1] - terms.length;
    const sum = terms.length ? [[" = "], ...joined(terms, say)] : [];
    const result = n ? remarked(computed, say("zero_products", { n })) : [resultText(computed)];
    return { parts: [...cell, ...sum, result], computed, size };
  },
  scale({ m, i, j, stages, cell, say }) {
    const { divisor, name } = m.made;
    const of = stageOf(stages, m.made.of);
    const computed = at(of, i, j) / divisor;
    const quotient = [
      ...cell,
      [" = "],
      [termText(at(of, i, j)), of.symbol],
      [` ÷ ${name}${resultText(computed)}`]
    ];
    const places = { calculation: quotient, name, value: resultText(divisor) };
    const parts = name === termText(divisor) ? quotient : say.parts("where", places);
    return { parts, computed, size: Math.abs(computed) };
  },
  mask({ m, i, j, stages, cell, say }) {
    const of = stageOf(stages, m.made.of);
    const value = at(of, i, j);
    if (at(stageOf(stages, m.made.mask), i, j) !== 0) {
      return { parts: [...cell, remarked(value, say("stays"))], computed: value, size: 0 };
    }
    const { constant } = m.made;
    if (constant === null) {
      const why = say("hidden_score", { score: termText(value) });
      return { parts: [...cell, remarked(-Infinity, why)], computed: -Infinity, size: 0 };
    }
    const computed = value + constant;
    const sum = [[" = "], [termText(value), of.symbol], [` + ${factor(constant)}`]];
    const parts = [...cell, ...sum, remarked(computed, say("hidden_by_number"))];
    return { parts, computed, size: Math.abs(computed) };
  },
  softmax({ m, i, j, stages, cell, say }) {
    const of = stageOf(stages, m.made.of);
    const row = of.values.subarray(i * of.shape[1], (i + 1) * of.shape[1]);
    const visible = [...row].filter((z) => z !== -Infinity);
    if (row[j] === -Infinity) {
      const why = say(visible.length ? "hidden_weight" : "hidden_row");
      return { parts: [...cell, remarked(0, why)], computed: 0, size: 0 };
    }
    const largest = Math.max(...visible);
    const off = Math.abs(largest) > LARGE ? largest : 0;
    const exp = (z) => Math.exp(z - off);
    const total = visible.reduce((sum, z) => sum + exp(z), 0);
    const computed = exp(row[j]) / total;
    const term = (z) => [[`exp(${termText(z)}${off ? ` − ${factor(off)}` : ""})`, of.symbol]];
    const digits = `) ≈ ${termText(exp(row[j]))} ÷ ${termText(total)}${resultText(computed)}`;
    const quotient = [...term(row[j]), [" ÷ ("], ...joined(visible.map(term), say), [digits]];
    const size = computed * Math.max(1, ...visible.map(Math.abs));
    return { parts: [...cell, [" = "], ...quotient], computed, size };
  },
  mean({ m, i, j, stages, cell, say }) {
    const each = m.made.each.map((id) => stageOf(stages, id));
    const values = each.map((one) => at(one, i, j));
    const terms = values.map((value, n) => [[factor(value), each[n].symbol]]);
    const computed = values.reduce((sum, value) => sum + value, 0) / each.length;
    const result = `) ÷ ${each.length}${resultText(computed)}`;
    const parts = [...cell, [" = ("], ...joined(terms, say), [result]];
    return { parts, computed, size: Math.abs(computed) };
  },
  beside({ m, i, j, stages, cell, say }) {
    const { id, column } = besides(m, j);
    const one = stageOf(stages, id);
    const same = [...cell, [" = "], [nameOf(one, i, column), one.symbol]];
    return RECIPES[one.made.op]({ stages, m: one, i, j: column, cell: same, say });
  }
};
function besides({ made }, j) {
  return { id: made.each[Math.floor(j / made.width)], column: j % made.width };
}

// attn_lib/web/arithmetic.js
var SMALLEST = 23e-309;
var isEdited = (m, i, j) => m.edited.some(([row, column]) => row === i && column === j);
function explain(stages, id, i, j, say) {
  const m = stageOf(stages, id);
  const value = at(m, i, j);
  const cell = [[nameOf(m, i, j), m.symbol]];
  const recipe = (before) => RECIPES[m.made.op]({ stages, m, i, j, cell: before, say });
  if (isEdited(m, i, j)) {
    const calculation = recipe([]).parts;
    const text = m.made.op === "given" ? "changed" : "changed_from";
    const parts2 = say.parts(text, { cell, value: termText(value), calculation });
    return { parts: parts2, computed: value, value, agrees: true };
  }
  const { parts, computed, size } = recipe(cell);
  const allowed = Math.max(m.tolerance * Math.max(size, Math.abs(value)), SMALLEST);
  const agrees = computed === value || Math.abs(computed - value) <= allowed;
  const error = [` ${say("disagreement", { computed, value })}`, "error"];
  return { parts: agrees ? parts : [...parts, error], computed, value, agrees };
}
function inputs(stages, id, i, j) {
  const m = stageOf(stages, id);
  const { op, of, left, right: right2, transposed, index, mask, each } = m.made;
  const cell = { row: i, column: j };
  const made = {
    given: () => [],
    copy: () => [transposed ? { id: of, row: j, column: i } : { id: of, row: index, column: j }],
    matmul: () => [
      { id: left, row: i },
      { id: right2, [transposed ? "row" : "column"]: j }
    ],
    scale: () => [{ id: of, ...cell }],
    mask: () => [
      { id: of, ...cell },
      { id: mask, ...cell }
    ],
    softmax: () => [{ id: of, row: i }],
    mean: () => each.map((one) => ({ id: one, ...cell })),
    beside: () => inputs(stages, besides(m, j).id, i, besides(m, j).column)
  };
  return made[op]();
}
function chain(stages, id) {
  const of = stages.get(id)?.made.of;
  return of === void 0 ? [id] : [...chain(stages, of), id];
}
function wayOf(stages, { id, i, j }) {
  if (!stageOf(stages, id).cursor) return [];
  const belongs = (other) => chain(stages, other).includes(id) || chain(stages, id).includes(other);
  const way = [...stages.values()].filter((m) => m.cursor && m.kind !== "mask" && belongs(m.id));
  if (way.length < 2) return [];
  return way.flatMap((m, n) => [
    [n ? "  →  " : ""],
    [`${m.id} ${termText(at(m, i, j))}`, m.symbol]
  ]);
}

// attn_lib/web/elements.js
var SVG = "http://www.w3.org/2000/svg";
function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === void 0) node.removeAttribute(name);
    else if (node.getAttribute(name) !== `${value}`) node.setAttribute(name, `${value}`);
  }
  return node;
}
function add(parent, tag, attributes = {}) {
  return placed(parent, document.createElement(tag), attributes);
}
function addShape(parent, tag, attributes = {}) {
  return placed(parent, document.createElementNS(SVG, tag), attributes);
}
function placed(parent, node, attributes) {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, `${value}`);
  parent?.append(node);
  return node;
}
function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}
function show(node, text) {
  setText(node, text);
  node.hidden = text === "";
}
function listen(target, handlers, how = {}) {
  const all = Object.entries(handlers);
  for (const [name, handler] of all) target.addEventListener(name, handler, how);
  return () => {
    for (const [name, handler] of all) target.removeEventListener(name, handler, how);
  };
}
var targetOf = (event) => (
  /** @type {HTMLElement} */
  event.target
);

// attn_lib/web/asking.js
var MOVES = /* @__PURE__ */ new Map([
  ["ArrowUp", [-1, 0]],
  ["ArrowDown", [1, 0]],
  ["ArrowLeft", [0, -1]],
  ["ArrowRight", [0, 1]]
]);
function keepKey(event) {
  const runsCell = event.key === "Enter" && event.shiftKey;
  if (!event.ctrlKey && !event.metaKey && !event.altKey && !runsCell) event.stopPropagation();
}
function cellOf(node) {
  const data = (
    /** @type {HTMLElement | null} */
    node.closest(".attn-cell")?.dataset
  );
  return data ? { id: `${data.id}`, i: Number(data.row), j: Number(data.column) } : null;
}
var Asking = class {
  /**
   * @param {HTMLElement} root
   * @param {HTMLElement} answer Where the calculation is shown.
   * @param {Lines} lines
   */
  constructor(root, answer, lines) {
    this.root = root;
    this.answer = answer;
    this.lines = lines;
    this.inkOf = lines.means.inkOf;
    this.say = lines.means.say;
    this.asked = null;
    this.pinned = false;
    this.lit = [];
    listen(root, this.handlers());
  }
  /** Show the calculation of a cell and, of a stage, the way through all of them. @param {Cell | null} cell */
  ask(cell) {
    this.asked = cell;
    this.pinned &&= cell !== null;
    this.root.classList.toggle("attn-pinned", this.pinned);
    this.lightUp();
    if (!cell && this.answer.querySelector(".attn-hint")) return;
    this.answer.replaceChildren();
    if (!cell) {
      setText(add(this.answer, "p", { class: "attn-hint" }), this.say("hint"));
      return;
    }
    const { stages } = this.lines;
    this.print(explain(stages, cell.id, cell.i, cell.j, this.say).parts);
    const way = wayOf(stages, cell);
    if (way.length) this.print(way);
  }
  /** Ask again what was asked, of another picture: its cell may be gone. */
  askAgain() {
    const cell = this.asked;
    const still = cell && this.lines.views.get(cell.id)?.cells[cell.i]?.[cell.j];
    this.ask(still ? cell : null);
  }
  /** @param {Cell} cell */
  hold(cell) {
    this.pinned = true;
    this.ask(cell);
  }
  /** Hold a cell, or let go of the one that is held. @param {Cell} cell */
  pin(cell) {
    this.pinned = !(this.pinned && JSON.stringify(cell) === JSON.stringify(this.asked));
    this.ask(cell);
  }
  /** @param {Part[]} parts */
  print(parts) {
    const line = add(this.answer, "p");
    for (const [text, symbol] of parts) {
      const span = add(line, "span", symbol === "error" ? { class: "attn-error" } : {});
      span.textContent = text;
      span.style.color = this.inkOf(symbol ?? "");
    }
  }
  /** @param {Element | undefined} node @param {string} className */
  light(node, className) {
    if (!node) return;
    node.classList.add(className);
    this.lit.push([node, className]);
  }
  /** Light the asked cell, the same cell of its sister stages, and what it is made of. */
  lightUp() {
    for (const [node, className] of this.lit.splice(0)) node.classList.remove(className);
    if (!this.asked) return;
    const { stages, views } = this.lines;
    const { id, i, j } = this.asked;
    const m = stageOf(stages, id);
    for (const [other, view] of views) {
      if (other !== id && !(m.cursor && stageOf(stages, other).cursor)) continue;
      this.light(view.cells[i][j], other === id ? "attn-asked" : "attn-cursor");
      this.light(view.rowNames[i], "attn-named");
      this.light(view.columnNames[j], "attn-named");
    }
    for (const { id: input, row = -1, column = -1 } of inputs(stages, id, i, j)) {
      const view = views.get(input);
      if (!view) continue;
      this.light(view.rowNames[row], "attn-named");
      this.light(view.columnNames[column], "attn-named");
      if (column < 0) for (const cell of view.cells[row]) this.light(cell, "attn-in-row");
      else if (row < 0) for (const cells of view.cells) this.light(cells[column], "attn-in-column");
      else this.light(view.cells[row][column], "attn-cursor");
    }
  }
  /** @returns {Record<string, (event: any) => void>} */
  handlers() {
    return {
      pointerover: (event) => {
        const cell = cellOf(targetOf(event));
        if (cell && !this.pinned) this.ask(cell);
      },
      pointerleave: () => {
        if (!this.pinned && !this.root.contains(document.activeElement)) this.ask(null);
      },
      focusin: (event) => {
        const cell = cellOf(targetOf(event));
        if (!cell) return;
        this.lines.views.get(cell.id)?.reach(cell.i, cell.j);
        if (targetOf(event).matches(":focus-visible")) this.ask(cell);
      },
      focusout: (event) => {
        if (!this.pinned && !this.root.contains(event.relatedTarget)) this.ask(null);
      },
      click: (event) => {
        const cell = cellOf(targetOf(event));
        if (cell) this.pin(cell);
      },
      keydown: (event) => this.press(event)
    };
  }
  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    keepKey(event);
    if (event.key === "Escape") this.ask(null);
    const cell = cellOf(targetOf(event));
    const move = MOVES.get(event.key);
    if (!cell || !(move || event.key === "Enter" || event.key === " ")) return;
    event.preventDefault();
    if (!move) return this.pin(cell);
    const [down, right2] = move;
    this.lines.views.get(cell.id)?.cells[cell.i + down]?.[cell.j + right2]?.focus();
  }
};

// attn_lib/web/requests.js
var PATIENCE = 2e3;
var AGAIN = 100;
var Requests = class {
  /**
   * @param {(things: [name: string, value: T][]) => void} send
   * @param {(isLate: boolean) => void} onLate Told when an answer is late, and when it
   *   comes after all.
   * @param {(one: T, other: T) => boolean} [together] May they go in one request?
   */
  constructor(send, onLate, together = () => true) {
    this.send = send;
    this.onLate = onLate;
    this.together = together;
    this.waiting = /* @__PURE__ */ new Map();
    this.underWay = null;
    this.times = 0;
    this.late = false;
    this.timer = 0;
    this.later = 0;
  }
  /** What was asked of a thing last, until that is answered. @param {string} name */
  get(name) {
    return this.waiting.get(name) ?? this.underWay?.get(name);
  }
  /** @param {string} name @param {T} value */
  put(name, value) {
    this.waiting.set(name, value);
    this.next();
  }
  next() {
    if (this.underWay || !this.waiting.size) return;
    const [first] = this.waiting.values();
    this.underWay = new Map([...this.waiting].filter(([, value]) => this.together(first, value)));
    for (const name of this.underWay.keys()) this.waiting.delete(name);
    this.times = 0;
    this.timer = setTimeout(() => this.tell(true), PATIENCE);
    this.ask();
  }
  ask() {
    this.times += 1;
    try {
      this.send([...this.underWay ?? []]);
    } catch {
      this.tell(true);
    }
  }
  /** Python could not follow yet. */
  askAgain() {
    clearTimeout(this.later);
    this.later = setTimeout(() => this.ask(), AGAIN);
  }
  /** Python has answered: the next may go. */
  done() {
    this.underWay = null;
    clearTimeout(this.timer);
    this.tell(false);
    this.next();
  }
  /** @param {boolean} isLate */
  tell(isLate) {
    const isNews = this.late !== isLate;
    this.late = isLate;
    if (isNews) this.onLate(isLate);
  }
  end() {
    clearTimeout(this.timer);
    clearTimeout(this.later);
  }
};

// attn_lib/web/changes.js
var MOST_TIMES = 10;
function changesTo(send, keyOf, onChange) {
  const ask = (things) => {
    const [[, { key }]] = things;
    send({ edits: things.map(([, { change }]) => change), key });
  };
  const ofOnePicture = (one, other) => JSON.stringify(one.key) === JSON.stringify(other.key);
  const requests = new Requests(ask, onChange, ofOnePicture);
  return {
    isLate: () => requests.late,
    /** @param {Change} change */
    change(change) {
      const key = keyOf();
      requests.put(JSON.stringify([key, change.id, change.i, change.j]), { change, key });
    },
    /**
     * Python has answered; give why it did not do what was asked, if it did not.
     *
     * @param {{ later?: boolean, refused?: string }} answer `later`: it has not heard yet
     *   where the controls stand on the page.
     */
    answered({ later, refused }) {
      if (later && !requests.underWay) return void 0;
      if (later && requests.times < MOST_TIMES) {
        requests.askAgain();
        return void 0;
      }
      requests.done();
      return refused;
    },
    end: () => requests.end()
  };
}

// attn_lib/web/dragging.js
var PIXELS = 8;
var STEP = 0.1;
function makeDraggable(root, editable, change) {
  let dragged = null;
  const letGo = () => {
    dragged = null;
  };
  listen(root, {
    pointerdown(event) {
      if (targetOf(event).tagName === "INPUT") return;
      const cell = editable(event.target);
      if (!cell || event.button !== 0) return;
      const node = event.target.closest(".attn-cell");
      dragged = { cell, from: +node.dataset.value, x: event.clientX, moved: false };
    },
    pointermove(event) {
      if (!dragged) return;
      const steps = Math.round((event.clientX - dragged.x) / PIXELS);
      if (!steps && !dragged.moved) return;
      if (!dragged.moved) root.setPointerCapture(event.pointerId);
      dragged.moved = true;
      change({ ...dragged.cell, number: +(dragged.from + steps * STEP).toFixed(3) });
    },
    pointerup() {
      if (dragged?.moved) swallowClick(root);
      letGo();
    },
    pointercancel: letGo
  });
}
function swallowClick(root) {
  const swallow = (event) => event.stopImmediatePropagation();
  root.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => root.removeEventListener("click", swallow, { capture: true }));
}

// attn_lib/web/theme.js
var PAPER = { light: "#ffffff", dark: "#111111" };
function themeOfPage() {
  const { jpThemeLight, vscodeThemeKind } = document.body.dataset;
  if (jpThemeLight !== void 0) return jpThemeLight === "false" ? "dark" : "light";
  const dark = vscodeThemeKind?.includes("dark") ?? matchMedia("(prefers-color-scheme: dark)").matches;
  return dark ? "dark" : "light";
}
function dressInTheme(root, colours) {
  root.dataset.theme = themeOfPage();
  for (const [symbol, [light, dark]] of Object.entries(colours)) {
    root.style.setProperty(`--attn-${symbol}`, isDark(root) ? dark : light);
  }
}
var isDark = (root) => root.dataset.theme === "dark";
var paperOf = (root) => PAPER[isDark(root) ? "dark" : "light"];
function onTheme(handler) {
  const said = new MutationObserver(handler);
  said.observe(document.body, {
    attributeFilter: ["data-jp-theme-light", "data-vscode-theme-kind"]
  });
  const system = matchMedia("(prefers-color-scheme: dark)");
  system.addEventListener("change", handler);
  return () => {
    said.disconnect();
    system.removeEventListener("change", handler);
  };
}

// attn_lib/web/frames.js
function keepDrawn(model, root, draw, onWidth) {
  let frame = 0;
  function drawNow() {
    frame = 0;
    dressInTheme(root, model.get("colours"));
    draw();
  }
  const schedule = () => {
    frame ||= requestAnimationFrame(drawNow);
  };
  const endTheme = onTheme(schedule);
  const width = new ResizeObserver(onWidth ?? schedule);
  width.observe(root);
  model.on("change", schedule);
  drawNow();
  const end = () => {
    cancelAnimationFrame(frame);
    endTheme();
    width.disconnect();
    model.off("change", schedule);
  };
  return { schedule, end };
}

// attn_lib/web/letters.js
var NUMBER = "−0.00";
var IN_NUMBERS = [..."0123456789−.e∞✓≈"];
var INDENT = 6;
var WIDE = 2.8;
var TRIED = 100;
var Letters = class {
  /**
   * @param {HTMLElement} root
   * @param {string} words What is said once in a row, across its cells.
   * @param {() => void} onChange Called when the same text has become wider or narrower.
   */
  constructor(root, words, onChange) {
    this.root = root;
    this.words = words;
    const hidden = add(root, "div", { class: "attn-probe", "aria-hidden": "true" });
    this.probe = add(hidden, "div");
    this.texts = [NUMBER, words, ...IN_NUMBERS].map(
      (text) => add(this.probe, "span", { "data-text": text })
    );
    this.texts[0].style.fontSize = `${TRIED}px`;
    this.texts[1].className = "attn-probe-words";
    this.widths = /* @__PURE__ */ new Map();
    this.number = 0;
    this.sizes = new ResizeObserver(() => this.measure() && onChange());
    this.sizes.observe(this.probe);
    this.measure();
  }
  /** Ask the browser how wide the letters are, and say whether that is news. */
  measure() {
    const widthOf = (node) => node.getBoundingClientRect().width;
    const tried = widthOf(this.texts[0]);
    if (!tried) return false;
    this.root.classList.toggle("attn-wide-letters", tried > WIDE * TRIED);
    const widths = this.texts.map((node) => [node.dataset.text ?? "", widthOf(node)]);
    const isNew = widths.some(([text, width]) => this.widths.get(text) !== width);
    this.widths = new Map(widths);
    this.number = this.width(NUMBER);
    if (isNew) this.root.style.setProperty("--attn-number", `${this.number}px`);
    return isNew;
  }
  /** How wide a number is in a cell, in pixels of the page. @param {string} number */
  width(number) {
    return [...number].reduce((sum, letter) => sum + (this.widths.get(letter) ?? 0), 0);
  }
  /**
   * How many times as wide as NUMBER the cells of a matrix of so many columns have to be
   * for a text in one of them; 1 at least.
   *
   * @param {string} text
   * @param {number} columns
   */
  share(text, columns) {
    if (!this.number) return 1;
    if (text === this.words)
      return Math.max(1, ((this.widths.get(text) ?? 0) + INDENT) / columns / this.number);
    if (text.length < NUMBER.length) return 1;
    return Math.max(1, this.width(text) / this.number);
  }
  end() {
    this.sizes.disconnect();
  }
};

// attn_lib/web/colours.js
var NEGATIVE = "#e69f00";
var CHANNELS = /* @__PURE__ */ new Map();
function channels(hex) {
  let found = CHANNELS.get(hex);
  if (!found) {
    found = [1, 3, 5].map((k) => parseInt(hex.slice(k, k + 2), 16));
    CHANNELS.set(hex, found);
  }
  return found;
}
var linear = (c) => c <= 10.31 ? c / 3294.6 : ((c / 255 + 0.055) / 1.055) ** 2.4;
function cellColours(value, limit, colour, paper) {
  const t = Math.min(1, Math.abs(value) / limit);
  const full = channels(value < 0 ? NEGATIVE : colour);
  const [r, g, b] = channels(paper).map((c, k) => Math.round(c + (full[k] - c) * t));
  const luminance = 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  return { background: `rgb(${r}, ${g}, ${b})`, ink: luminance > 0.179 ? "#000000" : "#ffffff" };
}

// attn_lib/web/matrix.js
var MOST_NUMBERS = 24;
var LONG_NAME = 4;
var GROUP = { role: "rowgroup" };
var COLUMN_NAME = { scope: "col", role: "columnheader" };
var ROW_NAME = { scope: "row", role: "rowheader", dir: "auto" };
var CELL = { class: "attn-cell", role: "gridcell", tabindex: "-1" };
var [HIDDEN, EDITED, NOTHING] = [1, 2, 4];
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
function fit(items, count, make) {
  while (items.length < count) items.push(make(items.length));
  return items.splice(count);
}
var MatrixView = class {
  /**
   * @param {string} kind
   * @param {string} operator What stands before it in its line.
   * @param {Means} means
   */
  constructor(kind, operator, means) {
    this.means = means;
    this.share = 1;
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
    this.columnNames = [];
    this.rowNames = [];
    this.cells = [];
    this.drawn = {};
    this.columns = "";
    this.reached = void 0;
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
    const all = `auto repeat(${columns}, ${width})`;
    if (all === this.columns) return false;
    this.columns = all;
    this.table.style.gridTemplateColumns = all;
    return true;
  }
  /** Now that no number changes: as wide as what stands there, and no wider. */
  settle() {
    const { shape: [, columns] = [] } = this.drawn;
    const shareOf = (cell) => this.means.letters.share(cell.textContent ?? "", columns);
    this.share = Math.max(1, ...this.cells.flat().map(shareOf));
    return this.fit();
  }
  /** @param {HTMLElement[]} nodes @param {string[]} names */
  name(nodes, names) {
    nodes.forEach((node, k) => {
      setText(node, names[k]);
      set(node, { title: names[k] });
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
};
function statesOf(m, stages, dense) {
  const [rows, columns] = m.shape;
  const states = new Uint8Array(rows * columns);
  const mask = maskOf(stages, m);
  mask?.values.forEach((visible, n) => {
    states[n] = visible === 0 ? HIDDEN : 0;
  });
  for (let i = 0; mask && !dense && i < rows; i++) {
    const row = states.subarray(i * columns, (i + 1) * columns);
    if (row.every((state) => state === HIDDEN)) row[0] += NOTHING;
  }
  for (const [i, j] of m.edited) states[i * columns + j] += EDITED;
  return states;
}
function mark(cell, state, editable, say) {
  cell.classList.toggle("attn-hidden", (state & HIDDEN) > 0);
  cell.classList.toggle("attn-edited", (state & EDITED) > 0);
  cell.classList.toggle("attn-nothing", (state & NOTHING) > 0);
  cell.classList.toggle("attn-editable", editable);
  if (state & HIDDEN) cell.setAttribute("aria-label", say("hidden"));
  else cell.removeAttribute("aria-label");
}
function paint(cell, value, state, { kind, limit, dense, colour, paper }, say) {
  const [hidden, bar] = [state & HIDDEN, kind === "bars"];
  cell.dataset.value = `${value}`;
  const shown = hidden || dense ? "" : kind === "mask" ? "✓" : cellText(value);
  const text = state & NOTHING ? say("nothing_visible") : shown;
  const field = cell.firstElementChild;
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

// attn_lib/web/lines.js
var EDGE_OF_BOARD = 2;
var GAP = 6;
var bottom = (node) => node.getBoundingClientRect().bottom;
var right = (node) => node.getBoundingClientRect().right;
var isBeside = ({ node, before }) => before !== void 0 && Math.abs(bottom(before) - bottom(node)) < 1;
var Lines = class {
  /**
   * @param {HTMLElement} node
   * @param {Means} means
   */
  constructor(node, means) {
    this.node = node;
    this.means = means;
    this.views = /* @__PURE__ */ new Map();
    this.stages = /* @__PURE__ */ new Map();
    this.arranged = "";
  }
  /**
   * Show the stages of a picture.
   *
   * @param {string[][]} wanted
   * @param {Stages} stages
   * @param {(symbol: string) => string} colourOf
   * @param {string} paper
   * @returns {boolean} Has a matrix another size?
   */
  update(wanted, stages, colourOf, paper) {
    this.stages = stages;
    this.arrange(wanted);
    const views = [...this.views];
    return views.map(([id, view]) => view.update(stageOf(stages, id), stages, colourOf, paper)).some(Boolean);
  }
  /** @param {string[][]} wanted Ids, with operators between them. */
  arrange(wanted) {
    if (JSON.stringify(wanted) === this.arranged) return;
    this.arranged = JSON.stringify(wanted);
    this.views.clear();
    this.node.replaceChildren();
    for (const items of wanted) {
      const line = add(this.node, "div", { class: "attn-line" });
      let operator = "";
      for (const item of items) {
        if (item === "") add(line, "span");
        const stage = this.stages.get(item);
        if (stage) {
          const view = new MatrixView(stage.kind, operator, this.means);
          this.views.set(item, view);
          line.append(view.node);
        }
        operator = stage ? "" : item;
      }
    }
  }
  /** The letters are others, or no number changes: no matrix is wider than it has to be. */
  settle() {
    if ([...this.views.values()].map((view) => view.settle()).some(Boolean)) this.shareNames();
  }
  /** Has a column been made wider for a number of this drag? */
  isWide() {
    return [...this.views.values()].some(({ share }) => share > 1);
  }
  /** Leave room at the end of a line for names of columns that lean over it. */
  leaveRoom() {
    const leaning = [...this.views.values()].filter(
      ({ scroll }) => scroll.scrollWidth <= scroll.clientWidth
    );
    const leans = leaning.map(
      ({ node, columnNames }) => Math.max(...columnNames.map(right)) - right(node)
    );
    const room = Math.max(0, Math.floor(Math.max(0, ...leans)) - EDGE_OF_BOARD);
    this.node.style.paddingRight = `${room}px`;
    return room;
  }
  /** @returns {Placed[]} */
  placed() {
    const views = [...this.views];
    const names = views.map(([id]) => `${stageOf(this.stages, id).rows}`);
    return views.map(([, { node, rowNames }], n) => {
      const before = views[n - 1]?.[1].node;
      const follows = before?.parentNode === node.parentNode;
      return {
        node,
        rowNames,
        names: names[n],
        before,
        isSister: follows && names[n - 1] === names[n]
      };
    });
  }
  /** Let the lines stand as a product or not, and names only where they are needed. @param {Placed[]} placed @param {boolean} asProduct */
  place(placed2, asProduct) {
    this.node.classList.toggle("attn-product", asProduct);
    for (const { node, isSister } of placed2) node.classList.toggle("attn-unnamed", isSister);
    for (const one of placed2) {
      if (one.isSister && !isBeside(one)) one.node.classList.remove("attn-unnamed");
    }
  }
  /** Where matrices with the same rows stand side by side, the first alone names them. */
  shareNames() {
    const room = this.leaveRoom();
    const asProduct = JSON.parse(this.arranged)[0]?.[0] === "";
    const placed2 = this.placed();
    const isTooWide = () => asProduct && this.node.scrollWidth > this.node.clientWidth;
    const isWell = (one) => this.standsWell(one, room);
    const stands = this.node.classList.contains("attn-product") === asProduct;
    if (stands && placed2.every(isWell) && !isTooWide()) return;
    this.place(placed2, asProduct);
    if (isTooWide()) this.place(placed2, false);
  }
  /** @param {Placed} one @param {number} room */
  standsWell(one, room) {
    const isUnnamed = one.node.classList.contains("attn-unnamed");
    if (one.isSister && !isUnnamed) return this.isTooFar(one, room);
    return one.isSister ? isBeside(one) : !isUnnamed;
  }
  /** Would a matrix not fit beside the one before it, without its names? @param {Placed} one @param {number} room */
  isTooFar({ node, before, rowNames }, room) {
    const end = (box) => box ? box.offsetLeft + box.offsetWidth : 0;
    return end(before) + GAP + node.offsetWidth - rowNames[0].offsetWidth > end(this.node) - room;
  }
};

// attn_lib/web/painting.js
function makePaintable(root, paintable, change) {
  let brush = null;
  const paint2 = (node, number) => {
    const cell = paintable(node);
    if (cell) change({ ...cell, number });
  };
  const other = (node) => 1 - Number(
    /** @type {HTMLElement | null} */
    node.closest(".attn-cell")?.dataset.value
  );
  listen(root, {
    pointerdown(event) {
      if (event.button !== 0 || !paintable(event.target)) return;
      event.target.releasePointerCapture?.(event.pointerId);
      brush = other(event.target);
      paint2(event.target, brush);
    },
    pointermove(event) {
      if (brush === null) return;
      const under = document.elementFromPoint(event.clientX, event.clientY);
      if (under && root.contains(under)) paint2(under, brush);
    }
  });
  const keydown = (event) => {
    const node = targetOf(event);
    if (event.key !== " " || !paintable(node)) return;
    paint2(node, other(node));
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  listen(root, { keydown }, { capture: true });
  const done = () => {
    brush = null;
  };
  return listen(
    /** @type {EventTarget} */
    window,
    { pointerup: done, pointercancel: done }
  );
}

// attn_lib/web/controls.js
var changed = /* @__PURE__ */ new WeakSet();
var wasDisabled = /* @__PURE__ */ new WeakMap();
var standOf = (control) => control.get("index") ?? control.get("value");
var modelsOf = (model, references) => Promise.all(
  references.filter(Boolean).map((reference) => model.widget_manager.get_model(reference.replace("IPY_MODEL_", "")))
);
function onPage(model, change) {
  for (const view of Object.values(model.views ?? {})) {
    if (changed.has(view)) continue;
    changed.add(view);
    view.then(({ el }) => change(el));
  }
}
function nameSlider(control) {
  const name = control.get("description");
  onPage(control, (el) => el.querySelector(".noUi-handle")?.setAttribute("aria-label", name));
}
function disable(control, off) {
  if (off === wasDisabled.has(control)) return;
  if (off) wasDisabled.set(control, control.get("disabled"));
  control.set("disabled", off || wasDisabled.get(control));
  if (!off) wasDisabled.delete(control);
}
function tellAtRest(control, rests, isPlayed) {
  const save = control.save_changes;
  let timer = 0;
  let tell = () => {
  };
  control.save_changes = (...how) => {
    clearTimeout(timer);
    tell = () => {
      clearTimeout(timer);
      tell = () => {
      };
      save.apply(control, how);
    };
    if (isPlayed()) timer = setTimeout(() => tell(), rests);
    else tell();
  };
  const tellNow = () => tell();
  document.addEventListener("pointerdown", tellNow, true);
  const end = () => {
    tellNow();
    document.removeEventListener("pointerdown", tellNow, true);
    control.save_changes = save;
  };
  return { tellNow, end };
}

// attn_lib/web/sweeps.js
function unpack({ pictures = [], data = new DataView(new ArrayBuffer(0)) }) {
  const [first] = pictures;
  const specs = new Map(first?.specs.map((spec) => [spec.id, spec]));
  let start = data.byteOffset;
  const part = (changed2) => {
    const size = changed2.reduce((sum, { shape }) => sum + 8 * shape[0] * shape[1], 0);
    const bytes = new DataView(data.buffer, start, size);
    start += size;
    return () => decode(changed2, bytes);
  };
  let firstStages;
  return new Map(
    pictures.map((picture) => {
      const read = part(picture.specs.map((spec) => ({ ...specs.get(spec.id), ...spec })));
      firstStages ??= read;
      const { ids } = { ...first, ...picture };
      const stages = () => {
        const all = new Map([...firstStages(), ...read()]);
        return (
          /** @type {Stages} */
          new Map(ids.map((id) => [id, all.get(id)]))
        );
      };
      return [JSON.stringify(picture.key), { ...first, ...picture, stages }];
    })
  );
}

// attn_lib/web/pictures.js
var MOST_KEYS = 200;
var HAND_RESTS = 100;
var SENT = ["key", "matrices", "data", "lines", "beside", "caption", "code", "message"];
var NO_SWEEP = {};
var byName = (names, models) => new Map(Object.keys(names).map((name, n) => [name, models[n]]));
var Pictures = class {
  /**
   * @param {Model} model
   * @param {Say} say
   * @param {() => void} onChange
   */
  constructor(model, say, onChange) {
    this.model = model;
    this.say = say;
    this.onChange = onChange;
    this.controls = /* @__PURE__ */ new Map();
    this.needKernel = [];
    this.views = /* @__PURE__ */ new Map();
    this.captions = [];
    this.sweeps = /* @__PURE__ */ new Map();
    this.count = 0;
    this.times = /* @__PURE__ */ new Map();
    this.last = void 0;
    this.shown = this.sent();
    this.shownAt = 0;
    this.late = false;
    this.waiting = 0;
    this.telling = 0;
    this.ended = false;
    this.tellings = [];
    this.endings = [];
  }
  /** Find the models of the controls, and follow them. */
  async listen() {
    const named = (trait) => this.model.get(trait) ?? {};
    const [controls, views] = [named("controls"), named("views")];
    const found = await modelsOf(this.model, Object.values(controls));
    this.needKernel = await modelsOf(this.model, this.model.get("need_kernel") ?? []);
    this.captions = await modelsOf(this.model, [this.model.get("caption_view")]);
    const others = await modelsOf(this.model, Object.values(views));
    if (this.ended) return;
    this.views = byName(views, others);
    this.controls = byName(controls, found);
    for (const control of found)
      this.follow(control, "change:value change:index", () => this.moved());
    for (const [name, control] of this.controls) {
      if (!this.model.get(`sweep_${name}`)) continue;
      const { tellNow, end } = tellAtRest(control, HAND_RESTS, () => this.isPlayed());
      this.tellings.push(tellNow);
      this.endings.push(end);
    }
    for (const caption of this.captions) {
      const isOld = () => caption.get("value") !== this.shown.caption;
      this.follow(caption, "change:value", () => isOld() && this.onChange());
    }
    for (const button of this.needKernel) this.follow(button, "comm_live_update", this.onChange);
    this.moved();
  }
  /** @param {Model} model @param {string} events @param {Handler} handler */
  follow(model, events, handler) {
    model.on(events, handler);
    this.endings.push(() => model.off(events, handler));
  }
  /** Let Python know where the sliders stand: something is sent that builds on it. */
  tellNow() {
    for (const tell of this.tellings) tell();
  }
  /** Is the picture for where the controls stand on the page already? */
  isPlayed() {
    const key = this.key();
    return [...this.controls.keys()].some((name) => this.sweep(name).has(key));
  }
  end() {
    this.ended = true;
    this.stopWaiting();
    clearTimeout(this.telling);
    for (const end of this.endings) end();
  }
  moved() {
    const key = this.key();
    this.times.delete(key);
    this.times.set(key, ++this.count);
    const [oldest] = this.times.keys();
    if (this.times.size > MOST_KEYS) this.times.delete(oldest);
    this.onChange();
  }
  /**
   * Where the controls stand now, or what Python takes instead of what it refused. The
   * last entry is for what the page cannot see.
   */
  key() {
    const seen = [...this.controls].map(([name, control]) => {
      const [value, taken] = [standOf(control), this.refused(name, control)];
      return taken === void 0 ? value : taken;
    });
    return JSON.stringify([...seen, this.model.get("key")?.at(-1)]);
  }
  /** What is taken instead of where a control stands, if that was refused. @param {string} name @param {Model} control */
  refused(name, control) {
    const [refused, taken] = this.model.get("instead")?.[name] ?? [];
    return taken !== void 0 && standOf(control) === refused ? taken : void 0;
  }
  /** The picture that the kernel sent last. @returns {Picture} */
  sent() {
    const sent = Object.fromEntries(SENT.map((name) => [name, this.model.get(name)]));
    return (
      /** @type {Picture} */
      { ...sent, stages: () => decode(sent.matrices, sent.data) }
    );
  }
  /** A slider's sweep: key → picture. It is unpacked once. @param {string} name */
  sweep(name) {
    const sent = this.model.get(`sweep_${name}`) ?? NO_SWEEP;
    const known = this.sweeps.get(name);
    if (known && known.sent === sent) return known.pictures;
    const pictures = unpack(sent);
    this.sweeps.set(name, { sent, pictures });
    return pictures;
  }
  /**
   * The newest picture: the one for where the controls stand, if it is here. Else what
   * the kernel sent, unless the page shows something newer than that.
   *
   * @returns {Picture}
   */
  newest() {
    const [key, sent] = [this.key(), this.sent()];
    const sentKey = JSON.stringify(sent.key);
    const isNew = ["key", "matrices", "data"].some((name) => sent[name] !== this.last?.[name]);
    this.last = sent;
    let here = key === sentKey ? sent : void 0;
    for (const name of this.controls.keys()) here ??= this.sweep(name).get(key);
    const time = here ? this.count : this.times.get(sentKey) ?? this.shownAt;
    if (here || isNew && time >= this.shownAt) {
      this.shown = here ?? sent;
      this.shownAt = time;
    }
    const answered = here || JSON.stringify(this.model.get("answered")) === key;
    if (answered || !this.controls.size || !this.alive()) this.stopWaiting();
    else this.waiting ||= setTimeout(() => this.lose(), PATIENCE);
    const isRefused = [...this.controls].some(
      ([name, control]) => this.refused(name, control) !== void 0
    );
    return { ...this.shown, message: (isRefused ? sent : here ?? sent).message };
  }
  /** Can the kernel be reached, as far as is known? */
  alive() {
    return this.needKernel.every(({ comm_live }) => comm_live !== false);
  }
  /** Say in one line if there is no kernel, or no answer. */
  trouble() {
    if (!this.alive()) return this.say("offline");
    return this.late ? this.say("late") : "";
  }
  lose() {
    this.late = true;
    this.onChange();
  }
  stopWaiting() {
    clearTimeout(this.waiting);
    this.waiting = 0;
    this.late = false;
  }
  /**
   * Let the caption go with the picture; of a drag, when the hand rests. Who listens would
   * hear each place, and its lines take as long to set as the numbers of the board.
   */
  tellCaption() {
    clearTimeout(this.telling);
    const tell = () => {
      for (const caption of this.captions) caption.set("value", this.shown.caption);
    };
    for (const caption of this.captions)
      onPage(caption, (el) => el.setAttribute("aria-live", "polite"));
    if (this.isPlayed()) this.telling = setTimeout(tell, HAND_RESTS);
    else tell();
  }
  /** Let views and caption go with the board, and only those controls move that work. */
  tend() {
    for (const [name, traits] of Object.entries(this.shown.beside ?? {})) {
      this.views.get(name)?.set(traits);
    }
    this.tellCaption();
    const [alive, key] = [this.alive(), this.key()];
    for (const [name, control] of this.controls) {
      nameSlider(control);
      disable(control, !alive && !this.sweep(name).has(key));
    }
    for (const button of this.needKernel) disable(button, !alive);
  }
};

// attn_lib/web/held.js
function copyOf(part) {
  const copy = (
    /** @type {Element} */
    part.cloneNode(true)
  );
  const maps = part.querySelectorAll("canvas");
  copy.querySelectorAll("canvas").forEach((map, n) => {
    map.getContext("2d")?.drawImage(maps[n], 0, 0);
  });
  return copy;
}
function cellsOf(part) {
  const cells = (
    /** @type {HTMLElement[]} */
    [...part.querySelectorAll(".attn-cell")]
  );
  return new Map(
    cells.map((cell) => [`${cell.dataset.id},${cell.dataset.row},${cell.dataset.column}`, cell])
  );
}
var Held = class {
  /**
   * @param {HTMLElement} root
   * @param {HTMLElement} lines After which it stands.
   * @param {() => Element[]} parts What is kept.
   */
  constructor(root, lines, parts) {
    this.root = root;
    this.lines = lines;
    this.parts = parts;
    this.copy = null;
  }
  /** Keep what is drawn, or no longer. Says which. */
  toggle() {
    const wanted = this.copy === null;
    this.copy?.remove();
    this.copy = null;
    for (const cell of this.root.querySelectorAll(".attn-changed"))
      cell.classList.remove("attn-changed");
    if (!wanted) return false;
    this.copy = add(null, "div", { class: "attn-held" });
    this.copy.inert = true;
    this.copy.append(...this.parts().map(copyOf));
    this.lines.after(this.copy);
    return true;
  }
  /** Mark in both pictures the cells that differ. */
  compare() {
    if (!this.copy) return;
    const before = cellsOf(this.copy);
    for (const [place, cell] of cellsOf(this.lines)) {
      const other = before.get(place);
      const changed2 = other !== void 0 && other.dataset.value !== cell.dataset.value;
      cell.classList.toggle("attn-changed", changed2);
      other?.classList.toggle("attn-changed", changed2);
    }
  }
};

// attn_lib/web/saving.js
var ASIDE = ".attn-hint, .attn-silent, [hidden]";
var BAR = 0.82;
var EDGE = 6;
var PAINT = [
  ...["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linejoin"],
  ...["stroke-linecap", "paint-order", "opacity", "display", "font-size", "font-weight"]
];
var REFUSED = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
var CELL_LINE = { stroke: "#999999", "stroke-width": 0.5 };
var HATCH = {
  id: "hidden",
  width: 6,
  height: 6,
  patternUnits: "userSpaceOnUse",
  patternTransform: "rotate(-45)"
};
var characters = new Intl.Segmenter(void 0, { granularity: "grapheme" });
var pen = (
  /** @type {CanvasRenderingContext2D} */
  add(null, "canvas").getContext("2d")
);
function frozen(drawing) {
  const copy = (
    /** @type {SVGElement} */
    drawing.cloneNode(true)
  );
  const [from, to] = [drawing, copy].map((node) => [node, ...node.querySelectorAll("*")]);
  from.forEach((node, n) => {
    const style = getComputedStyle(node);
    for (const name of PAINT) to[n].setAttribute(name, style.getPropertyValue(name));
    const length = node instanceof SVGTextContentElement ? node.getComputedTextLength() : 0;
    if (length) set(to[n], asWideAs(length));
  });
  for (const grip of copy.querySelectorAll(".attn-grip")) grip.remove();
  return copy;
}
var asWideAs = (length) => ({ textLength: length.toFixed(2), lengthAdjust: "spacingAndGlyphs" });
function asShown(text, { scrollWidth, clientWidth }, { textOverflow }) {
  if (textOverflow !== "ellipsis" || scrollWidth <= clientWidth) return text;
  const kept2 = Array.from(characters.segment(text), ({ segment }) => segment);
  while (kept2.length && pen.measureText(`${kept2.join("")}…`).width > clientWidth) kept2.pop();
  return `${kept2.join("")}…`;
}
function linesOf(node, { whiteSpace }) {
  const range = document.createRange();
  const boxOf = (start, end) => {
    range.setStart(node, start);
    range.setEnd(node, end);
    return range.getBoundingClientRect();
  };
  const isOne = ["nowrap", "pre"].includes(whiteSpace);
  const lines = [];
  for (const { 0: word, index } of node.data.matchAll(isOne ? /.+/gs : /\s+|\S+/g)) {
    const end = index + word.length;
    const box = boxOf(index, end);
    if (!box.width) continue;
    let line = lines.at(-1);
    if (!line || Math.abs(line.top - box.top) > 1) {
      line = { text: "", top: box.top, start: index, box };
      lines.push(line);
    }
    line.text += word.trim() || isOne ? word : " ";
    line.box = boxOf(line.start, end);
  }
  return lines;
}
function addCell(svg, cell, { x, y, width, height }) {
  const style = getComputedStyle(cell);
  const hidden = cell.classList.contains("attn-hidden");
  const fill = hidden ? "url(#hidden)" : style.backgroundColor;
  addShape(svg, "rect", { x, y, width, height, fill, ...CELL_LINE });
  const full = parseFloat(cell.style.getPropertyValue("--fill")) / 100;
  if (!full) return;
  const bar = height * full * BAR;
  addShape(svg, "rect", {
    x,
    y: y + height - bar,
    width,
    height: bar,
    fill: style.getPropertyValue("--colour")
  });
}
function angleOf({ transform }) {
  const [a, b] = transform === "none" ? [1, 0] : (transform.match(/[-\d.]+/g) ?? []).map(Number);
  return Math.atan2(b, a) * 180 / Math.PI;
}
function addWords(svg, node, place) {
  const parent = (
    /** @type {HTMLElement} */
    node.parentElement
  );
  const style = getComputedStyle(parent);
  const [size, fill] = [parseFloat(style.fontSize), style.color];
  const look = {
    fill,
    "font-size": size,
    "font-weight": style.fontWeight,
    "font-style": style.fontStyle
  };
  pen.font = `${style.fontStyle} ${style.fontWeight} ${size}px ${style.fontFamily}`;
  const angle = angleOf(style);
  for (const line of linesOf(node, style)) {
    const box = place(line.box);
    const text = asShown(line.text, parent, style);
    const below = pen.measureText(text).fontBoundingBoxDescent;
    const most = text === line.text ? Infinity : parent.clientWidth;
    const length = angle ? parseFloat(style.width) : Math.min(box.width, most);
    const transform = `translate(${box.x} ${box.y + box.height - below}) rotate(${angle.toFixed(1)})`;
    const how = { ...look, ...asWideAs(length), transform, style: "white-space: pre" };
    addShape(svg, "text", how).textContent = text;
  }
}
function addPart(svg, part, place) {
  const boxOf = (thing) => place(thing.getBoundingClientRect());
  for (const cell of part.querySelectorAll(".attn-cell"))
    addCell(
      svg,
      /** @type {HTMLElement} */
      cell,
      boxOf(cell)
    );
  for (const drawing of part.querySelectorAll("svg")) {
    if (drawing.parentElement?.closest("svg")) continue;
    svg.append(set(frozen(drawing), boxOf(drawing)));
  }
  for (const canvas of part.querySelectorAll("canvas")) {
    const style = "image-rendering: pixelated";
    addShape(svg, "image", { ...boxOf(canvas), href: canvas.toDataURL(), style });
  }
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = (
      /** @type {Text} */
      node
    );
    if (text.data.trim() && !text.parentElement?.closest(`svg, ${ASIDE}`))
      addWords(svg, text, place);
  }
}
function asSvg(parts, paper) {
  const corners = parts.map((part) => part.getBoundingClientRect());
  const left = Math.min(...corners.map((box) => box.x)) - EDGE;
  const top = Math.min(...corners.map((box) => box.y)) - EDGE;
  let [right2, bottom2] = [0, 0];
  const place = ({ x, y, width: width2, height: height2 }) => {
    right2 = Math.max(right2, x + width2 - left);
    bottom2 = Math.max(bottom2, y + height2 - top);
    return { x: x - left, y: y - top, width: width2, height: height2 };
  };
  const svg = document.createElementNS(SVG, "svg");
  addShape(addShape(svg, "pattern", HATCH), "rect", {
    width: 6,
    height: 2,
    fill: "#999999",
    "fill-opacity": 0.5
  });
  addShape(svg, "rect", { width: "100%", height: "100%", fill: paper });
  for (const part of parts) addPart(svg, part, place);
  const [width, height] = [Math.ceil(right2 + EDGE), Math.ceil(bottom2 + EDGE)];
  const size = { width, height, viewBox: `0 0 ${width} ${height}` };
  set(svg, { ...size, xmlns: SVG, "font-family": getComputedStyle(parts[0]).fontFamily });
  return new XMLSerializer().serializeToString(svg).replace(REFUSED, "�");
}
function download(url, name) {
  add(null, "a", { href: url, download: name }).click();
}
var asUrl = (svg) => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
var savers = {
  /** @param {string} svg */
  svg: async (svg) => download(asUrl(svg), "attention.svg"),
  /** @param {string} svg @param {Say} say */
  async png(svg, say) {
    const image = new Image();
    image.src = asUrl(svg);
    await image.decode();
    const [width, height] = [2 * image.width, 2 * image.height];
    const canvas = add(null, "canvas", { width, height });
    canvas.getContext("2d")?.drawImage(image, 0, 0, width, height);
    const url = canvas.toDataURL("image/png");
    if (url === "data:,") throw new Error(say("too_many_pixels", { width, height }));
    download(url, "attention.png");
  }
};

// attn_lib/web/steps.js
var PACE = 1600;
var WAY = [
  "Q",
  "q",
  "q Kᵀ",
  "scores",
  "scaled",
  "masked",
  "weights",
  "w",
  "concat",
  "out",
  "output"
];
var ONE_A_KEY = ["q Kᵀ", "scores", "scaled", "masked", "weights", "w"];
function stepsOf(stages, drawn, i) {
  const way = WAY.filter((id) => drawn.includes(id)).map(
    (id) => (
      /** @type {Matrix} */
      stages.get(id)
    )
  );
  const rowOf = ({ shape }) => Math.min(i, shape[0] - 1);
  const last = way.findLast(({ id }) => ONE_A_KEY.includes(id));
  const row = last ? rowOfValues(last, rowOf(last)) : [];
  const best = row.indexOf(Math.max(...row));
  return way.map((m) => ({ id: m.id, i: rowOf(m), j: ONE_A_KEY.includes(m.id) ? best : 0 }));
}
function rowOfValues({ values, shape }, i) {
  return [...values.subarray(i * shape[1], (i + 1) * shape[1])];
}
var Steps = class {
  /**
   * @param {Lines} lines
   * @param {Asking} asking
   * @param {(isPlaying: boolean) => void} onPlay
   */
  constructor(lines, asking, onPlay) {
    this.lines = lines;
    this.asking = asking;
    this.onPlay = onPlay;
    this.still = window.matchMedia("(prefers-reduced-motion: reduce)");
    this.timer = 0;
    this.n = -1;
  }
  /** The way of the query that is asked, or of the one that is looked at. */
  way() {
    const { stages, views } = this.lines;
    const { asked } = this.asking;
    const isQuery = asked && WAY.includes(asked.id) && (stages.get(asked.id)?.shape[0] ?? 0) > 1;
    const chosen = [...stages.values()].find((m) => m.chosen !== null)?.chosen;
    return stepsOf(stages, [...views.keys()], isQuery ? asked.i : chosen ?? 0);
  }
  /** @param {number} by */
  step(by) {
    const steps = this.way();
    if (steps.length < 2) return;
    const here = steps.findIndex(({ id }) => id === this.asking.asked?.id);
    this.n = Math.min(Math.max((here < 0 ? -1 : here) + by, 0), steps.length - 1);
    this.asking.hold(steps[this.n]);
    if (this.timer && this.n === steps.length - 1) this.stop();
  }
  /** Let the steps go by themselves, or pause. */
  play() {
    if (this.timer) return this.stop();
    if (this.n >= this.way().length - 1) this.asking.ask(null);
    if (this.still.matches) return this.step(1);
    this.onPlay(true);
    this.timer = setInterval(() => this.step(1), PACE);
    this.step(1);
  }
  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    this.onPlay(false);
  }
};

// attn_lib/web/tools.js
var Tools = class {
  /**
   * @param {HTMLElement} root
   * @param {Means} means
   */
  constructor(root, means) {
    this.root = root;
    this.means = means;
    this.bar = add(null, "div", {
      class: "attn-tools",
      role: "group",
      "aria-label": means.say("tools")
    });
    root.prepend(this.bar);
    this.steps = new Steps(means.lines, means.asking, (isPlaying) => this.showPlaying(isPlaying));
    this.held = new Held(root, means.lines.node, () => this.parts());
    this.back = this.button("◀", "back", () => this.steps.step(-1));
    this.play = this.button("▶", "play", () => this.steps.play());
    this.forward = this.button("▶|", "forward", () => this.steps.step(1));
    this.addOthers();
    this.said = add(this.bar, "span", { role: "status" });
    set(this.play, { "aria-pressed": "false" });
    this.bar.addEventListener("keydown", (event) => this.press(event));
  }
  /**
   * @param {string} text
   * @param {string} id Of the words that say what it does.
   * @param {() => void} press
   * @param {Record<string, string>} [places] Of these words.
   */
  button(text, id, press, places) {
    const label = this.means.say(id, places);
    const node = add(this.bar, "button", { type: "button", title: label, "aria-label": label });
    setText(node, text);
    node.onclick = press;
    return node;
  }
  addOthers() {
    const { say, code } = this.means;
    const hold = this.button(say("hold_button"), "hold", () => {
      set(hold, { "aria-pressed": this.held.toggle() });
    });
    const larger = this.button(say("larger_button"), "larger", () => {
      set(larger, { "aria-pressed": this.explorer().classList.toggle("attn-projector") });
    });
    for (const node of [hold, larger]) set(node, { "aria-pressed": "false" });
    this.button(say("full_screen_button"), "full_screen", () => {
      if (document.fullscreenElement) document.exitFullscreen();
      else this.explorer().requestFullscreen?.();
    });
    this.button(say("copy_button"), "copy", async () => {
      setText(this.said, code());
      await navigator.clipboard?.writeText(code()).catch(() => {
      });
    });
    for (
      const kind of
      /** @type {const} */
      ["svg", "png"]
    ) {
      const places = { kind: kind.toUpperCase() };
      this.button(places.kind, "save", () => this.save(kind, places), places);
    }
  }
  /** @param {keyof typeof savers} kind @param {{ kind: string }} places */
  async save(kind, places) {
    const { say } = this.means;
    setText(this.said, "");
    try {
      await savers[kind](asSvg(this.parts(), paperOf(this.root)), say);
    } catch (error) {
      setText(
        this.said,
        say("not_saved", { ...places, reason: (
          /** @type {Error} */
          error.message
        ) })
      );
    }
  }
  explorer() {
    return this.root.closest(".attn-explorer") ?? this.root;
  }
  /** What is drawn: the matrices, and the views beside the board. */
  parts() {
    return [
      this.means.lines.node,
      ...this.explorer().querySelectorAll(".attn-view:not(.attn-held *)")
    ];
  }
  /** @param {boolean} isPlaying */
  showPlaying(isPlaying) {
    setText(this.play, isPlaying ? "❚❚" : "▶");
    set(this.play, { "aria-pressed": isPlaying });
  }
  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.key === "Escape") return this.steps.stop();
    event.stopPropagation();
    if (event.key === "ArrowRight") this.steps.step(1);
    if (event.key === "ArrowLeft") this.steps.step(-1);
  }
  drawn() {
    const isWay = this.steps.way().length > 1;
    for (const node of [this.back, this.play, this.forward]) node.hidden = !isWay;
    this.held.compare();
    if (this.said.textContent !== this.means.code()) setText(this.said, "");
  }
  end() {
    this.steps.stop();
  }
};

// attn_lib/web/typing.js
function typedNumber(text) {
  const plain = text.normalize("NFKC").trim().replace(/[‐‑‒–−]/g, "-").replace(",", ".");
  const isDecimal = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain);
  return isDecimal && Number.isFinite(+plain) ? +plain : null;
}
function makeTypeable(root, means) {
  const { editable, change } = means;
  const keydown = (event) => {
    const node = targetOf(event);
    if (node.tagName === "INPUT") return;
    const cell = editable(node);
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
    const isNumber = /^[-−–－0-9０-９.,]$/.test(event.key);
    if (isNumber || event.key === "F2") openField(node, cell, isNumber ? event.key : "", means);
    else if (event.key === "Delete" || event.key === "Backspace") change({ ...cell, number: null });
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  listen(root, { keydown }, { capture: true });
  listen(root, {
    dblclick(event) {
      const cell = editable(event.target);
      if (cell) openField(event.target.closest(".attn-cell"), cell, "", means);
    }
  });
}
function openField(node, cell, first, { change, label, refuse }) {
  const input = add(null, "input", { class: "attn-input", "aria-label": label(cell.id) });
  input.inputMode = "decimal";
  const before = `${+Number(node.dataset.value).toFixed(3)}`;
  input.value = first || before;
  input.placeholder = node.textContent ?? "";
  node.replaceChildren(input);
  input.focus();
  if (!first) input.select();
  let open = true;
  const close = (keep) => {
    if (!open) return;
    open = false;
    const number = typedNumber(input.value);
    node.textContent = input.placeholder;
    if (!keep || !first && input.value === before) return;
    if (number === null && input.value.trim()) refuse(input.value);
    else change({ ...cell, number });
  };
  input.addEventListener("blur", () => queueMicrotask(() => close(node.isConnected)));
  input.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key !== "Enter" && event.key !== "Escape") return;
    close(event.key === "Enter");
    node.focus();
  });
}

// attn_lib/web/words.js
function speaker(texts) {
  const plural = new Intl.PluralRules(
    /** @type {string} */
    texts.language
  );
  const textOf = (id, { n }) => {
    const text = texts[id];
    if (text === void 0) throw new Error(`no words for ${id}`);
    return typeof text === "string" ? text : text[plural.select(Number(n))];
  };
  const parts = (id, places = {}) => pieces(textOf(id, places)).flatMap(({ text, place }) => {
    if (place && places[place] === void 0) throw new Error(`no ${place} for ${id}`);
    return asParts(place ? places[place] : text);
  });
  return Object.assign(
    /** @type {(id: string, places?: Record<string, string | number>) => string} */
    (id, places = {}) => parts(id, places).map(([text]) => text).join(""),
    { parts }
  );
}
function pieces(text) {
  const cut = text.split(/\{(\w+)\}/);
  return cut.map((piece, n) => n % 2 ? { text: "", place: piece } : { text: piece, place: "" });
}
function asParts(filling) {
  if (!Array.isArray(filling)) return filling === "" ? [] : [[`${filling}`]];
  const isPart = typeof filling[0] === "string";
  return isPart ? [
    /** @type {Part} */
    filling
  ] : (
    /** @type {Part[]} */
    filling
  );
}

// attn_lib/web/board.js
var REST = 600;
var QUOTED = 40;
var Board = class {
  /** @param {Place} place */
  constructor({ model, el }) {
    this.model = model;
    this.root = add(el, "div", { class: "attn-board" });
    this.say = speaker(model.get("words"));
    this.trouble = add(this.root, "p", { class: "attn-trouble", role: "status" });
    this.message = add(this.root, "p", { class: "attn-message", role: "status" });
    const node = add(this.root, "div");
    const answer = add(this.root, "div", { class: "attn-answer", "aria-live": "polite" });
    const [say, inkOf] = [this.say, this.inkOf.bind(this)];
    this.pictures = new Pictures(model, say, () => this.schedule());
    const letters = new Letters(this.root, say("nothing_visible"), () => this.lines.settle());
    this.lines = new Lines(node, { inkOf, letters, say });
    this.asking = new Asking(this.root, answer, this.lines);
    this.changes = changesTo(
      (content) => this.send(content),
      () => this.pictures.shown.key,
      () => this.schedule()
    );
    const code = () => this.pictures.shown.code;
    this.tools = new Tools(this.root, { lines: this.lines, asking: this.asking, code, say });
    this.refused = { key: "", text: "" };
    this.rest = 0;
    this.endings = [() => letters.end(), this.follow(), this.letChange(node)];
  }
  /** A symbol's colour for words: it follows the theme by itself. @param {string} symbol */
  inkOf(symbol) {
    return symbol in this.model.get("colours") ? `var(--attn-${symbol})` : "";
  }
  /** @param {string} symbol @returns {string} */
  colourOf(symbol) {
    return this.model.get("colours")[symbol]?.[isDark(this.root) ? 1 : 0];
  }
  schedule() {
    this.frames?.schedule();
  }
  draw() {
    const picture = this.pictures.newest();
    show(
      this.message,
      this.refused.key === this.pictures.key() ? this.refused.text : picture.message
    );
    show(this.trouble, this.pictures.trouble() || (this.changes.isLate() ? this.say("late") : ""));
    this.pictures.tend();
    const colourOf = this.colourOf.bind(this);
    const grown = this.lines.update(picture.lines, picture.stages(), colourOf, paperOf(this.root));
    this.asking.askAgain();
    this.tools.drawn();
    if (grown) this.lines.shareNames();
    clearTimeout(this.rest);
    if (this.lines.isWide()) this.rest = setTimeout(() => this.lines.settle(), REST);
  }
  /** @param {string} text */
  refuse(text) {
    this.refused = { key: this.pictures.key(), text };
    this.schedule();
  }
  /** @param {unknown} content */
  send(content) {
    this.refused = { key: "", text: "" };
    this.pictures.tellNow();
    this.model.send(content);
  }
  /** Hear when Python has dealt with the numbers that were sent. */
  follow() {
    const answered = (content) => {
      const reason = this.changes.answered(content ?? {});
      if (reason) this.refuse(reason);
    };
    this.model.on("msg:custom", answered);
    return () => this.model.off("msg:custom", answered);
  }
  /** Let numbers be typed and dragged, and the mask be painted. @param {HTMLElement} node */
  letChange(node) {
    const mayChange = (isMask) => (target) => {
      const cell = cellOf(target);
      const m = cell && this.lines.stages.get(cell.id);
      return this.pictures.alive() && m?.editable && m.kind === "mask" === isMask ? cell : null;
    };
    const change = this.changes.change;
    const label = (matrix) => this.say("new_number", { matrix });
    const isNone = (text) => this.refuse(this.say("no_number", { text: text.slice(0, QUOTED) }));
    makeTypeable(node, { editable: mayChange(false), change, label, refuse: isNone });
    makeDraggable(node, mayChange(false), change);
    return makePaintable(node, mayChange(true), change);
  }
  /** Begin to draw. */
  start() {
    const onWidth = () => {
      this.root.closest(".attn-explorer")?.addEventListener("keydown", KEEP_KEY);
      this.lines.shareNames();
    };
    this.frames = keepDrawn(this.model, this.root, () => this.draw(), onWidth);
    this.pictures.listen();
  }
  end() {
    this.frames?.end();
    clearTimeout(this.rest);
    for (const end of this.endings) end();
    this.tools.end();
    this.changes.end();
    this.pictures.end();
  }
};
var KEEP_KEY = (
  /** @type {EventListener} */
  keepKey
);
function render(place) {
  const board = new Board(place);
  board.start();
  return () => board.end();
}
var board_default = { render };
export {
  asSvg,
  cellText,
  decode,
  board_default as default,
  explain,
  numberText,
  speaker
};
