/**
 * Numbers as they are read: the bytes that NumPy sent, and how a number is written.
 *
 * One rule of rounding, the same as in _numbers.py: what computation leaves in the last
 * digits is dropped first (twelve digits count), then a half is rounded away from zero.
 * So a number reads the same on the page, in a picture and in a sentence, whichever
 * processor computed it.
 */

const DIGITS = 12; // that count; a double has nearly sixteen
const LONGEST = 5; // characters of a number in a cell
const MOST_KEPT = 20000; // texts: of a drag through a slider's range, and back

/** Bytes from NumPy → numbers. A copy: they need not start at a multiple of eight. @param {DataView} bytes */
export function doubles({ buffer, byteOffset, byteLength }) {
  return new Float64Array(buffer.slice(byteOffset, byteOffset + byteLength));
}

/** The number that its counting digits give, a half just above one: so it rounds away. @param {number} value */
const decided = (value) => Number(value.toPrecision(DIGITS)) * (1 + 1e-14);

/** Real minus signs, and none before a zero; 1e7, not 1e+7. @param {string} text */
const asWritten = (text) =>
  text
    .replace(/^-(?=0(\.0*)?$)/, "")
    .replaceAll("-", "−")
    .replace("e+", "e")
    .replace("Infinity", "∞");

/** A number with so many decimals. @param {number} value @param {number} [digits] */
export const numberText = (value, digits = 2) => asWritten(decided(value).toFixed(digits));

/** @param {number} value @param {number} digits */
const exponentText = (value, digits) => asWritten(decided(value).toExponential(digits));

/** @type {Map<number, string>} */
const kept = new Map(); // number → its text: a drag comes by the same numbers again

/**
 * A number as it stands in a cell: two decimals, fewer where five characters are full.
 * 0 is exactly 0; what only rounds to it is ≈0.
 *
 * @param {number} value
 */
export function cellText(value) {
  let text = kept.get(value);
  if (text !== undefined) return text;
  text = newCellText(value);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(value, text);
  return text;
}

/** @param {number} value */
function newCellText(value) {
  if (value === 0) return "0";
  if (Math.abs(decided(value)) < 0.005) return "≈0";
  for (const digits of [2, 1, 0]) {
    const text = numberText(value, digits);
    if (text.length <= LONGEST) return text;
  }
  return exponentText(value, 0);
}

/** A number as it stands in a calculation: three decimals at most, a tiny one as 1e-4. @param {number} value */
export function termText(value) {
  const size = Math.abs(value);
  if (size > 1e6) return exponentText(value, 3);
  if (value !== 0 && size < 5e-4) return exponentText(value, 1);
  return asWritten(`${Number(decided(value).toFixed(3))}`);
}

/** The result of a calculation: "=" if the digits shown are all of it, "≈" if rounded. @param {number} value */
export function resultText(value) {
  const text = termText(value);
  const shown = Number(text.replaceAll("−", "-").replace("∞", "Infinity"));
  return ` ${shown === Number(value.toPrecision(DIGITS)) ? "=" : "≈"} ${text}`;
}
