/**
 * The board's tools: step through the formula, hold a picture, larger, full screen, copy
 * as code, save as SVG or PNG.
 */

const PACE = 1600; // ms for each stage when the steps play by themselves
const STAGES = ["Q", "scores", "scaled", "masked", "weights", "output"];
const SVG = "http://www.w3.org/2000/svg";

/**
 * The cells that lead from one query to its output: one of each stage that is drawn.
 * `best` is the key that the query looks at most.
 */
export function stepsOf(stages, i) {
  const drawn = STAGES.filter((id) => stages.get(id)?.shape[0] > i);
  const weights = stages.get("weights") ?? stages.get("scores");
  if (!weights || weights.shape[0] <= i) return [];
  const row = [...weights.values.subarray(i * weights.shape[1], (i + 1) * weights.shape[1])];
  const best = row.indexOf(Math.max(...row));
  return drawn.map((id) => ({ id, i, j: stages.get(id).cursor ? best : 0 }));
}

/** A picture of the drawn cells and words, as an SVG document of their own. */
export function asSvg(board, paper) {
  const frame = board.getBoundingClientRect();
  const svg = document.createElementNS(SVG, "svg");
  const set = (node, attributes) => {
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    return node;
  };
  const [width, height] = [Math.ceil(frame.width), Math.ceil(frame.height)];
  set(svg, { xmlns: SVG, width, height, viewBox: `0 0 ${width} ${height}`, "font-family": "sans-serif" });
  svg.append(set(document.createElementNS(SVG, "rect"), { width, height, fill: paper }));
  for (const cell of board.querySelectorAll(".attn-cell")) {
    const box = cell.getBoundingClientRect();
    const hidden = cell.classList.contains("attn-hidden");
    const fill = hidden ? "#bbbbbb" : getComputedStyle(cell).backgroundColor;
    const place = { x: box.x - frame.x, y: box.y - frame.y, width: box.width, height: box.height };
    svg.append(set(document.createElementNS(SVG, "rect"), { ...place, fill, stroke: "#cccccc" }));
  }
  const walker = document.createTreeWalker(board, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (!box.width || !node.data.trim()) continue;
    const { color, fontSize, fontWeight } = getComputedStyle(node.parentElement);
    const text = document.createElementNS(SVG, "text");
    const place = { x: box.x - frame.x, y: box.bottom - frame.y - 0.25 * box.height };
    set(text, { ...place, fill: color, "font-size": fontSize, "font-weight": fontWeight });
    text.textContent = node.data;
    svg.append(text);
  }
  return new XMLSerializer().serializeToString(svg);
}

function download(url, name) {
  const link = document.createElement("a");
  Object.assign(link, { href: url, download: name });
  link.click();
}

const savers = {
  svg: (svg) => download(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`, "attention.svg"),
  png(svg) {
    const image = new Image();
    image.onload = () => {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [2 * image.width, 2 * image.height];
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      download(canvas.toDataURL("image/png"), "attention.png");
    };
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  },
};

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
 * Add the tools above a board. `board` gives `lines` (what is drawn), `stages()`,
 * `asked()`, `ask(cell)`, `code()` and `paper()`; call the result after each drawing.
 */
export function addTools(root, board) {
  const bar = document.createElement("div");
  bar.className = "attn-tools";
  bar.setAttribute("role", "toolbar");
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

  function step(by) {
    const steps = stepsOf(board.stages(), board.asked()?.i ?? 0);
    if (!steps.length) return;
    const here = steps.findIndex(({ id }) => id === board.asked()?.id);
    n = Math.min(Math.max((here < 0 ? -1 : here) + by, 0), steps.length - 1);
    board.hold(steps[n]);
    if (timer && n === steps.length - 1) stop();
  }

  button("◀", "one step back", () => step(-1));
  const play = button("▶", "play the steps of one query, from q to its output", () => {
    if (timer) return stop();
    if (n >= stepsOf(board.stages(), 0).length - 1) board.ask(null);
    play.textContent = "❚❚";
    play.setAttribute("aria-pressed", "true");
    timer = setInterval(() => step(1), PACE);
    step(1);
  });
  button("▶❘", "one step forward", () => step(1));
  const hold = button("Hold", "keep this picture to compare the next one with", () => {
    held?.remove();
    held = held ? null : board.lines.cloneNode(true);
    hold.setAttribute("aria-pressed", `${held !== null}`);
    for (const cell of root.querySelectorAll(".attn-changed")) cell.classList.remove("attn-changed");
    if (!held) return;
    held.className = "attn-held";
    held.inert = true;
    board.lines.after(held);
  });
  const explorer = () => root.closest(".attn-explorer") ?? root;
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
    button(upper, `save the picture as ${upper}`, () => savers[kind](asSvg(board.lines, board.paper())));
  }
  bar.append(said);
  bar.addEventListener("keydown", (event) => {
    event.stopPropagation();
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by) step(by);
  });
  return {
    drawn: () => held && compare(held, board.lines),
    end: stop,
  };
}
