/**
 * What the page can show by itself: the picture sent last, and the sweeps.
 *
 * Every picture has a key: where all controls stand. While a slider with a sweep is
 * dragged, the picture for where it stands is on the page already and is played from
 * there, with a kernel or without. See sweeps.py.
 */

import { PATIENCE } from "./elements.js";
import { decode } from "./arithmetic.js";

const MOST_KEYS = 200; // that are remembered, to tell what is newer
const HAND_RESTS = 100; // ms without a move, after which Python hears where a slider stands
const OFFLINE =
  "Not connected to Python: what is stored here goes on working, nothing else. " +
  "To connect, run the cell again.";
export const LATE = "Python has not answered yet. It may be busy, or gone.";

const NO_SWEEP = {};
const changed = new WeakSet(); // views that were made ready for those who listen
const wasDisabled = new WeakMap(); // control that is off without a kernel → before that

/** A sweep as it was sent → Map of key → picture, its matrices not yet read. */
export function unpack({ pictures = [], data }) {
  const [first] = pictures;
  const specs = new Map(first?.specs.map((spec) => [spec.id, spec]));
  let start = 0;
  const part = (changed) => {
    const size = changed.reduce((sum, { shape }) => sum + 8 * shape[0] * shape[1], 0);
    const bytes = { buffer: data.buffer, byteOffset: data.byteOffset + start, byteLength: size };
    start += size;
    return () => decode(changed, bytes);
  };
  let firstStages;
  return new Map(
    pictures.map((picture) => {
      const read = part(picture.specs.map((spec) => ({ ...specs.get(spec.id), ...spec })));
      firstStages ??= read;
      const { ids } = { ...first, ...picture };
      const stages = () => {
        const all = new Map([...firstStages(), ...read()]);
        return new Map(ids.map((id) => [id, all.get(id)]));
      };
      return [JSON.stringify(picture.key), { ...first, ...picture, stages }];
    }),
  );
}

/** Chooses what is shown, and knows which controls are of use. */
export class Pictures {
  constructor(model, onChange) {
    this.model = model;
    this.onChange = onChange;
    this.controls = new Map(); // name → model of the control
    this.needKernel = []; // models of what is of no use without a kernel
    this.views = new Map(); // name → model of another view beside the board
    this.captions = []; // the model that shows the caption, if there is one
    this.sweeps = new Map(); // name → { sent, pictures }
    this.count = 0; // how often the controls have moved
    this.times = new Map(); // key → the count when the controls last stood there
    this.shownAt = 0; // the count of the picture that is shown
    this.tellings = []; // of sliders of which Python has not heard
    this.endings = [];
  }

  /** Find the models of the controls, and follow them. */
  async listen() {
    const find = (reference) =>
      this.model.widget_manager.get_model(reference.replace("IPY_MODEL_", ""));
    const all = (references) => Promise.all((references ?? []).filter(Boolean).map(find));
    const controls = this.model.get("controls") ?? {};
    const found = await all(Object.values(controls));
    this.needKernel = await all(this.model.get("need_kernel"));
    this.captions = await all([this.model.get("caption_view")]);
    const views = this.model.get("views") ?? {};
    const others = await all(Object.values(views));
    if (this.ended) return;
    Object.keys(views).forEach((name, n) => this.views.set(name, others[n]));
    Object.keys(controls).forEach((name, n) => this.controls.set(name, found[n]));
    for (const control of found) this.follow(control, "change:value change:index", () => this.moved());
    for (const [name, control] of this.controls) if (this.model.get(`sweep_${name}`)) this.tellAtRest(control);
    // A caption that arrives from Python may be older than the picture.
    for (const caption of this.captions) {
      const isOld = () => caption.get("value") !== this.shown?.caption;
      this.follow(caption, "change:value", () => isOld() && this.onChange());
    }
    for (const button of this.needKernel) this.follow(button, "comm_live_update", this.onChange);
    this.moved();
  }

  follow(model, events, handler) {
    model.on(events, handler);
    this.endings.push(() => model.off(events, handler));
  }

