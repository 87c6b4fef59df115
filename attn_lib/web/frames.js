/**
 * When a view is drawn.
 *
 * @import { Model } from "./types"
 */

import { dressInTheme, onTheme } from "./theme.js";

/**
 * Keep a view up to date: draw now, and once a frame after the model or the theme have
 * changed. The newest wins: what arrives before the next frame is drawn once.
 *
 * @param {Model} model
 * @param {HTMLElement} root
 * @param {() => void} draw
 * @param {() => void} [onWidth] What is done for another width; to draw, if not given.
 */
export function keepDrawn(model, root, draw, onWidth) {
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
  const width = new ResizeObserver(onWidth ?? schedule);
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
