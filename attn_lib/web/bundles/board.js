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

// attn_lib/web/arithmetic.js
var SMALLEST = 23e-309;
var LARGE = 80;
var MOST_TERMS = 16;
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
var at = (m, i, j) => m.values[i * m.shape[1] + j];
function isHidden(stages, m, i, j) {
  const mask = m.kind === "mask" ? m : stages.get(m.hidden);
  return mask !== void 0 && at(mask, i, j) === 0;
}
var factor = (value) => value < 0 ? `(${termText(value)})` : termText(value);
var nameAt = (names, i) => names.indexOf(names[i]) === names.lastIndexOf(names[i]) ? names[i] : `${names[i]} (${i})`;
var nameOf = (m, i, j) => `${m.id}[${nameAt(m.rows, i)}, ${nameAt(m.columns, j)}]`;
function joined(terms) {
  const parts = terms.slice(0, MOST_TERMS).flatMap((term, n) => n ? [[" + "], ...term] : term);
  const more = terms.length - MOST_TERMS;
  return more > 0 ? [...parts, [` + … (${more} more)`]] : parts;
}
var RECIPES = {
  given({ m, i, j, stages }) {
    const value = at(m, i, j);
    const hidden = m.kind !== "mask" && isHidden(stages, m, i, j);
    if (hidden) return { parts: [[": hidden"]], computed: value, size: 0 };
    return { parts: [[`${resultText(value)}  (${m.made.note})`]], computed: value, size: 0 };
  },
  copy({ m, i, j, of }) {
    const [row, column] = m.made.transposed ? [j, i] : [m.made.index, j];
    const value = at(of, row, column);
    const parts = [[`${resultText(value)}  (${nameOf(of, row, column)})`]];
    return { parts, computed: value, size: 0 };
  },
  matmul({ m, i, j, left, right }) {
    const terms = [];
    let [computed, size] = [0, 0];
    for (let c = 0; c < left.shape[1]; c++) {
      const a = at(left, i, c);
      const b = m.made.transposed ? at(right, j, c) : at(right, c, j);
      if (a === 0 || b === 0) continue;
      computed += a * b;
      size += Math.abs(a * b);
      terms.push([[factor(a), left.symbol], [" · "], [factor(b), right.symbol]]);
    }
    const zeros = left.shape[1] - terms.length;
    const sum = terms.length ? [[" = "], ...joined(terms)] : [];
    const rest = zeros ? `  (${zeros} ${zeros > 1 ? "products are" : "product is"} 0)` : "";
    return { parts: [...sum, [resultText(computed) + rest]], computed, size };
  },
  scale({ m, i, j, of }) {
    const { divisor, name } = m.made;
    const computed = at(of, i, j) / divisor;
    const score = [termText(at(of, i, j)), of.symbol];
    const number = name === termText(divisor) ? "" : `, where ${name}${resultText(divisor)}`;
    const parts = [[" = "], score, [` ÷ ${name}${resultText(computed)}${number}`]];
    return { parts, computed, size: Math.abs(computed) };
  },
  mask({ m, i, j, of, stages }) {
    const value = at(of, i, j);
    if (at(stages.get(m.made.mask), i, j) !== 0) {
      return { parts: [[`${resultText(value)}  (visible: it stays)`]], computed: value, size: 0 };
    }
    const { constant } = m.made;
    if (constant === null) {
      const why = `  (hidden, whatever the score: it was ${termText(value)})`;
      return { parts: [[resultText(-Infinity) + why]], computed: -Infinity, size: 0 };
    }
    const computed = value + constant;
    const parts = [[" = "], [termText(value), of.symbol], [` + ${factor(constant)}${resultText(computed)}`]];
    return { parts: [...parts, ["  (hidden by a number)"]], computed, size: Math.abs(computed) };
  },
  softmax({ i, j, of }) {
    const row = of.values.subarray(i * of.shape[1], (i + 1) * of.shape[1]);
    const visible = [...row].filter((z) => z !== -Infinity);
    if (row[j] === -Infinity) {
      const why = visible.length ? "hidden: exp(−∞) is 0" : "nothing is visible: every weight is 0";
      return { parts: [[` = 0  (${why})`]], computed: 0, size: 0 };
    }
    const largest = Math.max(...visible);
    const off = Math.abs(largest) > LARGE ? largest : 0;
    const exp = (z) => Math.exp(z - off);
    const total = visible.reduce((sum, z) => sum + exp(z), 0);
    const computed = exp(row[j]) / total;
    const term = (z) => [[`exp(${termText(z)}${off ? ` − ${factor(off)}` : ""})`, of.symbol]];
    const digits = `) ≈ ${termText(exp(row[j]))} ÷ ${termText(total)}${resultText(computed)}`;
    const parts = [[" = "], ...term(row[j]), [" ÷ ("], ...joined(visible.map(term)), [digits]];
    return { parts, computed, size: computed * Math.max(1, ...visible.map(Math.abs)) };
  },
  mean({ m, i, j, stages }) {
    const each = m.made.each.map((id) => stages.get(id));
    const values = each.map((one) => at(one, i, j));
    const terms = values.map((value, n) => [[factor(value), each[n].symbol]]);
    const computed = values.reduce((sum, value) => sum + value, 0) / each.length;
    const parts = [[" = ("], ...joined(terms), [`) ÷ ${each.length}${resultText(computed)}`]];
    return { parts, computed, size: Math.abs(computed) };
  },
  beside({ m, i, j, stages }) {
    const { id, column } = besides(m, j);
    const one = stages.get(id);
    const { parts, computed, size } = recipe(stages, one, i, column);
    return { parts: [[" = "], [nameOf(one, i, column), one.symbol], ...parts], computed, size };
  }
};
function besides({ made }, j) {
  return { id: made.each[Math.floor(j / made.width)], column: j % made.width };
}
function recipe(stages, m, i, j) {
  const [left, right, of] = ["left", "right", "of"].map((input) => stages.get(m.made[input]));
  return RECIPES[m.made.op]({ stages, m, i, j, left, right, of });
}
var isEdited = (m, i, j) => m.edited.some(([row, column]) => row === i && column === j);
function explain(stages, id, i, j) {
  const m = stages.get(id);
  const { parts, computed, size } = recipe(stages, m, i, j);
  const value = at(m, i, j);
  if (isEdited(m, i, j)) {
    const made = m.made.op === "given" ? [] : [["; it would be"], ...parts];
    const said = [[nameOf(m, i, j), m.symbol], [` = ${termText(value)}  (changed by hand`], ...made, [")"]];
    return { parts: said, computed: value, value, agrees: true };
  }
  const allowed = Math.max(m.tolerance * Math.max(size, Math.abs(value)), SMALLEST);
  const agrees = computed === value || Math.abs(computed - value) <= allowed;
  const name = [nameOf(m, i, j), m.symbol];
  const error = [` This page computed ${computed}, but NumPy says ${value}.`, "error"];
  return { parts: agrees ? [name, ...parts] : [name, ...parts, error], computed, value, agrees };
}
function inputs(stages, id, i, j) {
  const m = stages.get(id);
  const { op, of, left, right, transposed, index, mask, each } = m.made;
  const cell = { row: i, column: j };
  return {
    given: () => [],
    copy: () => [transposed ? { id: of, row: j, column: i } : { id: of, row: index, column: j }],
    matmul: () => [{ id: left, row: i }, { id: right, [transposed ? "row" : "column"]: j }],
    scale: () => [{ id: of, ...cell }],
    mask: () => [{ id: of, ...cell }, { id: mask, ...cell }],
    softmax: () => [{ id: of, row: i }],
    mean: () => each.map((one) => ({ id: one, ...cell })),
    beside: () => inputs(stages, besides(m, j).id, i, besides(m, j).column)
  }[op]();
}
function chain(stages, id) {
  const of = stages.get(id)?.made.of;
  return of === void 0 ? [id] : [...chain(stages, of), id];
}

