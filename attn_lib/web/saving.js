/**
 * What an explorer shows, as one SVG or PNG: the cells of its board, the words, and the
 * drawings of the small views.
 *
 * @import { Say } from "./types"
 */

import { add, addShape, SVG, set } from "./elements.js";

/** @typedef {{ x: number, y: number, width: number, height: number }} Box */
/** @typedef {{ text: string, top: number, start: number, box: DOMRect }} Line */
/** @typedef {(thing: DOMRect) => Box} Placing Gives where a box of the page is in the picture. */

const ASIDE = ".attn-hint, .attn-silent, [hidden]"; // words that are no part of it
const BAR = 0.82; // of a cell's height: as in board.css
const EDGE = 6; // px of paper around it
const PAINT = [
  ...["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linejoin"],
  ...["stroke-linecap", "paint-order", "opacity", "display", "font-size", "font-weight"],
];
// What no XML 1.0 can hold: most controls, halves of a pair, U+FFFE and U+FFFF.
const REFUSED = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const CELL_LINE = { stroke: "#999999", "stroke-width": 0.5 };
const HATCH = {
  id: "hidden",
  width: 6,
  height: 6,
  patternUnits: "userSpaceOnUse",
  patternTransform: "rotate(-45)",
};
const characters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Measures letters. */
const pen = /** @type {CanvasRenderingContext2D} */ (add(null, "canvas").getContext("2d"));

/**
 * A drawing that no longer needs the page's style, without what the hand grips.
 *
 * @param {SVGElement} drawing
 */
function frozen(drawing) {
  const copy = /** @type {SVGElement} */ (drawing.cloneNode(true));
  const [from, to] = [drawing, copy].map((node) => [node, ...node.querySelectorAll("*")]);
  from.forEach((node, n) => {
    const style = getComputedStyle(node);
    for (const name of PAINT) to[n].setAttribute(name, style.getPropertyValue(name));
    const length = node instanceof SVGTextContentElement ? node.getComputedTextLength() : 0;
    if (length) set(to[n], asWideAs(length));
  });
  for (const grip of copy.querySelectorAll(".attn-grip")) grip.remove();
  return copy;
}

/** Where the letters are others than here, a text is drawn as wide as it is here. @param {number} length */
const asWideAs = (length) => ({ textLength: length.toFixed(2), lengthAdjust: "spacingAndGlyphs" });

/**
 * A name that ends in dots on the page, for want of room, does so in the picture.
 *
 * @param {string} text
 * @param {Element} parent
 * @param {CSSStyleDeclaration} style
 */
function asShown(text, { scrollWidth, clientWidth }, { textOverflow }) {
  if (textOverflow !== "ellipsis" || scrollWidth <= clientWidth) return text;
  const kept = Array.from(characters.segment(text), ({ segment }) => segment);
  while (kept.length && pen.measureText(`${kept.join("")}…`).width > clientWidth) kept.pop();
  return `${kept.join("")}…`;
}

/**
 * The lines in which a text stands on the page: each with its words and its box.
 *
 * @param {Text} node
 * @param {CSSStyleDeclaration} style
 */
function linesOf(node, { whiteSpace }) {
  const range = document.createRange();
  /** @param {number} start @param {number} end */
  const boxOf = (start, end) => {
    range.setStart(node, start);
    range.setEnd(node, end);
    return range.getBoundingClientRect();
  };
  const isOne = ["nowrap", "pre"].includes(whiteSpace);
  /** @type {Line[]} */
  const lines = [];
  for (const { 0: word, index } of node.data.matchAll(isOne ? /.+/gs : /\s+|\S+/g)) {
    const end = index + word.length;
    const box = boxOf(index, end);
    if (!box.width) continue; // blanks that the page leaves out
    let line = lines.at(-1);
    if (!line || Math.abs(line.top - box.top) > 1) {
      line = { text: "", top: box.top, start: index, box };
      lines.push(line);
    }
    line.text += word.trim() || isOne ? word : " ";
    line.box = boxOf(line.start, end);
  }
  return lines;
}

/** @param {SVGElement} svg @param {HTMLElement} cell @param {Box} box */
function addCell(svg, cell, { x, y, width, height }) {
  const style = getComputedStyle(cell);
  const hidden = cell.classList.contains("attn-hidden");
  const fill = hidden ? "url(#hidden)" : style.backgroundColor;
  addShape(svg, "rect", { x, y, width, height, fill, ...CELL_LINE });
  const full = parseFloat(cell.style.getPropertyValue("--fill")) / 100;
  if (!full) return;
  const bar = height * full * BAR;
  addShape(svg, "rect", {
    x,
    y: y + height - bar,
    width,
    height: bar,
    fill: style.getPropertyValue("--colour"),
  });
}

