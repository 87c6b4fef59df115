/**
 * All heads of a model as small maps: dark where a weight is large. One is chosen.
 *
 * @import { Model, Place, Say } from "./types"
 */

import { modelsOf, standOf } from "./controls.js";
import { add, set, setText } from "./elements.js";
import { keepDrawn } from "./frames.js";
import { speaker } from "./words.js";

const SIZE = { ofOneLayer: "64px", ofMany: "38px" }; // so small that the board below is seen, too
/** @type {Map<string, [down: number, right: number]>} */
const STEPS = new Map([
  ["ArrowUp", [-1, 0]],
  ["ArrowDown", [1, 0]],
  ["ArrowLeft", [0, -1]],
  ["ArrowRight", [0, 1]],
]);

/** The colour of a CSS variable as red, green and blue. @param {Element} node @param {string} name */
function rgbOf(node, name) {
  const hex = getComputedStyle(node).getPropertyValue(name).trim();
  return [1, 3, 5].map((start) => parseInt(hex.slice(start, start + 2), 16));
}

/** Weights from 0 to 255 → pixels of one colour, clear where the weight is 0. @param {Uint8Array} weights @param {number} T @param {number[]} colour */
function pixels(weights, T, [red, green, blue]) {
  const image = new ImageData(T, T);
  weights.forEach((weight, n) => {
    image.data.set([red, green, blue, weight], 4 * n);
  });
  return image;
}

class HeadGrid {
  /** @param {Place} place */
  constructor({ model, el }) {
    this.model = model;
    /** @type {Say} */
    this.say = speaker(model.get("words"));
    this.root = add(el, "div", {
      class: "attn-view attn-heads",
      role: "group",
      "aria-label": this.say("heads"),
    });
    this.table = add(this.root, "div", { class: "attn-heads-table" });
    /** @type {HTMLButtonElement[][]} */
    this.maps = []; // layer → head → button
    /** @type {Record<string, Model>} */
    this.controls = {}; // layer and head → the models that say which is chosen
    /** @type {(() => void)[]} */
    this.endings = [];
  }

  /** Move the controls. @param {Record<string, number>} place */
  choose(place) {
    for (const [name, control] of Object.entries(this.controls)) {
      if (standOf(control) === place[name]) continue;
      control.set(control.get("index") === undefined ? "value" : "index", place[name]);
      control.save_changes();
    }
  }

  /** @param {number} layers @param {number} heads */
  build(layers, heads) {
    const each = (/** @type {number} */ n) => [...Array(n).keys()];
    this.table.replaceChildren();
    this.table.style.setProperty("--heads", `${heads}`);
    this.table.style.setProperty("--map", layers > 1 ? SIZE.ofMany : SIZE.ofOneLayer);
    setText(add(this.table, "span"), this.say("head"));
    for (const head of each(heads))
      setText(add(this.table, "span", { class: "attn-heads-number" }), `${head}`);
    this.maps = each(layers).map((layer) => {
      setText(add(this.table, "span"), this.say("layer", { layer }));
      return each(heads).map((head) => this.addMap(layer, head));
    });
  }

  /** @param {number} layer @param {number} head */
  addMap(layer, head) {
    const label = this.say("map", { layer, head });
    const button = add(this.table, "button", { type: "button", "aria-label": label, title: label });
    add(button, "canvas", { "aria-hidden": "true" });
    button.addEventListener("click", () => this.choose({ layer, head }));
    button.addEventListener("keydown", (event) => {
      event.stopPropagation(); // JupyterLab has arrow keys and Enter of its own
      const step = STEPS.get(event.key);
      if (!step) return;
      event.preventDefault();
      this.maps[layer + step[0]]?.[head + step[1]]?.focus();
    });
    return button;
  }

  draw() {
    const [layers, heads, T] = this.model.get("shape");
    if (this.maps.length !== layers || this.maps[0]?.length !== heads) this.build(layers, heads);
    const bytes = this.model.get("data");
    const all = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const colour = rgbOf(this.root, "--attn-weights");
    this.maps.flat().forEach((button, n) => {
      const canvas = /** @type {HTMLCanvasElement} */ (button.firstChild);
      set(canvas, { width: T, height: T });
      const weights = all.subarray(n * T * T, (n + 1) * T * T);
      canvas.getContext("2d")?.putImageData(pixels(weights, T, colour), 0, 0);
    });
    this.mark();
  }

  /** Show which one is chosen. */
  mark() {
    const [chosenLayer, chosenHead] = ["layer", "head"].map(
      (name) => this.controls[name] && standOf(this.controls[name]),
    );
    this.maps.forEach((row, layer) => {
      row.forEach((button, head) => {
        const chosen = layer === chosenLayer && head === chosenHead;
        set(button, { "aria-pressed": chosen, tabindex: chosen ? 0 : -1 });
      });
    });
  }

  /** Find the models of the controls, and follow them. */
  async listen() {
    const mark = () => this.mark();
    for (const name of ["layer", "head"]) {
      const [control] = await modelsOf(this.model, [this.model.get(name)]);
      this.controls[name] = control;
      control.on("change:value change:index", mark);
      this.endings.push(() => control.off("change:value change:index", mark));
    }
    mark();
  }
}

/** @param {Place} place */
function render(place) {
  const grid = new HeadGrid(place);
  const { end } = keepDrawn(place.model, grid.root, () => grid.draw());
  grid.listen();
  return () => {
    end();
    for (const stop of grid.endings) stop();
  };
}

export default { render };
