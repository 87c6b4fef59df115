/**
 * What the hand has moved in a plane and the kernel has not answered yet.
 */

import { Requests } from "./requests.js";

/** Every answer bears the number of its request. */
export class Moves {
  /**
   * @param {(content: unknown) => void} send
   * @param {(isSilent: boolean) => void} onSilence
   */
  constructor(send, onSilence) {
    this.view = Math.random().toString(36).slice(2); // two views of one model may ask
    this.count = 0;
    this.awaited = "";
    /** @type {(moves: [string, unknown][]) => void} */
    const ask = (moves) => {
      this.awaited = `${this.view} ${++this.count}`;
      send({ request: this.awaited, moves });
    };
    this.requests = new Requests(ask, onSilence);
  }

  /** Where the hand has put a thing, if the kernel does not know it yet. @param {string} name */
  get(name) {
    return this.requests.get(name);
  }

  /** @param {string} name @param {unknown} to */
  move(name, to) {
    this.requests.put(name, to);
  }

  /** May this state be drawn? While an answer is awaited, every other one is stale. @param {string} answered */
  accept(answered) {
    if (!this.requests.underWay) return true;
    if (answered !== this.awaited) return false;
    this.requests.done();
    return true;
  }

  end() {
    this.requests.end();
  }
}
