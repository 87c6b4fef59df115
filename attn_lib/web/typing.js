/**
 * Changing a number of the board by typing it (a digit, F2 or a double click), and back
 * to what it was (Delete, or a field that is left empty).
 *
 * @import { Cell, Change } from "./types"
 */

import { add, listen, targetOf } from "./elements.js";

/**
 * What typing needs: `editable` gives the cell of a node that may be changed, `change`
 * asks for it, `label` names the field of a matrix, and `refuse` is told what is no number.
 *
 * @typedef {object} Means
 * @property {(node: Element) => Cell | null} editable
 * @property {(change: Change) => void} change
 * @property {(matrix: string) => string} label
 * @property {(text: string) => void} refuse
 */

/**
 * What was typed, as a number: a comma, any minus sign and wide digits are understood too.
 *
 * @param {string} text
 */
export function typedNumber(text) {
  const plain = text
    .normalize("NFKC")
    .trim()
    .replace(/[‐‑‒–−]/g, "-")
    .replace(",", ".");
  const isDecimal = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain);
  return isDecimal && Number.isFinite(+plain) ? +plain : null;
}

/**
 * Let numbers be typed.
 *
 * @param {HTMLElement} root
 * @param {Means} means
 */
export function makeTypeable(root, means) {
  const { editable, change } = means;
  const keydown = (/** @type {KeyboardEvent} */ event) => {
    const node = targetOf(event);
    if (node.tagName === "INPUT") return; // a number is being typed
    const cell = editable(node);
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
    const isNumber = /^[-−–－0-9０-９.,]$/.test(event.key);
    if (isNumber || event.key === "F2") openField(node, cell, isNumber ? event.key : "", means);
    else if (event.key === "Delete" || event.key === "Backspace") change({ ...cell, number: null });
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  listen(root, { keydown }, { capture: true });
  listen(root, {
    dblclick(event) {
      const cell = editable(event.target);
      if (cell) openField(event.target.closest(".attn-cell"), cell, "", means);
    },
  });
}

/**
 * Put a field into a cell, with its number or with the first character that was typed.
 *
 * @param {HTMLElement} node
 * @param {Cell} cell
 * @param {string} first
 * @param {Means} means
 */
function openField(node, cell, first, { change, label, refuse }) {
  const input = add(null, "input", { class: "attn-input", "aria-label": label(cell.id) });
  input.inputMode = "decimal";
  const before = `${+Number(node.dataset.value).toFixed(3)}`;
  input.value = first || before;
  input.placeholder = node.textContent ?? ""; // what the cell shows when the field closes
  node.replaceChildren(input);
  input.focus();
  if (!first) input.select();
  let open = true;
  const close = (/** @type {boolean} */ keep) => {
    if (!open) return;
    open = false;
    const number = typedNumber(input.value);
    node.textContent = input.placeholder;
    if (!keep || (!first && input.value === before)) return; // nothing was typed
    if (number === null && input.value.trim()) refuse(input.value);
    else change({ ...cell, number });
  };
  // A cell that is taken off the page loses the focus just before it goes.
  input.addEventListener("blur", () => queueMicrotask(() => close(node.isConnected)));
  input.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key !== "Enter" && event.key !== "Escape") return;
    close(event.key === "Enter");
    node.focus();
  });
}
