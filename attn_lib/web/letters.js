/**
 * How wide numbers are in the letters that the browser really sets. That depends on the
 * machine's fonts, on the smallest size that a person wants and on how far the page is
 * enlarged; and it changes when a font arrives late. All of the board asks here.
 */

const NUMBER = "−0.00"; // nearly every number is as wide, or less
const IN_NUMBERS = [..."0123456789−.e∞✓≈"];
export const NOTHING_VISIBLE = "nothing visible"; // said once in a row, across its cells
const INDENT = 6; // px: around NOTHING_VISIBLE, as in board.css
const WIDE = 2.8; // NUMBER by the letters' size: above it, numbers are set smaller
const TRIED = 100; // px: so large that rounding to pixels does not count

export class Letters {
  /** `onChange` is called when the same text has become wider or narrower. */
  constructor(root, onChange) {
    this.root = root;
    const hidden = root.appendChild(document.createElement("div"));
    hidden.className = "attn-probe";
    hidden.setAttribute("aria-hidden", "true");
    this.probe = hidden.appendChild(document.createElement("div"));
    this.texts = [NUMBER, NOTHING_VISIBLE, ...IN_NUMBERS].map((text) => this.add(text));
    this.texts[0].style.fontSize = `${TRIED}px`;
    this.texts[1].className = "attn-probe-words";
    this.widths = new Map(); // text → px; empty until the board is seen on a page
    this.number = 0; // px: how wide NUMBER is in a cell
    this.sizes = new ResizeObserver(() => this.measure() && onChange());
    this.sizes.observe(this.probe);
    this.measure();
  }

  /** A text that is measured. The style sheet sets it: it is none that one could find. */
  add(text) {
    const node = this.probe.appendChild(document.createElement("span"));
    node.dataset.text = text;
    return node;
  }

  /** Ask the browser how wide the letters are, and say whether that is news. */
  measure() {
    const widthOf = (node) => node.getBoundingClientRect().width;
    const tried = widthOf(this.texts[0]);
    if (!tried) return false; // nothing of it is shown
    this.root.classList.toggle("attn-wide-letters", tried > WIDE * TRIED);
    const widths = this.texts.map((node) => [node.dataset.text, widthOf(node)]);
    const isNew = widths.some(([text, width]) => this.widths.get(text) !== width);
    this.widths = new Map(widths);
    this.number = this.width(NUMBER);
    if (isNew) this.root.style.setProperty("--attn-number", `${this.number}px`);
    return isNew;
  }

  /** How wide a number is in a cell, in pixels of the page. */
  width(number) {
    return [...number].reduce((sum, letter) => sum + (this.widths.get(letter) ?? 0), 0);
  }

  /**
   * How many times as wide as NUMBER the cells of a matrix of so many columns have to be
   * for a text in one of them; 1 at least.
   */
  share(text, columns) {
    if (text.length < NUMBER.length || !this.number) return 1;
    const isNumber = text !== NOTHING_VISIBLE;
    const width = isNumber ? this.width(text) : (this.widths.get(text) + INDENT) / columns;
    return Math.max(1, width / this.number);
  }

  end() {
    this.sizes.disconnect();
  }
}
