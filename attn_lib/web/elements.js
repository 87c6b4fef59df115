/** Elements of a page, and of a drawing on it. Text is set as text, never as markup. */

export const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, unknown>} Attributes */

/**
 * Set attributes where they differ; undefined takes one away.
 *
 * @template {Element} E
 * @param {E} node
 * @param {Attributes} attributes
 */
export function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) node.removeAttribute(name);
    else if (node.getAttribute(name) !== `${value}`) node.setAttribute(name, `${value}`);
  }
  return node;
}

/**
 * Add an element of the page to a parent, if there is one yet.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {Element | null} parent
 * @param {T} tag
 * @param {Attributes} [attributes]
 */
export function add(parent, tag, attributes = {}) {
  return placed(parent, document.createElement(tag), attributes);
}

/**
 * Add a shape to a drawing.
 *
 * @template {keyof SVGElementTagNameMap} T
 * @param {Element} parent
 * @param {T} tag
 * @param {Attributes} [attributes]
 */
export function addShape(parent, tag, attributes = {}) {
  return placed(parent, document.createElementNS(SVG, tag), attributes);
}

/**
 * @template {Element} E
 * @param {Element | null} parent
 * @param {E} node
 * @param {Attributes} attributes
 */
function placed(parent, node, attributes) {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, `${value}`);
  parent?.append(node);
  return node;
}

/**
 * Set text only where it differs: most cells of most updates stay as they are.
 *
 * @param {Element} node
 * @param {string} text
 */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * Show a text, or nothing where it is empty.
 *
 * @param {HTMLElement} node
 * @param {string} text
 */
export function show(node, text) {
  setText(node, text);
  node.hidden = text === "";
}

/**
 * Listen to several events. Returns the end of it.
 *
 * @param {EventTarget} target
 * @param {Record<string, (event: any) => void>} handlers
 * @param {AddEventListenerOptions} [how]
 */
export function listen(target, handlers, how = {}) {
  const all = Object.entries(handlers);
  for (const [name, handler] of all) target.addEventListener(name, handler, how);
  return () => {
    for (const [name, handler] of all) target.removeEventListener(name, handler, how);
  };
}

/**
 * What a handler acts on.
 *
 * @param {Event} event
 */
export const targetOf = (event) => /** @type {HTMLElement} */ (event.target);
