import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { TableStore } from "../../static/js/store.js";
import { snapshot } from "./sample.js";

/** @type {TableStore} */
let store;
/** @type {any[]} */
let told;
let gaps = 0;

beforeEach(() => {
  store = new TableStore();
  told = [];
  gaps = 0;
  store.onGap = () => (gaps += 1);
  store.snapshot(snapshot());
  store.watch((view, events) => told.push({ view, events }));
});

test("a public frame moves the public counter and tells its events", () => {
  store.take("f", [6, 78, [[3, 1, 2]], [2 * 4, 2], null]);
  assert.deepEqual(store.cursor, [6, 2, 78]);
  assert.equal(store.view?.table.top, "G2");
  assert.deepEqual(told[0].events, [{ type: "card_played", seat: 1, card: "G2" }]);
});

test("what a seat alone is told is shown at once with what everybody is told", () => {
  store.take("b", [6, 78, [], [1 * 4 + 2, [0, [1 * 4, 6]]], null, 3, [], [0 * 4 + 1, [0], []]]);
  assert.equal(told.length, 1);
  assert.deepEqual(told[0].view.own.hand, ["R7"]);
  assert.equal(told[0].view.table.seats[0].count, 6);
  assert.deepEqual(store.cursor, [6, 3, 78]);
});

test("a commit that concerns this seat alone moves the private counter alone", () => {
  store.take("o", [79, 3, [], [0 * 4 + 1, [0, 1], [2]]]);
  assert.deepEqual(store.view?.own.hand, ["G2"]);
  assert.deepEqual(store.cursor, [5, 3, 79]);
});

test("a private event stands in the stead of the public one it replaces", () => {
  store.take("b", [
    6,
    78,
    [
      [3, 1, 2],
      [4, 0, null],
    ],
    null,
    null,
    3,
    [1, 1, [4, 0, [2]]],
    null,
  ]);
  assert.deepEqual(told[0].events, [
    { type: "card_played", seat: 1, card: "G2" },
    { type: "drew", seat: 0, cards: ["G2"] },
  ]);
});

test("a private event that only this seat hears stands before the public one of its place", () => {
  store.take("b", [6, 78, [[3, 1, 2]], null, null, 3, [0, 0, [4, 0, [2]]], null]);
  assert.deepEqual(
    told[0].events.map((/** @type {any} */ e) => e.type),
    ["drew", "card_played"],
  );
});

test("what an event says of the table by itself is not said again by the patch", () => {
  const said = snapshot();
  said.schema.hash = "says";
  said.schema.events[3] = [
    ...said.schema.events[3].slice(0, 2),
    [2 * 4, { field: 1 }, 1 * 4 + 2, [{ field: 0 }, [1 * 4, 9]]],
  ];
  store.snapshot(said);
  store.take("f", [6, 78, [[3, 1, 2]], null, null]);
  assert.equal(store.view?.table.top, "G2");
  assert.equal(store.view?.table.seats[1].count, 9);
});

test("frames seen before are dropped", () => {
  store.take("f", [5, 70, [[3, 1, 2]], [2 * 4, 2], null]);
  store.take("o", [70, 2, [], [0, [2]]]);
  assert.equal(told.length, 0);
  assert.equal(gaps, 0);
});

test("a missing public or private frame asks for what is missing", () => {
  store.take("f", [8, 80, [], null, null]);
  store.take("o", [80, 5, [], null]);
  assert.equal(gaps, 2);
  assert.deepEqual(store.cursor, [5, 2, 77]);
});

test("catching up takes the frames that were missed", () => {
  store.catchUp([
    ["b", 6, 78, [], [2 * 4, 0], null, 3, [], [0 * 4 + 1, [0], []]],
    ["f", 7, 79, [], [2 * 4, 2], null],
  ]);
  assert.deepEqual(store.cursor, [7, 3, 79]);
  assert.equal(store.view?.table.top, "G2");
});

test("a snapshot without a schema is read by the one known already and keeps equal parts", () => {
  const before = store.view;
  store.snapshot(snapshot({ schema: undefined, cursor: [9, 4, 90] }));
  assert.equal(store.view?.table, before?.table);
  assert.deepEqual(store.cursor, [9, 4, 90]);
});

test("a frame that cannot be read changes nothing", () => {
  const before = store.view;
  assert.throws(() => store.take("b", [6, 78, [[3, 1, 2]], [2 * 4, 2], null, 3, [], [9 * 4, 1]]));
  assert.equal(store.view, before);
  assert.deepEqual(store.cursor, [5, 2, 77]);
  assert.equal(told.length, 0);
});
