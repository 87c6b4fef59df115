/** All heads of a model as small maps: dark where a weight is large. One is chosen. */

import { add, keepDrawn, set, setText } from "./elements.js";

/** The colour of a CSS variable as red, green and blue. */
function rgbOf(node, name) {
  const hex = getComputedStyle(node).getPropertyValue(name).trim();
  return [1, 3, 5].map((start) => parseInt(hex.slice(start, start + 2), 16));
}

/** Weights from 0 to 255 → pixels of one colour, clear where the weight is 0. */
function pixels(weights, T, [red, green, blue]) {
  const image = new ImageData(T, T);
  weights.forEach((weight, n) => image.data.set([red, green, blue, weight], 4 * n));
  return image;
}

function render({ model, el }) {
  const root = add(el, "div", { class: "attn-view attn-heads", role: "group" });
  set(root, { "aria-label": "All heads. Arrow keys move, Enter chooses." });
  const table = add(root, "div", { class: "attn-heads-table" });
  let maps = []; // layer → head → button
  const controls = {}; // layer and head → the models that say which is chosen
  const endings = [];

  /** Where a control stands: a menu by its index, a slider by its value. */
  const stands = (name) => controls[name]?.get("index") ?? controls[name]?.get("value");

  function choose(place) {
    for (const [name, control] of Object.entries(controls)) {
      if (stands(name) === place[name]) continue;
      control.set(control.get("index") === undefined ? "value" : "index", place[name]);
      control.save_changes();
    }
  }

  function build(layers, heads) {
    table.replaceChildren();
    table.style.setProperty("--heads", heads);
    // Of many, so small that the board below is seen with them.
    table.style.setProperty("--map", layers > 1 ? "38px" : "64px");
    setText(add(table, "span"), "head");
    for (let head = 0; head < heads; head++) setText(add(table, "span", { class: "attn-heads-number" }), `${head}`);
    maps = [...Array(layers)].map((_, layer) => {
      setText(add(table, "span"), `layer ${layer}`);
      return [...Array(heads)].map((_, head) => {
        const button = add(table, "button", { type: "button" });
        add(button, "canvas", { "aria-hidden": "true" });
        set(button, { "aria-label": `layer ${layer}, head ${head}`, title: `layer ${layer}, head ${head}` });
        button.addEventListener("click", () => choose({ layer, head }));
        button.addEventListener("keydown", (event) => move(event, layer, head));
        return button;
      });
    });
  }

  const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

  function move(event, layer, head) {
    event.stopPropagation(); // JupyterLab has arrow keys and Enter of its own
    const [down, right] = STEPS[event.key] ?? [0, 0];
    if (!down && !right) return;
    event.preventDefault();
    maps[layer + down]?.[head + right]?.focus();
  }

  function draw() {
    const [layers, heads, T] = model.get("shape");
    if (maps.length !== layers || maps[0]?.length !== heads) build(layers, heads);
    const bytes = model.get("data");
    const all = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const colour = rgbOf(root, "--attn-weights");
    maps.flat().forEach((button, n) => {
      const canvas = button.firstChild;
      set(canvas, { width: T, height: T });
      canvas.getContext("2d").putImageData(pixels(all.subarray(n * T * T, (n + 1) * T * T), T, colour), 0, 0);
    });
    mark();
  }

  function mark() {
    maps.forEach((row, layer) =>
      row.forEach((button, head) => {
        const chosen = layer === stands("layer") && head === stands("head");
        set(button, { "aria-pressed": chosen, tabindex: chosen ? 0 : -1 });
      }),
    );
  }

  async function listen() {
    for (const name of ["layer", "head"]) {
      const reference = model.get(name).replace("IPY_MODEL_", "");
      const control = await model.widget_manager.get_model(reference);
      controls[name] = control;
      control.on("change:value change:index", mark);
      endings.push(() => control.off("change:value change:index", mark));
    }
    mark();
  }

  const kept = keepDrawn(model, root, draw);
  listen();
  return () => {
    kept.end();
    for (const end of endings) end();
  };
}

export default { render };
