/** The queue of what the hand asks of Python. */

export const PATIENCE = 2000; // ms without an answer after which the page says so
const AGAIN = 100; // ms until what Python could not follow yet is sent again

/**
 * At most one request is under way. What is asked meanwhile waits, and the newest value
 * of each thing wins.
 *
 * @template T
 */
export class Requests {
  /**
   * @param {(things: [name: string, value: T][]) => void} send
   * @param {(isLate: boolean) => void} onLate Told when an answer is late, and when it
   *   comes after all.
   * @param {(one: T, other: T) => boolean} [together] May they go in one request?
   */
  constructor(send, onLate, together = () => true) {
    this.send = send;
    this.onLate = onLate;
    this.together = together;
    /** @type {Map<string, T>} */
    this.waiting = new Map();
    /** @type {Map<string, T> | null} */
    this.underWay = null;
    this.times = 0; // that it was sent
    this.late = false;
    this.timer = 0;
    this.later = 0;
  }

  /** What was asked of a thing last, until that is answered. @param {string} name */
  get(name) {
    return this.waiting.get(name) ?? this.underWay?.get(name);
  }

  /** @param {string} name @param {T} value */
  put(name, value) {
    this.waiting.set(name, value);
    this.next();
  }

  next() {
    if (this.underWay || !this.waiting.size) return;
    const [first] = this.waiting.values();
    this.underWay = new Map([...this.waiting].filter(([, value]) => this.together(first, value)));
    for (const name of this.underWay.keys()) this.waiting.delete(name);
    this.times = 0;
    this.timer = setTimeout(() => this.tell(true), PATIENCE);
    this.ask();
  }

  ask() {
    this.times += 1;
    try {
      this.send([...(this.underWay ?? [])]);
    } catch {
      this.tell(true); // there is no kernel to send it to
    }
  }

  /** Python could not follow yet. */
  askAgain() {
    clearTimeout(this.later);
    this.later = setTimeout(() => this.ask(), AGAIN);
  }

  /** Python has answered: the next may go. */
  done() {
    this.underWay = null;
    clearTimeout(this.timer);
    this.tell(false);
    this.next();
  }

  /** @param {boolean} isLate */
  tell(isLate) {
    const isNews = this.late !== isLate;
    this.late = isLate;
    if (isNews) this.onLate(isLate);
  }

  end() {
    clearTimeout(this.timer);
    clearTimeout(this.later);
  }
}
