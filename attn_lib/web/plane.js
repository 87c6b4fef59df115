/**
 * The plane: arrows from the origin, or points and their hull, that are moved by hand.
 *
 * What is moved is drawn where the hand has it, at once. Every number said of it comes
 * from NumPy, as bytes, and follows. Text is set as text, never as markup.
 */

import { add, addShape, keepDrawn, Moves, set, setText } from "./elements.js";
import { doubles, numberText } from "./numbers.js";

const LARGEST = { page: 370, screen: 440 }; // px, as part of a page and in full screen
const MARGIN = 16; // px around the plane, for the names of what lies at its edge
const LETTER_HEIGHT = 14; // px, of the tallest
const HALO = 2; // px of paper around a name
const NARROW = 420; // px: below it the numbers stand closer
const REACH = 14; // px: radius of what can be grabbed, at least 24 px wide
const STEP = { small: 0.1, large: 0.5 };
const MOVES = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const HINT = {
  arrows: "Drag the tip of an arrow; or go to it with Tab and move it with the arrow keys (Shift: in larger steps).",
  hull: "Drag a point; or go to it with Tab and move it with the arrow keys (Shift: in larger steps). The sliders change the weights.",
};

// ------------------------------------------------------------------- geometry

/** Bytes of a scene → its points, and its columns by name. */
export function decodeScene(scene, data) {
  const numbers = doubles(data);
  const n = scene.names.length;
  const points = scene.names.map((_, i) => [numbers[2 * i], numbers[2 * i + 1]]);
  const columns = scene.columns.map((name, c) => [name, numbers.subarray((2 + c) * n, (3 + c) * n)]);
  return { ...scene, points, columns: Object.fromEntries(columns) };
}

/** A coordinate the hand can give: inside the plane, two decimals, no −0. */
export const tidy = (value, limit) => Math.round(100 * Math.max(-limit, Math.min(limit, value))) / 100 + 0;

/** Coordinates ↔ pixels of a square plane; y points up. */
export function scaleOf(size, limit) {
  const unit = (size - 2 * MARGIN) / (2 * limit);
  return {
    size,
    toPixels: ([x, y]) => [size / 2 + x * unit, size / 2 - y * unit],
    toPlane: ([left, top]) => [(left - size / 2) / unit, (size / 2 - top) / unit],
  };
}

/** The head of an arrow that ends at a point, as corners in pixels. */
function arrowHead([x0, y0], [x, y]) {
  const length = Math.hypot(x - x0, y - y0) || 1;
  const [u, v] = [(x - x0) / length, (y - y0) / length];
  const size = Math.min(11, length);
  const corner = (side) => [x - size * u - side * size * 0.42 * v, y - size * v + side * size * 0.42 * u];
  return [[x, y], corner(1), corner(-1)];
}

const pairs = (points) => points.map((point) => point.map((c) => c.toFixed(1)).join(",")).join(" ");
const angleText = (value) => (Number.isNaN(value) ? "–" : `${numberText(value, 0)}°`);
const orDash = (value) => (Number.isNaN(value) ? "–" : numberText(value));
const factor = (value) => (value < 0 ? `(${numberText(value)})` : numberText(value));
const placeText = (point) => `(${point.map((c) => numberText(c)).join(", ")})`;

// ----------------------------------------------------------- what can be said

/** One thing's numbers in words: for its name, and for those who listen. */
function inWords({ kind, names, columns }, points, i) {
  const place = `${names[i]} at ${placeText(points[i])}`;
  if (kind === "hull") {
    const weight = columns.weight[i];
    return `${place}, weight ${numberText(weight)}`;
  }
  const length = `${place}, length ${numberText(columns.length[i])}`;
  if (i === 0) return length;
  const angle = columns.angle[i];
  const turned = Number.isNaN(angle) ? "no angle" : `angle to q ${angleText(angle)}`;
  return `${length}, ${turned}, score ${numberText(columns.score[i])}`;
}

