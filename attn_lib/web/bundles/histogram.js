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
    root.style.setProperty(`--attn-${symbol}`, isDark(root) ? dark : light);
  }
}
var isDark = (root) => root.dataset.theme === "dark";
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

// attn_lib/web/numbers.js
var DIGITS = 12;
function doubles({ buffer, byteOffset, byteLength }) {
  return new Float64Array(buffer.slice(byteOffset, byteOffset + byteLength));
}
var decided = (value) => Number(value.toPrecision(DIGITS)) * (1 + 1e-14);
var asWritten = (text) => text.replace(/^-(?=0(\.0*)?$)/, "").replaceAll("-", "−").replace("e+", "e").replace("Infinity", "∞");
var numberText = (value, digits = 2) => asWritten(decided(value).toFixed(digits));

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

// attn_lib/web/histogram.js
var WIDEST = 800;
var NARROWEST = 240;
var HEIGHT = 40;
var EDGE = 8;
function decodeSamples(samples, { bins }, data) {
  const numbers = doubles(data);
  let end = 0;
  const take = (n) => {
    const start = end;
    end += n;
    return numbers.subarray(start, end);
  };
  return samples.map(({ title, symbol, marks }) => {
    const [deviation, outside] = take(2);
    return { title, symbol, deviation, outside, counts: take(bins), places: take(marks) };
  });
}
function sampleText({ title, deviation: value, outside }, say) {
  const deviation = numberText(value, value < 0.995 ? 3 : 2);
  if (outside <= 5e-4) return say("sample", { title, deviation });
  return say("sample_beyond", { title, deviation, percent: numberText(100 * outside, 1) });
}
function outline(counts, x) {
  const unit = HEIGHT / Math.max(1, ...counts);
  const steps = [...counts].map(
    (n, b) => `V${(HEIGHT - n * unit).toFixed(1)}H${x(b + 1).toFixed(1)}`
  );
  return `M${x(0).toFixed(1)},${HEIGHT}${steps.join("")}V${HEIGHT}Z`;
}
var Row = class {
  /** @param {HTMLElement} root @param {Say} say */
  constructor(root, say) {
    this.say = say;
    this.node = add(root, "div", { class: "attn-histogram-row" });
    this.text = add(this.node, "p");
    this.picture = addShape(this.node, "svg", { "aria-hidden": "true" });
    this.ticks = addShape(this.picture, "g", { class: "attn-ticks" });
    this.line = addShape(this.picture, "line", { class: "attn-base" });
    this.counts = addShape(this.picture, "path", { class: "attn-counts" });
    this.marks = addShape(this.picture, "path", { class: "attn-marks" });
  }
  /** @param {Sample} sample @param {Axis} axis @param {Across} across @param {boolean} isLast Does it name the ticks? */
  draw(sample, { limit, bins }, { width, at, across }, isLast) {
    const height = HEIGHT + (isLast ? 22 : 8);
    set(this.node, { style: `--colour: var(--attn-${sample.symbol})` });
    set(this.picture, { width, height, viewBox: `0 0 ${width} ${height}` });
    set(this.text, { "data-value": sample.deviation });
    setText(this.text, sampleText(sample, this.say));
    set(this.line, { x1: EDGE, x2: width - EDGE, y1: HEIGHT, y2: HEIGHT });
    set(this.counts, { d: outline(sample.counts, (b) => across(b / bins)) });
    const inside = [...sample.places].filter((value) => Math.abs(value) <= limit);
    set(this.marks, {
      d: inside.map((value) => `M${at(value).toFixed(1)},${HEIGHT + 1}v6`).join("")
    });
    this.drawTicks(limit, width, at, isLast);
  }
  /** @param {number} limit @param {number} width @param {(value: number) => number} at @param {boolean} named */
  drawTicks(limit, width, at, named) {
    const step = width < 500 ? 40 : 20;
    this.ticks.replaceChildren();
    for (let n = -Math.floor(limit / step) * step; n <= limit; n += step) {
      addShape(this.ticks, "line", { x1: at(n), x2: at(n), y1: 0, y2: HEIGHT + 8 });
      if (!named) continue;
      const number = addShape(this.ticks, "text", {
        x: at(n),
        y: HEIGHT + 19,
        "text-anchor": "middle"
      });
      setText(number, numberText(n, 0));
    }
  }
};
function render({ model, el }) {
  const say = speaker(model.get("words"));
  const root = add(el, "div", { class: "attn-view attn-histogram" });
  let rows = [];
  function draw() {
    const axis = model.get("axis");
    const samples = decodeSamples(model.get("samples"), axis, model.get("data"));
    if (rows.length !== samples.length) {
      root.replaceChildren();
      rows = samples.map(() => new Row(root, say));
    }
    const width = Math.min(WIDEST, Math.max(NARROWEST, root.clientWidth - 4));
    const across = (share) => EDGE + (width - 2 * EDGE) * share;
    const at = (value) => across((value + axis.limit) / (2 * axis.limit));
    samples.forEach((sample, n) => {
      rows[n].draw(sample, axis, { width, at, across }, n === samples.length - 1);
    });
  }
  return keepDrawn(model, root, draw).end;
}
var histogram_default = { render };
export {
  decodeSamples,
  histogram_default as default,
  sampleText
};
