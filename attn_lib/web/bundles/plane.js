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

// attn_lib/web/geometry.js
var MARGIN = 16;
function decodeScene(scene, data) {
  const numbers = doubles(data);
  const n = scene.names.length;
  const points = scene.names.map((_, i) => [numbers[2 * i], numbers[2 * i + 1]]);
  const columns = scene.columns.map((name, c) => [
    name,
    numbers.subarray((2 + c) * n, (3 + c) * n)
  ]);
  return { ...scene, points, columns: Object.fromEntries(columns) };
}
var tidy = (value, limit) => Math.round(100 * Math.max(-limit, Math.min(limit, value))) / 100 + 0;
function scaleOf(size, limit) {
  const unit = (size - 2 * MARGIN) / (2 * limit);
  return {
    size,
    toPixels: ([x, y]) => [size / 2 + x * unit, size / 2 - y * unit],
    toPlane: ([left, top]) => [(left - size / 2) / unit, (size / 2 - top) / unit]
  };
}
function arrowHead([x0, y0], [x, y]) {
  const length = Math.hypot(x - x0, y - y0) || 1;
  const [u, v] = [(x - x0) / length, (y - y0) / length];
  const size = Math.min(11, length);
  const corner = (side) => [
    x - size * u - side * size * 0.42 * v,
    y - size * v + side * size * 0.42 * u
  ];
  return [[x, y], corner(1), corner(-1)];
}
function star([x, y]) {
  const corner = (k) => {
    const radius = k % 2 ? 4.5 : 11;
    return [x + radius * Math.sin(k * Math.PI / 5), y - radius * Math.cos(k * Math.PI / 5)];
  };
  return [...Array(10).keys()].map(corner);
}
var pairs = (points) => points.map((point) => point.map((c) => c.toFixed(1)).join(",")).join(" ");
var ends = ([x1, y1], [x2, y2]) => ({ x1, y1, x2, y2 });

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

// attn_lib/web/moves.js
var Moves = class {
  /**
   * @param {(content: unknown) => void} send
   * @param {(isSilent: boolean) => void} onSilence
   */
  constructor(send, onSilence) {
    this.view = Math.random().toString(36).slice(2);
    this.count = 0;
    this.awaited = "";
    const ask = (moves) => {
      this.awaited = `${this.view} ${++this.count}`;
      send({ request: this.awaited, moves });
    };
    this.requests = new Requests(ask, onSilence);
  }
  /** Where the hand has put a thing, if the kernel does not know it yet. @param {string} name */
  get(name) {
    return this.requests.get(name);
  }
  /** @param {string} name @param {unknown} to */
  move(name, to) {
    this.requests.put(name, to);
  }
  /** May this state be drawn? While an answer is awaited, every other one is stale. @param {string} answered */
  accept(answered) {
    if (!this.requests.underWay) return true;
    if (answered !== this.awaited) return false;
    this.requests.done();
    return true;
  }
  end() {
    this.requests.end();
  }
};

