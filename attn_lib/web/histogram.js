/**
 * Histograms on one axis: each has its own height, so that its width can be compared.
 *
 * @import { Place, Sample, Say } from "./types"
 */

import { add, addShape, set, setText } from "./elements.js";
import { keepDrawn } from "./frames.js";
import { doubles, numberText } from "./numbers.js";
import { speaker } from "./words.js";

const WIDEST = 800; // px
const NARROWEST = 240; // px
const HEIGHT = 40; // px of one histogram
const EDGE = 8;

/** @typedef {{ limit: number, bins: number }} Axis */
/** @typedef {{ width: number, at: (value: number) => number, across: (share: number) => number }} Across */

/**
 * Bytes → the samples with their numbers.
 *
 * @param {{ title: string, symbol: string, marks: number }[]} samples
 * @param {Axis} axis
 * @param {DataView} data
 * @returns {Sample[]}
 */
export function decodeSamples(samples, { bins }, data) {
  const numbers = doubles(data);
  let end = 0;
  /** @param {number} n */
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

/** What is said of a sample. @param {Sample} sample @param {Say} say */
export function sampleText({ title, deviation: value, outside }, say) {
  const deviation = numberText(value, value < 0.995 ? 3 : 2);
  if (outside <= 0.0005) return say("sample", { title, deviation });
  return say("sample_beyond", { title, deviation, percent: numberText(100 * outside, 1) });
}

/** The outline of the counts, as a path; the highest is as high as can be. @param {Float64Array} counts @param {(b: number) => number} x */
function outline(counts, x) {
  const unit = HEIGHT / Math.max(1, ...counts);
  const steps = [...counts].map(
    (n, b) => `V${(HEIGHT - n * unit).toFixed(1)}H${x(b + 1).toFixed(1)}`,
  );
  return `M${x(0).toFixed(1)},${HEIGHT}${steps.join("")}V${HEIGHT}Z`;
}

/** One histogram on the page. */
class Row {
  /** @param {HTMLElement} root @param {Say} say */
  constructor(root, say) {
    this.say = say;
    this.node = add(root, "div", { class: "attn-histogram-row" });
    this.text = add(this.node, "p");
    this.picture = addShape(this.node, "svg", { "aria-hidden": "true" }); // the text says it
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
      d: inside.map((value) => `M${at(value).toFixed(1)},${HEIGHT + 1}v6`).join(""),
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
        "text-anchor": "middle",
      });
      setText(number, numberText(n, 0));
    }
  }
}

/** @param {Place} place */
function render({ model, el }) {
  const say = speaker(model.get("words"));
  const root = add(el, "div", { class: "attn-view attn-histogram" });
  /** @type {Row[]} */
  let rows = [];

  function draw() {
    /** @type {Axis} */
    const axis = model.get("axis");
    const samples = decodeSamples(model.get("samples"), axis, model.get("data"));
    if (rows.length !== samples.length) {
      root.replaceChildren();
      rows = samples.map(() => new Row(root, say));
    }
    const width = Math.min(WIDEST, Math.max(NARROWEST, root.clientWidth - 4));
    /** @param {number} share */
    const across = (share) => EDGE + (width - 2 * EDGE) * share;
    /** @param {number} value */
    const at = (value) => across((value + axis.limit) / (2 * axis.limit));
    samples.forEach((sample, n) => {
      rows[n].draw(sample, axis, { width, at, across }, n === samples.length - 1);
    });
  }

  return keepDrawn(model, root, draw).end;
}

export default { render };
