import assert from "node:assert/strict";
import { test } from "node:test";
import { readdirSync, readFileSync } from "node:fs";
import "./served.js";
import { card, groups, isTrump, trumpsOf, worths } from "../../games/shandong/client/cards.js";

const { telling } = await import("../../games/shandong/client/telling.js");
const CLIENT = new URL("../../games/shandong/client/", import.meta.url);
const SUITS = ["hearts", "spades", "clubs", "diamonds"];
const constantTrumps = [
  "joker_small",
  "joker_big",
  ...SUITS.flatMap((suit) => ["2", "3", "5", "10"].map((rank) => `${suit}_${rank}`)),
];
const suitTrumps = ["4", "6", "7", "8", "9", "J", "Q", "K", "A"].map((rank) => `spades_${rank}`);
const everybodys = { trumpSuit: "spades", constantTrumps, suitTrumps };
const spades10 = trumpsOf(everybodys, null);

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

test("a hand falls into constant trumps, the trump suit and side suits that alternate in colour", () => {
  const hand = ids("jbig h10 s5 sA s4 h9 h4 cK d6");
  assert.deepEqual(
    groups(hand, spades10).map((group) => group.map((id) => card(id).suit)),
    [["joker", "hearts", "spades"], ["spades", "spades"], ["hearts", "hearts"], ["clubs"], ["diamonds"]],
  );
});

test("what is trump is what the server says, as far as this reader knows it", () => {
  const dark = { trumpSuit: null, constantTrumps, suitTrumps: [] };
  const trump = (/** @type {any} */ own) => ids("jbig h10 s4 hA").map((id) => isTrump(id, trumpsOf(dark, own)));
  assert.deepEqual(trump(null), [true, true, false, false]);
  assert.deepEqual(trump({ trumpSuit: "spades", suitTrumps }), [true, true, true, false]);
  assert.equal(isTrump("spades_4_1", spades10), true);
});

test("a table without permanent trumps has none in the client either", () => {
  const trumps = trumpsOf({ trumpSuit: null, constantTrumps: ["joker_small", "joker_big"], suitTrumps: [] }, null);
  assert.deepEqual(
    ids("h2 h3 h5 h10").map((id) => isTrump(id, trumps)),
    [false, false, false, false],
  );
});

test("a card is worth what the static tables say", () => {
  const worth = worths({ cards: ids("h5 sK dA"), points: [5, 10, 0] });
  assert.deepEqual(
    ids("h5 sK dA").map((id) => worth.get(id)),
    [5, 10, 0],
  );
  assert.equal(worths({}).size, 0);
});

test("no rule of the game is in its client", () => {
  const thresholds = /\b(40|80|120|160|200)\b, ?\b(40|80|120|160|200)\b/;
  const rules = /JSON\.parse|table\.house|permanent|length [!=]== [345]\b|\? (5|10) :/;
  for (const file of readdirSync(CLIENT).filter((name) => name.endsWith(".js") && name !== "words.js")) {
    const found = readFileSync(new URL(file, CLIENT), "utf8")
      .split("\n")
      .filter((line) => thresholds.test(line) || rules.test(line));
    assert.deepEqual(found, [], file);
  }
});

test("a review says of every kind of action what it is done with, in both languages", () => {
  const table = (/** @type {any} */ what = {}) =>
    /** @type {any} */ ({ phase: "playing", declarer: 0, throws: [], ...what });
  const candidates = [{ cards: ids("hQ") }, { cards: ids("h4 h4") }];
  const choosing = table({ phase: "throw_choice", throws: [{ candidates }] });
  const show = (/** @type {string} */ action, /** @type {string} */ cards) => ({
    action,
    payload: { cards: ids(cards) },
  });
  const stick = { action: "stick", payload: { cards: ids("jsmall h7 h7 h8 h8"), giveBack: ids("c2 d4 d6") } };
  const pass = { action: "pass", payload: {} };
  /** @type {[any, any, string, string][]} */
  const told = [
    [show("declare", "jsmall h9 h9"), table(), "Declare with small joker, two 9s of hearts", "亮主：小王、一对红桃 9"],
    [
      show("counter", "jbig jbig s4 s4"),
      table(),
      "Counter with two big jokers, two 4s of spades",
      "反主：一对大王、一对黑桃 4",
    ],
    [
      stick,
      table(),
      "Stick with small joker, 7 7 8 8 of hearts; give back 2 of clubs, 4 6 of diamonds",
      "粘牌：小王、红桃 7 7 8 8；回梅花 2、方块 4 6",
    ],
    [show("bury", "d4 d6"), table(), "Bury 4 6 of diamonds", "扣方块 4 6"],
    [show("play", "hA hK"), table(), "Play ace king of hearts", "出红桃 A K"],
    [{ action: "choose_throw", payload: { index: 1 } }, choosing, "Have two 4s of hearts led", "指定出一对红桃 4"],
    [pass, table({ phase: "dealing", declarer: null }), "No declaration yet", "先不亮主"],
    [pass, table({ phase: "dealing" }), "No counter yet", "先不反主"],
    [pass, table({ phase: "declaring", declarer: null }), "No declaration", "不亮主"],
    [pass, table({ phase: "countering" }), "No counter", "不反主"],
    [pass, table({ phase: "sticking" }), "No stick", "不粘"],
  ];
  const called = (/** @type {string} */ language) =>
    telling(
      (seat) => `#${seat}`,
      () => language,
    ).deed;
  for (const [action, at, english, chinese] of told) {
    assert.equal(called("en-US")(action, at), english);
    assert.equal(called("zh-CN")(action, at), chinese);
  }
  assert.equal(called("en-US")(/** @type {any} */ ({ action: "ready", payload: {} }), table()), undefined);
});
