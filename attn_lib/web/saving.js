/**
 * What an explorer shows, as one SVG or PNG: the cells of its board, the words, and the
 * drawings of the small views.
 */

const SVG_NAMES = "http://www.w3.org/2000/svg";
const ASIDE = ".attn-hint, .attn-silent, [hidden]"; // words that are no part of it
const BAR = 0.82; // of a cell's height: as in board.css
const EDGE = 6; // px of paper around it
const PAINT = [
  ...["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linejoin"],
  ...["stroke-linecap", "paint-order", "opacity", "display", "font-size", "font-weight"],
];
// What no XML 1.0 can hold: most controls, halves of a pair, U+FFFE and U+FFFF.
const REFUSED = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const characters = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const pen = document.createElement("canvas").getContext("2d"); // measures letters

function shape(parent, tag, attributes) {
  const node = document.createElementNS(SVG_NAMES, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  parent.append(node);
  return node;
}

/** A drawing that no longer needs the page's style, without what the hand grips. */
function frozen(drawing) {
  const copy = drawing.cloneNode(true);
  const [from, to] = [drawing, copy].map((node) => [node, ...node.querySelectorAll("*")]);
  from.forEach((node, n) => {
    const style = getComputedStyle(node);
    for (const name of PAINT) to[n].setAttribute(name, style.getPropertyValue(name));
    const length = node.getComputedTextLength?.();
    if (length) Object.entries(asWideAs(length)).forEach(([name, value]) => to[n].setAttribute(name, value));
  });
  for (const grip of copy.querySelectorAll(".attn-grip")) grip.remove();
  return copy;
}

/** Where the letters are others than here, a text is drawn as wide as it is here. */
const asWideAs = (length) => ({ textLength: length.toFixed(2), lengthAdjust: "spacingAndGlyphs" });

/** A name that ends in dots on the page, for want of room, does so in the picture. */
function asShown(text, { scrollWidth, clientWidth }, { textOverflow }) {
  if (textOverflow !== "ellipsis" || scrollWidth <= clientWidth) return text;
  const kept = Array.from(characters.segment(text), ({ segment }) => segment);
  while (kept.length && pen.measureText(`${kept.join("")}…`).width > clientWidth) kept.pop();
  return `${kept.join("")}…`;
}

/** The lines in which a text stands on the page: each with its words and its box. */
function linesOf(node, { whiteSpace }) {
  const range = document.createRange();
  const boxOf = (start, end) => {
    range.setStart(node, start);
    range.setEnd(node, end);
    return range.getBoundingClientRect();
  };
  const isOne = ["nowrap", "pre"].includes(whiteSpace);
  const lines = [];
  for (const { 0: word, index } of node.data.matchAll(isOne ? /[^]+/g : /\s+|\S+/g)) {
    const end = index + word.length;
    const { width, top } = boxOf(index, end);
    if (!width) continue; // blanks that the page leaves out
    if (!lines.length || Math.abs(lines.at(-1).top - top) > 1) lines.push({ text: "", top, start: index });
    const line = lines.at(-1);
    line.text += word.trim() || isOne ? word : " ";
    line.box = boxOf(line.start, end);
  }
  return lines;
}

function addCell(svg, cell, { x, y, width, height }) {
  const style = getComputedStyle(cell);
  const hidden = cell.classList.contains("attn-hidden");
  const fill = hidden ? "url(#hidden)" : style.backgroundColor;
  shape(svg, "rect", { x, y, width, height, fill, stroke: "#999999", "stroke-width": 0.5 });
  const full = parseFloat(cell.style.getPropertyValue("--fill")) / 100;
  if (!full) return;
  const bar = height * full * BAR;
  shape(svg, "rect", { x, y: y + height - bar, width, height: bar, fill: style.getPropertyValue("--colour") });
}

/** Write what stands in a node of text; `place` gives a box in the picture. */
function addWords(svg, node, place) {
  const parent = node.parentElement;
  const style = getComputedStyle(parent);
  const [size, fill] = [parseFloat(style.fontSize), style.color];
  const look = { fill, "font-size": size, "font-weight": style.fontWeight, "font-style": style.fontStyle };
  pen.font = `${style.fontStyle} ${style.fontWeight} ${size}px ${style.fontFamily}`;
  const [a, b] = style.transform === "none" ? [1, 0] : style.transform.match(/[-\d.]+/g).map(Number);
  const angle = (Math.atan2(b, a) * 180) / Math.PI;
  for (const line of linesOf(node, style)) {
    const box = place(line.box);
    const text = asShown(line.text, parent, style);
    const below = pen.measureText(text).fontBoundingBoxDescent;
    const length = angle ? parseFloat(style.width) : Math.min(box.width, text === line.text ? Infinity : parent.clientWidth);
    const transform = `translate(${box.x} ${box.y + box.height - below}) rotate(${angle.toFixed(1)})`;
    shape(svg, "text", { ...look, ...asWideAs(length), transform, style: "white-space: pre" }).textContent = text;
  }
}

/** Parts of a page as an SVG document of their own. */
export function asSvg(parts, paper) {
  const corners = parts.map((part) => part.getBoundingClientRect());
  const left = Math.min(...corners.map((box) => box.x)) - EDGE;
  const top = Math.min(...corners.map((box) => box.y)) - EDGE;
  let [right, bottom] = [0, 0]; // of what is drawn
  const place = ({ x, y, width, height }) => {
    right = Math.max(right, x + width - left);
    bottom = Math.max(bottom, y + height - top);
    return { x: x - left, y: y - top, width, height };
  };
  const boxOf = (thing) => place(thing.getBoundingClientRect());
  const svg = document.createElementNS(SVG_NAMES, "svg");
  const hatch = { id: "hidden", width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(-45)" };
  shape(shape(svg, "pattern", hatch), "rect", { width: 6, height: 2, fill: "#999999", "fill-opacity": 0.5 });
  shape(svg, "rect", { width: "100%", height: "100%", fill: paper });
  for (const part of parts) {
    for (const cell of part.querySelectorAll(".attn-cell")) addCell(svg, cell, boxOf(cell));
    for (const drawing of part.querySelectorAll("svg")) {
      if (drawing.parentElement.closest("svg")) continue; // it goes with its parent
      const copy = frozen(drawing);
      for (const [name, value] of Object.entries(boxOf(drawing))) copy.setAttribute(name, value);
      svg.append(copy);
    }
    for (const canvas of part.querySelectorAll("canvas")) {
      const style = "image-rendering: pixelated";
      shape(svg, "image", { ...boxOf(canvas), href: canvas.toDataURL(), style });
    }
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.data.trim() && !node.parentElement.closest(`svg, ${ASIDE}`)) addWords(svg, node, place);
    }
  }
  const [width, height] = [Math.ceil(right + EDGE), Math.ceil(bottom + EDGE)];
  const size = { width, height, viewBox: `0 0 ${width} ${height}` };
  const whole = { ...size, xmlns: SVG_NAMES, "font-family": getComputedStyle(parts[0]).fontFamily };
  for (const [name, value] of Object.entries(whole)) svg.setAttribute(name, value);
  return new XMLSerializer().serializeToString(svg).replace(REFUSED, "\ufffd");
}

function download(url, name) {
  const link = document.createElement("a");
  Object.assign(link, { href: url, download: name });
  link.click();
}

const asUrl = (svg) => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;

/** Save a picture, by its kind; it may be too large, or refused by the page's policy. */
export const savers = {
  svg: async (svg) => download(asUrl(svg), "attention.svg"),
  async png(svg) {
    const image = new Image();
    image.src = asUrl(svg);
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [2 * image.width, 2 * image.height];
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    const url = canvas.toDataURL("image/png");
    if (url === "data:,") throw new Error(`${canvas.width} × ${canvas.height} pixels are too many`);
    download(url, "attention.png");
  },
};
