/**
 * What the page can show by itself: the picture sent last, and the sweeps.
 *
 * Every picture has a key: where all controls stand. While a slider with a sweep is
 * dragged, the picture for where it stands is on the page already and is played from
 * there, with a kernel or without.
 *
 * @import { Handler, Model, Picture, Say } from "./types"
 */

import { disable, modelsOf, nameSlider, onPage, standOf, tellAtRest } from "./controls.js";
import { PATIENCE } from "./requests.js";
import { decode } from "./stages.js";
import { unpack } from "./sweeps.js";

const MOST_KEYS = 200; // that are remembered, to tell what is newer
const HAND_RESTS = 100; // ms without a move, after which Python hears where a slider stands
const SENT = ["key", "matrices", "data", "lines", "beside", "caption", "code", "message"];
const NO_SWEEP = {};

/** @param {object} names @param {Model[]} models */
const byName = (names, models) => new Map(Object.keys(names).map((name, n) => [name, models[n]]));

/** Chooses what is shown, and knows which controls are of use. */
export class Pictures {
  /**
   * @param {Model} model
   * @param {Say} say
   * @param {() => void} onChange
   */
  constructor(model, say, onChange) {
    this.model = model;
    this.say = say;
    this.onChange = onChange;
    /** @type {Map<string, Model>} */
    this.controls = new Map(); // by name
    /** @type {Model[]} */
    this.needKernel = []; // what is of no use without a kernel
    /** @type {Map<string, Model>} */
    this.views = new Map(); // name → model of another view beside the board
    /** @type {Model[]} */
    this.captions = []; // the model that shows the caption, if there is one
    /** @type {Map<string, { sent: object, pictures: Map<string, Picture> }>} */
    this.sweeps = new Map();
    this.count = 0; // how often the controls have moved
    /** @type {Map<string, number>} */
    this.times = new Map(); // key → the count when the controls last stood there
    /** @type {Picture | undefined} */
    this.last = undefined; // that the kernel had sent
    this.shown = this.sent();
    this.shownAt = 0; // the count of the picture that is shown
    this.late = false;
    this.waiting = 0;
    this.telling = 0;
    this.ended = false;
    /** @type {(() => void)[]} */
    this.tellings = []; // of sliders of which Python has not heard
    /** @type {(() => void)[]} */
    this.endings = [];
  }

  /** Find the models of the controls, and follow them. */
  async listen() {
    /** @param {string} trait @returns {Record<string, string>} */
    const named = (trait) => this.model.get(trait) ?? {};
    const [controls, views] = [named("controls"), named("views")];
    const found = await modelsOf(this.model, Object.values(controls));
    this.needKernel = await modelsOf(this.model, this.model.get("need_kernel") ?? []);
    this.captions = await modelsOf(this.model, [this.model.get("caption_view")]);
    const others = await modelsOf(this.model, Object.values(views));
    if (this.ended) return;
    this.views = byName(views, others);
    this.controls = byName(controls, found);
    for (const control of found)
      this.follow(control, "change:value change:index", () => this.moved());
    for (const [name, control] of this.controls) {
      if (!this.model.get(`sweep_${name}`)) continue;
      const { tellNow, end } = tellAtRest(control, HAND_RESTS, () => this.isPlayed());
      this.tellings.push(tellNow);
      this.endings.push(end);
    }
    // A caption that arrives from Python may be older than the picture.
    for (const caption of this.captions) {
      const isOld = () => caption.get("value") !== this.shown.caption;
      this.follow(caption, "change:value", () => isOld() && this.onChange());
    }
    for (const button of this.needKernel) this.follow(button, "comm_live_update", this.onChange);
    this.moved();
  }

  /** @param {Model} model @param {string} events @param {Handler} handler */
  follow(model, events, handler) {
    model.on(events, handler);
    this.endings.push(() => model.off(events, handler));
  }

  /** Let Python know where the sliders stand: something is sent that builds on it. */
  tellNow() {
    for (const tell of this.tellings) tell();
  }

  /** Is the picture for where the controls stand on the page already? */
  isPlayed() {
    const key = this.key();
    return [...this.controls.keys()].some((name) => this.sweep(name).has(key));
  }

  end() {
    this.ended = true;
    this.stopWaiting();
    clearTimeout(this.telling);
    for (const end of this.endings) end();
  }