  /**
   * Let Python hear of a slider when the hand rests, not at each place that it passes, as
   * long as the page plays the pictures. JupyterLab takes longer over the messages of a
   * step, there and back, than the board over its picture.
   */
  tellAtRest(control) {
    const save = control.save_changes;
    let timer = 0;
    let tell = () => {};
    control.save_changes = (...how) => {
      clearTimeout(timer);
      tell = () => {
        clearTimeout(timer);
        tell = () => {};
        save.apply(control, how);
      };
      if (this.isPlayed()) timer = setTimeout(() => tell(), HAND_RESTS);
      else tell();
    };
    const tellNow = () => tell(); // before anything else is done
    this.tellings.push(tellNow);
    document.addEventListener("pointerdown", tellNow, true);
    this.endings.push(() => {
      tellNow();
      document.removeEventListener("pointerdown", tellNow, true);
      control.save_changes = save;
    });
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
    if (this.times.size > MOST_KEYS) this.times.delete(this.times.keys().next().value);
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

  /** What is taken instead of where a control stands, if that was refused. */
  refused(name, control) {
    const [refused, taken] = this.model.get("instead")?.[name] ?? [];
    return taken !== undefined && standOf(control) === refused ? taken : undefined;
  }

  /** The picture that the kernel sent last. */
  sent() {
    const names = ["key", "matrices", "data", "lines", "beside", "caption", "code", "message"];
    const sent = Object.fromEntries(names.map((name) => [name, this.model.get(name)]));
    return { ...sent, stages: () => decode(sent.matrices, sent.data) };
  }

  /** A slider's sweep: key → picture. It is unpacked once. */
  sweep(name) {
    const sent = this.model.get(`sweep_${name}`) ?? NO_SWEEP;
    if (this.sweeps.get(name)?.sent !== sent) {
      this.sweeps.set(name, { sent, pictures: unpack(sent) });
    }
    return this.sweeps.get(name).pictures;
  }

  /**
   * The newest picture: the one for where the controls stand, if it is here. Else what
   * the kernel sent, unless the page shows something newer than that.
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
    else this.waiting ??= setTimeout(() => this.lose(), PATIENCE);
    const isRefused = [...this.controls].some(([name, control]) => this.refused(name, control) !== undefined);
    return { ...this.shown, message: (isRefused ? sent : (here ?? sent)).message };
  }

  /** Can the kernel be reached, as far as is known? */
  alive() {
    return this.needKernel.every(({ comm_live }) => comm_live !== false);
  }

  /** Say in one line if there is no kernel, or no answer. */
  trouble() {
    return this.alive() ? (this.late ? LATE : "") : OFFLINE;
  }

  lose() {
    this.late = true;
    this.onChange();
  }

  stopWaiting() {
    clearTimeout(this.waiting);
    this.waiting = undefined;
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
    for (const caption of this.captions) onPage(caption, (el) => el.setAttribute("aria-live", "polite"));
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
      onPage(control, nameSlider(control.get("description")));
      disable(control, !alive && !this.sweep(name).has(key));
    }
    for (const button of this.needKernel) disable(button, !alive);
  }
}

const standOf = (control) => control.get("index") ?? control.get("value");

/** Do something, once, to each element in which a model is shown. */
function onPage(model, change) {
  for (const view of Object.values(model.views ?? {})) {
    if (changed.has(view)) continue;
    changed.add(view);
    view.then(({ el }) => change(el));
  }
}

/** A slider of ipywidgets has a label beside it, and no name for those who listen. */
const nameSlider = (name) => (el) =>
  el.querySelector(".noUi-handle")?.setAttribute("aria-label", name);

/** Disable a control on this page only, or let it be as it was. */
function disable(control, off) {
  if (off === wasDisabled.has(control)) return;
  if (off) wasDisabled.set(control, control.get("disabled"));
  control.set("disabled", off || wasDisabled.get(control));
  if (!off) wasDisabled.delete(control);
}
