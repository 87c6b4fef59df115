/**
 * The matrices of a picture, as they were sent.
 *
 * @import { Matrix, Spec, Stages } from "./types"
 */

import { doubles } from "./numbers.js";

/**
 * Bytes and specs → Map of id → spec with its `values`, row after row.
 *
 * @param {Spec[]} specs
 * @param {DataView} bytes
 * @returns {Stages}
 */
export function decode(specs, bytes) {
  const numbers = doubles(bytes);
  let end = 0;
  return new Map(
    specs.map((spec) => {
      const start = end;
      end += spec.shape[0] * spec.shape[1];
      return [spec.id, { ...spec, values: numbers.subarray(start, end) }];
    }),
  );
}

/**
 * A matrix that another one refers to: it is always there.
 *
 * @param {Stages} stages
 * @param {string} id
 */
export const stageOf = (stages, id) => /** @type {Matrix} */ (stages.get(id));

/** @param {Matrix} m @param {number} i @param {number} j */
export const at = (m, i, j) => m.values[i * m.shape[1] + j];

/**
 * The mask by which cells of a matrix are hidden, being it itself or that it refers to.
 *
 * @param {Stages} stages
 * @param {Matrix} m
 */
export const maskOf = (stages, m) => (m.kind === "mask" ? m : stages.get(m.hidden ?? ""));