// attn_lib/web/theme.js
function themeOfPage() {
  const { jpThemeLight, vscodeThemeKind } = document.body.dataset;
  if (jpThemeLight !== void 0) return jpThemeLight === "false" ? "dark" : "light";
  const dark = vscodeThemeKind?.includes("dark") ?? matchMedia("(prefers-color-scheme: dark)").matches;
  return dark ? "dark" : "light";
}
function dressInTheme(root, colours) {
  root.dataset.theme = themeOfPage();
  for (const [symbol, [light, dark]] of Object.entries(colours)) {
    root.style.setProperty(`--attn-${symbol}`, root.dataset.theme === "dark" ? dark : light);
  }
}
function onTheme(handler) {
  const said = new MutationObserver(handler);
  said.observe(document.body, { attributeFilter: ["data-jp-theme-light", "data-vscode-theme-kind"] });
  const system = matchMedia("(prefers-color-scheme: dark)");
  system.addEventListener("change", handler);
  return () => {
    said.disconnect();
    system.removeEventListener("change", handler);
  };
}

// attn_lib/web/elements.js
var PATIENCE = 2e3;

// attn_lib/web/edits.js
var AGAIN = 100;
var MOST_TIMES = 10;
var PIXELS = 8;
var STEP = 0.1;
function oneAtATime(send, keyOf, onChange) {
  let waiting = null;
  let late = false;
  let timer = 0;
  let again = 0;
  const kept2 = /* @__PURE__ */ new Map();
  const say = (isLate) => {
    const news = late !== isLate;
    late = isLate;
    if (news) onChange();
  };
  const ask = () => {
    waiting.times += 1;
    send(waiting.content);
  };
  const go = () => {
    if (waiting || !kept2.size) return;
    const [{ key }] = kept2.values();
    const same = [...kept2].filter(([, one]) => JSON.stringify(one.key) === JSON.stringify(key));
    for (const [cell] of same) kept2.delete(cell);
    waiting = { content: { edits: same.map(([, { change }]) => change), key }, times: 0 };
    timer = setTimeout(() => say(true), PATIENCE);
    ask();
  };
  return {
    late: () => late,
    change(change) {
      const key = keyOf();
      kept2.set(JSON.stringify([key, change.id, change.i, change.j]), { change, key });
      go();
    },
    /** Python has answered; give why it did not do what was asked, if it did not. */
    answered({ later, refused }) {
      if (later && !waiting) return void 0;
      if (later && waiting.times < MOST_TIMES) {
        clearTimeout(again);
        again = setTimeout(ask, AGAIN);
        return void 0;
      }
      waiting = null;
      clearTimeout(timer);
      say(false);
      go();
      return refused;
    },
    end: () => [timer, again].forEach(clearTimeout)
  };
}
function typedNumber(text) {
  const plain = text.normalize("NFKC").trim().replace(/[‐‑‒–−]/g, "-").replace(",", ".");
  const isDecimal = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain);
  return isDecimal && Number.isFinite(+plain) ? +plain : null;
}
function makePaintable(root, paintable, change) {
  let brush = null;
  const paint2 = (node, number) => {
    const cell = paintable(node);
    if (cell) change({ ...cell, number });
  };
  const other = (node) => 1 - node.closest(".attn-cell").dataset.value;
  const handlers = {
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
    },
    keydown(event) {
      if (event.key !== " " || !paintable(event.target)) return;
      paint2(event.target, other(event.target));
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  };
  for (const [name, handler] of Object.entries(handlers)) root.addEventListener(name, handler, name === "keydown");
  const done = () => brush = null;
  for (const name of ["pointerup", "pointercancel"]) window.addEventListener(name, done);
  return () => {
    for (const name of ["pointerup", "pointercancel"]) window.removeEventListener(name, done);
  };
}
function makeEditable(root, editable, change, refuse) {
  let dragged = null;
  function type(node, cell, first = "") {
    const input = document.createElement("input");
    input.className = "attn-input";
    input.setAttribute("aria-label", `new number for ${cell.id}`);
    input.inputMode = "decimal";
    const before = `${+(+node.dataset.value).toFixed(3)}`;
    input.value = first || before;
    input.placeholder = node.textContent;
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
  const handlers = {
    dblclick(event) {
      const cell = editable(event.target);
      if (cell) type(event.target.closest(".attn-cell"), cell);
    },
    keydown(event) {
      if (event.target.tagName === "INPUT") return;
      const cell = editable(event.target);
      if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
      const isNumber = /^[-−–－0-9０-９.,]$/.test(event.key);
      if (isNumber || event.key === "F2") type(event.target, cell, isNumber ? event.key : "");
      else if (event.key === "Delete" || event.key === "Backspace") change({ ...cell, number: null });
      else return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    pointerdown(event) {
      if (event.target.tagName === "INPUT") return;
      const cell = editable(event.target);
      if (!cell || event.button !== 0) return;
      const node = event.target.closest(".attn-cell");
      dragged = { cell, node, from: +node.dataset.value, x: event.clientX, moved: false };
    },
    pointermove(event) {
      if (!dragged) return;
      const steps = Math.round((event.clientX - dragged.x) / PIXELS);
      if (!steps && !dragged.moved) return;
      if (!dragged.moved) root.setPointerCapture(event.pointerId);
      dragged.moved = true;
      const number = +(dragged.from + steps * STEP).toFixed(3);
      change({ ...dragged.cell, number });
    },
    pointerup() {
      if (dragged?.moved) {
        const swallow = (event) => event.stopImmediatePropagation();
        root.addEventListener("click", swallow, { capture: true, once: true });
        setTimeout(() => root.removeEventListener("click", swallow, { capture: true }));
      }
      dragged = null;
    },
    pointercancel() {
      dragged = null;
    }
  };
  for (const [name, handler] of Object.entries(handlers)) root.addEventListener(name, handler, name === "keydown");
}

// attn_lib/web/letters.js
var NUMBER = "−0.00";
var IN_NUMBERS = [..."0123456789−.e∞✓≈"];
var NOTHING_VISIBLE = "nothing visible";
var INDENT = 6;
var WIDE = 2.8;
var TRIED = 100;
var Letters = class {
  /** `onChange` is called when the same text has become wider or narrower. */
  constructor(root, onChange) {
    this.root = root;
    const hidden = root.appendChild(document.createElement("div"));
    hidden.className = "attn-probe";
    hidden.setAttribute("aria-hidden", "true");
    this.probe = hidden.appendChild(document.createElement("div"));
    this.texts = [NUMBER, NOTHING_VISIBLE, ...IN_NUMBERS].map((text) => this.add(text));
    this.texts[0].style.fontSize = `${TRIED}px`;
    this.texts[1].className = "attn-probe-words";
    this.widths = /* @__PURE__ */ new Map();
    this.number = 0;
    this.sizes = new ResizeObserver(() => this.measure() && onChange());
    this.sizes.observe(this.probe);
    this.measure();
  }
  /** A text that is measured. The style sheet sets it: it is none that one could find. */
  add(text) {
    const node = this.probe.appendChild(document.createElement("span"));
    node.dataset.text = text;
    return node;
  }
  /** Ask the browser how wide the letters are, and say whether that is news. */
  measure() {
    const widthOf = (node) => node.getBoundingClientRect().width;
    const tried = widthOf(this.texts[0]);
    if (!tried) return false;
    this.root.classList.toggle("attn-wide-letters", tried > WIDE * TRIED);
    const widths = this.texts.map((node) => [node.dataset.text, widthOf(node)]);
    const isNew = widths.some(([text, width]) => this.widths.get(text) !== width);
    this.widths = new Map(widths);
    this.number = this.width(NUMBER);
    if (isNew) this.root.style.setProperty("--attn-number", `${this.number}px`);
    return isNew;
  }
  /** How wide a number is in a cell, in pixels of the page. */
  width(number) {
    return [...number].reduce((sum, letter) => sum + (this.widths.get(letter) ?? 0), 0);
  }
  /**
   * How many times as wide as NUMBER the cells of a matrix of so many columns have to be
   * for a text in one of them; 1 at least.
   */
  share(text, columns) {
    if (text.length < NUMBER.length || !this.number) return 1;
    const isNumber = text !== NOTHING_VISIBLE;
    const width = isNumber ? this.width(text) : (this.widths.get(text) + INDENT) / columns;
    return Math.max(1, width / this.number);
  }
  end() {
    this.sizes.disconnect();
  }
};

// attn_lib/web/sweeps.js
var MOST_KEYS = 200;
var HAND_RESTS = 100;
var OFFLINE = "Not connected to Python: what is stored here goes on working, nothing else. To connect, run the cell again.";
var LATE = "Python has not answered yet. It may be busy, or gone.";
var NO_SWEEP = {};
var changed = /* @__PURE__ */ new WeakSet();
var wasDisabled = /* @__PURE__ */ new WeakMap();
function unpack({ pictures = [], data }) {
  const [first] = pictures;
  const specs = new Map(first?.specs.map((spec) => [spec.id, spec]));
  let start = 0;
  const part = (changed2) => {
    const size = changed2.reduce((sum, { shape: shape2 }) => sum + 8 * shape2[0] * shape2[1], 0);
    const bytes = { buffer: data.buffer, byteOffset: data.byteOffset + start, byteLength: size };
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
        return new Map(ids.map((id) => [id, all.get(id)]));
      };
      return [JSON.stringify(picture.key), { ...first, ...picture, stages }];
    })
  );
}
var Pictures = class {
  constructor(model, onChange) {
    this.model = model;
    this.onChange = onChange;
    this.controls = /* @__PURE__ */ new Map();
    this.needKernel = [];
    this.views = /* @__PURE__ */ new Map();
    this.captions = [];
    this.sweeps = /* @__PURE__ */ new Map();
    this.count = 0;
    this.times = /* @__PURE__ */ new Map();
    this.shownAt = 0;
    this.tellings = [];
    this.endings = [];
  }
  /** Find the models of the controls, and follow them. */
  async listen() {
    const find = (reference) => this.model.widget_manager.get_model(reference.replace("IPY_MODEL_", ""));
    const all = (references) => Promise.all((references ?? []).filter(Boolean).map(find));
    const controls = this.model.get("controls") ?? {};
    const found = await all(Object.values(controls));
    this.needKernel = await all(this.model.get("need_kernel"));
    this.captions = await all([this.model.get("caption_view")]);
    const views = this.model.get("views") ?? {};
    const others = await all(Object.values(views));
    if (this.ended) return;
    Object.keys(views).forEach((name, n) => this.views.set(name, others[n]));
    Object.keys(controls).forEach((name, n) => this.controls.set(name, found[n]));
    for (const control of found) this.follow(control, "change:value change:index", () => this.moved());
    for (const [name, control] of this.controls) if (this.model.get(`sweep_${name}`)) this.tellAtRest(control);
    for (const caption of this.captions) {
      const isOld = () => caption.get("value") !== this.shown?.caption;
      this.follow(caption, "change:value", () => isOld() && this.onChange());
    }
    for (const button of this.needKernel) this.follow(button, "comm_live_update", this.onChange);
    this.moved();
  }
  follow(model, events, handler) {
    model.on(events, handler);
    this.endings.push(() => model.off(events, handler));
  }
  /**
   * Let Python hear of a slider when the hand rests, not at each place that it passes, as
   * long as the page plays the pictures. JupyterLab takes longer over the messages of a
   * step, there and back, than the board over its picture.
   */
  tellAtRest(control) {
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
      if (this.isPlayed()) timer = setTimeout(() => tell(), HAND_RESTS);
      else tell();
    };
    const tellNow = () => tell();
    this.tellings.push(tellNow);
    document.addEventListener("pointerdown", tellNow, true);
    this.endings.push(() => {
      tellNow();
      document.removeEventListener("pointerdown", tellNow, true);
      control.save_changes = save;
    });
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
    if (this.times.size > MOST_KEYS) this.times.delete(this.times.keys().next().value);
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
  /** What is taken instead of where a control stands, if that was refused. */
  refused(name, control) {
    const [refused, taken] = this.model.get("instead")?.[name] ?? [];
    return taken !== void 0 && standOf(control) === refused ? taken : void 0;
  }
  /** The picture that the kernel sent last. */
  sent() {
    const names = ["key", "matrices", "data", "lines", "beside", "caption", "code", "message"];
    const sent = Object.fromEntries(names.map((name) => [name, this.model.get(name)]));
    return { ...sent, stages: () => decode(sent.matrices, sent.data) };
  }
  /** A slider's sweep: key → picture. It is unpacked once. */
  sweep(name) {
    const sent = this.model.get(`sweep_${name}`) ?? NO_SWEEP;
    if (this.sweeps.get(name)?.sent !== sent) {
      this.sweeps.set(name, { sent, pictures: unpack(sent) });
    }
    return this.sweeps.get(name).pictures;
  }
  /**
   * The newest picture: the one for where the controls stand, if it is here. Else what
   * the kernel sent, unless the page shows something newer than that.
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
    else this.waiting ??= setTimeout(() => this.lose(), PATIENCE);
    const isRefused = [...this.controls].some(([name, control]) => this.refused(name, control) !== void 0);
    return { ...this.shown, message: (isRefused ? sent : here ?? sent).message };
  }
  /** Can the kernel be reached, as far as is known? */
  alive() {
    return this.needKernel.every(({ comm_live }) => comm_live !== false);
  }
  /** Say in one line if there is no kernel, or no answer. */
  trouble() {
    return this.alive() ? this.late ? LATE : "" : OFFLINE;
  }
  lose() {
    this.late = true;
    this.onChange();
  }
  stopWaiting() {
    clearTimeout(this.waiting);
    this.waiting = void 0;
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
    for (const caption of this.captions) onPage(caption, (el) => el.setAttribute("aria-live", "polite"));
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
      onPage(control, nameSlider(control.get("description")));
      disable(control, !alive && !this.sweep(name).has(key));
    }
    for (const button of this.needKernel) disable(button, !alive);
  }
};
var standOf = (control) => control.get("index") ?? control.get("value");
function onPage(model, change) {
  for (const view of Object.values(model.views ?? {})) {
    if (changed.has(view)) continue;
    changed.add(view);
    view.then(({ el }) => change(el));
  }
}
var nameSlider = (name) => (el) => el.querySelector(".noUi-handle")?.setAttribute("aria-label", name);
function disable(control, off) {
  if (off === wasDisabled.has(control)) return;
  if (off) wasDisabled.set(control, control.get("disabled"));
  control.set("disabled", off || wasDisabled.get(control));
  if (!off) wasDisabled.delete(control);
}

