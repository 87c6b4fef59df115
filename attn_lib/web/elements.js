/**
 * What the small views share: elements, and the way to the kernel.
 */

import { dressInTheme, onTheme } from "./theme.js";

const SVG = "http://www.w3.org/2000/svg";
export const PATIENCE = 2000; // ms without an answer after which the page says so

/** Set attributes; undefined takes one away. */
export function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) node.removeAttribute(name);
    else if (node.getAttribute(name) !== `${value}`) node.setAttribute(name, value);
  }
  return node;
}

/** Add an element of the page, or of a picture, to a parent. */
export function add(parent, tag, attributes = {}) {
  const node = document.createElement(tag);
  parent?.append(node);
  return set(node, attributes);
}

export function addShape(parent, tag, attributes = {}) {
  const node = document.createElementNS(SVG, tag);
  parent.append(node);
  return set(node, attributes);
}

export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * Keep a view up to date: draw now, and once a frame after the model, the theme or the
 * width have changed. Returns the end.
 */
export function keepDrawn(model, root, draw) {
  let frame = 0;
  function drawNow() {
    frame = 0;
    dressInTheme(root, model.get("colours"));
    draw();
  }
  const schedule = () => {
    frame ||= requestAnimationFrame(drawNow);
  };
  const endTheme = onTheme(schedule);
  const width = new ResizeObserver(schedule);
  width.observe(root);
  model.on("change", schedule);
  drawNow();
  const end = () => {
    cancelAnimationFrame(frame);
    endTheme();
    width.disconnect();
    model.off("change", schedule);
  };
  return { schedule, end };
}

/**
 * What the hand has moved and the kernel has not answered yet.
 *
 * One request at most is under way. What is moved meanwhile waits, and the newest value
 * of each thing wins. Every answer bears the number of its request.
 */
export class Moves {
  constructor(send, onSilence) {
    this.send = send;
    this.onSilence = onSilence;
    this.moved = new Map(); // name of the thing → { to, request }
    this.view = Math.random().toString(36).slice(2); // two views of one model may ask
    this.count = 0;
    this.awaited = null;
  }

  /** Where the hand has put a thing, if the kernel does not know it yet. */
  get(name) {
    return this.moved.get(name)?.to;
  }

  move(name, to) {
    this.moved.set(name, { to, request: null });
    if (this.awaited === null) this.ask();
  }

  ask() {
    const waiting = [...this.moved].filter(([, { request }]) => request === null);
    if (!waiting.length) return;
    this.awaited = `${this.view} ${++this.count}`;
    for (const [, thing] of waiting) thing.request = this.awaited;
    this.timer = setTimeout(() => this.onSilence(true), PATIENCE);
    try {
      this.send({ request: this.awaited, moves: waiting.map(([name, { to }]) => [name, to]) });
    } catch {
      this.onSilence(true); // there is no kernel to send it to
    }
  }

  /** May this state be drawn? While an answer is awaited, every other one is stale. */
  accept(answered) {
    if (this.awaited === null) return true;
    if (answered !== this.awaited) return false;
    clearTimeout(this.timer);
    this.onSilence(false);
    for (const [name, { request }] of this.moved) {
      if (request === answered) this.moved.delete(name);
    }
    this.awaited = null;
    this.ask();
    return true;
  }

  end() {
    clearTimeout(this.timer);
  }
}