  moved() {
    const key = this.key();
    this.times.delete(key);
    this.times.set(key, ++this.count);
    const [oldest] = this.times.keys();
    if (this.times.size > MOST_KEYS) this.times.delete(oldest);
    this.onChange();
  }

  /**
   * Where the controls stand now, or what Python takes instead of what it refused. The
   * last entry is for what the page cannot see.
   */
  key() {
    const seen = [...this.controls].map(([name, control]) => {
      const [value, taken] = [standOf(control), this.refused(name, control)];
      return taken === undefined ? value : taken;
    });
    return JSON.stringify([...seen, this.model.get("key")?.at(-1)]);
  }

  /** What is taken instead of where a control stands, if that was refused. @param {string} name @param {Model} control */
  refused(name, control) {
    const [refused, taken] = this.model.get("instead")?.[name] ?? [];
    return taken !== undefined && standOf(control) === refused ? taken : undefined;
  }

  /** The picture that the kernel sent last. @returns {Picture} */
  sent() {
    const sent = Object.fromEntries(SENT.map((name) => [name, this.model.get(name)]));
    return /** @type {Picture} */ ({ ...sent, stages: () => decode(sent.matrices, sent.data) });
  }

  /** A slider's sweep: key → picture. It is unpacked once. @param {string} name */
  sweep(name) {
    const sent = this.model.get(`sweep_${name}`) ?? NO_SWEEP;
    const known = this.sweeps.get(name);
    if (known && known.sent === sent) return known.pictures;
    const pictures = unpack(sent);
    this.sweeps.set(name, { sent, pictures });
    return pictures;
  }

  /**
   * The newest picture: the one for where the controls stand, if it is here. Else what
   * the kernel sent, unless the page shows something newer than that.
   *
   * @returns {Picture}
   */
  newest() {
    const [key, sent] = [this.key(), this.sent()];
    const sentKey = JSON.stringify(sent.key);
    const isNew = ["key", "matrices", "data"].some((name) => sent[name] !== this.last?.[name]);
    this.last = sent;
    let here = key === sentKey ? sent : undefined;
    for (const name of this.controls.keys()) here ??= this.sweep(name).get(key);
    const time = here ? this.count : (this.times.get(sentKey) ?? this.shownAt);
    if (here || (isNew && time >= this.shownAt)) {
      this.shown = here ?? sent;
      this.shownAt = time;
    }
    const answered = here || JSON.stringify(this.model.get("answered")) === key;
    if (answered || !this.controls.size || !this.alive()) this.stopWaiting();
    else this.waiting ||= setTimeout(() => this.lose(), PATIENCE);
    const isRefused = [...this.controls].some(
      ([name, control]) => this.refused(name, control) !== undefined,
    );
    return { ...this.shown, message: (isRefused ? sent : (here ?? sent)).message };
  }

  /** Can the kernel be reached, as far as is known? */
  alive() {
    return this.needKernel.every(({ comm_live }) => comm_live !== false);
  }

  /** Say in one line if there is no kernel, or no answer. */
  trouble() {
    if (!this.alive()) return this.say("offline");
    return this.late ? this.say("late") : "";
  }

  lose() {
    this.late = true;
    this.onChange();
  }

  stopWaiting() {
    clearTimeout(this.waiting);
    this.waiting = 0;
    this.late = false;
  }

  /**
   * Let the caption go with the picture; of a drag, when the hand rests. Who listens would
   * hear each place, and its lines take as long to set as the numbers of the board.
   */
  tellCaption() {
    clearTimeout(this.telling);
    const tell = () => {
      for (const caption of this.captions) caption.set("value", this.shown.caption);
    };
    for (const caption of this.captions)
      onPage(caption, (el) => el.setAttribute("aria-live", "polite"));
    if (this.isPlayed()) this.telling = setTimeout(tell, HAND_RESTS);
    else tell();
  }

  /** Let views and caption go with the board, and only those controls move that work. */
  tend() {
    for (const [name, traits] of Object.entries(this.shown.beside ?? {})) {
      this.views.get(name)?.set(traits);
    }
    this.tellCaption();
    const [alive, key] = [this.alive(), this.key()];
    for (const [name, control] of this.controls) {
      nameSlider(control);
      disable(control, !alive && !this.sweep(name).has(key));
    }
    for (const button of this.needKernel) disable(button, !alive);
  }
}
