import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { forgetMatches, played, rememberMatch, tally } from "../../static/js/matches.js";

/** @type {any} */
let storage;

beforeEach(() => {
  /** @type {Map<string, string>} */
  const kept = new Map();
  storage = {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: kept.set.bind(kept),
    removeItem: kept.delete.bind(kept),
  };
});

const SEATS = [
  { name: "Ada", sitter: "person" },
  { name: "Bot 1", sitter: "bot" },
  { name: "Ben", sitter: "person" },
];

/** @param {object} [room] @param {number | null} [seat] @returns {any} */
const view = (room, seat = 0) => ({
  seat,
  room: { game: "uno", phase: "over", record: "r1", seats: SEATS, ...room },
});
const end = (/** @type {number[]} */ ...winners) => [{ type: "room_match_ended", winners }];

test("a match is remembered once, with the people who played it", () => {
  rememberMatch(view(), end(0), storage, 5);
  rememberMatch(view(), [], storage, 6);
  assert.deepEqual(played(storage), [{ record: "r1", game: "uno", ended: 5, won: true, people: ["Ben"] }]);
});

test("a match whose end the page has not seen is remembered without it", () => {
  rememberMatch(view(), [], storage);
  assert.equal(played(storage)[0].won, null);
});

for (const [why, seen] of /** @type {[string, any][]} */ ([
  ["is not over", view({ phase: "playing" })],
  ["has no record", view({ record: "" })],
  ["was only watched", view({}, null)],
])) {
  test(`a match that ${why} is not remembered`, () => {
    rememberMatch(seen, end(0), storage);
    assert.deepEqual(played(storage), []);
  });
}

test("only the latest two hundred are kept, and none after they were forgotten", () => {
  for (let n = 0; n < 205; n++) rememberMatch(view({ record: `r${n}` }), end(2), storage, n);
  assert.equal(played(storage).length, 200);
  assert.equal(played(storage)[0].record, "r5");
  forgetMatches(storage);
  assert.deepEqual(played(storage), []);
});

test("what somebody else has put there is no match", () => {
  for (const kept of ["{", "7", '{"a": 1}']) {
    storage.setItem("paiju.matches", kept);
    assert.deepEqual(played(storage), []);
  }
});

test("wins, the longest run of them, and company, the most frequent first", () => {
  const one = (/** @type {boolean | null} */ won, /** @type {string[]} */ ...people) => ({
    record: "",
    game: "uno",
    ended: 0,
    won,
    people,
  });
  const matches = [one(true, "Ben"), one(true, "Cleo"), one(null, "Cleo"), one(true), one(false, "Cleo"), one(true)];
  assert.deepEqual(tally(matches), {
    played: 6,
    won: 4,
    longest: 3,
    points: null,
    people: [
      ["Cleo", 3],
      ["Ben", 1],
    ],
  });
});

test("points are added up where they are known", () => {
  const one = (/** @type {number | null} */ points) => ({
    record: "",
    game: "uno",
    ended: 0,
    won: null,
    points,
    people: [],
  });
  assert.equal(tally([one(20), one(null), one(-5)]).points, 15);
});
