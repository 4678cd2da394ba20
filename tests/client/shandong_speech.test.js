import "./drawing_nothing.js";
import "./served.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { cardsName, trumpsOf } from "../../games/shandong/client/cards.js";

const { words } = await import("../../games/shandong/client/words.js");
const { Speech } = await import("../../games/shandong/client/speech.js");
const SEATS = ["Ann", "Bob", "Cid", "Dee"];

/** What the panel offers, as its buttons are called. @param {string} name */
const button = (name) => ({ getAttribute: () => name, textContent: name });

/** The table as seat 0 sees it: Ann is the reader. @param {any} [what] */
function table(what = {}) {
  const w = words(() => what.language ?? "en-US");
  const name = (/** @type {number} */ seat) => SEATS[seat];
  const own = { hand: [], duty: null, mayPass: false, wanted: null, mayStick: false, taken: null, ...what.own };
  const phase = what.table?.phase ?? "playing";
  return /** @type {any} */ ({
    w,
    me: 0,
    api: { seat: 0, name },
    hand: own.hand,
    held: { cards: [] },
    trumps: trumpsOf({ .../** @type {any} */ ({ constantTrumps: [], suitTrumps: [], trumpSuit: null }) }, null),
    root: { querySelectorAll: () => (what.offers ?? []).map(button) },
    sticking: null,
    left: null,
    mine: false,
    ...what,
    own,
    table: {
      currentTurn: 1,
      declarer: null,
      presence: ["present", "present", "present", "present"],
      teamLevels: ["2", "5"],
      trick: null,
      lastTrick: null,
      result: null,
      ...what.table,
      phase,
    },
  });
}

const line = () => "the log’s line";
/** @param {any} game @param {any[]} events */
const said = (game, ...events) => new Speech(game).frame(events, false, line);

test("a card has one name, and several of a kind or suit are told together", () => {
  const [en, zh] = /** @type {const} */ (["en-US", "zh-CN"]).map((language) => words(() => language));
  const told = (/** @type {string} */ ids) => [cardsName(ids.split(" "), en), cardsName(ids.split(" "), zh)];
  assert.deepEqual(told("spades_4_0"), ["4 of spades", "黑桃 4"]);
  assert.deepEqual(told("hearts_A_0"), ["ace of hearts", "红桃 A"]);
  assert.deepEqual(told("hearts_K_0 hearts_K_1"), ["two kings of hearts", "一对红桃 K"]);
  assert.deepEqual(told("joker_big_0 joker_big_1"), ["two big jokers", "一对大王"]);
  assert.deepEqual(told("joker_big_0 clubs_9_0 clubs_10_0"), ["big joker, 9 10 of clubs", "大王、梅花 9 10"]);
});

test("the card that is led, the duty and the turn are one sentence after the other", () => {
  const duty = { suit: "diamonds", count: 1, pool: ["diamonds_4_0"], others: 0, shapes: [] };
  const game = table({ own: { duty, wanted: 1 }, table: { currentTurn: 0 } });
  const played = { type: "played", seat: 3, cards: ["diamonds_10_0"], lead: "single" };
  assert.equal(said(game, played), "Dee leads 10 of diamonds. Follow diamonds: 1. Your turn.");
});

test("who wins a trick, and with what, is said; a winner hears that they lead", () => {
  const played = { type: "played", seat: 3, cards: ["diamonds_2_0"], lead: null };
  const won = { type: "trick_won", winner: 0, points: 15 };
  assert.equal(
    said(table({ table: { currentTurn: 0 } }), played, won),
    "Dee: 2 of diamonds. You win, 15 points. Your turn to lead.",
  );
  assert.equal(said(table(), { type: "trick_won", winner: 2, points: 0 }), "Cid wins.");
});

