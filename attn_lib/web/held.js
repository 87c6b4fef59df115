/** A picture that is kept on the page, to compare the next ones with it. */

import { add } from "./elements.js";

/** @typedef {Map<string, HTMLElement>} Cells */

/** A copy of what is drawn, the pixels of small maps too. @param {Element} part */
function copyOf(part) {
  const copy = /** @type {Element} */ (part.cloneNode(true));
  const maps = part.querySelectorAll("canvas");
  copy.querySelectorAll("canvas").forEach((map, n) => {
    map.getContext("2d")?.drawImage(maps[n], 0, 0);
  });
  return copy;
}

/** The cells of a part of the page, by their places. @param {Element} part @returns {Cells} */
function cellsOf(part) {
  const cells = /** @type {HTMLElement[]} */ ([...part.querySelectorAll(".attn-cell")]);
  return new Map(
    cells.map((cell) => [`${cell.dataset.id},${cell.dataset.row},${cell.dataset.column}`, cell]),
  );
}

export class Held {
  /**
   * @param {HTMLElement} root
   * @param {HTMLElement} lines After which it stands.
   * @param {() => Element[]} parts What is kept.
   */
  constructor(root, lines, parts) {
    this.root = root;
    this.lines = lines;
    this.parts = parts;
    /** @type {HTMLElement | null} */
    this.copy = null;
  }

  /** Keep what is drawn, or no longer. Says which. */
  toggle() {
    const wanted = this.copy === null;
    this.copy?.remove();
    this.copy = null;
    for (const cell of this.root.querySelectorAll(".attn-changed"))
      cell.classList.remove("attn-changed");
    if (!wanted) return false;
    this.copy = add(null, "div", { class: "attn-held" });
    this.copy.inert = true;
    this.copy.append(...this.parts().map(copyOf));
    this.lines.after(this.copy);
    return true;
  }

  /** Mark in both pictures the cells that differ. */
  compare() {
    if (!this.copy) return;
    const before = cellsOf(this.copy);
    for (const [place, cell] of cellsOf(this.lines)) {
      const other = before.get(place);
      const changed = other !== undefined && other.dataset.value !== cell.dataset.value;
      cell.classList.toggle("attn-changed", changed);
      other?.classList.toggle("attn-changed", changed);
    }
  }
}
