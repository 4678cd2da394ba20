import assert from "node:assert/strict";
import { test } from "node:test";
import { card, groups, isTrump, pointsOf } from "../../games/shandong/client/cards.js";
import { pattern } from "../../games/shandong/client/pattern.js";

const spades10 = { level: "10", suit: "spades", permanent: ["2", "3", "5"] };
const spades2 = { level: "2", suit: "spades", permanent: ["2", "3", "5"] };

/** `h9h9` → ids. @param {string} text */
function ids(text) {
  /** @type {Record<string, string>} */
  const suits = { h: "hearts", s: "spades", c: "clubs", d: "diamonds", j: "joker" };
  /** @type {Record<string, number>} */
  const seen = {};
  return text.split(" ").map((one) => {
    const kind = `${suits[one[0]]}_${one.slice(1)}`;
    seen[kind] = (seen[kind] ?? -1) + 1;
    return `${kind}_${seen[kind]}`;
  });
}

// shandong.md 6.2
for (const [text, trumps, type, k] of /** @type {[string, any, string, number?][]} */ ([
  ["h9", spades10, "single"],
  ["h9 h9", spades10, "pair"],
  ["h9 h9 hJ hJ", spades10, "consecutive_pairs", 2],
  ["h2 h2 h3 h3", spades10, "mixed"],
  ["h2 s2 c2 d2", spades2, "flash"],
  ["h3 c3 d3 s3 h3", spades2, "thunder"],
  ["c6 c7 c8 c9 c9 c10 cJ cJ cQ", spades2, "straight"],
  ["h6 h6 h7 h7 h8 h8 h9 h9 h10 h10", spades2, "consecutive_pairs", 5],
  ["h4 h6 h7 h8 h9", spades2, "mixed"],
  ["h4 h4 h6 h6", spades10, "consecutive_pairs", 2],
  ["d10 d10 s10 s10", spades10, "consecutive_pairs", 2],
  ["s10 s10 jsmall jsmall", spades10, "consecutive_pairs", 2],
  ["sA sA d10 d10", spades10, "mixed"],
  ["h9 c9", spades10, "none"],
])) {
  test(`${text} at level ${trumps.level} is called ${type}`, () => {
    const found = pattern(ids(text), trumps);
    assert.equal(found.type, type);
    if (k) assert.equal(found.k, k);
  });
}

test("a hand falls into constant trumps, the trump suit and side suits that alternate in colour", () => {
  const hand = ids("jbig h10 s5 sA s4 h9 h4 cK d6");
  assert.deepEqual(
    groups(hand, spades10).map((group) => group.map((id) => card(id).suit)),
    [["joker", "hearts", "spades"], ["spades", "spades"], ["hearts", "hearts"], ["clubs"], ["diamonds"]],
  );
});

test("fives, tens and kings carry points, trump or not", () => {
  assert.deepEqual(ids("h5 s10 cK dA jbig").map(pointsOf), [5, 10, 10, 0, 0]);
  assert.equal(isTrump("hearts_5_0", spades10), true);
});
