/**
 * How each number of the board is made: its calculation in digits, and the check that it
 * gives NumPy's number.
 */

import { doubles, resultText, termText } from "./numbers.js";

const SMALLEST = 2.3e-308; // below it a number loses digits, and then becomes 0
const LARGE = 80; // a score beyond which exp needs the row's largest taken off
const MOST_TERMS = 16; // beyond which a sum is abridged

/** Bytes and specs → Map of id → spec with its `values`, row after row. */
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

export const at = (m, i, j) => m.values[i * m.shape[1] + j];

/** Is the cell hidden, by the mask that its matrix refers to or being the mask itself? */
function isHidden(stages, m, i, j) {
  const mask = m.kind === "mask" ? m : stages.get(m.hidden);
  return mask !== undefined && at(mask, i, j) === 0;
}

const factor = (value) => (value < 0 ? `(${termText(value)})` : termText(value));

/** A name; with its position where it stands twice. */
const nameAt = (names, i) =>
  names.indexOf(names[i]) === names.lastIndexOf(names[i]) ? names[i] : `${names[i]} (${i})`;

const nameOf = (m, i, j) => `${m.id}[${nameAt(m.rows, i)}, ${nameAt(m.columns, j)}]`;

/** Join the first terms by plus signs, and say how many are left out. */
function joined(terms) {
  const parts = terms.slice(0, MOST_TERMS).flatMap((term, n) => (n ? [[" + "], ...term] : term));
  const more = terms.length - MOST_TERMS;
  return more > 0 ? [...parts, [` + … (${more} more)`]] : parts;
}

/**
 * How a number can be made. Each gives `parts`, the calculation as [text, symbol whose
 * colour it has]; `computed`, its result here; and `size`, how large the terms are, by
 * which rounding is judged.
 */
const RECIPES = {
  given({ m, i, j, stages }) {
    const value = at(m, i, j);
    const hidden = m.kind !== "mask" && isHidden(stages, m, i, j);
    if (hidden) return { parts: [[": hidden"]], computed: value, size: 0 };
    return { parts: [[`${resultText(value)}  (${m.made.note})`]], computed: value, size: 0 };
  },

  copy({ m, i, j, of }) {
    const [row, column] = m.made.transposed ? [j, i] : [m.made.index, j];
    const value = at(of, row, column);
    const parts = [[`${resultText(value)}  (${nameOf(of, row, column)})`]];
    return { parts, computed: value, size: 0 };
  },

  matmul({ m, i, j, left, right }) {
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
    const zeros = left.shape[1] - terms.length;
    const sum = terms.length ? [[" = "], ...joined(terms)] : [];
    const rest = zeros ? `  (${zeros} ${zeros > 1 ? "products are" : "product is"} 0)` : "";
    return { parts: [...sum, [resultText(computed) + rest]], computed, size };
  },

  scale({ m, i, j, of }) {
    const { divisor, name } = m.made;
    const computed = at(of, i, j) / divisor;
    const score = [termText(at(of, i, j)), of.symbol];
    const number = name === termText(divisor) ? "" : `, where ${name}${resultText(divisor)}`;
    const parts = [[" = "], score, [` ÷ ${name}${resultText(computed)}${number}`]];
    return { parts, computed, size: Math.abs(computed) };
  },

  mask({ m, i, j, of, stages }) {
    const value = at(of, i, j);
    if (at(stages.get(m.made.mask), i, j) !== 0) {
      return { parts: [[`${resultText(value)}  (visible: it stays)`]], computed: value, size: 0 };
    }
    const { constant } = m.made; // null stands for −∞, which JSON does not have
    if (constant === null) {
      const why = `  (hidden, whatever the score: it was ${termText(value)})`;
      return { parts: [[resultText(-Infinity) + why]], computed: -Infinity, size: 0 };
    }
    const computed = value + constant;
    const parts = [[" = "], [termText(value), of.symbol], [` + ${factor(constant)}${resultText(computed)}`]];
    return { parts: [...parts, ["  (hidden by a number)"]], computed, size: Math.abs(computed) };
  },

  softmax({ i, j, of }) {
    const row = of.values.subarray(i * of.shape[1], (i + 1) * of.shape[1]);
    const visible = [...row].filter((z) => z !== -Infinity);
    if (row[j] === -Infinity) {
      const why = visible.length ? "hidden: exp(−∞) is 0" : "nothing is visible: every weight is 0";
      return { parts: [[` = 0  (${why})`]], computed: 0, size: 0 };
    }
    // The row's largest cancels; it is taken off, as in the library, when exp needs it.
    const largest = Math.max(...visible);
    const off = Math.abs(largest) > LARGE ? largest : 0;
    const exp = (z) => Math.exp(z - off);
    const total = visible.reduce((sum, z) => sum + exp(z), 0);
    const computed = exp(row[j]) / total;
    const term = (z) => [[`exp(${termText(z)}${off ? ` − ${factor(off)}` : ""})`, of.symbol]];
    const digits = `) ≈ ${termText(exp(row[j]))} ÷ ${termText(total)}${resultText(computed)}`;
    const parts = [[" = "], ...term(row[j]), [" ÷ ("], ...joined(visible.map(term)), [digits]];
    // exp turns the rounding of a score, which grows with it, into one of its result.
    return { parts, computed, size: computed * Math.max(1, ...visible.map(Math.abs)) };
  },

  mean({ m, i, j, stages }) {
    const each = m.made.each.map((id) => stages.get(id));
    const values = each.map((one) => at(one, i, j));
    const terms = values.map((value, n) => [[factor(value), each[n].symbol]]);
    const computed = values.reduce((sum, value) => sum + value, 0) / each.length;
    const parts = [[" = ("], ...joined(terms), [`) ÷ ${each.length}${resultText(computed)}`]];
    return { parts, computed, size: Math.abs(computed) };
  },

  beside({ m, i, j, stages }) {
    const { id, column } = besides(m, j);
    const one = stages.get(id);
    const { parts, computed, size } = recipe(stages, one, i, column);
    return { parts: [[" = "], [nameOf(one, i, column), one.symbol], ...parts], computed, size };
  },
};