// attn_lib/web/plane_words.js
var factor = (value) => value < 0 ? `(${numberText(value)})` : numberText(value);
var angleText = (value) => Number.isNaN(value) ? "–" : `${numberText(value, 0)}°`;
function columnText(column, value) {
  if (column === "angle") return angleText(value);
  return Number.isNaN(value) ? "–" : numberText(value);
}
var placeText = (point) => `(${point.map((c) => numberText(c)).join(", ")})`;
function inWords({ kind, names, columns }, point, i, say) {
  const thing = { name: names[i], place: placeText(point) };
  if (kind === "hull") return say("value", { ...thing, weight: numberText(columns.weight[i]) });
  const arrow = { ...thing, length: numberText(columns.length[i]) };
  if (i === 0) return say("query", arrow);
  const score = numberText(columns.score[i]);
  const angle = columns.angle[i];
  if (Number.isNaN(angle)) return say("key_without_angle", { ...arrow, score });
  return say("key", { ...arrow, angle: angleText(angle), score });
}
function calculations(scene, i, say) {
  if (scene.kind === "hull") return [outputText(scene)];
  const { points, names, columns } = scene;
  const length = numberText(columns.length[0]);
  if (i === 0) {
    const calculation = (
      /** @type {Part[]} */
      [["|q|", "Q"], [" ≈ "], [length, "Q"]]
    );
    return [say.parts("choose_a_key", { calculation })];
  }
  const product = (c) => [[factor(points[0][c]), "Q"], [" · "], [factor(points[i][c]), "K"]];
  const score = [[" ≈ "], [numberText(columns.score[i]), "scores"]];
  const name = [["q", "Q"], [" · "], [names[i], "K"]];
  const sum = [...name, [" = "], ...product(0), [" + "], ...product(1), ...score];
  if (Number.isNaN(columns.angle[i])) return [sum, say.parts("no_angle")];
  const lengths = [["|q|", "Q"], [" · "], [`|${names[i]}|`, "K"], [" · cos θ = "]];
  const numbers = [[length, "Q"], [" · "], [numberText(columns.length[i]), "K"]];
  return [sum, [...lengths, ...numbers, [` · ${factor(columns["cos θ"][i])}`], ...score]];
}
function outputText({ names, columns, points, movable }) {
  const term = (_, j) => [
    [j ? " + " : " = "],
    [numberText(columns.weight[j]), "weights"],
    [" · "],
    [placeText(points[j]), "V"]
  ];
  const terms = names.slice(0, movable).flatMap(term);
  return [[names[movable], "output"], ...terms, [" ≈ "], [placeText(points[movable]), "output"]];
}

