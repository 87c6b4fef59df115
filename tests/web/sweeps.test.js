import assert from "node:assert/strict";
import { test } from "node:test";

import { unpack } from "../../attn_lib/web/sweeps.js";

const spec = (id, columns) => ({ id, shape: [1, columns], title: id });

test("a sweep is unpacked into pictures by their keys, each with its own numbers", () => {
  const numbers = Float64Array.of(1, 2, 3, 4, 5);
  const bytes = new Uint8Array(numbers.byteLength + 3); // starts at no multiple of eight
  bytes.set(new Uint8Array(numbers.buffer), 3);
  const pictures = unpack({
    pictures: [
      {
        key: [1, "a"],
        ids: ["Q", "K"],
        specs: [spec("Q", 2), spec("K", 1)],
        caption: "one",
        code: "c",
      },
      { key: [2, "a"], ids: ["Q", "K"], specs: [{ id: "Q", shape: [1, 2] }], caption: "two" },
    ],
    data: new DataView(bytes.buffer, 3),
  });
  assert.deepEqual([...pictures.keys()], ['[1,"a"]', '[2,"a"]']);
  const second = pictures.get('[2,"a"]');
  assert.equal(second.caption, "two");
  assert.equal(second.code, "c"); // as in the first
  const stages = second.stages();
  assert.deepEqual([...stages.keys()], ["Q", "K"]);
  assert.deepEqual([...stages.get("Q").values], [4, 5]);
  assert.deepEqual([...stages.get("K").values], [3]);
  assert.equal(stages.get("Q").title, "Q");
  assert.deepEqual([...pictures.get('[1,"a"]').stages().get("Q").values], [1, 2]);
});

test("a slider without a sweep has no pictures", () => {
  assert.equal(unpack({}).size, 0);
});
