/**
 * What is said of the things in a plane.
 *
 * @import { Part, Point, Say, Scene } from "./types"
 */

import { numberText } from "./numbers.js";

/** @param {number} value */
const factor = (value) => (value < 0 ? `(${numberText(value)})` : numberText(value));

/** @param {number} value */
const angleText = (value) => (Number.isNaN(value) ? "–" : `${numberText(value, 0)}°`);

/** A number of a column; a dash where there is nothing to say. @param {string} column @param {number} value */
export function columnText(column, value) {
  if (column === "angle") return angleText(value);
  return Number.isNaN(value) ? "–" : numberText(value);
}

/** @param {Point} point */
export const placeText = (point) => `(${point.map((c) => numberText(c)).join(", ")})`;

/**
 * One thing's numbers in words: for its name, and for those who listen.
 *
 * @param {Scene} scene
 * @param {Point} point Where it is drawn.
 * @param {number} i
 * @param {Say} say
 */
export function inWords({ kind, names, columns }, point, i, say) {
  const thing = { name: names[i], place: placeText(point) };
  if (kind === "hull") return say("value", { ...thing, weight: numberText(columns.weight[i]) });
  const arrow = { ...thing, length: numberText(columns.length[i]) };
  if (i === 0) return say("query", arrow);
  const score = numberText(columns.score[i]);
  const angle = columns.angle[i];
  if (Number.isNaN(angle)) return say("key_without_angle", { ...arrow, score });
  return say("key", { ...arrow, angle: angleText(angle), score });
}

/**
 * The calculations of what is looked at, as lines.
 *
 * @param {Scene} scene
 * @param {number} i
 * @param {Say} say
 * @returns {Part[][]}
 */
export function calculations(scene, i, say) {
  if (scene.kind === "hull") return [outputText(scene)];
  const { points, names, columns } = scene;
  const length = numberText(columns.length[0]);
  if (i === 0) {
    const calculation = /** @type {Part[]} */ ([["|q|", "Q"], [" ≈ "], [length, "Q"]]);
    return [say.parts("choose_a_key", { calculation })];
  }
  /** @param {0 | 1} c @returns {Part[]} */
  const product = (c) => [[factor(points[0][c]), "Q"], [" · "], [factor(points[i][c]), "K"]];
  /** @type {Part[]} */
  const score = [[" ≈ "], [numberText(columns.score[i]), "scores"]];
  /** @type {Part[]} */
  const name = [["q", "Q"], [" · "], [names[i], "K"]];
  /** @type {Part[]} */
  const sum = [...name, [" = "], ...product(0), [" + "], ...product(1), ...score];
  if (Number.isNaN(columns.angle[i])) return [sum, say.parts("no_angle")];
  /** @type {Part[]} */
  const lengths = [["|q|", "Q"], [" · "], [`|${names[i]}|`, "K"], [" · cos θ = "]];
  /** @type {Part[]} */
  const numbers = [[length, "Q"], [" · "], [numberText(columns.length[i]), "K"]];
  return [sum, [...lengths, ...numbers, [` · ${factor(columns["cos θ"][i])}`], ...score]];
}

/** The output as the mean of the values. @param {Scene} scene @returns {Part[]} */
function outputText({ names, columns, points, movable }) {
  /** @param {string} _ @param {number} j @returns {Part[]} */
  const term = (_, j) => [
    [j ? " + " : " = "],
    [numberText(columns.weight[j]), "weights"],
    [" · "],
    [placeText(points[j]), "V"],
  ];
  const terms = names.slice(0, movable).flatMap(term);
  return [[names[movable], "output"], ...terms, [" ≈ "], [placeText(points[movable]), "output"]];
}
