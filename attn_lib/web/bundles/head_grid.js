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

// attn_lib/web/head_grid.js
function rgbOf(node, name) {
  const hex = getComputedStyle(node).getPropertyValue(name).trim();
  return [1, 3, 5].map((start) => parseInt(hex.slice(start, start + 2), 16));
}
function pixels(weights, T, [red, green, blue]) {
  const image = new ImageData(T, T);
  weights.forEach((weight, n) => image.data.set([red, green, blue, weight], 4 * n));
  return image;
}
function render({ model, el }) {
  const root = add(el, "div", { class: "attn-view attn-heads", role: "group" });
  set(root, { "aria-label": "All heads. Arrow keys move, Enter chooses." });
  const table = add(root, "div", { class: "attn-heads-table" });
  let maps = [];
  const controls = {};
  const endings = [];
  const stands = (name) => controls[name]?.get("index") ?? controls[name]?.get("value");
  function choose(place) {
    for (const [name, control] of Object.entries(controls)) {
      if (stands(name) === place[name]) continue;
      control.set(control.get("index") === void 0 ? "value" : "index", place[name]);
      control.save_changes();
    }
  }
  function build(layers, heads) {
    table.replaceChildren();
    table.style.setProperty("--heads", heads);
    table.style.setProperty("--map", layers > 1 ? "38px" : "64px");
    setText(add(table, "span"), "head");
    for (let head = 0; head < heads; head++) setText(add(table, "span", { class: "attn-heads-number" }), `${head}`);
    maps = [...Array(layers)].map((_, layer) => {
      setText(add(table, "span"), `layer ${layer}`);
      return [...Array(heads)].map((_2, head) => {
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
    event.stopPropagation();
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
    maps.forEach(
      (row, layer) => row.forEach((button, head) => {
        const chosen = layer === stands("layer") && head === stands("head");
        set(button, { "aria-pressed": chosen, tabindex: chosen ? 0 : -1 });
      })
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
var head_grid_default = { render };
export {
  head_grid_default as default
};
