/**
 * Bundle the modules of attn_lib/web into what a page loads: one script and one style
 * sheet for each view, readable, and the same on every machine.
 *
 *     node tools/bundle.mjs           write attn_lib/web/bundles
 *     node tools/bundle.mjs --check   say what there is stale, and fail
 *
 * Paths are those of the folder in which it is called, the root of the project.
 */

import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import process from "node:process";
import { build } from "esbuild";

const WEB = "attn_lib/web";
const BUNDLES = `${WEB}/bundles`;
const VIEWS = ["board", "head_grid", "histogram", "plane"];

/** The bundles, and whether they were written. */
async function bundle(write) {
  const { outputFiles } = await build({
    entryPoints: VIEWS.flatMap((view) => [`${WEB}/${view}.js`, `${WEB}/${view}.css`]),
    outdir: BUNDLES,
    bundle: true,
    charset: "utf8", // √ and −, not their codes
    format: "esm",
    target: "es2022",
    legalComments: "none",
    write,
  });
  return outputFiles;
}

async function check() {
  const files = await bundle(false);
  const names = files.map(({ path }) => basename(path)).sort();
  const there = (await readdir(BUNDLES)).sort();
  const stale = [];
  for (const { path, text } of files) {
    const old = await readFile(join(BUNDLES, basename(path)), "utf8").catch(() => "");
    if (old !== text) stale.push(basename(path));
  }
  stale.push(...there.filter((name) => !names.includes(name)));
  if (!stale.length) return 0;
  console.error(`${BUNDLES} is stale: ${stale.join(", ")}. Run: npm run bundle`);
  return 1;
}

if (process.argv.includes("--check")) process.exitCode = await check();
else await bundle(true);
