/**
 * Changing a number of the board by dragging it sideways.
 *
 * @import { Cell, Change } from "./types"
 */

import { listen, targetOf } from "./elements.js";

const PIXELS = 8; // of dragging that change a number by
const STEP = 0.1;

/**
 * Let numbers be dragged.
 *
 * @param {HTMLElement} root
 * @param {(node: Element) => Cell | null} editable Gives the cell of a node that may be.
 * @param {(change: Change) => void} change
 */
export function makeDraggable(root, editable, change) {
  /** @type {{ cell: Cell, from: number, x: number, moved: boolean } | null} */
  let dragged = null;
  const letGo = () => {
    dragged = null;
  };
  listen(root, {
    pointerdown(event) {
      if (targetOf(event).tagName === "INPUT") return; // digits are being marked
      const cell = editable(event.target);
      if (!cell || event.button !== 0) return;
      const node = event.target.closest(".attn-cell");
      dragged = { cell, from: +node.dataset.value, x: event.clientX, moved: false };
    },
    pointermove(event) {
      if (!dragged) return;
      const steps = Math.round((event.clientX - dragged.x) / PIXELS);
      if (!steps && !dragged.moved) return;
      if (!dragged.moved) root.setPointerCapture(event.pointerId);
      dragged.moved = true;
      change({ ...dragged.cell, number: +(dragged.from + steps * STEP).toFixed(3) });
    },
    pointerup() {
      if (dragged?.moved) swallowClick(root);
      letGo();
    },
    pointercancel: letGo,
  });
}

/** The click that ends a drag is no request to hold the cell. @param {HTMLElement} root */
function swallowClick(root) {
  const swallow = (/** @type {Event} */ event) => event.stopImmediatePropagation();
  root.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => root.removeEventListener("click", swallow, { capture: true }));
}
