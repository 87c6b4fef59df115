/**
 * The matrices of a board in their lines, each with the operator that stands before it.
 *
 * @import { Stages } from "./types"
 * @import { Means } from "./matrix"
 */

import { add } from "./elements.js";
import { MatrixView } from "./matrix.js";
import { stageOf } from "./stages.js";

const EDGE_OF_BOARD = 2; // pixels around it, as in board.css
const GAP = 6; // pixels between two matrices, as in board.css

/**
 * A matrix where it stands, after another one; a sister has the same rows as that.
 *
 * @typedef {{ node: HTMLElement, rowNames: HTMLElement[], names: string, before?: HTMLElement, isSister: boolean }} Placed
 */

/** @param {Element} node */
const bottom = (node) => node.getBoundingClientRect().bottom;

/** @param {Element} node */
const right = (node) => node.getBoundingClientRect().right;

/** @param {Placed} placed */
const isBeside = ({ node, before }) =>
  before !== undefined && Math.abs(bottom(before) - bottom(node)) < 1;

export class Lines {
  /**
   * @param {HTMLElement} node
   * @param {Means} means
   */
  constructor(node, means) {
    this.node = node;
    this.means = means;
    /** @type {Map<string, MatrixView>} */
    this.views = new Map(); // by id
    /** @type {Stages} */
    this.stages = new Map();
    this.arranged = ""; // the lines that stand on the page
  }

  /**
   * Show the stages of a picture.
   *
   * @param {string[][]} wanted
   * @param {Stages} stages
   * @param {(symbol: string) => string} colourOf
   * @param {string} paper
   * @returns {boolean} Has a matrix another size?
   */
  update(wanted, stages, colourOf, paper) {
    this.stages = stages;
    this.arrange(wanted);
    const views = [...this.views];
    return views
      .map(([id, view]) => view.update(stageOf(stages, id), stages, colourOf, paper))
      .some(Boolean);
  }

  /** @param {string[][]} wanted Ids, with operators between them. */
  arrange(wanted) {
    if (JSON.stringify(wanted) === this.arranged) return;
    this.arranged = JSON.stringify(wanted);
    this.views.clear();
    this.node.replaceChildren();
    for (const items of wanted) {
      const line = add(this.node, "div", { class: "attn-line" });
      let operator = "";
      for (const item of items) {
        if (item === "") add(line, "span"); // an empty place
        const stage = this.stages.get(item);
        if (stage) {
          const view = new MatrixView(stage.kind, operator, this.means);
          this.views.set(item, view);
          line.append(view.node);
        }
        operator = stage ? "" : item;
      }
    }
  }

  /** The letters are others, or no number changes: no matrix is wider than it has to be. */
  settle() {
    if ([...this.views.values()].map((view) => view.settle()).some(Boolean)) this.shareNames();
  }

  /** Has a column been made wider for a number of this drag? */
  isWide() {
    return [...this.views.values()].some(({ share }) => share > 1);
  }

  /** Leave room at the end of a line for names of columns that lean over it. */
  leaveRoom() {
    const leaning = [...this.views.values()].filter(
      ({ scroll }) => scroll.scrollWidth <= scroll.clientWidth,
    );
    const leans = leaning.map(
      ({ node, columnNames }) => Math.max(...columnNames.map(right)) - right(node),
    );
    const room = Math.max(0, Math.floor(Math.max(0, ...leans)) - EDGE_OF_BOARD);
    this.node.style.paddingRight = `${room}px`;
    return room;
  }

  /** @returns {Placed[]} */
  placed() {
    const views = [...this.views];
    const names = views.map(([id]) => `${stageOf(this.stages, id).rows}`);
    return views.map(([, { node, rowNames }], n) => {
      const before = views[n - 1]?.[1].node;
      const follows = before?.parentNode === node.parentNode;
      return {
        node,
        rowNames,
        names: names[n],
        before,
        isSister: follows && names[n - 1] === names[n],
      };
    });
  }

  /** Let the lines stand as a product or not, and names only where they are needed. @param {Placed[]} placed @param {boolean} asProduct */
  place(placed, asProduct) {
    this.node.classList.toggle("attn-product", asProduct);
    for (const { node, isSister } of placed) node.classList.toggle("attn-unnamed", isSister);
    for (const one of placed) {
      if (one.isSister && !isBeside(one)) one.node.classList.remove("attn-unnamed");
    }
  }

  /** Where matrices with the same rows stand side by side, the first alone names them. */
  shareNames() {
    const room = this.leaveRoom();
    const asProduct = JSON.parse(this.arranged)[0]?.[0] === "";
    const placed = this.placed();
    const isTooWide = () => asProduct && this.node.scrollWidth > this.node.clientWidth;
    /** @param {Placed} one */
    const isWell = (one) => this.standsWell(one, room);
    // Most often all stands well as it is: to try it out costs another layout.
    const stands = this.node.classList.contains("attn-product") === asProduct;
    if (stands && placed.every(isWell) && !isTooWide()) return;

    this.place(placed, asProduct);
    if (isTooWide()) this.place(placed, false); // one below the other
  }

  /** @param {Placed} one @param {number} room */
  standsWell(one, room) {
    const isUnnamed = one.node.classList.contains("attn-unnamed");
    if (one.isSister && !isUnnamed) return this.isTooFar(one, room);
    return one.isSister ? isBeside(one) : !isUnnamed;
  }

  /** Would a matrix not fit beside the one before it, without its names? @param {Placed} one @param {number} room */
  isTooFar({ node, before, rowNames }, room) {
    /** @param {HTMLElement | undefined} box */
    const end = (box) => (box ? box.offsetLeft + box.offsetWidth : 0);
    return end(before) + GAP + node.offsetWidth - rowNames[0].offsetWidth > end(this.node) - room;
  }
}
