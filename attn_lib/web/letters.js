/**
 * How wide numbers are in the letters that the browser really sets. That depends on the
 * machine's fonts, on the smallest size that a person wants and on how far the page is
 * enlarged; and it changes when a font arrives late. All of the board asks here.
 */

import { add } from "./elements.js";

const NUMBER = "−0.00"; // nearly every number is as wide, or less
const IN_NUMBERS = [..."0123456789−.e∞✓≈"];
const INDENT = 6; // px: around words in a row's cells, as in board.css
const WIDE = 2.8; // NUMBER by the letters' size: above it, numbers are set smaller
const TRIED = 100; // px: so large that rounding to pixels does not count

export class Letters {
  /**
   * @param {HTMLElement} root
   * @param {string} words What is said once in a row, across its cells.
   * @param {() => void} onChange Called when the same text has become wider or narrower.
   */
  constructor(root, words, onChange) {
    this.root = root;
    this.words = words;
    const hidden = add(root, "div", { class: "attn-probe", "aria-hidden": "true" });
    this.probe = add(hidden, "div");
    // The style sheet sets these texts: they are none that one could find.
    this.texts = [NUMBER, words, ...IN_NUMBERS].map((text) =>
      add(this.probe, "span", { "data-text": text }),
    );
    this.texts[0].style.fontSize = `${TRIED}px`;
    this.texts[1].className = "attn-probe-words";
    /** @type {Map<string, number>} */
    this.widths = new Map(); // text → px; empty until the board is seen on a page
    this.number = 0; // px: how wide NUMBER is in a cell
    this.sizes = new ResizeObserver(() => this.measure() && onChange());
    this.sizes.observe(this.probe);
    this.measure();
  }

  /** Ask the browser how wide the letters are, and say whether that is news. */
  measure() {
    /** @param {Element} node */
    const widthOf = (node) => node.getBoundingClientRect().width;
    const tried = widthOf(this.texts[0]);
    if (!tried) return false; // nothing of it is shown
    this.root.classList.toggle("attn-wide-letters", tried > WIDE * TRIED);
    /** @type {[string, number][]} */
    const widths = this.texts.map((node) => [node.dataset.text ?? "", widthOf(node)]);
    const isNew = widths.some(([text, width]) => this.widths.get(text) !== width);
    this.widths = new Map(widths);
    this.number = this.width(NUMBER);
    if (isNew) this.root.style.setProperty("--attn-number", `${this.number}px`);
    return isNew;
  }

  /** How wide a number is in a cell, in pixels of the page. @param {string} number */
  width(number) {
    return [...number].reduce((sum, letter) => sum + (this.widths.get(letter) ?? 0), 0);
  }

  /**
   * How many times as wide as NUMBER the cells of a matrix of so many columns have to be
   * for a text in one of them; 1 at least.
   *
   * @param {string} text
   * @param {number} columns
   */
  share(text, columns) {
    if (!this.number) return 1;
    if (text === this.words)
      return Math.max(1, ((this.widths.get(text) ?? 0) + INDENT) / columns / this.number);
    if (text.length < NUMBER.length) return 1;
    return Math.max(1, this.width(text) / this.number);
  }

  end() {
    this.sizes.disconnect();
  }
}
