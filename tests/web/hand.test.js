import assert from "node:assert/strict";
import { test } from "node:test";

import { arrowHead, decodeScene, scaleOf, tidy } from "../../attn_lib/web/geometry.js";
import { stepsOf } from "../../attn_lib/web/steps.js";
import { typedNumber } from "../../attn_lib/web/typing.js";

test("what is typed is a number in whatever digits, or none", () => {
  const numbers = { "1,5": 1.5, " −2 ": -2, "－３": -3, ".5": 0.5, "1e-3": 0.001, "+4.": 4 };
  for (const [text, number] of Object.entries(numbers)) assert.equal(typedNumber(text), number);
  for (const text of ["", "1,2,3", "abc", "1e999", "0x10", "1 2"]) {
    assert.equal(typedNumber(text), null);
  }
});

test("a point that the hand gives lies in the plane, has two decimals, and is no −0", () => {
  assert.deepEqual([tidy(9, 4), tidy(-9, 4), tidy(1.23456, 4)], [4, -4, 1.23]);
  assert.ok(Object.is(tidy(-0.001, 4), 0));
});

test("pixels lead back to the point they came from, and y points up", () => {
  const { toPixels, toPlane } = scaleOf(400, 4);
  const [x, y] = toPlane(toPixels([1.5, -2.5]));
  assert.ok(Math.abs(x - 1.5) + Math.abs(y + 2.5) < 1e-12);
  assert.ok(toPixels([0, 1])[1] < toPixels([0, 0])[1]);
});

test("an arrow's head ends at its point and is not longer than the arrow", () => {
  assert.deepEqual(arrowHead([0, 0], [100, 0])[0], [100, 0]);
  const [, [x]] = arrowHead([0, 0], [5, 0]);
  assert.equal(x, 0);
});

test("a scene has its points, and then its columns", () => {
  const data = new DataView(Float64Array.of(1, 2, 3, 4, 5, 6).buffer);
  const scene = decodeScene({ names: ["q", "k"], columns: ["score"] }, data);
  assert.deepEqual(scene.points, [
    [1, 2],
    [3, 4],
  ]);
  assert.deepEqual([...scene.columns.score], [5, 6]);
});

test("the steps of a query go by the key that it looks at most", () => {
  const stage = (id, shape, values) => [id, { id, shape, values: Float64Array.from(values) }];
  const stages = new Map([
    stage("q", [1, 2], [0, 0]),
    stage("weights", [2, 3], [0, 0, 1, 0.1, 0.7, 0.2]),
    stage("output", [2, 2], [0, 0, 0, 0]),
  ]);
  assert.deepEqual(stepsOf(stages, ["q", "weights", "output"], 1), [
    { id: "q", i: 0, j: 0 },
    { id: "weights", i: 1, j: 1 },
    { id: "output", i: 1, j: 0 },
  ]);
});
