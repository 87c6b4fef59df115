import assert from "node:assert/strict";
import { test } from "node:test";

import { cellText, doubles, numberText, resultText, termText } from "../../attn_lib/web/numbers.js";

test("bytes are read from where they start", () => {
  const bytes = new Uint8Array(19);
  bytes.set(new Uint8Array(Float64Array.of(1.5, -2).buffer), 3);
  assert.deepEqual([...doubles(new DataView(bytes.buffer, 3, 16))], [1.5, -2]);
});

test("a number in a cell has five characters, and 0 is exactly 0", () => {
  const texts = {
    0: "0",
    "-0.001": "≈0",
    0.005: "0.01",
    "-14.149": "−14.1",
    100.46: "100.5",
    "-123456": "−1e5",
  };
  for (const [value, text] of Object.entries(texts)) assert.equal(cellText(Number(value)), text);
});

test("a half is rounded away from zero, whatever its last digit", () => {
  assert.equal(numberText(1.1249999999999998), "1.13");
  assert.equal(numberText(-0.125), "−0.13");
  assert.equal(numberText(-0.001), "0.00");
});

test("a term has three decimals at most, and says when it is tiny, huge or infinite", () => {
  const terms = [2 / 3, 1e-4, -1234567, -Infinity].map(termText);
  assert.deepEqual(terms, ["0.667", "1.0e−4", "−1.235e6", "−∞"]);
});

test("a result that is not all of its digits is about it", () => {
  assert.equal(resultText(0.25), " = 0.25");
  assert.equal(resultText(1 / 3), " ≈ 0.333");
  assert.equal(resultText(-Infinity), " = −∞");
});
