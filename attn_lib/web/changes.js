/**
 * Numbers that the hand has changed, on their way to Python.
 *
 * @import { Change } from "./types"
 */

import { Requests } from "./requests.js";

const MOST_TIMES = 10; // by then Python has heard where the controls stand

/**
 * The last change of each cell goes, with the key of the picture that it was made on;
 * those of one picture go together.
 *
 * @param {(content: unknown) => void} send
 * @param {() => unknown} keyOf Gives the key of the picture on the page.
 * @param {() => void} onChange Called when an answer is late, and when it comes after all.
 */
export function changesTo(send, keyOf, onChange) {
  /** @typedef {{ change: Change, key: unknown }} Made */
  /** @type {(things: [string, Made][]) => void} */
  const ask = (things) => {
    const [[, { key }]] = things;
    send({ edits: things.map(([, { change }]) => change), key });
  };
  /** @type {(one: Made, other: Made) => boolean} */
  const ofOnePicture = (one, other) => JSON.stringify(one.key) === JSON.stringify(other.key);
  const requests = new Requests(ask, onChange, ofOnePicture);
  return {
    isLate: () => requests.late,
    /** @param {Change} change */
    change(change) {
      const key = keyOf();
      requests.put(JSON.stringify([key, change.id, change.i, change.j]), { change, key });
    },
    /**
     * Python has answered; give why it did not do what was asked, if it did not.
     *
     * @param {{ later?: boolean, refused?: string }} answer `later`: it has not heard yet
     *   where the controls stand on the page.
     */
    answered({ later, refused }) {
      if (later && !requests.underWay) return undefined; // it was another view that asked
      if (later && requests.times < MOST_TIMES) {
        requests.askAgain();
        return undefined;
      }
      requests.done();
      return refused;
    },
    end: () => requests.end(),
  };
}
