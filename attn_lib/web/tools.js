/**
 * The board's tools: step through the formula, hold a picture, larger, full screen, copy
 * as code, save as SVG or PNG.
 *
 * @import { Asking } from "./asking"
 * @import { Lines } from "./lines"
 * @import { Say } from "./types"
 */

import { add, set, setText } from "./elements.js";
import { Held } from "./held.js";
import { asSvg, savers } from "./saving.js";
import { Steps } from "./steps.js";
import { paperOf } from "./theme.js";

/**
 * What the tools work on; `code` gives the line of Python that recreates what is shown.
 *
 * @typedef {{ lines: Lines, asking: Asking, code: () => string, say: Say }} Means
 */

/** The tools above a board; they are told of each drawing. */
export class Tools {
  /**
   * @param {HTMLElement} root
   * @param {Means} means
   */
  constructor(root, means) {
    this.root = root;
    this.means = means;
    this.bar = add(null, "div", {
      class: "attn-tools",
      role: "group",
      "aria-label": means.say("tools"),
    });
    root.prepend(this.bar);
    this.steps = new Steps(means.lines, means.asking, (isPlaying) => this.showPlaying(isPlaying));
    this.held = new Held(root, means.lines.node, () => this.parts());
    this.back = this.button("◀", "back", () => this.steps.step(-1));
    this.play = this.button("▶", "play", () => this.steps.play());
    this.forward = this.button("▶|", "forward", () => this.steps.step(1));
    this.addOthers();
    this.said = add(this.bar, "span", { role: "status" });
    set(this.play, { "aria-pressed": "false" });
    this.bar.addEventListener("keydown", (event) => this.press(event));
  }

  /**
   * @param {string} text
   * @param {string} id Of the words that say what it does.
   * @param {() => void} press
   * @param {Record<string, string>} [places] Of these words.
   */
  button(text, id, press, places) {
    const label = this.means.say(id, places);
    const node = add(this.bar, "button", { type: "button", title: label, "aria-label": label });
    setText(node, text);
    node.onclick = press;
    return node;
  }

  addOthers() {
    const { say, code } = this.means;
    const hold = this.button(say("hold_button"), "hold", () => {
      set(hold, { "aria-pressed": this.held.toggle() });
    });
    const larger = this.button(say("larger_button"), "larger", () => {
      set(larger, { "aria-pressed": this.explorer().classList.toggle("attn-projector") });
    });
    for (const node of [hold, larger]) set(node, { "aria-pressed": "false" });
    this.button(say("full_screen_button"), "full_screen", () => {
      if (document.fullscreenElement) document.exitFullscreen();
      else this.explorer().requestFullscreen?.();
    });
    this.button(say("copy_button"), "copy", async () => {
      setText(this.said, code());
      await navigator.clipboard?.writeText(code()).catch(() => {});
    });
    for (const kind of /** @type {const} */ (["svg", "png"])) {
      const places = { kind: kind.toUpperCase() };
      this.button(places.kind, "save", () => this.save(kind, places), places);
    }
  }

  /** @param {keyof typeof savers} kind @param {{ kind: string }} places */
  async save(kind, places) {
    const { say } = this.means;
    setText(this.said, "");
    try {
      await savers[kind](asSvg(this.parts(), paperOf(this.root)), say);
    } catch (error) {
      setText(
        this.said,
        say("not_saved", { ...places, reason: /** @type {Error} */ (error).message }),
      );
    }
  }

  explorer() {
    return this.root.closest(".attn-explorer") ?? this.root;
  }

  /** What is drawn: the matrices, and the views beside the board. */
  parts() {
    return [
      this.means.lines.node,
      ...this.explorer().querySelectorAll(".attn-view:not(.attn-held *)"),
    ];
  }

  /** @param {boolean} isPlaying */
  showPlaying(isPlaying) {
    setText(this.play, isPlaying ? "❚❚" : "▶");
    set(this.play, { "aria-pressed": isPlaying });
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.key === "Escape") return this.steps.stop(); // and the board lets go
    event.stopPropagation();
    if (event.key === "ArrowRight") this.steps.step(1);
    if (event.key === "ArrowLeft") this.steps.step(-1);
  }

  drawn() {
    const isWay = this.steps.way().length > 1;
    for (const node of [this.back, this.play, this.forward]) node.hidden = !isWay;
    this.held.compare();
    if (this.said.textContent !== this.means.code()) setText(this.said, "");
  }

  end() {
    this.steps.stop();
  }
}
