/**
 * The words of a view, in the language that Python was set to: a page has none of its own.
 * A text has named places, `{name}`; where a number `n` decides, Python sent one for each
 * plural form. See explorers/words.py.
 *
 * @import { Filling, Part, Say, Text } from "./types"
 */

/**
 * Gives the texts of a view by their ids.
 *
 * @param {Record<string, Text>} texts As Python sent them; `language` says which it is.
 * @returns {Say}
 */
export function speaker(texts) {
  const plural = new Intl.PluralRules(/** @type {string} */ (texts.language));
  /** @param {string} id @param {{ n?: unknown }} places */
  const textOf = (id, { n }) => {
    const text = texts[id];
    if (text === undefined) throw new Error(`no words for ${id}`);
    return typeof text === "string" ? text : text[plural.select(Number(n))];
  };
  /** @type {Say["parts"]} */
  const parts = (id, places = {}) =>
    pieces(textOf(id, places)).flatMap(({ text, place }) => {
      if (place && places[place] === undefined) throw new Error(`no ${place} for ${id}`);
      return asParts(place ? places[place] : text);
    });
  return Object.assign(
    /** @type {(id: string, places?: Record<string, string | number>) => string} */
    (id, places = {}) =>
      parts(id, places)
        .map(([text]) => text)
        .join(""),
    { parts },
  );
}

/** A text cut at its places. @param {string} text */
function pieces(text) {
  const cut = text.split(/\{(\w+)\}/); // every other piece is the name of a place
  return cut.map((piece, n) => (n % 2 ? { text: "", place: piece } : { text: piece, place: "" }));
}

/** @param {Filling} filling @returns {Part[]} */
function asParts(filling) {
  if (!Array.isArray(filling)) return filling === "" ? [] : [[`${filling}`]];
  const isPart = typeof filling[0] === "string";
  return isPart ? [/** @type {Part} */ (filling)] : /** @type {Part[]} */ (filling);
}