test("windows say what could be done, with the keys that do it, and for how long", () => {
  const offers = ["spades 44", "hearts 66"];
  const phase = "declaring";
  const game = table({ offers, left: 14_800, own: { mayPass: true }, table: { phase } });
  assert.equal(said(game), "You can declare: 1 spades 44, 2 hearts 66. P passes. 15 seconds left.");
  const nothing = table({ left: 9_900, own: { mayPass: true }, table: { phase: "countering", declarer: 2 } });
  assert.equal(said(nothing), "Who counters? P passes. 10 seconds left.");
});

test("the bottom is read to who takes it, with what is to be done", () => {
  const cards = ["clubs_4_0", "clubs_4_1", "hearts_5_0"];
  const game = table({ mine: true, own: { taken: cards, wanted: 4 }, table: { phase: "bottom", burier: 0 } });
  assert.equal(
    said(game, { type: "bottom_taken", seat: 0, count: 3, cards }),
    "You take the bottom: two 4s of clubs, 5 of hearts. Bury 4: H suggests, Enter buries.",
  );
  assert.equal(said(table(), { type: "bottom_taken", seat: 1, count: 4, cards: null }), "Bob takes the bottom.");
  assert.equal(said(table(), { type: "buried", seat: 0, count: 1, cards: ["hearts_5_0"] }), "You bury 5 of hearts.");
});

test("a failed throw says what came of it, and a chooser what there is to choose", () => {
  const failed = { type: "throw_failed", seat: 3, attempted: ["clubs_A_0", "clubs_9_0"], forced: null };
  const offers = ["single 9 of clubs"];
  const game = table({ offers, table: { phase: "throw_choice", currentTurn: 0 } });
  assert.equal(said(game, failed), "Dee’s throw fails: ace 9 of clubs. Choose what must be led: 1 single 9 of clubs.");
  assert.equal(
    said(table(), { ...failed, forced: ["clubs_9_0"] }),
    "Dee’s throw fails: ace 9 of clubs. Forced: 9 of clubs.",
  );
});

test("the end of a round says who keeps the deal, points, bottom, levels, the next dealer, and the way on", () => {
  const result = {
    ...{ result: "dealer", steps: 2, holders: 1, nextDealer: 3, matchWinner: null },
    ...{ defenderPoints: 35, defenderDelta: 0, bottomPoints: 10, multiplier: 2, bottomCaptured: false },
  };
  const told = said(table({ table: { phase: "round_end", result } }), { type: "round_ended" });
  assert.match(told, /^They keep the deal, up 2 levels\. Defenders’ points: 35\. Bottom safe \(10 points\)\./);
  assert.match(told, /You are at level 2, they are at 5\. Next dealer: Dee\. Enter: next round\.$/);
});

test("the situation tells the trick so far, who is winning, the duty and what is chosen", () => {
  const plays = [
    { seat: 2, cards: ["hearts_9_0"] },
    { seat: 3, cards: ["hearts_K_0"] },
  ];
  const duty = { suit: "hearts", count: 1, pool: ["hearts_4_0"], others: 0, shapes: [] };
  const game = table({ own: { duty, wanted: 1 }, table: { currentTurn: 0, trick: { plays, winning: 3 } } });
  game.held.cards = ["hearts_4_0"];
  assert.equal(
    new Speech(game).situation(),
    "Cid 9 of hearts, Dee king of hearts; Dee is winning. Follow hearts: 1. Your turn. Chosen: 4 of hearts, 1 of 1.",
  );
  game.table.lastTrick = { plays, winner: 3, points: 10 };
  assert.match(new Speech(game).last(), /^Cid 9 of hearts, Dee king of hearts\. Dee wins 10 points$/);
});

test("in Chinese the same", () => {
  const duty = { suit: "diamonds", count: 1, pool: ["diamonds_4_0"], others: 0, shapes: [] };
  const game = table({ language: "zh-CN", own: { duty, wanted: 1 }, table: { currentTurn: 0 } });
  const played = { type: "played", seat: 3, cards: ["diamonds_10_0"], lead: "single" };
  assert.equal(said(game, played), "Dee 首出方块 10。 须跟 方块 1 张。轮到你。");
});
