import assert from "node:assert/strict";
import { test } from "node:test";
import { applyEffects, applyPatch, same } from "../../static/js/apply_patch.js";
import { codec } from "../../static/js/codec.js";
import { schema, table } from "./sample.js";

const c = codec(schema);

test("a set replaces one field and leaves the others the same objects", () => {
  const old = c.struct(table, "Table");
  const next = applyPatch(c, old, [2 * 4, 0], "Table");
  assert.equal(next.top, "B1");
  assert.equal(next.seats, old?.seats);
  assert.equal(old?.top, "R7");
});

test("a splice takes out by old indices and appends", () => {
  const next = applyPatch(c, c.struct(table, "Table"), [3 * 4 + 1, [0], [2]], "Table");
  assert.deepEqual(next.pile, ["R7", "G2"]);
});

test("an items patch changes the structs it names and keeps the others identical", () => {
  const old = c.struct(table, "Table");
  const next = applyPatch(c, old, [1 * 4 + 2, [1, [1 * 4, 5]]], "Table");
  assert.deepEqual(next.seats[1], { name: "Bob", count: 5 });
  assert.equal(next.seats[0], old?.seats[0]);
});

test("a whole patch makes or removes a document", () => {
  assert.deepEqual(applyPatch(c, null, [-1, [[0, 1]]], "Own"), { hand: ["B1", "R7"] });
  assert.equal(applyPatch(c, { hand: [] }, [-1, null], "Own"), null);
});

test("a count goes on from where it stood", () => {
  assert.equal(applyPatch(c, c.struct([0, [], 0, [], 5], "Table"), [4 * 4 + 3, -2], "Table").deadline, 3);
});

test("what events say of the table is filled in with their fields", () => {
  const counting = codec({
    ...schema,
    events: { 9: ["drawn", "Played", [4 * 4 + 3, { less: 0 }, 2 * 4, { field: 1 }]] },
  });
  const next = applyEffects(counting, c.struct([0, [], 0, [], 5], "Table"), [[9, 2, 1]]);
  assert.deepEqual([next.deadline, next.top], [3, "R7"]);
});

test("several changes of one patch are applied in order", () => {
  const next = applyPatch(c, c.struct(table, "Table"), [0, 1, 4 * 4, 900, 3 * 4 + 1, [0, 1], []], "Table");
  assert.equal(next.phase, "over");
  assert.equal(next.deadline, 900);
  assert.deepEqual(next.pile, []);
});

test("equal parts of a new document are the old objects", () => {
  const old = { a: [1, 2], b: { c: 1 } };
  const next = same(old, { a: [1, 2], b: { c: 2 } });
  assert.equal(next.a, old.a);
  assert.notEqual(next.b, old.b);
  assert.equal(same(old, { a: [1, 2], b: { c: 1 } }), old);
});