/** The calculations of what is looked at: lines of [text, symbol whose colour it has]. */
function calculations({ kind, names, columns, movable }, points, i) {
  if (kind === "hull") {
    const terms = names.slice(0, movable).flatMap((_, j) => [
      [j ? " + " : " = "],
      [numberText(columns.weight[j]), "weights"],
      [" · "],
      [placeText(points[j]), "V"],
    ]);
    return [[["output", "output"], ...terms, [" ≈ "], [placeText(points[movable]), "output"]]];
  }
  if (i === 0) return [[["|q|", "Q"], [" ≈ "], [numberText(columns.length[0]), "Q"], [". Choose a key to see its score."]]];
  const product = (c) => [[factor(points[0][c]), "Q"], [" · "], [factor(points[i][c]), "K"]];
  const score = [[" ≈ "], [numberText(columns.score[i]), "scores"]];
  const name = [["q", "Q"], [" · "], [names[i], "K"]];
  const sum = [...name, [" = "], ...product(0), [" + "], ...product(1), ...score];
  if (Number.isNaN(columns.angle[i])) return [sum, [["An arrow of length 0 has no angle."]]];
  const lengths = [["|q|", "Q"], [" · "], [`|${names[i]}|`, "K"], [" · cos θ = "]];
  const numbers = [[numberText(columns.length[0]), "Q"], [" · "], [numberText(columns.length[i]), "K"]];
  return [sum, [...lengths, ...numbers, [` · ${factor(columns["cos θ"][i])}`], ...score]];
}

// ------------------------------------------------------------------- the view