/** Which of the matrices that were laid side by side has a column, and where. */
function besides({ made }, j) {
  return { id: made.each[Math.floor(j / made.width)], column: j % made.width };
}

function recipe(stages, m, i, j) {
  const [left, right, of] = ["left", "right", "of"].map((input) => stages.get(m.made[input]));
  return RECIPES[m.made.op]({ stages, m, i, j, left, right, of });
}

const isEdited = (m, i, j) => m.edited.some(([row, column]) => row === i && column === j);

/** Say how the number in row i, column j of a matrix is made, and check that it is. */
export function explain(stages, id, i, j) {
  const m = stages.get(id);
  const { parts, computed, size } = recipe(stages, m, i, j);
  const value = at(m, i, j);
  if (isEdited(m, i, j)) {
    const made = m.made.op === "given" ? [] : [["; it would be"], ...parts];
    const said = [[nameOf(m, i, j), m.symbol], [` = ${termText(value)}  (changed by hand`], ...made, [")"]];
    return { parts: said, computed: value, value, agrees: true };
  }
  const allowed = Math.max(m.tolerance * Math.max(size, Math.abs(value)), SMALLEST);
  const agrees = computed === value || Math.abs(computed - value) <= allowed;
  const name = [nameOf(m, i, j), m.symbol];
  const error = [` This page computed ${computed}, but NumPy says ${value}.`, "error"];
  return { parts: agrees ? [name, ...parts] : [name, ...parts, error], computed, value, agrees };
}

/** The row, the column or the cell of each matrix that the number is made from. */
export function inputs(stages, id, i, j) {
  const m = stages.get(id);
  const { op, of, left, right, transposed, index, mask, each } = m.made;
  const cell = { row: i, column: j };
  return {
    given: () => [],
    copy: () => [transposed ? { id: of, row: j, column: i } : { id: of, row: index, column: j }],
    matmul: () => [{ id: left, row: i }, { id: right, [transposed ? "row" : "column"]: j }],
    scale: () => [{ id: of, ...cell }],
    mask: () => [{ id: of, ...cell }, { id: mask, ...cell }],
    softmax: () => [{ id: of, row: i }],
    mean: () => each.map((one) => ({ id: one, ...cell })),
    beside: () => inputs(stages, besides(m, j).id, i, besides(m, j).column),
  }[op]();
}

/** The stages that one is made from, one after the other, and itself. */
export function chain(stages, id) {
  const of = stages.get(id)?.made.of;
  return of === undefined ? [id] : [...chain(stages, of), id];
}
