/** The colour of a number: how far from 0 it is, and on which side. */

const NEGATIVE = "#e69f00"; // below zero: amber, as in the figures, and a minus sign

/** @type {Map<string, number[]>} */
const CHANNELS = new Map(); // hex → red, green, blue: the same few, for every cell

/** @param {string} hex */
function channels(hex) {
  let found = CHANNELS.get(hex);
  if (!found) {
    found = [1, 3, 5].map((k) => parseInt(hex.slice(k, k + 2), 16));
    CHANNELS.set(hex, found);
  }
  return found;
}

/** @param {number} c */
const linear = (c) => (c <= 10.31 ? c / 3294.6 : ((c / 255 + 0.055) / 1.055) ** 2.4);

/**
 * Background of a number and the ink that reads on it: a contrast of 4.5 at least.
 *
 * @param {number} value
 * @param {number} limit The size that has the full colour.
 * @param {string} colour
 * @param {string} paper
 */
export function cellColours(value, limit, colour, paper) {
  const t = Math.min(1, Math.abs(value) / limit);
  const full = channels(value < 0 ? NEGATIVE : colour);
  const [r, g, b] = channels(paper).map((c, k) => Math.round(c + (full[k] - c) * t));
  // Relative luminance of WCAG 2.1; at 0.179 black and white read equally well.
  const luminance = 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  return { background: `rgb(${r}, ${g}, ${b})`, ink: luminance > 0.179 ? "#000000" : "#ffffff" };
}
