/** Histograms on one axis: each has its own height, so that its width can be compared. */

import { add, addShape, keepDrawn, set, setText } from "./elements.js";
import { doubles, numberText } from "./numbers.js";

const WIDEST = 800; // px
const HEIGHT = 40; // px of one histogram
const EDGE = 8;

/** Bytes → the samples with their numbers. */
export function decodeSamples(samples, { bins }, data) {
  const numbers = doubles(data);
  let end = 0;
  const take = (n) => numbers.subarray(end, (end += n));
  return samples.map((sample) => {
    const [deviation, outside] = take(2);
    return { ...sample, deviation, outside, counts: take(bins), places: take(sample.marks) };
  });
}

/** What is said of a sample. */
export function sampleText({ title, deviation, outside }) {
  const beyond = outside > 0.0005 ? `; ${numberText(100 * outside, 1)} % lie beyond the edges` : "";
  return `${title}: standard deviation ${numberText(deviation, deviation < 0.995 ? 3 : 2)}${beyond}`;
}

/** The outline of the counts, as a path; the highest is as high as can be. */
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
      const picture = addShape(row, "svg", { "aria-hidden": "true" }); // the text says it
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

export default { render };
