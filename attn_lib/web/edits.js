/**
 * Changing a number of the board: by typing it (a digit, F2 or a double click), by
 * dragging it sideways, and back to what it was (Delete, or a field that is left empty).
 * NumPy says what follows; if it does not for as long as PATIENCE, the page says so.
 */

import { PATIENCE } from "./elements.js";

const AGAIN = 100; // ms until what was done on a later picture than Python's is sent again
const MOST_TIMES = 10; // by then Python has heard where the controls stand
const PIXELS = 8; // of dragging that change a number by
const STEP = 0.1;

/**
 * At most one request is under way; meanwhile the last change of each cell is kept.
 * `keyOf` gives the key of the picture on the page: what is done goes with that of the
 * picture it was done on. `onChange` is called when an answer is late, and when it comes
 * after all.
 */
export function oneAtATime(send, keyOf, onChange) {
  let waiting = null; // what was sent: { edits, key }, and how many `times`
  let late = false;
  let timer = 0;
  let again = 0;
  const kept = new Map();
  const say = (isLate) => {
    const news = late !== isLate;
    late = isLate;
    if (news) onChange();
  };
  const ask = () => {
    waiting.times += 1;
    send(waiting.content);
  };
  const go = () => {
    if (waiting || !kept.size) return;
    const [{ key }] = kept.values();
    const same = [...kept].filter(([, one]) => JSON.stringify(one.key) === JSON.stringify(key));
    for (const [cell] of same) kept.delete(cell);
    waiting = { content: { edits: same.map(([, { change }]) => change), key }, times: 0 };
    timer = setTimeout(() => say(true), PATIENCE);
    ask();
  };
  return {
    late: () => late,
    change(change) {
      const key = keyOf();
      kept.set(JSON.stringify([key, change.id, change.i, change.j]), { change, key });
      go();
    },
    /** Python has answered; give why it did not do what was asked, if it did not. */
    answered({ later, refused }) {
      if (later && !waiting) return undefined; // it was another view that asked
      if (later && waiting.times < MOST_TIMES) {
        clearTimeout(again);
        again = setTimeout(ask, AGAIN);
        return undefined;
      }
      waiting = null;
      clearTimeout(timer);
      say(false);
      go();
      return refused;
    },
    end: () => [timer, again].forEach(clearTimeout),
  };
}

/** What was typed, as a number: a comma, any minus sign and wide digits are understood too. */
export function typedNumber(text) {
  const plain = text.normalize("NFKC").trim().replace(/[‐‑‒–−]/g, "-").replace(",", ".");
  const isDecimal = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain);
  return isDecimal && Number.isFinite(+plain) ? +plain : null;
}

/**
 * Let the mask be painted: by a press, by dragging over cells, or with the space bar.
 * `paintable` and `change` are as in `makeEditable`; the number is 1, visible, or 0.
 */
export function makePaintable(root, paintable, change) {
  let brush = null; // what the drag paints with
  const paint = (node, number) => {
    const cell = paintable(node);
    if (cell) change({ ...cell, number });
  };
  const other = (node) => 1 - node.closest(".attn-cell").dataset.value;
  const handlers = {
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
    keydown(event) {
      if (event.key !== " " || !paintable(event.target)) return;
      paint(event.target, other(event.target));
      event.preventDefault();
      event.stopImmediatePropagation();
    },
  };
  for (const [name, handler] of Object.entries(handlers)) root.addEventListener(name, handler, name === "keydown");
  const done = () => (brush = null);
  for (const name of ["pointerup", "pointercancel"]) window.addEventListener(name, done);
  return () => {
    for (const name of ["pointerup", "pointercancel"]) window.removeEventListener(name, done);
  };
}

/**
 * Let numbers be changed. `editable(node)` gives the cell { id, i, j } of a node if it
 * can be changed, `change({ id, i, j, number })` asks for it; null takes it back.
 * `refuse(text)` says that what was typed is no number.
 */
export function makeEditable(root, editable, change, refuse) {
  let dragged = null; // { cell, node, from, x, moved }

  function type(node, cell, first = "") {
    const input = document.createElement("input");
    input.className = "attn-input";
    input.setAttribute("aria-label", `new number for ${cell.id}`);
    input.inputMode = "decimal";
    const before = `${+(+node.dataset.value).toFixed(3)}`;
    input.value = first || before;
    input.placeholder = node.textContent; // what the cell shows when the field closes
    node.replaceChildren(input);
    input.focus();
    if (!first) input.select();
    let open = true;
    const close = (keep) => {
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

  const handlers = {
    dblclick(event) {
      const cell = editable(event.target);
      if (cell) type(event.target.closest(".attn-cell"), cell);
    },
    keydown(event) {
      if (event.target.tagName === "INPUT") return; // a number is being typed
      const cell = editable(event.target);
      if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
      const isNumber = /^[-−–－0-9０-９.,]$/.test(event.key);
      if (isNumber || event.key === "F2") type(event.target, cell, isNumber ? event.key : "");
      else if (event.key === "Delete" || event.key === "Backspace") change({ ...cell, number: null });
      else return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    pointerdown(event) {
      if (event.target.tagName === "INPUT") return; // digits are being marked
      const cell = editable(event.target);
      if (!cell || event.button !== 0) return;
      const node = event.target.closest(".attn-cell");
      dragged = { cell, node, from: +node.dataset.value, x: event.clientX, moved: false };
    },
    pointermove(event) {
      if (!dragged) return;
      const steps = Math.round((event.clientX - dragged.x) / PIXELS);
      if (!steps && !dragged.moved) return;
      if (!dragged.moved) root.setPointerCapture(event.pointerId);
      dragged.moved = true;
      const number = +(dragged.from + steps * STEP).toFixed(3);
      change({ ...dragged.cell, number });
    },
    pointerup() {
      // The click that ends a drag is no request to hold the cell.
      if (dragged?.moved) {
        const swallow = (event) => event.stopImmediatePropagation();
        root.addEventListener("click", swallow, { capture: true, once: true });
        setTimeout(() => root.removeEventListener("click", swallow, { capture: true }));
      }
      dragged = null;
    },
    pointercancel() {
      dragged = null;
    },
  };
  for (const [name, handler] of Object.entries(handlers)) root.addEventListener(name, handler, name === "keydown");
}
