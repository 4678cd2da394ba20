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

test("a private part waits for the public part of its commit, then both are shown at once", () => {
  store.take("o", [3, 6, 78, [], [0 * 4 + 1, [0], []]]);
  assert.deepEqual(store.view?.own.hand, ["B1", "R7"]);
  assert.equal(told.length, 0);
  store.take("f", [6, 78, [], [1 * 4 + 2, [0, [1 * 4, 6]]], null]);
  assert.equal(told.length, 1);
  assert.deepEqual(told[0].view.own.hand, ["R7"]);
  assert.equal(told[0].view.table.seats[0].count, 6);
  assert.deepEqual(store.cursor, [6, 3, 78]);
});

test("a private part whose public counter has been reached is shown at once", () => {
  store.take("o", [3, 5, 79, [], [0 * 4 + 1, [0, 1], [2]]]);
  assert.deepEqual(store.view?.own.hand, ["G2"]);
  assert.deepEqual(store.cursor, [5, 3, 79]);
});

test("a private event stands in the stead of the public one it replaces", () => {
  store.take("o", [3, 6, 78, [1, 1, [4, 0, [2]]], null]);
  store.take("f", [6, 78, [[3, 1, 2], [4, 0, null]], null, null]);
  assert.deepEqual(told[0].events, [
    { type: "card_played", seat: 1, card: "G2" },
    { type: "drew", seat: 0, cards: ["G2"] },
  ]);
});

test("a private event that only this seat hears stands before the public one of its place", () => {
  store.take("o", [3, 6, 78, [0, 0, [4, 0, [2]]], null]);
  store.take("f", [6, 78, [[3, 1, 2]], null, null]);
  assert.deepEqual(told[0].events.map((/** @type {any} */ e) => e.type), ["drew", "card_played"]);
});

test("frames seen before are dropped", () => {
  store.take("f", [5, 70, [[3, 1, 2]], [2 * 4, 2], null]);
  store.take("o", [2, 5, 70, [], [0, [2]]]);
  assert.equal(told.length, 0);
  assert.equal(gaps, 0);
});

test("a missing public or private frame asks for what is missing", () => {
  store.take("f", [8, 80, [], null, null]);
  store.take("o", [5, 6, 80, [], null]);
  assert.equal(gaps, 2);
  assert.deepEqual(store.cursor, [5, 2, 77]);
});

test("two private parts may wait at once and are taken in order", () => {
  store.take("o", [3, 6, 78, [], [0 * 4 + 1, [0], []]]);
  store.take("o", [4, 7, 79, [], [0 * 4 + 1, [], [2]]]);
  store.take("f", [6, 78, [], null, null]);
  assert.deepEqual(store.view?.own.hand, ["R7"]);
  store.take("f", [7, 79, [], null, null]);
  assert.deepEqual(store.view?.own.hand, ["R7", "G2"]);
  assert.equal(gaps, 0);
});

test("catching up takes the frames that were missed", () => {
  store.catchUp([
    ["o", 3, 6, 78, [], [0 * 4 + 1, [0], []]],
    ["f", 6, 78, [], [2 * 4, 0], null],
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