// attn_lib/web/saving.js
var SVG_NAMES = "http://www.w3.org/2000/svg";
var ASIDE = ".attn-hint, .attn-silent, [hidden]";
var BAR = 0.82;
var EDGE = 6;
var PAINT = [
  ...["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linejoin"],
  ...["stroke-linecap", "paint-order", "opacity", "display", "font-size", "font-weight"]
];
var REFUSED = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
var characters = new Intl.Segmenter(void 0, { granularity: "grapheme" });
var pen = document.createElement("canvas").getContext("2d");
function shape(parent, tag, attributes) {
  const node = document.createElementNS(SVG_NAMES, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  parent.append(node);
  return node;
}
function frozen(drawing) {
  const copy = drawing.cloneNode(true);
  const [from, to] = [drawing, copy].map((node) => [node, ...node.querySelectorAll("*")]);
  from.forEach((node, n) => {
    const style = getComputedStyle(node);
    for (const name of PAINT) to[n].setAttribute(name, style.getPropertyValue(name));
    const length = node.getComputedTextLength?.();
    if (length) Object.entries(asWideAs(length)).forEach(([name, value]) => to[n].setAttribute(name, value));
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
  for (const { 0: word, index } of node.data.matchAll(isOne ? /[^]+/g : /\s+|\S+/g)) {
    const end = index + word.length;
    const { width, top } = boxOf(index, end);
    if (!width) continue;
    if (!lines.length || Math.abs(lines.at(-1).top - top) > 1) lines.push({ text: "", top, start: index });
    const line = lines.at(-1);
    line.text += word.trim() || isOne ? word : " ";
    line.box = boxOf(line.start, end);
  }
  return lines;
}
function addCell(svg, cell, { x, y, width, height }) {
  const style = getComputedStyle(cell);
  const hidden = cell.classList.contains("attn-hidden");
  const fill = hidden ? "url(#hidden)" : style.backgroundColor;
  shape(svg, "rect", { x, y, width, height, fill, stroke: "#999999", "stroke-width": 0.5 });
  const full = parseFloat(cell.style.getPropertyValue("--fill")) / 100;
  if (!full) return;
  const bar = height * full * BAR;
  shape(svg, "rect", { x, y: y + height - bar, width, height: bar, fill: style.getPropertyValue("--colour") });
}
function addWords(svg, node, place) {
  const parent = node.parentElement;
  const style = getComputedStyle(parent);
  const [size, fill] = [parseFloat(style.fontSize), style.color];
  const look = { fill, "font-size": size, "font-weight": style.fontWeight, "font-style": style.fontStyle };
  pen.font = `${style.fontStyle} ${style.fontWeight} ${size}px ${style.fontFamily}`;
  const [a, b] = style.transform === "none" ? [1, 0] : style.transform.match(/[-\d.]+/g).map(Number);
  const angle = Math.atan2(b, a) * 180 / Math.PI;
  for (const line of linesOf(node, style)) {
    const box = place(line.box);
    const text = asShown(line.text, parent, style);
    const below = pen.measureText(text).fontBoundingBoxDescent;
    const length = angle ? parseFloat(style.width) : Math.min(box.width, text === line.text ? Infinity : parent.clientWidth);
    const transform = `translate(${box.x} ${box.y + box.height - below}) rotate(${angle.toFixed(1)})`;
    shape(svg, "text", { ...look, ...asWideAs(length), transform, style: "white-space: pre" }).textContent = text;
  }
}
function asSvg(parts, paper) {
  const corners = parts.map((part) => part.getBoundingClientRect());
  const left = Math.min(...corners.map((box) => box.x)) - EDGE;
  const top = Math.min(...corners.map((box) => box.y)) - EDGE;
  let [right, bottom] = [0, 0];
  const place = ({ x, y, width: width2, height: height2 }) => {
    right = Math.max(right, x + width2 - left);
    bottom = Math.max(bottom, y + height2 - top);
    return { x: x - left, y: y - top, width: width2, height: height2 };
  };
  const boxOf = (thing) => place(thing.getBoundingClientRect());
  const svg = document.createElementNS(SVG_NAMES, "svg");
  const hatch = { id: "hidden", width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(-45)" };
  shape(shape(svg, "pattern", hatch), "rect", { width: 6, height: 2, fill: "#999999", "fill-opacity": 0.5 });
  shape(svg, "rect", { width: "100%", height: "100%", fill: paper });
  for (const part of parts) {
    for (const cell of part.querySelectorAll(".attn-cell")) addCell(svg, cell, boxOf(cell));
    for (const drawing of part.querySelectorAll("svg")) {
      if (drawing.parentElement.closest("svg")) continue;
      const copy = frozen(drawing);
      for (const [name, value] of Object.entries(boxOf(drawing))) copy.setAttribute(name, value);
      svg.append(copy);
    }
    for (const canvas of part.querySelectorAll("canvas")) {
      const style = "image-rendering: pixelated";
      shape(svg, "image", { ...boxOf(canvas), href: canvas.toDataURL(), style });
    }
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.data.trim() && !node.parentElement.closest(`svg, ${ASIDE}`)) addWords(svg, node, place);
    }
  }
  const [width, height] = [Math.ceil(right + EDGE), Math.ceil(bottom + EDGE)];
  const size = { width, height, viewBox: `0 0 ${width} ${height}` };
  const whole = { ...size, xmlns: SVG_NAMES, "font-family": getComputedStyle(parts[0]).fontFamily };
  for (const [name, value] of Object.entries(whole)) svg.setAttribute(name, value);
  return new XMLSerializer().serializeToString(svg).replace(REFUSED, "�");
}
function download(url, name) {
  const link = document.createElement("a");
  Object.assign(link, { href: url, download: name });
  link.click();
}
var asUrl = (svg) => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
var savers = {
  svg: async (svg) => download(asUrl(svg), "attention.svg"),
  async png(svg) {
    const image = new Image();
    image.src = asUrl(svg);
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [2 * image.width, 2 * image.height];
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    const url = canvas.toDataURL("image/png");
    if (url === "data:,") throw new Error(`${canvas.width} × ${canvas.height} pixels are too many`);
    download(url, "attention.png");
  }
};

// attn_lib/web/tools.js
var PACE = 1600;
var WAY = ["Q", "q", "q Kᵀ", "scores", "scaled", "masked", "weights", "w", "concat", "out", "output"];
var STILL = window.matchMedia("(prefers-reduced-motion: reduce)");
var ONE_A_KEY = ["q Kᵀ", "scores", "scaled", "masked", "weights", "w"];
function stepsOf(stages, drawn, i) {
  const way = WAY.filter((id) => drawn.includes(id)).map((id) => stages.get(id));
  const rowOf = ({ shape: shape2 }) => Math.min(i, shape2[0] - 1);
  const last = way.findLast(({ id }) => ONE_A_KEY.includes(id));
  const start = last && rowOf(last) * last.shape[1];
  const row = last ? [...last.values.subarray(start, start + last.shape[1])] : [];
  const best = row.indexOf(Math.max(...row));
  return way.map((m) => ({ id: m.id, i: rowOf(m), j: ONE_A_KEY.includes(m.id) ? best : 0 }));
}
function copyOf(part) {
  const copy = part.cloneNode(true);
  const maps = part.querySelectorAll("canvas");
  copy.querySelectorAll("canvas").forEach((map, n) => map.getContext("2d").drawImage(maps[n], 0, 0));
  return copy;
}
function compare(held, lines) {
  const key = ({ id, row, column }) => `${id},${row},${column}`;
  const before = new Map([...held.querySelectorAll(".attn-cell")].map((c) => [key(c.dataset), c]));
  for (const cell of lines.querySelectorAll(".attn-cell")) {
    const other = before.get(key(cell.dataset));
    const changed2 = other !== void 0 && other.dataset.value !== cell.dataset.value;
    cell.classList.toggle("attn-changed", changed2);
    other?.classList.toggle("attn-changed", changed2);
  }
}
function addTools(root, board) {
  const bar = document.createElement("div");
  bar.className = "attn-tools";
  bar.setAttribute("role", "group");
  bar.setAttribute("aria-label", "tools");
  root.prepend(bar);
  const said = document.createElement("span");
  said.setAttribute("role", "status");
  let held = null;
  let timer = 0;
  let n = -1;
  function button(text, label, press) {
    const node = document.createElement("button");
    Object.assign(node, { type: "button", textContent: text, title: label, onclick: press });
    node.setAttribute("aria-label", label);
    bar.append(node);
    return node;
  }
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    play.textContent = "▶";
    play.setAttribute("aria-pressed", "false");
  };
  function way() {
    const [stages, asked] = [board.stages(), board.asked()];
    const isQuery = asked && WAY.includes(asked.id) && stages.get(asked.id).shape[0] > 1;
    const chosen = [...stages.values()].find((m) => m.chosen !== null)?.chosen;
    return stepsOf(stages, board.drawn(), isQuery ? asked.i : chosen ?? 0);
  }
  function step(by) {
    const steps = way();
    if (steps.length < 2) return;
    const here = steps.findIndex(({ id }) => id === board.asked()?.id);
    n = Math.min(Math.max((here < 0 ? -1 : here) + by, 0), steps.length - 1);
    board.hold(steps[n]);
    if (timer && n === steps.length - 1) stop();
  }
  const explorer = () => root.closest(".attn-explorer") ?? root;
  const parts = () => [board.lines, ...explorer().querySelectorAll(".attn-view:not(.attn-held *)")];
  const back = button("◀", "one step back", () => step(-1));
  const play = button("▶", "play the steps of one query, from q to its output", () => {
    if (timer) return stop();
    if (n >= way().length - 1) board.ask(null);
    if (STILL.matches) return step(1);
    play.textContent = "❚❚";
    play.setAttribute("aria-pressed", "true");
    timer = setInterval(() => step(1), PACE);
    step(1);
  });
  const forward = button("▶|", "one step forward", () => step(1));
  const hold = button("Hold", "keep this picture to compare the next one with", () => {
    held?.remove();
    held = held ? null : document.createElement("div");
    hold.setAttribute("aria-pressed", `${held !== null}`);
    for (const cell of root.querySelectorAll(".attn-changed")) cell.classList.remove("attn-changed");
    if (!held) return;
    held.className = "attn-held";
    held.inert = true;
    held.append(...parts().map(copyOf));
    board.lines.after(held);
  });
  const larger = button("Larger", "larger numbers, for a projector", () => {
    const on = explorer().classList.toggle("attn-projector");
    larger.setAttribute("aria-pressed", `${on}`);
  });
  button("Full screen", "full screen; Escape leaves it", () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else explorer().requestFullscreen?.();
  });
  button("Copy code", "copy the line of Python that recreates this", async () => {
    said.textContent = board.code();
    await navigator.clipboard?.writeText(board.code()).catch(() => {
    });
  });
  for (const kind of ["svg", "png"]) {
    const upper = kind.toUpperCase();
    button(upper, `save the picture as ${upper}`, async () => {
      said.textContent = "";
      try {
        await savers[kind](asSvg(parts(), board.paper()));
      } catch (error) {
        said.textContent = `The picture could not be saved as ${upper}: ${error.message}`;
      }
    });
  }
  for (const node of [play, hold, larger]) node.setAttribute("aria-pressed", "false");
  bar.append(said);
  bar.addEventListener("keydown", (event) => {
    if (event.key === "Escape") return stop();
    event.stopPropagation();
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by) step(by);
  });
  return {
    drawn() {
      const steps = way().length > 1;
      for (const node of [back, play, forward]) node.hidden = !steps;
      if (held) compare(held, board.lines);
      if (said.textContent !== board.code()) said.textContent = "";
    },
    end: stop
  };
}

