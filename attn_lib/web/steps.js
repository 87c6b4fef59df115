/**
 * The steps of the formula, one cell after the other, from a query to its output.
 *
 * @import { Cell, Matrix, Stages } from "./types"
 * @import { Asking } from "./asking"
 * @import { Lines } from "./lines"
 */

const PACE = 1600; // ms for each stage when the steps play by themselves
const WAY = [
  "Q",
  "q",
  "q Kᵀ",
  "scores",
  "scaled",
  "masked",
  "weights",
  "w",
  "concat",
  "out",
  "output",
];
const ONE_A_KEY = ["q Kᵀ", "scores", "scaled", "masked", "weights", "w"];

/**
 * The cells that lead from query i to its output: one of each stage that is drawn, in the
 * column of the key that the query looks at most.
 *
 * @param {Stages} stages
 * @param {string[]} drawn
 * @param {number} i
 * @returns {Cell[]}
 */
export function stepsOf(stages, drawn, i) {
  const way = WAY.filter((id) => drawn.includes(id)).map(
    (id) => /** @type {Matrix} */ (stages.get(id)),
  );
  /** @param {Matrix} m */
  const rowOf = ({ shape }) => Math.min(i, shape[0] - 1); // a single row is the query's
  const last = way.findLast(({ id }) => ONE_A_KEY.includes(id));
  const row = last ? rowOfValues(last, rowOf(last)) : [];
  const best = row.indexOf(Math.max(...row));
  return way.map((m) => ({ id: m.id, i: rowOf(m), j: ONE_A_KEY.includes(m.id) ? best : 0 }));
}

/** @param {Matrix} m @param {number} i */
function rowOfValues({ values, shape }, i) {
  return [...values.subarray(i * shape[1], (i + 1) * shape[1])];
}

/** Goes by these steps, holding one cell at a time. */
export class Steps {
  /**
   * @param {Lines} lines
   * @param {Asking} asking
   * @param {(isPlaying: boolean) => void} onPlay
   */
  constructor(lines, asking, onPlay) {
    this.lines = lines;
    this.asking = asking;
    this.onPlay = onPlay;
    this.still = window.matchMedia("(prefers-reduced-motion: reduce)");
    this.timer = 0;
    this.n = -1; // the step that is shown
  }

  /** The way of the query that is asked, or of the one that is looked at. */
  way() {
    const { stages, views } = this.lines;
    const { asked } = this.asking;
    const isQuery = asked && WAY.includes(asked.id) && (stages.get(asked.id)?.shape[0] ?? 0) > 1;
    const chosen = [...stages.values()].find((m) => m.chosen !== null)?.chosen;
    return stepsOf(stages, [...views.keys()], isQuery ? asked.i : (chosen ?? 0));
  }

  /** @param {number} by */
  step(by) {
    const steps = this.way();
    if (steps.length < 2) return;
    const here = steps.findIndex(({ id }) => id === this.asking.asked?.id);
    this.n = Math.min(Math.max((here < 0 ? -1 : here) + by, 0), steps.length - 1);
    this.asking.hold(steps[this.n]);
    if (this.timer && this.n === steps.length - 1) this.stop();
  }

  /** Let the steps go by themselves, or pause. */
  play() {
    if (this.timer) return this.stop();
    if (this.n >= this.way().length - 1) this.asking.ask(null);
    if (this.still.matches) return this.step(1); // nothing moves by itself: one step for each press
    this.onPlay(true);
    this.timer = setInterval(() => this.step(1), PACE);
    this.step(1);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    this.onPlay(false);
  }
}
