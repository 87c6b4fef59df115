/**
 * The picture of a plane: its grid, and arrows or a hull of points.
 *
 * @import { Point, Say, Scene } from "./types"
 */

import { addShape, set, setText } from "./elements.js";
import { arrowHead, ends, MARGIN, pairs, scaleOf, star } from "./geometry.js";
import { numberText } from "./numbers.js";
import { inWords } from "./plane_words.js";

const LARGEST = { page: 370, screen: 440 }; // px, as part of a page and in full screen
const SMALLEST = 240; // px
const LETTER_HEIGHT = 14; // px, of the tallest
const HALO = 2; // px of paper around a name
const REACH = 14; // px: radius of what can be grabbed, at least 24 px wide

/** @typedef {{ group: SVGGElement, text: SVGTextElement, shapes: Record<string, SVGElement> }} Thing */
/** @typedef {{ n: number, across: SVGLineElement, up: SVGLineElement, x: SVGTextElement, y: SVGTextElement }} GridLine */

export class PlanePicture {
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
    /** @param {string} name */
    const layer = (name) => addShape(node, "g", { class: name, "aria-hidden": "true" });
    // A picture in the picture cuts off what would lie outside the plane.
    this.ground = addShape(node, "svg", { "aria-hidden": "true" });
    this.grid = layer("attn-grid");
    this.help = layer("attn-help");
    /** @type {Record<string, SVGElement>} */
    this.shapes = {}; // of the ground and of what helps
    /** @type {Thing[]} */
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
      role: "application", // so that a screen reader leaves it the arrow keys
      "aria-roledescription": this.say(
        this.scene.kind === "hull" ? "movable_point" : "movable_arrow",
      ),
      "data-index": i,
    });
    addShape(grip, "circle", { class: "attn-reach", r: REACH });
    addShape(grip, "circle", { class: "attn-ring", r: 8 });
    return grip;
  }

  addGrid() {
    const { limit } = this.scene;
    /** @type {GridLine[]} */
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
      viewBox: `${low} ${low} ${inner} ${inner}`,
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
    const middle = x + (distance * u) / length + side;
    set(node, {
      x: Math.max(half, Math.min(this.scale.size - half, middle)),
      y: Math.max(LETTER_HEIGHT, y + (distance * v) / length + 4),
      "text-anchor": "middle",
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
      /** @type {Point} */
      const end = [(head[1][0] + head[2][0]) / 2, (head[1][1] + head[2][1]) / 2];
      this.shape(shapes, group, "line", "shaft", {
        ...ends(origin, end),
        "stroke-width": i ? 2 : 3.5,
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
    /** @param {number} a @param {number} b */
    const side = (a, b) => scale.toPixels([a * far * v + b * far * u, -a * far * u + b * far * v]);
    const corners = pairs([side(1, 0), side(-1, 0), side(-1, -1), side(1, -1)]);
    const display = square === 0 ? "none" : undefined;
    this.shape(shapes, this.ground, "polygon", "negative", { points: corners, display });
    const isCast = chosen > 0 && square > 0;
    const t = isCast ? (points[chosen][0] * qx + points[chosen][1] * qy) / square : 0;
    const foot = scale.toPixels([t * qx, t * qy]);
    const origin = scale.toPixels([0, 0]);
    const tip = chosen > 0 ? scale.toPixels(points[chosen]) : origin;
    const none = isCast ? undefined : "none";
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
      const { group, shapes } = this.things[i];
      const at = scale.toPixels(point);
      const weight = scene.columns.weight[i];
      this.shape(shapes, this.help, "line", "pull", {
        ...ends(centre, at),
        "stroke-width": 8 * weight,
      });
      const radius = 4 + 14 * Math.sqrt(weight); // so that its area is the weight
      this.shape(shapes, group, "circle", "dot", { cx: at[0], cy: at[1], r: radius });
      const name = `${scene.names[i]} ${numberText(weight)}`;
      this.label(i, at, [at[0] - centre[0], at[1] - centre[1] || -1], radius + 10, name);
    });
    const { group, shapes } = this.things[out];
    this.shape(shapes, group, "polygon", "star", { points: pairs(star(centre)) });
    this.label(out, centre, [0, 1], 22, scene.names[out]);
  }
}