/** By how much a text leans, in degrees. @param {CSSStyleDeclaration} style */
function angleOf({ transform }) {
  const [a, b] = transform === "none" ? [1, 0] : (transform.match(/[-\d.]+/g) ?? []).map(Number);
  return (Math.atan2(b, a) * 180) / Math.PI;
}

/** Write what stands in a node of text. @param {SVGElement} svg @param {Text} node @param {Placing} place */
function addWords(svg, node, place) {
  const parent = /** @type {HTMLElement} */ (node.parentElement);
  const style = getComputedStyle(parent);
  const [size, fill] = [parseFloat(style.fontSize), style.color];
  const look = {
    fill,
    "font-size": size,
    "font-weight": style.fontWeight,
    "font-style": style.fontStyle,
  };
  pen.font = `${style.fontStyle} ${style.fontWeight} ${size}px ${style.fontFamily}`;
  const angle = angleOf(style);
  for (const line of linesOf(node, style)) {
    const box = place(line.box);
    const text = asShown(line.text, parent, style);
    const below = pen.measureText(text).fontBoundingBoxDescent;
    const most = text === line.text ? Infinity : parent.clientWidth;
    const length = angle ? parseFloat(style.width) : Math.min(box.width, most);
    const transform = `translate(${box.x} ${box.y + box.height - below}) rotate(${angle.toFixed(1)})`;
    const how = { ...look, ...asWideAs(length), transform, style: "white-space: pre" };
    addShape(svg, "text", how).textContent = text;
  }
}

/** Add what is drawn in a part of the page. @param {SVGElement} svg @param {Element} part @param {Placing} place */
function addPart(svg, part, place) {
  /** @param {Element} thing */
  const boxOf = (thing) => place(thing.getBoundingClientRect());
  for (const cell of part.querySelectorAll(".attn-cell"))
    addCell(svg, /** @type {HTMLElement} */ (cell), boxOf(cell));
  for (const drawing of part.querySelectorAll("svg")) {
    if (drawing.parentElement?.closest("svg")) continue; // it goes with its parent
    svg.append(set(frozen(drawing), boxOf(drawing)));
  }
  for (const canvas of part.querySelectorAll("canvas")) {
    const style = "image-rendering: pixelated";
    addShape(svg, "image", { ...boxOf(canvas), href: canvas.toDataURL(), style });
  }
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = /** @type {Text} */ (node);
    if (text.data.trim() && !text.parentElement?.closest(`svg, ${ASIDE}`))
      addWords(svg, text, place);
  }
}

/**
 * Parts of a page as an SVG document of their own.
 *
 * @param {Element[]} parts
 * @param {string} paper
 */
export function asSvg(parts, paper) {
  const corners = parts.map((part) => part.getBoundingClientRect());
  const left = Math.min(...corners.map((box) => box.x)) - EDGE;
  const top = Math.min(...corners.map((box) => box.y)) - EDGE;
  let [right, bottom] = [0, 0]; // of what is drawn
  /** @type {Placing} */
  const place = ({ x, y, width, height }) => {
    right = Math.max(right, x + width - left);
    bottom = Math.max(bottom, y + height - top);
    return { x: x - left, y: y - top, width, height };
  };
  const svg = document.createElementNS(SVG, "svg");
  addShape(addShape(svg, "pattern", HATCH), "rect", {
    width: 6,
    height: 2,
    fill: "#999999",
    "fill-opacity": 0.5,
  });
  addShape(svg, "rect", { width: "100%", height: "100%", fill: paper });
  for (const part of parts) addPart(svg, part, place);
  const [width, height] = [Math.ceil(right + EDGE), Math.ceil(bottom + EDGE)];
  const size = { width, height, viewBox: `0 0 ${width} ${height}` };
  set(svg, { ...size, xmlns: SVG, "font-family": getComputedStyle(parts[0]).fontFamily });
  return new XMLSerializer().serializeToString(svg).replace(REFUSED, "\ufffd");
}

/** @param {string} url @param {string} name */
function download(url, name) {
  add(null, "a", { href: url, download: name }).click();
}

/** @param {string} svg */
const asUrl = (svg) => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;

/** Save a picture, by its kind; it may be too large, or refused by the page's policy. */
export const savers = {
  /** @param {string} svg */
  svg: async (svg) => download(asUrl(svg), "attention.svg"),
  /** @param {string} svg @param {Say} say */
  async png(svg, say) {
    const image = new Image();
    image.src = asUrl(svg);
    await image.decode();
    const [width, height] = [2 * image.width, 2 * image.height];
    const canvas = add(null, "canvas", { width, height });
    canvas.getContext("2d")?.drawImage(image, 0, 0, width, height);
    const url = canvas.toDataURL("image/png");
    if (url === "data:,") throw new Error(say("too_many_pixels", { width, height }));
    download(url, "attention.png");
  },
};