// attn_lib/web/board.js
var MOST_NUMBERS = 24;
var EDGE_OF_BOARD = 2;
var GAP = 6;
var REST = 600;
var LONG_NAME = 4;
var NEGATIVE = "#e69f00";
var PAPER = { light: "#ffffff", dark: "#111111" };
var HINT = "Point at a number, or go to it with Tab and the arrow keys, to see how it is made. A click holds it, Escape lets go.";
var CHANNELS = /* @__PURE__ */ new Map();
function channels(hex) {
  if (!CHANNELS.has(hex)) {
    CHANNELS.set(hex, [1, 3, 5].map((k) => parseInt(hex.slice(k, k + 2), 16)));
  }
  return CHANNELS.get(hex);
}
var linear = (c) => c <= 10.31 ? c / 3294.6 : ((c / 255 + 0.055) / 1.055) ** 2.4;
function cellColours(value, limit, colour, paper) {
  const t = Math.min(1, Math.abs(value) / limit);
  const full = channels(value < 0 ? NEGATIVE : colour);
  const [r, g, b] = channels(paper).map((c, k) => Math.round(c + (full[k] - c) * t));
  const luminance = 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  return { background: `rgb(${r}, ${g}, ${b})`, ink: luminance > 0.179 ? "#000000" : "#ffffff" };
}
function add(parent, tag, className = "", attributes = {}) {
  const node = document.createElement(tag);
  node.className = className;
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  parent?.append(node);
  return node;
}
function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}
function setAttribute(node, name, value) {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}
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
var GROUP = { role: "rowgroup" };
var COLUMN_NAME = { scope: "col", role: "columnheader" };
var ROW_NAME = { scope: "row", role: "rowheader", dir: "auto" };
var CELL = { role: "gridcell", tabindex: "-1" };
var MatrixView = class {
  constructor(kind, operator, inkOf, letters) {
    [this.inkOf, this.letters] = [inkOf, letters];
    this.share = 1;
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
    this.drawn = {};
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
      setAttribute(node, "title", names[k]);
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
        const old = known && i < rows && j < columns ? i * columns + j : void 0;
        const [value, state] = [m.values[n], states[n]];
        if (drawn.states?.[old] !== state) mark(cell, state, m.editable);
        else if (drawn.values[old] === value) return;
        const text = paint(cell, value, state, { ...m, dense, colour, paper });
        this.share = Math.max(this.share, this.letters.share(text, m.shape[1]));
      });
    });
    this.drawn = { shape: m.shape, values: m.values, states, look, dense };
  }
};
var [HIDDEN, EDITED, NOTHING] = [1, 2, 4];
function statesOf(m, stages, dense) {
  const [rows, columns] = m.shape;
  const states = new Uint8Array(rows * columns);
  const mask = m.kind === "mask" ? m : stages.get(m.hidden);
  mask?.values.forEach((visible, n) => states[n] = visible === 0 ? HIDDEN : 0);
  for (let i = 0; mask && !dense && i < rows; i++) {
    const row = states.subarray(i * columns, (i + 1) * columns);
    if (row.every((state) => state === HIDDEN)) row[0] += NOTHING;
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
  const field = cell.firstElementChild;
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
function keepKey(event) {
  const runsCell = event.key === "Enter" && event.shiftKey;
  if (!event.ctrlKey && !event.metaKey && !event.altKey && !runsCell) event.stopPropagation();
}
var MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
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
    hold: (cell) => [pinned = true, ask(cell)],
    code: () => pictures.shown.code,
    paper: () => PAPER[root.dataset.theme]
  });
  const letters = new Letters(root, settle);
  const views = /* @__PURE__ */ new Map();
  let stages = /* @__PURE__ */ new Map();
  let arranged = "";
  let asked = null;
  let pinned = false;
  let lit = [];
  let frame = 0;
  let rest = 0;
  let refused = {};
  const pictures = new Pictures(model, () => schedule());
  const inkOf = (symbol) => symbol in model.get("colours") ? `var(--attn-${symbol})` : "";
  const colourOf = (symbol) => model.get("colours")[symbol]?.[root.dataset.theme === "dark" ? 1 : 0];
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
    if (grown) shareNames();
    clearTimeout(rest);
    if ([...views.values()].some(({ share }) => share > 1)) rest = setTimeout(settle, REST);
  }
  function settle() {
    if ([...views.values()].map((view) => view.settle()).some(Boolean)) shareNames();
  }
  function refuse(text) {
    refused = { key: pictures.key(), text };
    schedule();
  }
  function answered(content) {
    const reason = edits.answered(content ?? {});
    if (reason) refuse(reason);
  }
  const schedule = () => {
    frame ||= requestAnimationFrame(draw);
  };
  function say(node, text) {
    setText(node, text);
    node.hidden = text === "";
  }
  function arrange(wanted) {
    if (JSON.stringify(wanted) === arranged) return;
    arranged = JSON.stringify(wanted);
    views.clear();
    lines.replaceChildren();
    for (const items of wanted) {
      const line = add(lines, "div", "attn-line");
      let operator = "";
      for (const item of items) {
        if (item === "") add(line, "span");
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
  function place(placed, asProduct) {
    lines.classList.toggle("attn-product", asProduct);
    for (const { node, isSister } of placed) node.classList.toggle("attn-unnamed", isSister);
    for (const one of placed) {
      if (one.isSister && !isBeside(one)) one.node.classList.remove("attn-unnamed");
    }
  }
  function leaveRoom() {
    const right = (node) => node.getBoundingClientRect().right;
    const leaning = [...views.values()].filter(({ table: { parentNode: box } }) => box.scrollWidth <= box.clientWidth);
    const leans = leaning.map(({ node, columnNames }) => Math.max(...columnNames.map(right)) - right(node));
    const room = Math.floor(Math.max(0, ...leans)) - EDGE_OF_BOARD;
    lines.style.paddingRight = `${Math.max(0, room)}px`;
    return Math.max(0, room);
  }
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
    const isTooFar = ({ node, before, rowNames }) => right(before) + GAP + node.offsetWidth - rowNames[0].offsetWidth > right(lines) - room;
    const isWell = (one) => {
      if (one.isSister && !isUnnamed(one)) return isTooFar(one);
      return one.isSister ? isBeside(one) : !isUnnamed(one);
    };
    const stands = lines.classList.contains("attn-product") === asProduct;
    if (stands && placed.every(isWell) && !isTooWide()) return;
    place(placed, asProduct);
    if (isTooWide()) place(placed, false);
  }
  function light(node, className) {
    node?.classList.add(className);
    lit.push([node, className]);
  }
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
      if (column === void 0) view.cells[row].forEach((cell) => light(cell, "attn-in-row"));
      else if (row === void 0) view.cells.forEach((r) => light(r[column], "attn-in-column"));
      else light(view.cells[row][column], "attn-cursor");
    }
  }
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
      if (event.target.matches(":focus-visible")) ask(cell);
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
    }
  };
  const mayChange = (isMask) => (node) => {
    const cell = cellOf({ target: node });
    const m = cell && stages.get(cell.id);
    return pictures.alive() && m?.editable && m.kind === "mask" === isMask ? cell : null;
  };
  makeEditable(
    lines,
    mayChange(false),
    edits.change,
    (text) => refuse(`“${text.slice(0, 40)}” is no number: the old one stays.`)
  );
  const endPainting = makePaintable(lines, mayChange(true), edits.change);
  for (const [name, handler] of Object.entries(handlers)) root.addEventListener(name, handler);
  const endTheme = onTheme(schedule);
  const width = new ResizeObserver(() => {
    root.closest(".attn-explorer")?.addEventListener("keydown", keepKey);
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
var board_default = { render };
export {
  asSvg,
  cellColours,
  cellText,
  decode,
  board_default as default,
  explain,
  numberText
};
