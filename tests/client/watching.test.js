import assert from "node:assert/strict";
import { test } from "node:test";
import { fairness } from "../../static/js/watching/fairness.js";
import { Marks } from "../../static/js/watching/marks.js";
import { patched } from "../../static/js/watching/patched.js";
import { Playback } from "../../static/js/watching/playback.js";
import { readable, Steps, wholly } from "../../static/js/watching/steps.js";

/** @param {number} step @param {any} [more] */
const told = (step, more = {}) => ({ step, time: step * 1000, events: [], table: null, room: null, own: {}, ...more });

/** Two seats, of which seat 1 came later; somebody drew in secret after step 2. @returns {any} */
function record() {
  return {
    form: 1,
    game: "sample",
    steps: 3,
    snapshot: {
      room: { seats: [{ name: "Ada" }, { name: "bot" }], phase: "playing" },
      table: { turn: 0, stock: 9, round: 1, seats: [{ count: 2 }, { count: 2 }] },
      own: { 0: { hand: ["R1", "R2"] } },
    },
    told: [
      told(0, { own: { 0: { events: [], own: [["hand", "splice", [], ["R3"]]] } } }),
      told(1, {
        by: 0,
        events: [{ type: "drew", seat: 0 }, { type: "turned" }],
        table: [
          ["stock", "add", -1],
          ["turn", "set", 1],
          ["seats", "items", [[0, [["count", "add", 1]]]]],
        ],
        own: { 0: { events: [[0, 1, { type: "drew", seat: 0, card: "R4" }]], own: [["hand", "splice", [0], ["R4"]]] } },
      }),
      told(2, { room: [["seats", "set", [{ name: "Ada" }, { name: "Ben" }]]] }),
      told(2, { own: { 1: { events: [], own: [[null, "set", { hand: ["B1"] }]] } } }),
      told(3, { by: 1, table: [["round", "set", 2]], room: [["phase", "set", "over"]] }),
    ],
  };
}

test("every step is the snapshot and all that was told up to it", () => {
  const steps = new Steps(record(), null);
  assert.equal(steps.last, 3);
  assert.deepEqual(steps.at(0).own, { 0: { hand: ["R1", "R2", "R3"] } });
  const { table, own, room } = steps.at(2);
  assert.deepEqual(table, { turn: 1, stock: 8, round: 1, seats: [{ count: 3 }, { count: 2 }] });
  assert.deepEqual(own, { 0: { hand: ["R2", "R3", "R4"] }, 1: { hand: ["B1"] } });
  assert.equal(room.seats[1].name, "Ben");
  assert.equal(steps.at(3).room.phase, "over");
  assert.deepEqual(steps.times, [0, 1000, 2000, 3000]);
  assert.deepEqual(steps.at(0).table.stock, 9, "what came later changes nothing before");
});

test("what a patch does not touch stays the same object", () => {
  const before = { a: [1], b: { c: 1 } };
  const after = patched(before, [["b", "set", { c: 1 }]]);
  assert.equal(after.a, before.a);
  assert.equal(after.b, before.b);
});

test("a seat hears what it was told, others what everybody was told", () => {
  const steps = new Steps(record(), null);
  assert.deepEqual(steps.events(1, null), [{ type: "drew", seat: 0 }, { type: "turned" }]);
  assert.deepEqual(steps.events(1, 0), [{ type: "drew", seat: 0, card: "R4" }, { type: "turned" }]);
});

test("fields that are null are there again if the game is known", () => {
  const schema = /** @type {any} */ ({
    events: { 1: ["drew", "Drew"] },
    structs: {
      Drew: [
        ["seat", "int"],
        ["card", "str"],
      ],
    },
  });
  assert.deepEqual(new Steps(record(), schema).events(1, null)[0], { type: "drew", seat: 0, card: null });
});

const damage = /** @type {[string, (one: any) => unknown][]} */ ([
  ["nothing", () => null],
  ["a text", () => "{}"],
  ["another form", (one) => ({ ...one, form: 2 })],
  ["no snapshot", ({ snapshot, ...one }) => one],
  ["a step too many", (one) => ({ ...one, steps: 2 })],
  ["a hole", (one) => ({ ...one, steps: 1e9 })],
  ["a patch of something else", (one) => ({ ...one, told: [told(1, { table: [["stock", "items", 7]] })] })],
  ["events that are none", (one) => ({ ...one, told: [told(1, { events: 3 })] })],
]);
for (const [what, change] of damage) {
  test(`a record with ${what} is damaged`, () => {
    assert.throws(() => wholly(change(record())), { code: "record.damaged" });
  });
}

