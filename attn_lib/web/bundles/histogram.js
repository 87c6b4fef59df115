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
var SVG = "http://www.w3.org/2000/svg";
function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === void 0) node.removeAttribute(name);
    else if (node.getAttribute(name) !== `${value}`) node.setAttribute(name, value);
  }
  return node;
}
function add(parent, tag, attributes = {}) {
  const node = document.createElement(tag);
  parent?.append(node);
  return set(node, attributes);
}
function addShape(parent, tag, attributes = {}) {
  const node = document.createElementNS(SVG, tag);
  parent.append(node);
  return set(node, attributes);
}
function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}
function keepDrawn(model, root, draw) {
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
  const width = new ResizeObserver(schedule);
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

// attn_lib/web/histogram.js
var WIDEST = 800;
var HEIGHT = 40;
var EDGE = 8;
function decodeSamples(samples, { bins }, data) {
  const numbers = doubles(data);
  let end = 0;
  const take = (n) => numbers.subarray(end, end += n);
  return samples.map((sample) => {
    const [deviation, outside] = take(2);
    return { ...sample, deviation, outside, counts: take(bins), places: take(sample.marks) };
  });
}
function sampleText({ title, deviation, outside }) {
  const beyond = outside > 5e-4 ? `; ${numberText(100 * outside, 1)} % lie beyond the edges` : "";
  return `${title}: standard deviation ${numberText(deviation, deviation < 0.995 ? 3 : 2)}${beyond}`;
}
function outline(counts, x) {
  const unit = HEIGHT / Math.max(1, ...counts);
  const steps = [...counts].map((n, b) => `V${(HEIGHT - n * unit).toFixed(1)}H${x(b + 1).toFixed(1)}`);
  return `M${x(0).toFixed(1)},${HEIGHT}${steps.join("")}V${HEIGHT}Z`;
}
function render({ model, el }) {
  const root = add(el, "div", { class: "attn-view attn-histogram" });
  let parts = [];
  function build(n) {
    root.replaceChildren();
    parts = [...Array(n)].map(() => {
      const row = add(root, "div", { class: "attn-histogram-row" });
      const text = add(row, "p");
      const picture = addShape(row, "svg", { "aria-hidden": "true" });
      const ticks = addShape(picture, "g", { class: "attn-ticks" });
      const shape = (tag, name) => addShape(picture, tag, { class: name });
      const [line, counts] = [shape("line", "attn-base"), shape("path", "attn-counts")];
      return { row, text, picture, ticks, line, counts, marks: shape("path", "attn-marks") };
    });
  }
  function draw() {
    const axis = model.get("axis");
    const samples = decodeSamples(model.get("samples"), axis, model.get("data"));
    if (parts.length !== samples.length) build(samples.length);
    const width = Math.min(WIDEST, Math.max(240, root.clientWidth - 4));
    const across = (share) => EDGE + (width - 2 * EDGE) * share;
    const at = (value) => across((value + axis.limit) / (2 * axis.limit));
    samples.forEach((sample, r) => {
      const { row, text, picture, ticks, line, counts, marks } = parts[r];
      const last = r === samples.length - 1;
      const height = HEIGHT + (last ? 22 : 8);
      set(row, { style: `--colour: var(--attn-${sample.symbol})` });
      set(picture, { width, height, viewBox: `0 0 ${width} ${height}` });
      set(text, { "data-value": sample.deviation });
      setText(text, sampleText(sample));
      set(line, { x1: EDGE, x2: width - EDGE, y1: HEIGHT, y2: HEIGHT });
      set(counts, { d: outline(sample.counts, (b) => across(b / axis.bins)) });
      const inside = [...sample.places].filter((value) => Math.abs(value) <= axis.limit);
      set(marks, { d: inside.map((value) => `M${at(value).toFixed(1)},${HEIGHT + 1}v6`).join("") });
      drawTicks(ticks, at, axis.limit, width, last);
    });
  }
  function drawTicks(ticks, at, limit, width, named) {
    const step = width < 500 ? 40 : 20;
    ticks.replaceChildren();
    for (let n = -Math.floor(limit / step) * step; n <= limit; n += step) {
      addShape(ticks, "line", { x1: at(n), x2: at(n), y1: 0, y2: HEIGHT + 8 });
      if (!named) continue;
      const number = addShape(ticks, "text", { x: at(n), y: HEIGHT + 19, "text-anchor": "middle" });
      setText(number, numberText(n, 0));
    }
  }
  return keepDrawn(model, root, draw).end;
}
var histogram_default = { render };
export {
  decodeSamples,
  histogram_default as default,
  sampleText
};
