/**
 * Light or dark, and the symbols' colours in each.
 *
 * @import { Colours } from "./types"
 */

const PAPER = { light: "#ffffff", dark: "#111111" };

/** JupyterLab and VS Code say which theme they have; any other page follows the system. */
function themeOfPage() {
  const { jpThemeLight, vscodeThemeKind } = document.body.dataset;
  if (jpThemeLight !== undefined) return jpThemeLight === "false" ? "dark" : "light";
  const dark =
    vscodeThemeKind?.includes("dark") ?? matchMedia("(prefers-color-scheme: dark)").matches;
  return dark ? "dark" : "light";
}

/**
 * Give a view the page's theme, and to each symbol its colour as --attn-Q, --attn-K, …
 *
 * @param {HTMLElement} root
 * @param {Colours} colours
 */
export function dressInTheme(root, colours) {
  root.dataset.theme = themeOfPage();
  for (const [symbol, [light, dark]] of Object.entries(colours)) {
    root.style.setProperty(`--attn-${symbol}`, isDark(root) ? dark : light);
  }
}

/** @param {HTMLElement} root */
export const isDark = (root) => root.dataset.theme === "dark";

/** What a view is drawn on. @param {HTMLElement} root */
export const paperOf = (root) => PAPER[isDark(root) ? "dark" : "light"];

/**
 * Call a handler when the theme changes. Returns the end of it.
 *
 * @param {() => void} handler
 */
export function onTheme(handler) {
  const said = new MutationObserver(handler);
  said.observe(document.body, {
    attributeFilter: ["data-jp-theme-light", "data-vscode-theme-kind"],
  });
  const system = matchMedia("(prefers-color-scheme: dark)");
  system.addEventListener("change", handler);
  return () => {
    said.disconnect();
    system.removeEventListener("change", handler);
  };
}
