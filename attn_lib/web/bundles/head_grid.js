// attn_lib/web/controls.js
var standOf = (control) => control.get("index") ?? control.get("value");
var modelsOf = (model, references) => Promise.all(
  references.filter(Boolean).map((reference) => model.widget_manager.get_model(reference.replace("IPY_MODEL_", "")))
);

// attn_lib/web/elements.js
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

// attn_lib/web/head_grid.js
var SIZE = { ofOneLayer: "64px", ofMany: "38px" };
var STEPS = /* @__PURE__ */ new Map([
  ["ArrowUp", [-1, 0]],
  ["ArrowDown", [1, 0]],
  ["ArrowLeft", [0, -1]],
  ["ArrowRight", [0, 1]]
]);
function rgbOf(node, name) {
  const hex = getComputedStyle(node).getPropertyValue(name).trim();
  return [1, 3, 5].map((start) => parseInt(hex.slice(start, start + 2), 16));
}
function pixels(weights, T, [red, green, blue]) {
  const image = new ImageData(T, T);
  weights.forEach((weight, n) => {
    image.data.set([red, green, blue, weight], 4 * n);
  });
  return image;
}
var HeadGrid = class {
  /** @param {Place} place */
  constructor({ model, el }) {
    this.model = model;
    this.say = speaker(model.get("words"));
    this.root = add(el, "div", {
      class: "attn-view attn-heads",
      role: "group",
      "aria-label": this.say("heads")
    });
    this.table = add(this.root, "div", { class: "attn-heads-table" });
    this.maps = [];
    this.controls = {};
    this.endings = [];
  }
  /** Move the controls. @param {Record<string, number>} place */
  choose(place) {
    for (const [name, control] of Object.entries(this.controls)) {
      if (standOf(control) === place[name]) continue;
      control.set(control.get("index") === void 0 ? "value" : "index", place[name]);
      control.save_changes();
    }
  }
  /** @param {number} layers @param {number} heads */
  build(layers, heads) {
    const each = (n) => [...Array(n).keys()];
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
      event.stopPropagation();
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
      const canvas = (
        /** @type {HTMLCanvasElement} */
        button.firstChild
      );
      set(canvas, { width: T, height: T });
      const weights = all.subarray(n * T * T, (n + 1) * T * T);
      canvas.getContext("2d")?.putImageData(pixels(weights, T, colour), 0, 0);
    });
    this.mark();
  }
  /** Show which one is chosen. */
  mark() {
    const [chosenLayer, chosenHead] = ["layer", "head"].map(
      (name) => this.controls[name] && standOf(this.controls[name])
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
};
function render(place) {
  const grid = new HeadGrid(place);
  const { end } = keepDrawn(place.model, grid.root, () => grid.draw());
  grid.listen();
  return () => {
    end();
    for (const stop of grid.endings) stop();
  };
}
var head_grid_default = { render };
export {
  head_grid_default as default
};
