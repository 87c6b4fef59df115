import assert from "node:assert/strict";
import { test } from "node:test";

import { explain, inputs, wayOf } from "../../attn_lib/web/arithmetic.js";
import { decode } from "../../attn_lib/web/stages.js";

/** Words that say which they are: what the sentences are is Python's affair. */
const say = Object.assign((id, places) => [id, ...Object.values(places ?? {})].join(" "), {
  parts: (id, places) => [
    [`${id} `],
    ...Object.values(places).flatMap((p) => (Array.isArray(p) ? p : [[` ${p}`]])),
  ],
});

const USUAL = { kind: "signed", hidden: null, cursor: false, edited: [], tolerance: 1e-5 };

/** A matrix of two rows; of its columns as many as it needs. */
const matrix = (id, values, made, other) => ({
  ...{ ...USUAL, id, made, symbol: id, shape: [2, values.length / 2] },
  ...{ rows: ["a", "b"], columns: ["x", "y", "z"].slice(0, values.length / 2), values },
  ...other,
});

function stagesOf(...matrices) {
  const numbers = Float64Array.from(matrices.flatMap(({ values }) => values));
  return decode(matrices, new DataView(numbers.buffer));
}

const Q = matrix("Q", [1, -2, 0, 3], { op: "given", note: "by hand" });
const K = matrix("K", [4, 5, 6, 0], { op: "given", note: "by hand" });
const scores = (values) =>
  matrix(
    "scores",
    values,
    { op: "matmul", left: "Q", right: "K", transposed: true },
    { cursor: true },
  );
const GOOD = [-6, 6, 15, 0];
const scaled = matrix(
  "scaled",
  GOOD.map((n) => n / 2),
  { op: "scale", of: "scores", divisor: 2, name: "√d_k" },
  { cursor: true },
);

const textOf = (stages, id, i, j) =>
  explain(stages, id, i, j, say)
    .parts.map(([text]) => text)
    .join("");

test("a product is summed in its terms, those that are 0 left out", () => {
  const stages = stagesOf(Q, K, scores(GOOD));
  assert.equal(textOf(stages, "scores", 0, 0), "scores[a, x] = 1 · 4 + (−2) · 5 = −6");
  assert.equal(textOf(stages, "scores", 1, 0), "scores[b, x] = 3 · 5 = 15  (zero_products 1)");
  assert.deepEqual(inputs(stages, "scores", 1, 0), [
    { id: "Q", row: 1 },
    { id: "K", row: 0 },
  ]);
});

test("a number that is not its calculation is said to be none", () => {
  const { parts, agrees } = explain(stagesOf(Q, K, scores([-6.1, 6, 15, 0])), "scores", 0, 0, say);
  assert.equal(agrees, false);
  assert.deepEqual(parts.at(-1), [" disagreement -6 -6.1", "error"]);
  const rounded = stagesOf(Q, K, scores([-6 - 1e-6, 6, 15, 0]));
  assert.equal(explain(rounded, "scores", 0, 0, say).agrees, true);
});

test("a scaled score says what its divisor is, and leads through its stages", () => {
  const stages = stagesOf(Q, K, scores(GOOD), scaled);
  assert.equal(textOf(stages, "scaled", 1, 0), "where scaled[b, x] = 15 ÷ √d_k = 7.5 √d_k  = 2");
  assert.deepEqual(
    wayOf(stages, { id: "scaled", i: 1, j: 0 }).map(([text]) => text),
    ["", "scores 15", "  →  ", "scaled 7.5"],
  );
  assert.deepEqual(wayOf(stages, { id: "Q", i: 0, j: 0 }), []);
});

test("a softmax gives weights that add up, for large scores too", () => {
  const row = [700, 701, 0, -Infinity];
  const share = Math.exp(-1) / (1 + Math.exp(-1));
  const made = { op: "softmax", of: "z" };
  const stages = stagesOf(
    matrix("z", row, { op: "given", note: "" }),
    matrix("w", [share, 1 - share, 1, 0], made),
  );
  for (const [i, j] of [0, 1, 2, 3].map((n) => [n >> 1, n % 2])) {
    assert.ok(explain(stages, "w", i, j, say).agrees);
  }
  assert.match(
    textOf(stages, "w", 0, 0),
    /^w\[a, x\] = exp\(700 − 701\) ÷ \(exp\(700 − 701\) \+ exp/,
  );
  assert.equal(textOf(stages, "w", 1, 1), "w[b, y] = 0  (hidden_weight)");
});

test("a masked score stays, is −∞, or has a number added", () => {
  const mask = matrix("mask", [1, 0, 1, 0], { op: "given", note: "" }, { kind: "mask" });
  const masked = (constant, values) => {
    const made = { op: "mask", of: "scores", mask: "mask", constant };
    return stagesOf(Q, K, scores(GOOD), mask, matrix("masked", values, made));
  };
  const hidden = masked(null, [-6, -Infinity, 15, -Infinity]);
  assert.equal(textOf(hidden, "masked", 0, 0), "masked[a, x] = −6  (stays)");
  assert.equal(textOf(hidden, "masked", 0, 1), "masked[a, y] = −∞  (hidden_score 6)");
  const lowered = masked(-9, [-6, -3, 15, -9]);
  assert.equal(textOf(lowered, "masked", 0, 1), "masked[a, y] = 6 + (−9) = −3  (hidden_by_number)");
});

test("a number that was changed by hand says what it would be", () => {
  const edited = { ...scores([9, 6, 15, 0]), edited: [[0, 0]] };
  const { parts, agrees } = explain(stagesOf(Q, K, edited), "scores", 0, 0, say);
  assert.ok(agrees);
  const text = parts.map(([part]) => part).join("");
  assert.equal(text, "changed_from scores[a, x] 9 = 1 · 4 + (−2) · 5 = −6");
});

test("laid side by side, a column is that of its own matrix", () => {
  const both = matrix("both", [1, -2, 4, 5, 0, 3, 6, 0], {
    op: "beside",
    each: ["Q", "K"],
    width: 2,
  });
  both.columns = ["1", "2", "3", "4"];
  const stages = stagesOf(Q, K, both);
  assert.equal(textOf(stages, "both", 1, 2), "both[b, 3] = K[b, x] = 6  (by hand)");
});