function render({ model, el }) {
  const root = add(el, "div", { class: "attn-view attn-plane" });
  const main = add(root, "div", { class: "attn-plane-main" });
  const picture = addShape(main, "svg", { role: "group" });
  const side = add(main, "div", { class: "attn-plane-side" });
  const table = add(side, "table");
  const working = add(side, "div", { class: "attn-working", "aria-live": "polite" });
  const silent = add(side, "p", { class: "attn-silent", role: "status", hidden: "" });
  const hint = add(side, "p", { class: "attn-hint" });

  const moves = new Moves(
    (content) => model.send(content),
    (waiting) => {
      silent.hidden = !waiting;
      setText(silent, waiting ? "No answer from the kernel: it is busy, or gone. What you move is shown, the numbers are old." : "");
      root.classList.toggle("attn-waiting", waiting);
    },
  );
  let scene = null; // the last state of the kernel that is not stale
  let parts = null; // the nodes of the picture and of the table
  let chosen = 1; // whose calculation is shown
  let scale = null;
  let hand = null; // while something is dragged: { i, offset }

  const place = (i) => moves.get(`point ${i}`) ?? scene.points[i];

  // ---- nodes, made anew only when what is shown is another number of things

  function build() {
    picture.replaceChildren();
    table.replaceChildren();
    const layer = (name) => addShape(picture, "g", { class: name, "aria-hidden": "true" });
    // A picture in the picture cuts off what would lie outside the plane.
    parts = { ground: addShape(picture, "svg", { "aria-hidden": "true" }) };
    parts.grid = layer("attn-grid");
    parts.help = layer("attn-help");
    parts.things = scene.names.map((name, i) => {
      const style = `color: var(--attn-${scene.symbols[i]})`;
      const group = addShape(layer("attn-thing"), "g", { style });
      return { group, text: addShape(group, "text"), line: null };
    });
    parts.grips = scene.names.slice(0, scene.movable).map((_, i) => {
      const grip = addShape(picture, "g", {
        class: "attn-grip",
        tabindex: 0,
        role: "application", // so that a screen reader leaves it the arrow keys
        "aria-roledescription": scene.kind === "hull" ? "movable point" : "movable arrow",
        "data-index": i,
      });
      addShape(grip, "circle", { class: "attn-reach", r: REACH });
      addShape(grip, "circle", { class: "attn-ring", r: 8 });
      return grip;
    });
    buildGrid();
    buildTable();
    setText(hint, HINT[scene.kind]);
    set(picture, { "aria-label": scene.kind === "hull" ? "Values, their hull and the output" : "The query and the keys as arrows" });
  }

  function buildGrid() {
    parts.lines = [];
    for (let n = -scene.limit; n <= scene.limit; n++) {
      const line = (name) => addShape(parts.grid, name);
      parts.lines.push({ n, across: line("line"), up: line("line"), x: line("text"), y: line("text") });
    }
  }

  function buildTable() {
    const head = add(add(table, "thead"), "tr");
    add(head, "td"); // a head without a text would be read as one
    for (const column of ["x, y", ...Object.keys(scene.columns)]) {
      setText(add(head, "th", { scope: "col", "data-column": column }), column);
    }
    if (scene.kind === "hull") add(head, "td");
    const body = add(table, "tbody");
    parts.rows = scene.names.map((name, i) => {
      const row = add(body, "tr", { "data-index": i });
      const title = add(row, "th", { scope: "row", style: `color: var(--attn-${scene.symbols[i]})` });
      setText(title, name);
      const where = add(row, "td", { "data-column": "x, y" });
      const cell = (column) => [column, add(row, "td", { "data-column": column })];
      const numbers = Object.keys(scene.columns).map(cell);
      const slider = scene.kind === "hull" && i < scene.movable ? buildSlider(add(row, "td"), i) : null;
      return { row, title, where, numbers, slider };
    });
    letters.disconnect();
    letters.observe(parts.rows[0].title); // as wide as its letters are, whatever is moved
  }

  function buildSlider(cell, i) {
    const slider = add(cell, "input", { type: "range", min: 0, max: 1, step: 0.01, "data-index": i });
    set(slider, { "aria-label": `weight of ${scene.names[i]}` });
    slider.addEventListener("input", () => {
      moves.move(`weight ${i}`, +slider.value);
      choose(i);
    });
    return slider;
  }

  // ---- drawing

  function draw() {
    const told = model.get("answered");
    if (scene === null || moves.accept(told)) scene = decodeScene(model.get("scene"), model.get("data"));
    const kind = `${scene.kind} ${scene.names}`;
    if (parts?.kind !== kind) {
      build();
      parts.kind = kind;
      chosen = Math.min(chosen, scene.movable - 1);
    }
    root.classList.toggle("attn-narrow", root.clientWidth < NARROW);
    drawPicture();
    drawTable();
  }

  function drawPicture() {
    const largest = document.fullscreenElement ? LARGEST.screen : LARGEST.page;
    const size = Math.min(largest, Math.max(240, main.clientWidth));
    set(picture, { width: size, height: size, viewBox: `0 0 ${size} ${size}` });
    scale = scaleOf(size, scene.limit);
    const points = scene.names.map((_, i) => (i < scene.movable ? place(i) : scene.points[i]));
    drawGrid(size);
    (scene.kind === "hull" ? drawHull : drawArrows)(points);
    parts.grips.forEach((grip, i) => {
      const [x, y] = scale.toPixels(points[i]);
      set(grip, { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`, "aria-label": inWords(scene, points, i) });
      grip.classList.toggle("attn-gripped", hand?.i === i);
    });
  }

  function drawGrid(size) {
    const [low, high] = [MARGIN, size - MARGIN];
    const inner = size - 2 * MARGIN;
    set(parts.ground, { x: low, y: low, width: inner, height: inner, viewBox: `${low} ${low} ${inner} ${inner}` });
    for (const { n, across, up, x, y } of parts.lines) {
      const [px, py] = scale.toPixels([n, n]);
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

  /** Name a thing beside it, away from where it comes from. */
  function label(i, [x, y], [u, v], distance, text) {
    const node = parts.things[i].text;
    setText(node, text);
    const length = Math.hypot(u, v) || 1;
    const across = u / length;
    const half = node.getComputedTextLength() / 2 + HALO;
    const side = across > 0.3 ? half : across < -0.3 ? -half : 0;
    const middle = x + (distance * u) / length + side;
    set(node, {
      x: Math.max(half, Math.min(scale.size - half, middle)),
      y: Math.max(LETTER_HEIGHT, y + (distance * v) / length + 4),
      "text-anchor": "middle",
    });
  }

  function drawArrows(points) {
    const origin = scale.toPixels([0, 0]);
    points.forEach((point, i) => {
      const thing = parts.things[i];
      thing.line ??= addShape(thing.group, "line", { class: "attn-shaft" });
      thing.head ??= addShape(thing.group, "polygon", { class: "attn-head" });
      const tip = scale.toPixels(point);
      const head = arrowHead(origin, tip);
      const end = [(head[1][0] + head[2][0]) / 2, (head[1][1] + head[2][1]) / 2];
      set(thing.line, { x1: origin[0], y1: origin[1], x2: end[0], y2: end[1], "stroke-width": i ? 2 : 3.5 });
      set(thing.head, { points: pairs(head) });
      thing.group.parentNode.classList.toggle("attn-chosen", i === chosen);
      const score = i ? ` ${numberText(scene.columns.score[i])}` : "";
      label(i, tip, [tip[0] - origin[0], tip[1] - origin[1]], 18, scene.names[i] + score);
    });
    drawShadow(points);
  }

  /** Where scores are negative; and, of the chosen key, its shadow on the query. */
  function drawShadow(points) {
    const shape = (name, tag, attributes) => {
      parts[name] ??= addShape(name === "negative" ? parts.ground : parts.help, tag, { class: `attn-${name}` });
      set(parts[name], attributes);
    };
    const [qx, qy] = points[0];
    const square = qx * qx + qy * qy;
    const far = 4 * scene.limit;
    const length = Math.sqrt(square) || 1;
    const [u, v] = [qx / length, qy / length];
    const side = (a, b) => scale.toPixels([a * far * v + b * far * u, -a * far * u + b * far * v]);
    const hidden = square === 0 ? "none" : undefined;
    shape("negative", "polygon", { points: pairs([side(1, 0), side(-1, 0), side(-1, -1), side(1, -1)]), display: hidden });
    const t = chosen > 0 && square > 0 ? (points[chosen][0] * qx + points[chosen][1] * qy) / square : 0;
    const foot = scale.toPixels([t * qx, t * qy]);
    const origin = scale.toPixels([0, 0]);
    const tip = scale.toPixels(chosen > 0 ? points[chosen] : [0, 0]);
    const none = chosen > 0 && square > 0 ? undefined : "none";
    shape("drop", "line", { x1: tip[0], y1: tip[1], x2: foot[0], y2: foot[1], display: none });
    shape("shadow", "line", { x1: origin[0], y1: origin[1], x2: foot[0], y2: foot[1], display: none });
  }

  function drawHull(points) {
    parts.hull ??= addShape(parts.ground, "polygon", { class: "attn-hull" });
    set(parts.hull, { points: pairs(scene.hull.map((i) => scale.toPixels(points[i]))) });
    const out = points.length - 1;
    const centre = scale.toPixels(points[out]);
    points.forEach((point, i) => {
      const thing = parts.things[i];
      const at = scale.toPixels(point);
      if (i === out) {
        thing.line ??= addShape(thing.group, "polygon", { class: "attn-star" });
        const corner = (k) => [at[0] + (k % 2 ? 4.5 : 11) * Math.sin((k * Math.PI) / 5), at[1] - (k % 2 ? 4.5 : 11) * Math.cos((k * Math.PI) / 5)];
        set(thing.line, { points: pairs([...Array(10).keys()].map(corner)) });
        label(i, at, [0, 1], 22, scene.names[i]);
        return;
      }
      const weight = scene.columns.weight[i];
      thing.pull ??= addShape(parts.help, "line", { class: "attn-pull" });
      set(thing.pull, { x1: centre[0], y1: centre[1], x2: at[0], y2: at[1], "stroke-width": 8 * weight });
      thing.line ??= addShape(thing.group, "circle", { class: "attn-dot" });
      const radius = 4 + 14 * Math.sqrt(weight); // so that its area is the weight
      set(thing.line, { cx: at[0], cy: at[1], r: radius });
      label(i, at, [at[0] - centre[0], at[1] - centre[1] || -1], radius + 10, `${scene.names[i]} ${numberText(weight)}`);
    });
  }

  function drawTable() {
    parts.rows.forEach(({ row, where, numbers, slider }, i) => {
      setText(where, placeText(i < scene.movable ? place(i) : scene.points[i]));
      for (const [column, cell] of numbers) {
        const value = scene.columns[column][i];
        set(cell, { "data-value": value });
        setText(cell, column === "angle" ? angleText(value) : orDash(value));
      }
      row.classList.toggle("attn-chosen", scene.kind === "arrows" && i === chosen);
      if (!slider) return;
      const weight = moves.get(`weight ${i}`) ?? scene.columns.weight[i];
      if (+slider.value !== weight) slider.value = weight;
    });
    working.replaceChildren();
    for (const line of calculations(scene, scene.points, chosen)) {
      const row = add(working, "p");
      for (const [text, symbol] of line) {
        setText(add(row, "span", symbol ? { style: `color: var(--attn-${symbol})` } : {}), text);
      }
    }
  }

  // ---- the hand

  function choose(i) {
    chosen = i;
    schedule();
  }

  function movePoint(i, [x, y]) {
    choose(i);
    moves.move(`point ${i}`, [tidy(x, scene.limit), tidy(y, scene.limit)]);
  }

  const gripOf = (event) => event.target.closest?.(".attn-grip");

  function pointer(event) {
    const box = picture.getBoundingClientRect();
    return scale.toPlane([event.clientX - box.left, event.clientY - box.top]);
  }

  const handlers = {
    pointerdown(event) {
      const grip = gripOf(event);
      if (!grip || event.button !== 0) return;
      event.preventDefault();
      const i = +grip.dataset.index;
      const [x, y] = pointer(event);
      hand = { i, offset: [place(i)[0] - x, place(i)[1] - y] };
      picture.setPointerCapture(event.pointerId);
      grip.focus({ preventScroll: true });
      choose(i);
    },
    pointermove(event) {
      if (!hand) return;
      const [x, y] = pointer(event);
      movePoint(hand.i, [x + hand.offset[0], y + hand.offset[1]]);
    },
    pointerup: letGo,
    pointercancel: letGo,
    focusin(event) {
      const index = gripOf(event)?.dataset.index;
      if (index !== undefined) choose(+index);
    },
    keydown(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      event.stopPropagation(); // JupyterLab would take them for commands
      const grip = gripOf(event);
      const direction = MOVES[event.key];
      if (!grip || !direction) return;
      event.preventDefault();
      const i = +grip.dataset.index;
      const step = event.shiftKey ? STEP.large : STEP.small;
      movePoint(i, place(i).map((c, k) => c + step * direction[k]));
    },
  };

  function letGo() {
    hand = null;
    schedule();
  }

  for (const [name, handler] of Object.entries(handlers)) root.addEventListener(name, handler);
  // A finger on a grip drags it and does not scroll. (Chromium minds no touch-action here.)
  const noScroll = (event) => gripOf(event) && event.preventDefault();
  root.addEventListener("touchstart", noScroll, { passive: false });
  // Names are placed by their width: a font may come late, and "Larger" makes them wider.
  const letters = new ResizeObserver(() => schedule());
  const { schedule, end } = keepDrawn(model, root, draw);
  return () => {
    end();
    letters.disconnect();
    moves.end();
  };
}

export default { render };
