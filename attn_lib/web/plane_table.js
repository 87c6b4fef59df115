/**
 * The numbers of a plane as a table, with a slider for each weight.
 *
 * @import { Point, Say, Scene } from "./types"
 */

import { add, set, setText } from "./elements.js";
import { columnText, placeText } from "./plane_words.js";

const PLACE = "x, y";
const FORMULA = "cos θ"; // a column whose name is the same in every language

/** @typedef {{ row: HTMLElement, where: HTMLElement, numbers: [column: string, cell: HTMLElement][], slider: HTMLInputElement | null }} Row */

export class PlaneTable {
  /**
   * @param {HTMLElement} node
   * @param {Scene} scene Its numbers may change, its names may not.
   * @param {(i: number, weight: number) => void} weigh
   * @param {Say} say
   */
  constructor(node, scene, weigh, say) {
    this.weigh = weigh;
    this.say = say;
    node.replaceChildren();
    const head = add(add(node, "thead"), "tr");
    add(head, "td"); // a head without a text would be read as one
    const name = (/** @type {string} */ column, /** @type {string} */ text) =>
      setText(add(head, "th", { scope: "col", "data-column": column }), text);
    name(PLACE, PLACE);
    for (const column of Object.keys(scene.columns)) {
      name(column, column === FORMULA ? column : say(`column_${column}`));
    }
    if (scene.kind === "hull") add(head, "td");
    this.body = add(node, "tbody");
    this.rows = scene.names.map((_, i) => this.addRow(scene, i));
  }

  /** A name, which is as wide as its letters are, whatever is moved. */
  get widthOfName() {
    return /** @type {Element} */ (this.rows[0].row.firstElementChild);
  }

  /** @param {Scene} scene @param {number} i @returns {Row} */
  addRow(scene, i) {
    const row = add(this.body, "tr", { "data-index": i });
    setText(
      add(row, "th", { scope: "row", style: `color: var(--attn-${scene.symbols[i]})` }),
      scene.names[i],
    );
    const cell = (/** @type {string} */ column) => add(row, "td", { "data-column": column });
    const where = cell(PLACE);
    /** @type {Row["numbers"]} */
    const numbers = Object.keys(scene.columns).map((column) => [column, cell(column)]);
    const isWeighed = scene.kind === "hull" && i < scene.movable;
    const slider = isWeighed ? this.addSlider(add(row, "td"), scene.names[i], i) : null;
    return { row, where, numbers, slider };
  }

  /** @param {HTMLElement} cell @param {string} name @param {number} i */
  addSlider(cell, name, i) {
    const slider = add(cell, "input", {
      type: "range",
      min: 0,
      max: 1,
      step: 0.01,
      "data-index": i,
    });
    set(slider, { "aria-label": this.say("weight_of", { name }) });
    slider.addEventListener("input", () => this.weigh(i, +slider.value));
    return slider;
  }

  /**
   * @param {Scene} scene
   * @param {Point[]} points Where they are drawn.
   * @param {number[]} weights Where the sliders stand, if there are any.
   * @param {number} chosen
   */
  draw({ kind, columns }, points, weights, chosen) {
    this.rows.forEach(({ row, where, numbers, slider }, i) => {
      setText(where, placeText(points[i]));
      for (const [column, cell] of numbers) {
        const value = columns[column][i];
        set(cell, { "data-value": value });
        setText(cell, columnText(column, value));
      }
      row.classList.toggle("attn-chosen", kind === "arrows" && i === chosen);
      if (slider && +slider.value !== weights[i]) slider.value = `${weights[i]}`;
    });
  }
}
