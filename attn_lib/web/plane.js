/**
 * The plane: arrows from the origin, or points and their hull, that are moved by hand.
 *
 * What is moved is drawn where the hand has it, at once. Every number said of it comes
 * from NumPy, as bytes, and follows. Text is set as text, never as markup.
 *
 * @import { Place, Point } from "./types"
 */

import { add, addShape, listen, setText, targetOf } from "./elements.js";
import { keepDrawn } from "./frames.js";
import { decodeScene, tidy } from "./geometry.js";
import { Moves } from "./moves.js";
import { PlanePicture } from "./plane_picture.js";
import { PlaneTable } from "./plane_table.js";
import { calculations } from "./plane_words.js";
import { speaker } from "./words.js";

const NARROW = 420; // px: below it the numbers stand closer
const STEP = { small: 0.1, large: 0.5 };
/** @type {Map<string, Point>} */
const DIRECTIONS = new Map([
  ["ArrowUp", [0, 1]],
  ["ArrowDown", [0, -1]],
  ["ArrowLeft", [-1, 0]],
  ["ArrowRight", [1, 0]],
]);

/** @typedef {{ kind: string, picture: PlanePicture, table: PlaneTable }} Parts */

class Plane {
  /** @param {Place} place */
  constructor({ model, el }) {
    this.model = model;
    this.say = speaker(model.get("words"));
    this.root = add(el, "div", { class: "attn-view attn-plane" });
    this.main = add(this.root, "div", { class: "attn-plane-main" });
    this.svg = addShape(this.main, "svg", { role: "group" });
    const side = add(this.main, "div", { class: "attn-plane-side" });
    this.table = add(side, "table");
    this.working = add(side, "div", { class: "attn-working", "aria-live": "polite" });
    this.silent = add(side, "p", { class: "attn-silent", role: "status", hidden: "" });
    this.hint = add(side, "p", { class: "attn-hint" });
    this.moves = new Moves(
      (content) => model.send(content),
      (isSilent) => this.showSilence(isSilent),
    );
    this.scene = this.sent(); // the last state of the kernel that is not stale
    /** @type {Parts | null} */
    this.parts = null;
    this.chosen = 1; // whose calculation is shown
    /** @type {{ i: number, offset: Point } | null} */
    this.hand = null; // while something is dragged
    this.letHandMove();
    // Names are placed by their width: a font may come late, and "Larger" makes them wider.
    this.letters = new ResizeObserver(() => this.frames?.schedule());
  }

  /** Begin to draw. */
  start() {
    this.frames = keepDrawn(this.model, this.root, () => this.draw());
  }

  end() {
    this.frames?.end();
    this.letters.disconnect();
    this.moves.end();
  }

  sent() {
    return decodeScene(this.model.get("scene"), this.model.get("data"));
  }

  /** @param {boolean} isSilent */
  showSilence(isSilent) {
    this.silent.hidden = !isSilent;
    setText(this.silent, isSilent ? this.say("silent") : "");
    this.root.classList.toggle("attn-waiting", isSilent);
  }

  /** Make the nodes anew, only when what is shown is another number of things. @returns {Parts} */
  build() {
    const kind = `${this.scene.kind} ${this.scene.names}`;
    if (this.parts?.kind === kind) return this.parts;
    const picture = new PlanePicture(this.main, this.scene, this.svg, this.say);
    const weigh = (/** @type {number} */ i, /** @type {number} */ weight) => {
      this.moves.move(`weight ${i}`, weight);
      this.choose(i);
    };
    const table = new PlaneTable(this.table, this.scene, weigh, this.say);
    this.letters.disconnect();
    this.letters.observe(table.widthOfName);
    setText(this.hint, this.say(this.scene.kind === "hull" ? "hint_hull" : "hint_arrows"));
    this.chosen = Math.min(this.chosen, this.scene.movable - 1);
    this.parts = { kind, picture, table };
    return this.parts;
  }

