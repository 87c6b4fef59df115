/**
 * The board's tools: step through the formula, hold a picture, larger, full screen, copy
 * as code, save as SVG or PNG.
 */

import { asSvg, savers } from "./saving.js";

const PACE = 1600; // ms for each stage when the steps play by themselves
const WAY = ["Q", "q", "q Kᵀ", "scores", "scaled", "masked", "weights", "w", "concat", "out", "output"];
const STILL = window.matchMedia("(prefers-reduced-motion: reduce)");
const ONE_A_KEY = ["q Kᵀ", "scores", "scaled", "masked", "weights", "w"];

/**
 * The cells that lead from query i to its output: one of each stage that is drawn, in the
 * column of the key that the query looks at most.
 */
export function stepsOf(stages, drawn, i) {
  const way = WAY.filter((id) => drawn.includes(id)).map((id) => stages.get(id));
  const rowOf = ({ shape }) => Math.min(i, shape[0] - 1); // a single row is the query's
  const last = way.findLast(({ id }) => ONE_A_KEY.includes(id));
  const start = last && rowOf(last) * last.shape[1];
  const row = last ? [...last.values.subarray(start, start + last.shape[1])] : [];
  const best = row.indexOf(Math.max(...row));
  return way.map((m) => ({ id: m.id, i: rowOf(m), j: ONE_A_KEY.includes(m.id) ? best : 0 }));
}

/** A copy of what is drawn, the pixels of small maps too. */
function copyOf(part) {
  const copy = part.cloneNode(true);
  const maps = part.querySelectorAll("canvas");
  copy.querySelectorAll("canvas").forEach((map, n) => map.getContext("2d").drawImage(maps[n], 0, 0));
  return copy;
}

/** Mark in a held picture and in the present one the cells that differ. */
function compare(held, lines) {
  const key = ({ id, row, column }) => `${id},${row},${column}`;
  const before = new Map([...held.querySelectorAll(".attn-cell")].map((c) => [key(c.dataset), c]));
  for (const cell of lines.querySelectorAll(".attn-cell")) {
    const other = before.get(key(cell.dataset));
    const changed = other !== undefined && other.dataset.value !== cell.dataset.value;
    cell.classList.toggle("attn-changed", changed);
    other?.classList.toggle("attn-changed", changed);
  }
}

/**
 * Add the tools above a board. `board` gives `lines` (what is drawn) and the ids in
 * them, `drawn()`, `stages()`, `asked()`, `ask(cell)`, `hold(cell)`, `code()` and
 * `paper()`; tell the result of each drawing.
 */
export function addTools(root, board) {
  const bar = document.createElement("div");
  bar.className = "attn-tools";
  bar.setAttribute("role", "group");
  bar.setAttribute("aria-label", "tools");
  root.prepend(bar);
  const said = document.createElement("span");
  said.setAttribute("role", "status");
  let held = null;
  let timer = 0;
  let n = -1; // the step that is shown

  function button(text, label, press) {
    const node = document.createElement("button");
    Object.assign(node, { type: "button", textContent: text, title: label, onclick: press });
    node.setAttribute("aria-label", label);
    bar.append(node);
    return node;
  }

  const stop = () => {
    clearInterval(timer);
    timer = 0;
    play.textContent = "▶";
    play.setAttribute("aria-pressed", "false");
  };

  /** The way of the query that is asked, or of the one that is looked at. */
  function way() {
    const [stages, asked] = [board.stages(), board.asked()];
    const isQuery = asked && WAY.includes(asked.id) && stages.get(asked.id).shape[0] > 1;
    const chosen = [...stages.values()].find((m) => m.chosen !== null)?.chosen;
    return stepsOf(stages, board.drawn(), isQuery ? asked.i : (chosen ?? 0));
  }

  function step(by) {
    const steps = way();
    if (steps.length < 2) return;
    const here = steps.findIndex(({ id }) => id === board.asked()?.id);
    n = Math.min(Math.max((here < 0 ? -1 : here) + by, 0), steps.length - 1);
    board.hold(steps[n]);
    if (timer && n === steps.length - 1) stop();
  }

  const explorer = () => root.closest(".attn-explorer") ?? root;
  /** What is drawn: the matrices, and the views beside the board. */
  const parts = () => [board.lines, ...explorer().querySelectorAll(".attn-view:not(.attn-held *)")];

  const back = button("◀", "one step back", () => step(-1));
  const play = button("▶", "play the steps of one query, from q to its output", () => {
    if (timer) return stop();
    if (n >= way().length - 1) board.ask(null);
    if (STILL.matches) return step(1); // nothing moves by itself: one step for each press
    play.textContent = "❚❚";
    play.setAttribute("aria-pressed", "true");
    timer = setInterval(() => step(1), PACE);
    step(1);
  });
  const forward = button("▶|", "one step forward", () => step(1));
  const hold = button("Hold", "keep this picture to compare the next one with", () => {
    held?.remove();
    held = held ? null : document.createElement("div");
    hold.setAttribute("aria-pressed", `${held !== null}`);
    for (const cell of root.querySelectorAll(".attn-changed")) cell.classList.remove("attn-changed");
    if (!held) return;
    held.className = "attn-held";
    held.inert = true;
    held.append(...parts().map(copyOf));
    board.lines.after(held);
  });
  const larger = button("Larger", "larger numbers, for a projector", () => {
    const on = explorer().classList.toggle("attn-projector");
    larger.setAttribute("aria-pressed", `${on}`);
  });
  button("Full screen", "full screen; Escape leaves it", () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else explorer().requestFullscreen?.();
  });
  button("Copy code", "copy the line of Python that recreates this", async () => {
    said.textContent = board.code();
    await navigator.clipboard?.writeText(board.code()).catch(() => {});
  });
  for (const kind of ["svg", "png"]) {
    const upper = kind.toUpperCase();
    button(upper, `save the picture as ${upper}`, async () => {
      said.textContent = "";
      try {
        await savers[kind](asSvg(parts(), board.paper()));
      } catch (error) {
        said.textContent = `The picture could not be saved as ${upper}: ${error.message}`;
      }
    });
  }
  for (const node of [play, hold, larger]) node.setAttribute("aria-pressed", "false");
  bar.append(said);
  bar.addEventListener("keydown", (event) => {
    if (event.key === "Escape") return stop(); // and the board lets go
    event.stopPropagation();
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by) step(by);
  });
  return {
    drawn() {
      const steps = way().length > 1;
      for (const node of [back, play, forward]) node.hidden = !steps;
      if (held) compare(held, board.lines);
      if (said.textContent !== board.code()) said.textContent = "";
    },
    end: stop,
  };
}
