import assert from "node:assert/strict";
import { test } from "node:test";

import { speaker } from "../../attn_lib/web/words.js";

const english = speaker({
  language: "en",
  hint: "Point at a number.",
  save: "save {kind} as {name}",
  more: { one: "{n} product is 0", other: "{n} products are 0" },
});

test("places are filled by their names, in the order of the text", () => {
  assert.equal(english("hint"), "Point at a number.");
  assert.equal(english("save", { name: "a", kind: "b" }), "save b as a");
});

test("what is filled in is no text with places, and may be empty", () => {
  assert.equal(english("save", { kind: "{name}", name: "" }), "save {name} as ");
});

test("a number has its form in each language", () => {
  assert.deepEqual(
    [0, 1, 2].map((n) => english("more", { n })),
    ["0 products are 0", "1 product is 0", "2 products are 0"],
  );
  const chinese = speaker({ language: "zh", more: { one: "?", other: "{n} 个" } });
  assert.equal(chinese("more", { n: 1 }), "1 个");
  const polish = speaker({ language: "pl", more: { one: "a", few: "b", many: "c", other: "d" } });
  assert.deepEqual(
    [1, 3, 5, 22].map((n) => polish("more", { n })),
    ["a", "b", "c", "b"],
  );
});

test("a part keeps its colour, and what stands around it has none", () => {
  const places = { kind: ["Q", "Q"], name: [["1", "K"], [" + "], ["2", "V"]] };
  assert.deepEqual(english.parts("save", places), [
    ["save "],
    ["Q", "Q"],
    [" as "],
    ["1", "K"],
    [" + "],
    ["2", "V"],
  ]);
});

test("a place may have no part at all", () => {
  assert.deepEqual(english.parts("save", { kind: [], name: "x" }), [["save "], [" as "], ["x"]]);
});

test("words that Python did not send, and places without a filling, are errors", () => {
  assert.throws(() => english("nothing"), /no words for nothing/);
  assert.throws(() => english("save", { kind: "x" }), /no name for save/);
});
