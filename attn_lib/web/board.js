/**
 * The board: draws labelled matrices as real text, and says how each number is made.
 *
 * All numbers come from NumPy, as bytes. The page multiplies, adds and exponentiates
 * only the terms of the one cell that is asked, to print them, and says so when they do
 * not give NumPy's number. Text is set as text, never as markup: it is the learner's.
 *
 * @import { Place } from "./types"
 */

import { Asking, cellOf, keepKey } from "./asking.js";
import { changesTo } from "./changes.js";
import { makeDraggable } from "./dragging.js";
import { add, show } from "./elements.js";
import { keepDrawn } from "./frames.js";
import { Letters } from "./letters.js";
import { Lines } from "./lines.js";
import { makePaintable } from "./painting.js";
import { Pictures } from "./pictures.js";
import { isDark, paperOf } from "./theme.js";
import { Tools } from "./tools.js";
import { makeTypeable } from "./typing.js";
import { speaker } from "./words.js";

// What is tried on a page.
export { explain } from "./arithmetic.js";
export { cellText, numberText } from "./numbers.js";
export { asSvg } from "./saving.js";
export { decode } from "./stages.js";
export { speaker };

const REST = 600; // ms without a new picture after which wide columns may be narrow again
const QUOTED = 40; // characters of what was typed and is no number

class Board {
  /** @param {Place} place */
  constructor({ model, el }) {
    this.model = model;
    this.root = add(el, "div", { class: "attn-board" });
    this.say = speaker(model.get("words"));
    this.trouble = add(this.root, "p", { class: "attn-trouble", role: "status" });
    this.message = add(this.root, "p", { class: "attn-message", role: "status" });
    const node = add(this.root, "div");
    const answer = add(this.root, "div", { class: "attn-answer", "aria-live": "polite" });
    const [say, inkOf] = [this.say, this.inkOf.bind(this)];
    this.pictures = new Pictures(model, say, () => this.schedule());
    const letters = new Letters(this.root, say("nothing_visible"), () => this.lines.settle());
    this.lines = new Lines(node, { inkOf, letters, say });
    this.asking = new Asking(this.root, answer, this.lines);
    this.changes = changesTo(
      (content) => this.send(content),
      () => this.pictures.shown.key,
      () => this.schedule(),
    );
    const code = () => this.pictures.shown.code;
    this.tools = new Tools(this.root, { lines: this.lines, asking: this.asking, code, say });
    this.refused = { key: "", text: "" }; // what was said of a change, while the controls stand so
    this.rest = 0;
    this.endings = [() => letters.end(), this.follow(), this.letChange(node)];
  }

  /** A symbol's colour for words: it follows the theme by itself. @param {string} symbol */
  inkOf(symbol) {
    return symbol in this.model.get("colours") ? `var(--attn-${symbol})` : "";
  }

  /** @param {string} symbol @returns {string} */
  colourOf(symbol) {
    return this.model.get("colours")[symbol]?.[isDark(this.root) ? 1 : 0];
  }

  schedule() {
    this.frames?.schedule();
  }

  draw() {
    const picture = this.pictures.newest();
    show(
      this.message,
      this.refused.key === this.pictures.key() ? this.refused.text : picture.message,
    );
    show(this.trouble, this.pictures.trouble() || (this.changes.isLate() ? this.say("late") : ""));
    this.pictures.tend();
    const colourOf = this.colourOf.bind(this);
    const grown = this.lines.update(picture.lines, picture.stages(), colourOf, paperOf(this.root));
    this.asking.askAgain();
    this.tools.drawn();
    if (grown) this.lines.shareNames(); // at the end: it asks the browser where everything stands
    clearTimeout(this.rest);
    if (this.lines.isWide()) this.rest = setTimeout(() => this.lines.settle(), REST);
  }

  /** @param {string} text */
  refuse(text) {
    this.refused = { key: this.pictures.key(), text };
    this.schedule();
  }

  /** @param {unknown} content */
  send(content) {
    this.refused = { key: "", text: "" };
    this.pictures.tellNow();
    this.model.send(content);
  }

  /** Hear when Python has dealt with the numbers that were sent. */
  follow() {
    /** @param {{ later?: boolean, refused?: string } | undefined} content */
    const answered = (content) => {
      const reason = this.changes.answered(content ?? {});
      if (reason) this.refuse(reason);
    };
    this.model.on("msg:custom", answered);
    return () => this.model.off("msg:custom", answered);
  }

  /** Let numbers be typed and dragged, and the mask be painted. @param {HTMLElement} node */
  letChange(node) {
    /** @param {boolean} isMask */
    const mayChange = (isMask) => (/** @type {Element} */ target) => {
      const cell = cellOf(target);
      const m = cell && this.lines.stages.get(cell.id);
      return this.pictures.alive() && m?.editable && (m.kind === "mask") === isMask ? cell : null;
    };
    const change = this.changes.change;
    const label = (/** @type {string} */ matrix) => this.say("new_number", { matrix });
    const isNone = (/** @type {string} */ text) =>
      this.refuse(this.say("no_number", { text: text.slice(0, QUOTED) }));
    makeTypeable(node, { editable: mayChange(false), change, label, refuse: isNone });
    makeDraggable(node, mayChange(false), change);
    return makePaintable(node, mayChange(true), change);
  }

  /** Begin to draw. */
  start() {
    const onWidth = () => {
      this.root.closest(".attn-explorer")?.addEventListener("keydown", KEEP_KEY); // once: it is one function
      this.lines.shareNames();
    };
    this.frames = keepDrawn(this.model, this.root, () => this.draw(), onWidth);
    this.pictures.listen();
  }

  end() {
    this.frames?.end();
    clearTimeout(this.rest);
    for (const end of this.endings) end();
    this.tools.end();
    this.changes.end();
    this.pictures.end();
  }
}

const KEEP_KEY = /** @type {EventListener} */ (keepKey);

/** @param {Place} place */
function render(place) {
  const board = new Board(place);
  board.start();
  return () => board.end();
}

export default { render };
