/**
 * The geometry of a plane: bytes → points, coordinates ↔ pixels, and the shapes drawn in it.
 *
 * @import { Point, Scale, Scene } from "./types"
 */

import { doubles } from "./numbers.js";

export const MARGIN = 16; // px around the plane, for the names of what lies at its edge

/**
 * Bytes of a scene → its points, and its columns by name.
 *
 * @param {Omit<Scene, "points" | "columns"> & { columns: string[] }} scene
 * @param {DataView} data
 * @returns {Scene}
 */
export function decodeScene(scene, data) {
  const numbers = doubles(data);
  const n = scene.names.length;
  /** @type {Point[]} */
  const points = scene.names.map((_, i) => [numbers[2 * i], numbers[2 * i + 1]]);
  const columns = scene.columns.map((name, c) => [
    name,
    numbers.subarray((2 + c) * n, (3 + c) * n),
  ]);
  return { ...scene, points, columns: Object.fromEntries(columns) };
}

/** A coordinate the hand can give: inside the plane, two decimals, no −0. @param {number} value @param {number} limit */
export const tidy = (value, limit) =>
  Math.round(100 * Math.max(-limit, Math.min(limit, value))) / 100 + 0;

/**
 * Coordinates ↔ pixels of a square plane; y points up.
 *
 * @param {number} size
 * @param {number} limit
 * @returns {Scale}
 */
export function scaleOf(size, limit) {
  const unit = (size - 2 * MARGIN) / (2 * limit);
  return {
    size,
    toPixels: ([x, y]) => [size / 2 + x * unit, size / 2 - y * unit],
    toPlane: ([left, top]) => [(left - size / 2) / unit, (size / 2 - top) / unit],
  };
}

/**
 * The head of an arrow that ends at a point, as corners in pixels.
 *
 * @param {Point} from
 * @param {Point} to
 * @returns {Point[]}
 */
export function arrowHead([x0, y0], [x, y]) {
  const length = Math.hypot(x - x0, y - y0) || 1;
  const [u, v] = [(x - x0) / length, (y - y0) / length];
  const size = Math.min(11, length);
  /** @param {number} side @returns {Point} */
  const corner = (side) => [
    x - size * u - side * size * 0.42 * v,
    y - size * v + side * size * 0.42 * u,
  ];
  return [[x, y], corner(1), corner(-1)];
}

/** The corners of a star in pixels. @param {Point} centre @returns {Point[]} */
export function star([x, y]) {
  /** @param {number} k @returns {Point} */
  const corner = (k) => {
    const radius = k % 2 ? 4.5 : 11;
    return [x + radius * Math.sin((k * Math.PI) / 5), y - radius * Math.cos((k * Math.PI) / 5)];
  };
  return [...Array(10).keys()].map(corner);
}

/** Points as SVG writes them. @param {Point[]} points */
export const pairs = (points) =>
  points.map((point) => point.map((c) => c.toFixed(1)).join(",")).join(" ");

/** Where a line begins and ends. @param {Point} from @param {Point} to */
export const ends = ([x1, y1], [x2, y2]) => ({ x1, y1, x2, y2 });
