/**
 * Every cell can be asked: its calculation is shown, and what it is made of lights up.
 *
 * @import { Cell, Part } from "./types"
 * @import { Lines } from "./lines"
 */

import { explain, inputs, wayOf } from "./arithmetic.js";
import { add, listen, setText, targetOf } from "./elements.js";
import { stageOf } from "./stages.js";

const MOVES = new Map([
  ["ArrowUp", [-1, 0]],
  ["ArrowDown", [1, 0]],
  ["ArrowLeft", [0, -1]],
  ["ArrowRight", [0, 1]],
]);

/** JupyterLab would take arrows for a change of cell, and letters for commands. @param {KeyboardEvent} event */
export function keepKey(event) {
  const runsCell = event.key === "Enter" && event.shiftKey;
  if (!event.ctrlKey && !event.metaKey && !event.altKey && !runsCell) event.stopPropagation();
}

/** The cell in which a node stands. @param {Element} node @returns {Cell | null} */
export function cellOf(node) {
  const data = /** @type {HTMLElement | null} */ (node.closest(".attn-cell"))?.dataset;
  return data ? { id: `${data.id}`, i: Number(data.row), j: Number(data.column) } : null;
}

export class Asking {
  /**
   * @param {HTMLElement} root
   * @param {HTMLElement} answer Where the calculation is shown.
   * @param {Lines} lines
   */
  constructor(root, answer, lines) {
    this.root = root;
    this.answer = answer;
    this.lines = lines;
    this.inkOf = lines.means.inkOf;
    this.say = lines.means.say;
    /** @type {Cell | null} */
    this.asked = null; // whose calculation is shown
    this.pinned = false;
    /** @type {[Element, string][]} */
    this.lit = [];
    listen(root, this.handlers());
  }

  /** Show the calculation of a cell and, of a stage, the way through all of them. @param {Cell | null} cell */
  ask(cell) {
    this.asked = cell;
    this.pinned &&= cell !== null;
    this.root.classList.toggle("attn-pinned", this.pinned);
    this.lightUp();
    if (!cell && this.answer.querySelector(".attn-hint")) return;
    this.answer.replaceChildren();
    if (!cell) {
      setText(add(this.answer, "p", { class: "attn-hint" }), this.say("hint"));
      return;
    }
    const { stages } = this.lines;
    this.print(explain(stages, cell.id, cell.i, cell.j, this.say).parts);
    const way = wayOf(stages, cell);
    if (way.length) this.print(way);
  }

  /** Ask again what was asked, of another picture: its cell may be gone. */
  askAgain() {
    const cell = this.asked;
    const still = cell && this.lines.views.get(cell.id)?.cells[cell.i]?.[cell.j];
    this.ask(still ? cell : null);
  }

  /** @param {Cell} cell */
  hold(cell) {
    this.pinned = true;
    this.ask(cell);
  }

  /** Hold a cell, or let go of the one that is held. @param {Cell} cell */
  pin(cell) {
    this.pinned = !(this.pinned && JSON.stringify(cell) === JSON.stringify(this.asked));
    this.ask(cell);
  }

  /** @param {Part[]} parts */
  print(parts) {
    const line = add(this.answer, "p");
    for (const [text, symbol] of parts) {
      const span = add(line, "span", symbol === "error" ? { class: "attn-error" } : {});
      span.textContent = text;
      span.style.color = this.inkOf(symbol ?? "");
    }
  }

  /** @param {Element | undefined} node @param {string} className */
  light(node, className) {
    if (!node) return;
    node.classList.add(className);
    this.lit.push([node, className]);
  }

  /** Light the asked cell, the same cell of its sister stages, and what it is made of. */
  lightUp() {
    for (const [node, className] of this.lit.splice(0)) node.classList.remove(className);
    if (!this.asked) return;
    const { stages, views } = this.lines;
    const { id, i, j } = this.asked;
    const m = stageOf(stages, id);
    for (const [other, view] of views) {
      if (other !== id && !(m.cursor && stageOf(stages, other).cursor)) continue;
      this.light(view.cells[i][j], other === id ? "attn-asked" : "attn-cursor");
      this.light(view.rowNames[i], "attn-named");
      this.light(view.columnNames[j], "attn-named");
    }
    for (const { id: input, row = -1, column = -1 } of inputs(stages, id, i, j)) {
      const view = views.get(input);
      if (!view) continue;
      this.light(view.rowNames[row], "attn-named");
      this.light(view.columnNames[column], "attn-named");
      if (column < 0) for (const cell of view.cells[row]) this.light(cell, "attn-in-row");
      else if (row < 0) for (const cells of view.cells) this.light(cells[column], "attn-in-column");
      else this.light(view.cells[row][column], "attn-cursor");
    }
  }

  /** @returns {Record<string, (event: any) => void>} */
  handlers() {
    return {
      pointerover: (event) => {
        const cell = cellOf(targetOf(event));
        if (cell && !this.pinned) this.ask(cell);
      },
      pointerleave: () => {
        if (!this.pinned && !this.root.contains(document.activeElement)) this.ask(null);
      },
      focusin: (event) => {
        const cell = cellOf(targetOf(event));
        if (!cell) return;
        this.lines.views.get(cell.id)?.reach(cell.i, cell.j);
        if (targetOf(event).matches(":focus-visible")) this.ask(cell); // else a click follows
      },
      focusout: (event) => {
        if (!this.pinned && !this.root.contains(event.relatedTarget)) this.ask(null);
      },
      click: (event) => {
        const cell = cellOf(targetOf(event));
        if (cell) this.pin(cell);
      },
      keydown: (event) => this.press(event),
    };
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    keepKey(event);
    if (event.key === "Escape") this.ask(null);
    const cell = cellOf(targetOf(event));
    const move = MOVES.get(event.key);
    if (!cell || !(move || event.key === "Enter" || event.key === " ")) return;
    event.preventDefault();
    if (!move) return this.pin(cell);
    const [down, right] = move;
    this.lines.views.get(cell.id)?.cells[cell.i + down]?.[cell.j + right]?.focus();
  }
}
