/**
 * The controls of an explorer, which ipywidgets draws, as far as the page deals with them.
 *
 * @import { Model } from "./types"
 */

/** @type {WeakSet<object>} */
const changed = new WeakSet(); // views that were made ready for those who listen
/** @type {WeakMap<Model, boolean>} */
const wasDisabled = new WeakMap(); // control that is off without a kernel → before that

/** Where a control stands: a menu by its index, a slider by its value. @param {Model} control */
export const standOf = (control) => control.get("index") ?? control.get("value");

/**
 * Find the models that a trait refers to.
 *
 * @param {Model} model
 * @param {string[]} references Some may be empty.
 * @returns {Promise<Model[]>}
 */
export const modelsOf = (model, references) =>
  Promise.all(
    references
      .filter(Boolean)
      .map((reference) => model.widget_manager.get_model(reference.replace("IPY_MODEL_", ""))),
  );

/**
 * Do something, once, to each element in which a model is shown.
 *
 * @param {Model} model
 * @param {(el: HTMLElement) => void} change
 */
export function onPage(model, change) {
  for (const view of Object.values(model.views ?? {})) {
    if (changed.has(view)) continue;
    changed.add(view);
    view.then(({ el }) => change(el));
  }
}

/** A slider of ipywidgets has a label beside it, and no name for those who listen. @param {Model} control */
export function nameSlider(control) {
  const name = control.get("description");
  onPage(control, (el) => el.querySelector(".noUi-handle")?.setAttribute("aria-label", name));
}

/** Disable a control on this page only, or let it be as it was. @param {Model} control @param {boolean} off */
export function disable(control, off) {
  if (off === wasDisabled.has(control)) return;
  if (off) wasDisabled.set(control, control.get("disabled"));
  control.set("disabled", off || wasDisabled.get(control));
  if (!off) wasDisabled.delete(control);
}

/**
 * Let Python hear of a slider when the hand rests, not at each place that it passes, as
 * long as the page plays the pictures. JupyterLab takes longer over the messages of a
 * step, there and back, than the board over its picture.
 *
 * @param {Model} control
 * @param {number} rests ms without a move, after which the hand rests
 * @param {() => boolean} isPlayed
 * @returns {{ tellNow: () => void, end: () => void }}
 */
export function tellAtRest(control, rests, isPlayed) {
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
    if (isPlayed()) timer = setTimeout(() => tell(), rests);
    else tell();
  };
  const tellNow = () => tell(); // before anything else is done
  document.addEventListener("pointerdown", tellNow, true);
  const end = () => {
    tellNow();
    document.removeEventListener("pointerdown", tellNow, true);
    control.save_changes = save;
  };
  return { tellNow, end };
}
