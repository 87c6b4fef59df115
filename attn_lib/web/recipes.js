/**
 * How a number of the board is made: one recipe for each way that a matrix can be.
 *
 * @import { Matrix, Part, Say, Stages } from "./types"
 */

import { resultText, termText } from "./numbers.js";
import { at, maskOf, stageOf } from "./stages.js";

const MOST_TERMS = 16; // beyond which a sum is abridged
const LARGE = 80; // a score beyond which exp needs the row's largest taken off

/**
 * A number that is to be made: what it is made of, what stands before its calculation,
 * and the words.
 *
 * @typedef {{ stages: Stages, m: Matrix, i: number, j: number, cell: Part[], say: Say }} Asked
 */

/**
 * How it is made: `parts`, the calculation; `computed`, its result here; and `size`, how
 * large the terms are, by which rounding is judged.
 *
 * @typedef {{ parts: Part[], computed: number, size: number }} Answer
 */

/** @param {number} value */
const factor = (value) => (value < 0 ? `(${termText(value)})` : termText(value));

/** A name; with its position where it stands twice. @param {string[]} names @param {number} i */
const nameAt = (names, i) =>
  names.indexOf(names[i]) === names.lastIndexOf(names[i]) ? names[i] : `${names[i]} (${i})`;

/** @param {Matrix} m @param {number} i @param {number} j */
export const nameOf = (m, i, j) => `${m.id}[${nameAt(m.rows, i)}, ${nameAt(m.columns, j)}]`;

/**
 * Join the first terms by plus signs, and say how many are left out.
 *
 * @param {Part[][]} terms
 * @param {Say} say
 * @returns {Part[]}
 */
function joined(terms, say) {
  const shown = terms.slice(0, MOST_TERMS);
  /** @type {Part[]} */
  const parts = shown.flatMap((term, n) => (n ? [[" + "], ...term] : term));
  const n = terms.length - MOST_TERMS;
  return n > 0 ? [...parts, [` + … (${say("more_terms", { n })})`]] : parts;
}

/** A result with a remark on it. @param {number} value @param {string} remark @returns {Part} */
const remarked = (value, remark) => [`${resultText(value)}  (${remark})`];