// attn_lib/web/plane_picture.js
var LARGEST = { page: 370, screen: 440 };
var SMALLEST = 240;
var LETTER_HEIGHT = 14;
var HALO = 2;
var REACH = 14;
var PlanePicture = class {
  /**
   * @param {HTMLElement} parent
   * @param {Scene} scene Its numbers may change, its names may not.
   * @param {SVGSVGElement} node
   * @param {Say} say
   */
  constructor(parent, scene, node, say) {
    this.parent = parent;
    this.scene = scene;
    this.node = node;
    this.say = say;
    this.scale = scaleOf(SMALLEST, scene.limit);
    this.chosen = 1;
    node.replaceChildren();
    const layer = (name) => addShape(node, "g", { class: name, "aria-hidden": "true" });
    this.ground = addShape(node, "svg", { "aria-hidden": "true" });
    this.grid = layer("attn-grid");
    this.help = layer("attn-help");
    this.shapes = {};
    this.things = scene.symbols.map((symbol) => {
      const group = addShape(layer("attn-thing"), "g", { style: `color: var(--attn-${symbol})` });
      return { group, text: addShape(group, "text"), shapes: {} };
    });
    this.grips = scene.names.slice(0, scene.movable).map((_, i) => this.addGrip(i));
    this.lines = this.addGrid();
    set(node, { "aria-label": say(scene.kind === "hull" ? "picture_hull" : "picture_arrows") });
  }
  /** @param {number} i */
  addGrip(i) {
    const grip = addShape(this.node, "g", {
      class: "attn-grip",
      tabindex: 0,
      role: "application",
      // so that a screen reader leaves it the arrow keys
      "aria-roledescription": this.say(
        this.scene.kind === "hull" ? "movable_point" : "movable_arrow"
      ),
      "data-index": i
    });
    addShape(grip, "circle", { class: "attn-reach", r: REACH });
    addShape(grip, "circle", { class: "attn-ring", r: 8 });
    return grip;
  }
  addGrid() {
    const { limit } = this.scene;
    const lines = [];
    for (let n = -limit; n <= limit; n++) {
      const [across, up] = [addShape(this.grid, "line"), addShape(this.grid, "line")];
      lines.push({ n, across, up, x: addShape(this.grid, "text"), y: addShape(this.grid, "text") });
    }
    return lines;
  }
  /**
   * Draw the scene with its things where the hand has them.
   *
   * @param {Scene} scene
   * @param {Point[]} points
   * @param {number} chosen The thing that is looked at.
   * @param {number} held The one that is dragged, −1 if none is.
   */
  draw(scene, points, chosen, held) {
    this.scene = scene;
    this.chosen = chosen;
    const largest = document.fullscreenElement ? LARGEST.screen : LARGEST.page;
    const size = Math.min(largest, Math.max(SMALLEST, this.parent.clientWidth));
    set(this.node, { width: size, height: size, viewBox: `0 0 ${size} ${size}` });
    this.scale = scaleOf(size, scene.limit);
    this.drawGrid(size);
    if (scene.kind === "hull") this.drawHull(points);
    else this.drawArrows(points);
    this.grips.forEach((grip, i) => {
      const [x, y] = this.scale.toPixels(points[i]);
      const label = inWords(scene, points[i], i, this.say);
      set(grip, { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`, "aria-label": label });
      grip.classList.toggle("attn-gripped", held === i);
    });
  }
  /** @param {number} size */
  drawGrid(size) {
    const [low, high] = [MARGIN, size - MARGIN];
    const inner = size - 2 * MARGIN;
    set(this.ground, {
      x: low,
      y: low,
      width: inner,
      height: inner,
      viewBox: `${low} ${low} ${inner} ${inner}`
    });
    for (const { n, across, up, x, y } of this.lines) {
      const [px, py] = this.scale.toPixels([n, n]);
      const axis = n === 0 ? "attn-axis" : "";
      set(across, { x1: low, x2: high, y1: py, y2: py, class: axis });
      set(up, { y1: low, y2: high, x1: px, x2: px, class: axis });
      const middle = size / 2;
      set(x, { x: px, y: middle + 13, "text-anchor": "middle" });
      set(y, { x: middle - 5, y: py + 4, "text-anchor": "end" });
      setText(x, n === 0 ? "" : numberText(n, 0));
      setText(y, n === 0 ? "" : numberText(n, 0));
    }
  }
  /**
   * Name a thing beside it, away from where it comes from.
   *
   * @param {number} i
   * @param {Point} place
   * @param {Point} direction
   * @param {number} distance
   * @param {string} text
   */
  label(i, [x, y], [u, v], distance, text) {
    const node = this.things[i].text;
    setText(node, text);
    const length = Math.hypot(u, v) || 1;
    const across = u / length;
    const half = node.getComputedTextLength() / 2 + HALO;
    const side = across > 0.3 ? half : across < -0.3 ? -half : 0;
    const middle = x + distance * u / length + side;
    set(node, {
      x: Math.max(half, Math.min(this.scale.size - half, middle)),
      y: Math.max(LETTER_HEIGHT, y + distance * v / length + 4),
      "text-anchor": "middle"
    });
  }
  /**
   * A shape of a thing, of the ground or of what helps: made when it is first drawn.
   *
   * @param {Record<string, SVGElement>} shapes
   * @param {SVGElement} parent
   * @param {"line" | "polygon" | "circle"} tag
   * @param {string} name
   * @param {Record<string, unknown>} attributes
   */
  shape(shapes, parent, tag, name, attributes) {
    shapes[name] ??= addShape(parent, tag, { class: `attn-${name}` });
    set(shapes[name], attributes);
  }
  /** @param {Point[]} points */
  drawArrows(points) {
    const { names, columns } = this.scene;
    const origin = this.scale.toPixels([0, 0]);
    points.forEach((point, i) => {
      const { group, shapes } = this.things[i];
      const tip = this.scale.toPixels(point);
      const head = arrowHead(origin, tip);
      const end = [(head[1][0] + head[2][0]) / 2, (head[1][1] + head[2][1]) / 2];
      this.shape(shapes, group, "line", "shaft", {
        ...ends(origin, end),
        "stroke-width": i ? 2 : 3.5
      });
      this.shape(shapes, group, "polygon", "head", { points: pairs(head) });
      group.parentElement?.classList.toggle("attn-chosen", i === this.chosen);
      const score = i ? ` ${numberText(columns.score[i])}` : "";
      this.label(i, tip, [tip[0] - origin[0], tip[1] - origin[1]], 18, names[i] + score);
    });
    this.drawShadow(points);
  }
  /** Where scores are negative; and, of the chosen key, its shadow on the query. @param {Point[]} points */
  drawShadow(points) {
    const { scale, chosen, shapes } = this;
    const [qx, qy] = points[0];
    const square = qx * qx + qy * qy;
    const far = 4 * this.scene.limit;
    const length = Math.sqrt(square) || 1;
    const [u, v] = [qx / length, qy / length];
    const side = (a, b) => scale.toPixels([a * far * v + b * far * u, -a * far * u + b * far * v]);
    const corners = pairs([side(1, 0), side(-1, 0), side(-1, -1), side(1, -1)]);
    const display = square === 0 ? "none" : void 0;
    this.shape(shapes, this.ground, "polygon", "negative", { points: corners, display });
    const isCast = chosen > 0 && square > 0;
    const t = isCast ? (points[chosen][0] * qx + points[chosen][1] * qy) / square : 0;
    const foot = scale.toPixels([t * qx, t * qy]);
    const origin = scale.toPixels([0, 0]);
    const tip = chosen > 0 ? scale.toPixels(points[chosen]) : origin;
    const none = isCast ? void 0 : "none";
    this.shape(shapes, this.help, "line", "drop", { ...ends(tip, foot), display: none });
    this.shape(shapes, this.help, "line", "shadow", { ...ends(origin, foot), display: none });
  }
  /** @param {Point[]} points */
  drawHull(points) {
    const { scale, scene } = this;
    const corners = scene.hull.map((i) => scale.toPixels(points[i]));
    this.shape(this.shapes, this.ground, "polygon", "hull", { points: pairs(corners) });
    const out = points.length - 1;
    const centre = scale.toPixels(points[out]);
    points.slice(0, out).forEach((point, i) => {
      const { group: group2, shapes: shapes2 } = this.things[i];
      const at = scale.toPixels(point);
      const weight = scene.columns.weight[i];
      this.shape(shapes2, this.help, "line", "pull", {
        ...ends(centre, at),
        "stroke-width": 8 * weight
      });
      const radius = 4 + 14 * Math.sqrt(weight);
      this.shape(shapes2, group2, "circle", "dot", { cx: at[0], cy: at[1], r: radius });
      const name = `${scene.names[i]} ${numberText(weight)}`;
      this.label(i, at, [at[0] - centre[0], at[1] - centre[1] || -1], radius + 10, name);
    });
    const { group, shapes } = this.things[out];
    this.shape(shapes, group, "polygon", "star", { points: pairs(star(centre)) });
    this.label(out, centre, [0, 1], 22, scene.names[out]);
  }
};

// attn_lib/web/plane_table.js
var PLACE = "x, y";
var FORMULA = "cos θ";
var PlaneTable = class {
  /**
   * @param {HTMLElement} node
   * @param {Scene} scene Its numbers may change, its names may not.
   * @param {(i: number, weight: number) => void} weigh
   * @param {Say} say
   */
  constructor(node, scene, weigh, say) {
    this.weigh = weigh;
    this.say = say;
    node.replaceChildren();
    const head = add(add(node, "thead"), "tr");
    add(head, "td");
    const name = (column, text) => setText(add(head, "th", { scope: "col", "data-column": column }), text);
    name(PLACE, PLACE);
    for (const column of Object.keys(scene.columns)) {
      name(column, column === FORMULA ? column : say(`column_${column}`));
    }
    if (scene.kind === "hull") add(head, "td");
    this.body = add(node, "tbody");
    this.rows = scene.names.map((_, i) => this.addRow(scene, i));
  }
  /** A name, which is as wide as its letters are, whatever is moved. */
  get widthOfName() {
    return (
      /** @type {Element} */
      this.rows[0].row.firstElementChild
    );
  }
  /** @param {Scene} scene @param {number} i @returns {Row} */
  addRow(scene, i) {
    const row = add(this.body, "tr", { "data-index": i });
    setText(
      add(row, "th", { scope: "row", style: `color: var(--attn-${scene.symbols[i]})` }),
      scene.names[i]
    );
    const cell = (column) => add(row, "td", { "data-column": column });
    const where = cell(PLACE);
    const numbers = Object.keys(scene.columns).map((column) => [column, cell(column)]);
    const isWeighed = scene.kind === "hull" && i < scene.movable;
    const slider = isWeighed ? this.addSlider(add(row, "td"), scene.names[i], i) : null;
    return { row, where, numbers, slider };
  }
  /** @param {HTMLElement} cell @param {string} name @param {number} i */
  addSlider(cell, name, i) {
    const slider = add(cell, "input", {
      type: "range",
      min: 0,
      max: 1,
      step: 0.01,
      "data-index": i
    });
    set(slider, { "aria-label": this.say("weight_of", { name }) });
    slider.addEventListener("input", () => this.weigh(i, +slider.value));
    return slider;
  }
  /**
   * @param {Scene} scene
   * @param {Point[]} points Where they are drawn.
   * @param {number[]} weights Where the sliders stand, if there are any.
   * @param {number} chosen
   */
  draw({ kind, columns }, points, weights, chosen) {
    this.rows.forEach(({ row, where, numbers, slider }, i) => {
      setText(where, placeText(points[i]));
      for (const [column, cell] of numbers) {
        const value = columns[column][i];
        set(cell, { "data-value": value });
        setText(cell, columnText(column, value));
      }
      row.classList.toggle("attn-chosen", kind === "arrows" && i === chosen);
      if (slider && +slider.value !== weights[i]) slider.value = `${weights[i]}`;
    });
  }
};

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

// attn_lib/web/plane.js
var NARROW = 420;
var STEP = { small: 0.1, large: 0.5 };
var DIRECTIONS = /* @__PURE__ */ new Map([
  ["ArrowUp", [0, 1]],
  ["ArrowDown", [0, -1]],
  ["ArrowLeft", [-1, 0]],
  ["ArrowRight", [1, 0]]
]);
var Plane = class {
  /** @param {Place} place */
  constructor({ model, el }) {
    this.model = model;
    this.say = speaker(model.get("words"));
    this.root = add(el, "div", { class: "attn-view attn-plane" });
    this.main = add(this.root, "div", { class: "attn-plane-main" });
    this.svg = addShape(this.main, "svg", { role: "group" });
    const side = add(this.main, "div", { class: "attn-plane-side" });
    this.table = add(side, "table");
    this.working = add(side, "div", { class: "attn-working", "aria-live": "polite" });
    this.silent = add(side, "p", { class: "attn-silent", role: "status", hidden: "" });
    this.hint = add(side, "p", { class: "attn-hint" });
    this.moves = new Moves(
      (content) => model.send(content),
      (isSilent) => this.showSilence(isSilent)
    );
    this.scene = this.sent();
    this.parts = null;
    this.chosen = 1;
    this.hand = null;
    this.letHandMove();
    this.letters = new ResizeObserver(() => this.frames?.schedule());
  }
  /** Begin to draw. */
  start() {
    this.frames = keepDrawn(this.model, this.root, () => this.draw());
  }
  end() {
    this.frames?.end();
    this.letters.disconnect();
    this.moves.end();
  }
  sent() {
    return decodeScene(this.model.get("scene"), this.model.get("data"));
  }
  /** @param {boolean} isSilent */
  showSilence(isSilent) {
    this.silent.hidden = !isSilent;
    setText(this.silent, isSilent ? this.say("silent") : "");
    this.root.classList.toggle("attn-waiting", isSilent);
  }
  /** Make the nodes anew, only when what is shown is another number of things. @returns {Parts} */
  build() {
    const kind = `${this.scene.kind} ${this.scene.names}`;
    if (this.parts?.kind === kind) return this.parts;
    const picture = new PlanePicture(this.main, this.scene, this.svg, this.say);
    const weigh = (i, weight) => {
      this.moves.move(`weight ${i}`, weight);
      this.choose(i);
    };
    const table = new PlaneTable(this.table, this.scene, weigh, this.say);
    this.letters.disconnect();
    this.letters.observe(table.widthOfName);
    setText(this.hint, this.say(this.scene.kind === "hull" ? "hint_hull" : "hint_arrows"));
    this.chosen = Math.min(this.chosen, this.scene.movable - 1);
    this.parts = { kind, picture, table };
    return this.parts;
  }
  /** Where a thing is drawn: where the hand has it. @param {number} i @returns {Point} */
  place(i) {
    const moved = i < this.scene.movable ? this.moves.get(`point ${i}`) : void 0;
    return (
      /** @type {Point | undefined} */
      moved ?? this.scene.points[i]
    );
  }
  draw() {
    if (this.moves.accept(this.model.get("answered"))) this.scene = this.sent();
    const { scene } = this;
    const { picture, table } = this.build();
    this.root.classList.toggle("attn-narrow", this.root.clientWidth < NARROW);
    const points = scene.names.map((_, i) => this.place(i));
    picture.draw(scene, points, this.chosen, this.hand?.i ?? -1);
    const weights = Array.from(
      scene.columns.weight ?? [],
      (weight, i) => Number(this.moves.get(`weight ${i}`) ?? weight)
    );
    table.draw(scene, points, weights, this.chosen);
    this.working.replaceChildren();
    for (const line of calculations(scene, this.chosen, this.say)) {
      const row = add(this.working, "p");
      for (const [text, symbol] of line) {
        setText(add(row, "span", symbol ? { style: `color: var(--attn-${symbol})` } : {}), text);
      }
    }
  }
  // ---- the hand
  /** @param {number} i */
  choose(i) {
    this.chosen = i;
    this.frames?.schedule();
  }
  /** @param {number} i @param {Point} to */
  movePoint(i, [x, y]) {
    const { limit } = this.scene;
    this.choose(i);
    this.moves.move(`point ${i}`, [tidy(x, limit), tidy(y, limit)]);
  }
  /** Where the pointer is in the plane. @param {PointerEvent} event @returns {Point} */
  pointer(event) {
    const box = this.svg.getBoundingClientRect();
    const pixels = (
      /** @type {Point} */
      [event.clientX - box.left, event.clientY - box.top]
    );
    return this.parts?.picture.scale.toPlane(pixels) ?? [0, 0];
  }
  letHandMove() {
    const letGo = () => {
      this.hand = null;
      this.frames?.schedule();
    };
    listen(this.root, {
      pointerdown: (event) => this.grab(event),
      pointermove: (event) => {
        if (!this.hand) return;
        const [[x, y], [right, up]] = [this.pointer(event), this.hand.offset];
        this.movePoint(this.hand.i, [x + right, y + up]);
      },
      pointerup: letGo,
      pointercancel: letGo,
      focusin: (event) => {
        const grip = gripOf(event);
        if (grip) this.choose(grip.i);
      },
      keydown: (event) => this.press(event)
    });
    const touchstart = (event) => gripOf(event) && event.preventDefault();
    listen(this.root, { touchstart }, { passive: false });
  }
  /** @param {PointerEvent} event */
  grab(event) {
    const grip = gripOf(event);
    if (!grip || event.button !== 0) return;
    event.preventDefault();
    const { i, node } = grip;
    const [[x, y], [x0, y0]] = [this.pointer(event), this.place(i)];
    this.hand = { i, offset: [x0 - x, y0 - y] };
    this.svg.setPointerCapture(event.pointerId);
    node.focus({ preventScroll: true });
    this.choose(i);
  }
  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.stopPropagation();
    const grip = gripOf(event);
    const direction = DIRECTIONS.get(event.key);
    if (!grip || !direction) return;
    event.preventDefault();
    const step = event.shiftKey ? STEP.large : STEP.small;
    const [x, y] = this.place(grip.i);
    this.movePoint(grip.i, [x + step * direction[0], y + step * direction[1]]);
  }
};
function gripOf(event) {
  const node = (
    /** @type {SVGGElement | null | undefined} */
    targetOf(event).closest?.(".attn-grip")
  );
  return node && { node, i: Number(node.dataset.index) };
}
function render(place) {
  const plane = new Plane(place);
  plane.start();
  return () => plane.end();
}
var plane_default = { render };
export {
  plane_default as default
};
