/**
 * Painting the mask: by a press, by dragging over cells, or with the space bar.
 *
 * @import { Cell, Change } from "./types"
 */

import { listen, targetOf } from "./elements.js";

/**
 * Let it be painted. Returns the end of it.
 *
 * @param {HTMLElement} root
 * @param {(node: Element) => Cell | null} paintable Gives the cell of a node that may be.
 * @param {(change: Change) => void} change Asks for 1, visible, or 0.
 */
export function makePaintable(root, paintable, change) {
  /** @type {number | null} */
  let brush = null; // what the drag paints with
  /** @param {Element} node @param {number} number */
  const paint = (node, number) => {
    const cell = paintable(node);
    if (cell) change({ ...cell, number });
  };
  /** @param {Element} node */
  const other = (node) =>
    1 - Number(/** @type {HTMLElement | null} */ (node.closest(".attn-cell"))?.dataset.value);
  listen(root, {
    pointerdown(event) {
      if (event.button !== 0 || !paintable(event.target)) return;
      event.target.releasePointerCapture?.(event.pointerId); // of a finger
      brush = other(event.target);
      paint(event.target, brush);
    },
    pointermove(event) {
      if (brush === null) return;
      const under = document.elementFromPoint(event.clientX, event.clientY);
      if (under && root.contains(under)) paint(under, brush);
    },
  });
  const keydown = (/** @type {KeyboardEvent} */ event) => {
    const node = targetOf(event);
    if (event.key !== " " || !paintable(node)) return;
    paint(node, other(node));
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  listen(root, { keydown }, { capture: true });
  const done = () => {
    brush = null;
  };
  return listen(/** @type {EventTarget} */ (window), { pointerup: done, pointercancel: done });
}
