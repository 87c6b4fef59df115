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
  });
  for (const grip of copy.querySelectorAll(".attn-grip")) grip.remove();
  return copy;
}

/** Words that are cut off on the page are cut off in the picture. */
function asShown(text, { scrollWidth, clientWidth }) {
  if (!clientWidth || scrollWidth <= clientWidth) return text;
  return `${text.slice(0, Math.floor((text.length * clientWidth) / scrollWidth) - 1)}…`;
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

function addWords(svg, node, box) {
  const { color, fontSize, fontWeight, transform } = getComputedStyle(node.parentElement);
  const [a, b] = transform === "none" ? [1, 0] : transform.match(/[-\d.]+/g).map(Number);
  const turned = `rotate(${((Math.atan2(b, a) * 180) / Math.PI).toFixed(1)})`;
  const place = `translate(${box.x} ${box.y + box.height - 0.27 * parseFloat(fontSize)})`;
  const look = { fill: color, "font-size": fontSize, "font-weight": fontWeight, style: "white-space: pre" };
  shape(svg, "text", { ...look, transform: `${place} ${turned}` }).textContent = asShown(node.data, node.parentElement);
}

/** Parts of a page as an SVG document of their own. */
export function asSvg(parts, paper) {
  const corners = parts.map((part) => part.getBoundingClientRect());
  const left = Math.min(...corners.map((box) => box.x)) - EDGE;
  const top = Math.min(...corners.map((box) => box.y)) - EDGE;
  let [right, bottom] = [0, 0]; // of what is drawn
  const boxOf = (thing) => {
    const { x, y, width, height } = thing.getBoundingClientRect();
    right = Math.max(right, x + width - left);
    bottom = Math.max(bottom, y + height - top);
    return { x: x - left, y: y - top, width, height };
  };
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
      shape(svg, "image", { ...boxOf(canvas), href: canvas.toDataURL() });
    }
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = boxOf(range);
      const shown = box.width && node.data.trim() && !node.parentElement.closest(`svg, ${ASIDE}`);
      if (shown) addWords(svg, node, box);
    }
  }
  const [width, height] = [Math.ceil(right + EDGE), Math.ceil(bottom + EDGE)];
  const size = { width, height, viewBox: `0 0 ${width} ${height}` };
  const whole = { ...size, xmlns: SVG_NAMES, "font-family": "Arial, Helvetica, sans-serif" };
  for (const [name, value] of Object.entries(whole)) svg.setAttribute(name, value);
  return new XMLSerializer().serializeToString(svg);
}

function download(url, name) {
  const link = document.createElement("a");
  Object.assign(link, { href: url, download: name });
  link.click();
}

const asUrl = (svg) => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;

/** Save a picture, by its kind. */
export const savers = {
  svg: (svg) => download(asUrl(svg), "attention.svg"),
  png(svg) {
    const image = new Image();
    image.onload = () => {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [2 * image.width, 2 * image.height];
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      download(canvas.toDataURL("image/png"), "attention.png");
    };
    image.src = asUrl(svg);
  },
};
