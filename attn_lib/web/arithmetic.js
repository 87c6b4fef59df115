/**
 * The arithmetic of one cell of the board: its calculation in digits, the check that it
 * gives NumPy's number, and what it is made from.
 *
 * @import { Cell, Matrix, Part, Region, Say, Stages } from "./types"
 */

import { termText } from "./numbers.js";
import { besides, nameOf, RECIPES } from "./recipes.js";
import { at, stageOf } from "./stages.js";

const SMALLEST = 2.3e-308; // below it a number loses digits, and then becomes 0

/** @param {Matrix} m @param {number} i @param {number} j */
const isEdited = (m, i, j) => m.edited.some(([row, column]) => row === i && column === j);

/**
 * Say how the number in row i, column j of a matrix is made, and check that it is.
 *
 * @param {Stages} stages
 * @param {string} id
 * @param {number} i
 * @param {number} j
 * @param {Say} say
 */
export function explain(stages, id, i, j, say) {
  const m = stageOf(stages, id);
  const value = at(m, i, j);
  /** @type {Part[]} */
  const cell = [[nameOf(m, i, j), m.symbol]];
  /** @param {Part[]} before */
  const recipe = (before) => RECIPES[m.made.op]({ stages, m, i, j, cell: before, say });
  if (isEdited(m, i, j)) {
    const calculation = recipe([]).parts;
    const text = m.made.op === "given" ? "changed" : "changed_from";
    const parts = say.parts(text, { cell, value: termText(value), calculation });
    return { parts, computed: value, value, agrees: true };
  }
  const { parts, computed, size } = recipe(cell);
  const allowed = Math.max(m.tolerance * Math.max(size, Math.abs(value)), SMALLEST);
  const agrees = computed === value || Math.abs(computed - value) <= allowed;
  /** @type {Part} */
  const error = [` ${say("disagreement", { computed, value })}`, "error"];
  return { parts: agrees ? parts : [...parts, error], computed, value, agrees };
}

/**
 * The row, the column or the cell of each matrix that the number is made from.
 *
 * @param {Stages} stages
 * @param {string} id
 * @param {number} i
 * @param {number} j
 * @returns {Region[]}
 */
export function inputs(stages, id, i, j) {
  const m = stageOf(stages, id);
  const { op, of, left, right, transposed, index, mask, each } = m.made;
  const cell = { row: i, column: j };
  /** @type {Record<string, () => Region[]>} */
  const made = {
    given: () => [],
    copy: () => [transposed ? { id: of, row: j, column: i } : { id: of, row: index, column: j }],
    matmul: () => [
      { id: left, row: i },
      { id: right, [transposed ? "row" : "column"]: j },
    ],
    scale: () => [{ id: of, ...cell }],
    mask: () => [
      { id: of, ...cell },
      { id: mask, ...cell },
    ],
    softmax: () => [{ id: of, row: i }],
    mean: () => each.map((one) => ({ id: one, ...cell })),
    beside: () => inputs(stages, besides(m, j).id, i, besides(m, j).column),
  };
  return made[op]();
}

/**
 * The stages that one is made from, one after the other, and itself.
 *
 * @param {Stages} stages
 * @param {string} id
 * @returns {string[]}
 */
function chain(stages, id) {
  const of = stages.get(id)?.made.of;
  return of === undefined ? [id] : [...chain(stages, of), id];
}

/**
 * The way of a cell's number through all stages that it belongs to, one of them itself.
 *
 * @param {Stages} stages
 * @param {Cell} cell
 * @returns {Part[]} Empty for a number that is no stage, or the only one.
 */
export function wayOf(stages, { id, i, j }) {
  if (!stageOf(stages, id).cursor) return [];
  /** @param {string} other */
  const belongs = (other) => chain(stages, other).includes(id) || chain(stages, id).includes(other);
  const way = [...stages.values()].filter((m) => m.cursor && m.kind !== "mask" && belongs(m.id));
  if (way.length < 2) return [];
  return way.flatMap((m, n) => [
    [n ? "  →  " : ""],
    [`${m.id} ${termText(at(m, i, j))}`, m.symbol],
  ]);
}