test("a sound record is taken as it is", () => {
  const one = record();
  assert.equal(readable(one), one);
  assert.equal(wholly(one), one);
});

test("one goes from turn to turn, by rounds, and to the moments before one's own decisions", () => {
  const marks = new Marks(new Steps(record(), null), null);
  assert.deepEqual(marks.steps.turn, [1]);
  assert.deepEqual(marks.rounds(), [
    [0, 2],
    [3, 3],
  ]);
  assert.deepEqual(marks.units(0), ["step", "turn", "round", "own"]);
  assert.deepEqual(marks.units(null), ["step", "turn", "round"]);
  assert.equal(marks.jump(0, "turn", 1, 0), 1);
  assert.equal(marks.jump(1, "turn", 1, 0), 3, "after the last one comes the end");
  assert.equal(marks.jump(3, "own", -1, 1), 2);
  assert.equal(marks.jump(2, "own", -1, 0), 0);
  assert.equal(marks.jump(0, "step", -1, 0), 0);
});

test("the first round begins with the record, whether its beginning was told or not", () => {
  const begun = record();
  begun.told[1].table.push(["round", "set", 1]);
  assert.deepEqual(new Marks(new Steps(begun, null), null).rounds().length, 2);
  assert.deepEqual(new Marks(new Steps(record(), null), () => "").rounds(), []);
});

test("a game's view may say what its events are", () => {
  const marks = new Marks(new Steps(record(), null), ({ type }) => (type === "drew" ? "notable" : ""));
  assert.deepEqual(marks.steps, { round: [], trick: [], turn: [], notable: [1] });
});

/** A playback whose clock a test moves. @param {import("node:test").TestContext} t @param {number[]} times */
function playback(t, times) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let now = 0;
  /** @type {[number, boolean][]} */
  const shown = [];
  const one = new Playback(
    times,
    (step, jumped) => shown.push([step, jumped]),
    () => now,
  );
  /** @param {number} ms */
  const pass = (ms) => {
    now += ms;
    t.mock.timers.tick(ms);
  };
  return { one, shown, pass };
}

test("steps follow one another as they did, but nobody waits for long and nothing is missed", (t) => {
  const { one, shown, pass } = playback(t, [0, 1000, 1000, 61_000, 62_000]);
  one.play();
  pass(999);
  assert.deepEqual(shown, []);
  pass(1);
  assert.deepEqual(shown, [[1, false]]);
  pass(400);
  assert.equal(one.step, 2);
  pass(3000);
  assert.equal(one.step, 3);
  pass(1000);
  assert.equal(one.step, 4);
  assert.equal(one.playing, false);
});

test("at eight times the speed a second takes an eighth of it", (t) => {
  const { one, pass } = playback(t, [0, 1000, 2000]);
  one.pace(8);
  one.play();
  pass(125);
  assert.equal(one.step, 1);
  one.pace(0.5);
  pass(1999);
  assert.equal(one.step, 1);
  pass(1);
  assert.equal(one.step, 2);
});

test("the game clock stands still with the match and never runs past the next step", (t) => {
  const { one, pass } = playback(t, [0, 5000, 6000]);
  assert.equal(one.time, 0);
  one.play();
  pass(1000);
  assert.equal(one.time, 1000);
  one.pause();
  pass(1000);
  assert.equal(one.time, 0, "the moment that is shown");
});

test("who plays at the end sees it from the beginning; what is sought is a jump, the next step is not", (t) => {
  const { one, shown } = playback(t, [0, 1, 2]);
  one.seek(7);
  assert.deepEqual(shown.pop(), [2, true]);
  one.play();
  assert.deepEqual(shown.pop(), [0, true]);
  one.seek(1);
  assert.deepEqual(shown.pop(), [1, false]);
});

test("whether the cards could be chosen is known only of an open record of a sealed deal", () => {
  assert.equal(fairness({ shows: "all", deal: null }), "none");
  assert.equal(fairness({ shows: "mine", deal: { match: "00" } }), "closed");
  assert.equal(fairness({ shows: "all", deal: { match: "00" } }), "wrong", "what cannot be read proves nothing");
});
