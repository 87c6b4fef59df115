import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { changesTo } from "../../attn_lib/web/changes.js";
import { Moves } from "../../attn_lib/web/moves.js";
import { PATIENCE, Requests } from "../../attn_lib/web/requests.js";

let sent;
let said;

beforeEach(() => {
  sent = [];
  said = [];
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
});

const queue = (together) =>
  new Requests(
    (things) => sent.push(Object.fromEntries(things)),
    (isLate) => said.push(isLate),
    together,
  );

test("one request is under way, and the newest of each thing waits", () => {
  const requests = queue();
  requests.put("a", 1);
  requests.put("b", 2);
  requests.put("a", 3);
  requests.put("a", 4);
  assert.deepEqual(sent, [{ a: 1 }]);
  assert.equal(requests.get("a"), 4);
  requests.done();
  assert.deepEqual(sent, [{ a: 1 }, { b: 2, a: 4 }]);
  requests.done();
  assert.equal(requests.get("a"), undefined);
  requests.put("c", 5);
  assert.equal(sent.length, 3);
});

test("what does not go together goes one after the other", () => {
  const requests = queue((one, other) => one % 2 === other % 2);
  for (const n of [1, 2, 3, 4, 5]) requests.put(`${n}`, n);
  requests.done();
  requests.done();
  assert.deepEqual(sent, [{ 1: 1 }, { 2: 2, 4: 4 }, { 3: 3, 5: 5 }]);
});

test("a late answer is said once, and taken back when it comes", () => {
  const requests = queue();
  requests.put("a", 1);
  mock.timers.tick(PATIENCE - 1);
  assert.deepEqual(said, []);
  mock.timers.tick(1);
  assert.deepEqual(said, [true]);
  requests.done();
  assert.deepEqual(said, [true, false]);
  requests.put("a", 2);
  requests.done();
  mock.timers.tick(2 * PATIENCE);
  assert.deepEqual(said, [true, false]);
});

test("without a kernel to send it to, that is said at once", () => {
  const requests = new Requests(
    () => {
      throw new Error("no comm");
    },
    (isLate) => said.push(isLate),
  );
  requests.put("a", 1);
  assert.deepEqual(said, [true]);
});

test("an end leaves no timer", () => {
  const requests = queue();
  requests.put("a", 1);
  requests.askAgain();
  requests.end();
  mock.timers.tick(10 * PATIENCE);
  assert.deepEqual([sent.length, said], [1, []]);
});

test("changes go with the key of their picture, those of one together", () => {
  let key = [1];
  const changes = changesTo(
    (content) => sent.push(content),
    () => key,
    () => {},
  );
  const change = (id, number) => changes.change({ id, i: 0, j: 0, number });
  change("Q", 1);
  change("Q", 2);
  change("K", 3);
  key = [2];
  change("Q", 4);
  assert.equal(changes.answered({ refused: "no" }), "no");
  changes.answered({});
  assert.deepEqual(
    sent.map(({ edits, key }) => [key, ...edits.map(({ id, number }) => id + number)]),
    [
      [[1], "Q1"],
      [[1], "Q2", "K3"],
      [[2], "Q4"],
    ],
  );
});

test("what Python cannot follow yet is sent again, but not for ever", () => {
  const changes = changesTo(
    (content) => sent.push(content),
    () => [],
    () => {},
  );
  assert.equal(changes.answered({ later: true, refused: "another view's" }), undefined);
  changes.change({ id: "Q", i: 0, j: 0, number: 1 });
  for (let n = 1; n < 10; n++) {
    assert.equal(changes.answered({ later: true, refused: "not yet" }), undefined);
    mock.timers.tick(100);
    assert.equal(sent.length, n + 1);
  }
  assert.equal(changes.answered({ later: true, refused: "never" }), "never");
});

test("a state that is older than what the hand did is not drawn", () => {
  const moves = new Moves(
    (content) => sent.push(content),
    () => {},
  );
  assert.ok(moves.accept("whatever"));
  moves.move("point 0", [1, 2]);
  moves.move("point 0", [3, 4]);
  assert.deepEqual(moves.get("point 0"), [3, 4]);
  assert.ok(!moves.accept(""));
  assert.ok(moves.accept(sent[0].request));
  assert.deepEqual(sent[1].moves, [["point 0", [3, 4]]]);
  assert.ok(!moves.accept(sent[0].request));
  assert.ok(moves.accept(sent[1].request));
  assert.equal(moves.get("point 0"), undefined);
});