  /** Where a thing is drawn: where the hand has it. @param {number} i @returns {Point} */
  place(i) {
    const moved = i < this.scene.movable ? this.moves.get(`point ${i}`) : undefined;
    return /** @type {Point | undefined} */ (moved) ?? this.scene.points[i];
  }

  draw() {
    if (this.moves.accept(this.model.get("answered"))) this.scene = this.sent();
    const { scene } = this;
    const { picture, table } = this.build();
    this.root.classList.toggle("attn-narrow", this.root.clientWidth < NARROW);
    const points = scene.names.map((_, i) => this.place(i));
    picture.draw(scene, points, this.chosen, this.hand?.i ?? -1);
    const weights = Array.from(scene.columns.weight ?? [], (weight, i) =>
      Number(this.moves.get(`weight ${i}`) ?? weight),
    );
    table.draw(scene, points, weights, this.chosen);
    this.working.replaceChildren();
    for (const line of calculations(scene, this.chosen, this.say)) {
      const row = add(this.working, "p");
      for (const [text, symbol] of line) {
        setText(add(row, "span", symbol ? { style: `color: var(--attn-${symbol})` } : {}), text);
      }
    }
  }

  // ---- the hand

  /** @param {number} i */
  choose(i) {
    this.chosen = i;
    this.frames?.schedule();
  }

  /** @param {number} i @param {Point} to */
  movePoint(i, [x, y]) {
    const { limit } = this.scene;
    this.choose(i);
    this.moves.move(`point ${i}`, [tidy(x, limit), tidy(y, limit)]);
  }

  /** Where the pointer is in the plane. @param {PointerEvent} event @returns {Point} */
  pointer(event) {
    const box = this.svg.getBoundingClientRect();
    const pixels = /** @type {Point} */ ([event.clientX - box.left, event.clientY - box.top]);
    return this.parts?.picture.scale.toPlane(pixels) ?? [0, 0];
  }

  letHandMove() {
    const letGo = () => {
      this.hand = null;
      this.frames?.schedule();
    };
    listen(this.root, {
      pointerdown: (event) => this.grab(event),
      pointermove: (event) => {
        if (!this.hand) return;
        const [[x, y], [right, up]] = [this.pointer(event), this.hand.offset];
        this.movePoint(this.hand.i, [x + right, y + up]);
      },
      pointerup: letGo,
      pointercancel: letGo,
      focusin: (event) => {
        const grip = gripOf(event);
        if (grip) this.choose(grip.i);
      },
      keydown: (event) => this.press(event),
    });
    // A finger on a grip drags it and does not scroll. (Chromium minds no touch-action here.)
    const touchstart = (/** @type {Event} */ event) => gripOf(event) && event.preventDefault();
    listen(this.root, { touchstart }, { passive: false });
  }

  /** @param {PointerEvent} event */
  grab(event) {
    const grip = gripOf(event);
    if (!grip || event.button !== 0) return;
    event.preventDefault();
    const { i, node } = grip;
    const [[x, y], [x0, y0]] = [this.pointer(event), this.place(i)];
    this.hand = { i, offset: [x0 - x, y0 - y] };
    this.svg.setPointerCapture(event.pointerId);
    node.focus({ preventScroll: true });
    this.choose(i);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.stopPropagation(); // JupyterLab would take them for commands
    const grip = gripOf(event);
    const direction = DIRECTIONS.get(event.key);
    if (!grip || !direction) return;
    event.preventDefault();
    const step = event.shiftKey ? STEP.large : STEP.small;
    const [x, y] = this.place(grip.i);
    this.movePoint(grip.i, [x + step * direction[0], y + step * direction[1]]);
  }
}

/** What an event's target can be moved by. @param {Event} event */
function gripOf(event) {
  const node = /** @type {SVGGElement | null | undefined} */ (
    targetOf(event).closest?.(".attn-grip")
  );
  return node && { node, i: Number(node.dataset.index) };
}

/** @param {Place} place */
function render(place) {
  const plane = new Plane(place);
  plane.start();
  return () => plane.end();
}

export default { render };