/** @type {Record<string, (asked: Asked) => Answer>} */
export const RECIPES = {
  given({ m, i, j, stages, cell, say }) {
    const value = at(m, i, j);
    const mask = m.kind === "mask" ? undefined : maskOf(stages, m);
    const hidden = mask !== undefined && at(mask, i, j) === 0;
    const parts = hidden
      ? say.parts("is_hidden", { cell })
      : [...cell, remarked(value, m.made.note)];
    return { parts, computed: value, size: 0 };
  },

  copy({ m, i, j, stages, cell }) {
    const of = stageOf(stages, m.made.of);
    const [row, column] = m.made.transposed ? [j, i] : [m.made.index, j];
    const value = at(of, row, column);
    return { parts: [...cell, remarked(value, nameOf(of, row, column))], computed: value, size: 0 };
  },

  matmul({ m, i, j, stages, cell, say }) {
    const [left, right] = [m.made.left, m.made.right].map((id) => stageOf(stages, id));
    /** @type {Part[][]} */
    const terms = [];
    let [computed, size] = [0, 0];
    for (let c = 0; c < left.shape[1]; c++) {
      const a = at(left, i, c);
      const b = m.made.transposed ? at(right, j, c) : at(right, c, j);
      if (a === 0 || b === 0) continue; // also 0 · NaN: what has no weight takes no part
      computed += a * b;
      size += Math.abs(a * b);
      terms.push([[factor(a), left.symbol], [" · "], [factor(b), right.symbol]]);
    }
    const n = left.shape[1] - terms.length;
    /** @type {Part[]} */
    const sum = terms.length ? [[" = "], ...joined(terms, say)] : [];
    /** @type {Part} */
    const result = n ? remarked(computed, say("zero_products", { n })) : [resultText(computed)];
    return { parts: [...cell, ...sum, result], computed, size };
  },

  scale({ m, i, j, stages, cell, say }) {
    const { divisor, name } = m.made;
    const of = stageOf(stages, m.made.of);
    const computed = at(of, i, j) / divisor;
    /** @type {Part[]} */
    const quotient = [
      ...cell,
      [" = "],
      [termText(at(of, i, j)), of.symbol],
      [` ÷ ${name}${resultText(computed)}`],
    ];
    const places = { calculation: quotient, name, value: resultText(divisor) };
    const parts = name === termText(divisor) ? quotient : say.parts("where", places);
    return { parts, computed, size: Math.abs(computed) };
  },

  mask({ m, i, j, stages, cell, say }) {
    const of = stageOf(stages, m.made.of);
    const value = at(of, i, j);
    if (at(stageOf(stages, m.made.mask), i, j) !== 0) {
      return { parts: [...cell, remarked(value, say("stays"))], computed: value, size: 0 };
    }
    const { constant } = m.made; // null stands for −∞, which JSON does not have
    if (constant === null) {
      const why = say("hidden_score", { score: termText(value) });
      return { parts: [...cell, remarked(-Infinity, why)], computed: -Infinity, size: 0 };
    }
    const computed = value + constant;
    /** @type {Part[]} */
    const sum = [[" = "], [termText(value), of.symbol], [` + ${factor(constant)}`]];
    const parts = [...cell, ...sum, remarked(computed, say("hidden_by_number"))];
    return { parts, computed, size: Math.abs(computed) };
  },

  softmax({ m, i, j, stages, cell, say }) {
    const of = stageOf(stages, m.made.of);
    const row = of.values.subarray(i * of.shape[1], (i + 1) * of.shape[1]);
    const visible = [...row].filter((z) => z !== -Infinity);
    if (row[j] === -Infinity) {
      const why = say(visible.length ? "hidden_weight" : "hidden_row");
      return { parts: [...cell, remarked(0, why)], computed: 0, size: 0 };
    }
    // The row's largest cancels; it is taken off, as in the library, when exp needs it.
    const largest = Math.max(...visible);
    const off = Math.abs(largest) > LARGE ? largest : 0;
    /** @param {number} z */
    const exp = (z) => Math.exp(z - off);
    const total = visible.reduce((sum, z) => sum + exp(z), 0);
    const computed = exp(row[j]) / total;
    /** @param {number} z @returns {Part[]} */
    const term = (z) => [[`exp(${termText(z)}${off ? ` − ${factor(off)}` : ""})`, of.symbol]];
    const digits = `) ≈ ${termText(exp(row[j]))} ÷ ${termText(total)}${resultText(computed)}`;
    /** @type {Part[]} */
    const quotient = [...term(row[j]), [" ÷ ("], ...joined(visible.map(term), say), [digits]];
    // exp turns the rounding of a score, which grows with it, into one of its result.
    const size = computed * Math.max(1, ...visible.map(Math.abs));
    return { parts: [...cell, [" = "], ...quotient], computed, size };
  },

  mean({ m, i, j, stages, cell, say }) {
    const each = m.made.each.map((id) => stageOf(stages, id));
    const values = each.map((one) => at(one, i, j));
    /** @type {Part[][]} */
    const terms = values.map((value, n) => [[factor(value), each[n].symbol]]);
    const computed = values.reduce((sum, value) => sum + value, 0) / each.length;
    const result = `) ÷ ${each.length}${resultText(computed)}`;
    /** @type {Part[]} */
    const parts = [...cell, [" = ("], ...joined(terms, say), [result]];
    return { parts, computed, size: Math.abs(computed) };
  },

  beside({ m, i, j, stages, cell, say }) {
    const { id, column } = besides(m, j);
    const one = stageOf(stages, id);
    /** @type {Part[]} */
    const same = [...cell, [" = "], [nameOf(one, i, column), one.symbol]];
    return RECIPES[one.made.op]({ stages, m: one, i, j: column, cell: same, say });
  },
};

/**
 * Which of the matrices that were laid side by side has a column, and where.
 *
 * @param {Matrix} m
 * @param {number} j
 */
export function besides({ made }, j) {
  return { id: made.each[Math.floor(j / made.width)], column: j % made.width };
}
