import assert from "node:assert/strict";
import { test } from "node:test";
import { codec } from "../../static/js/codec.js";
import { schema, table } from "./sample.js";

const c = codec(schema);

test("a positional struct is read with the names, words and cards of the schema", () => {
  assert.deepEqual(c.struct(table, "Table"), {
    phase: "turn",
    seats: [
      { name: "Ann", count: 7 },
      { name: "Bob", count: 6 },
    ],
    top: "R7",
    pile: ["B1", "R7"],
    deadline: null,
  });
});

test("fields that the server did not send take their defaults", () => {
  assert.equal(c.struct([0, [], 0, []], "Table")?.deadline, null);
});

test("an event carries its kind as type", () => {
  assert.deepEqual(c.event([3, 1, 2]), { type: "card_played", seat: 1, card: "G2" });
});

test("an unknown event number is named unknown and breaks nothing", () => {
  assert.deepEqual(c.event([99, 1]), { type: "unknown" });
});
