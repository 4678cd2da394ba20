import "./drawing_nothing.js";
import "./served.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { words } = await import("../../games/uno/client/words.js");
const { Speech } = await import("../../games/uno/client/speech.js");

/** @param {string} text `red 5`, `wild` */
function card(text) {
  const [color, what] = text.includes(" ") ? text.split(" ") : [null, text];
  const number = /^\d$/.test(what);
  return { id: text, color, type: number ? "number" : what, value: number ? Number(what) : null };
}

/** A table of three as seat 0 sees it: Ann is the reader. @param {any} [what] */
function table(what = {}) {
  const w = words(() => "en-US");
  const seats = ["Ann", "Bob", "Cid"];
  /** @type {any} */
  const uno = {
    w,
    api: { seat: 0, name: (/** @type {number} */ seat) => seats[seat] },
    own: { legalActions: [], drawnCard: null },
    hand: ["red 5", "blue 7", "wild"].map(card),
    held: { order: ["red 5", "blue 7", "wild"] },
    running: true,
    mine: false,
    callsUno: false,
    ask: null,
    left: null,
    bestColor: "red",
    ...what,
    table: {
      phase: "turn",
      currentPlayer: 1,
      turnNumber: 3,
      direction: 1,
      drawPending: 0,
      pending: null,
      topCard: card("red 9"),
      currentColor: "red",
      winners: [],
      ranking: [],
      roundResult: null,
      players: seats.map((_, seat) => ({ seat, cardCount: 5, score: 0, active: true })),
      ...what.table,
    },
  };
  uno.legal = (/** @type {string} */ action) =>
    uno.own.legalActions.find((/** @type {any} */ one) => one.action === action);
  uno.move = (/** @type {string} */ id) => uno.own.legalActions.find((/** @type {any} */ one) => one.cardId === id);
  return uno;
}

const play = (/** @type {string[]} */ ...ids) => ids.map((cardId) => ({ action: "PLAY_CARD", cardId }));
const line = () => "the log’s line";

/** What is said of events at that table. @param {any} uno @param {any[]} events */
const said = (uno, ...events) => new Speech(uno).frame(events, false, line);

/** @param {number} playerId @param {string} name @param {any} [more] */
const played = (playerId, name, more = {}) => {
  const one = card(name);
  return { type: "card_played", playerId, card: one, currentColor: one.color, cardCount: 5, jumpIn: false, ...more };
};

test("a card, and what it asks, are one sentence after the other", () => {
  const mine = { mine: true, own: { legalActions: play("red 5", "wild"), drawnCard: null } };
  assert.equal(said(table(mine), played(2, "red 9")), "Cid: red 9. Your turn, 2 playable.");
});

test("the colour that comes with a wild card is said", () => {
  assert.equal(said(table(), played(1, "wild", { currentColor: "blue" })), "Bob: wild, blue.");
  const four = played(1, "wild_draw_four", { currentColor: "green", cardCount: 2 });
  assert.equal(said(table(), four), "Bob: wild draw four, green, 2 left.");
  assert.equal(said(table(), { type: "color_chosen", playerId: 1, color: "red" }), "Colour: red.");
});

test("who has to answer a card that was not just played hears which it is", () => {
  const mine = { mine: true, own: { legalActions: [{ action: "DRAW_CARD" }], drawnCard: null } };
  const drew = { type: "cards_drawn", playerId: 2, count: 1, reason: "turn", cards: null };
  assert.equal(said(table(mine), drew), "Cid draws 1. On the pile: red 9. Your turn, nothing playable: D draws.");
});

test("the same is not asked twice", () => {
  const uno = table({ mine: true, callsUno: true, own: { legalActions: play("red 5"), drawnCard: null } });
  const speech = new Speech(uno);
  assert.equal(speech.frame([played(2, "red 9")], false, line), "Cid: red 9. Your turn, 1 playable. U calls UNO.");
  uno.callsUno = false;
  assert.equal(speech.frame([{ type: "uno_called", playerId: 0 }], false, line), "You called UNO.");
});

test("another turn is asked for anew, also when the question is the same", () => {
  const uno = table({ mine: true, own: { legalActions: play("red 5"), drawnCard: null } });
  const speech = new Speech(uno);
  const asks = "Your turn, 1 playable.";
  assert.equal(speech.frame([played(2, "red 9")], false, line), `Cid: red 9. ${asks}`);
  uno.table.turnNumber++;
  const skipped = { type: "turn_skipped", playerId: 1, reason: "skip" };
  assert.equal(
    speech.frame([played(0, "red skip"), skipped], false, line),
    `You play red skip. Bob is skipped. ${asks}`,
  );
});

test("cards that are owed are said with every way to answer them", () => {
  const legalActions = [{ action: "DRAW_CARD" }, { action: "CHALLENGE_WD4" }, ...play("wild")];
  const pending = { amount: 4, by: 2, costIfWrong: 6 };
  const uno = table({ mine: true, own: { legalActions }, table: { phase: "pendingDraw", pending, drawPending: 4 } });
  assert.equal(
    said(uno, played(2, "wild_draw_four", { currentColor: "blue" })),
    "Cid: wild draw four, blue. Your turn: D draws 4. X challenges Cid: if they did not bluff, you draw 6. " +
      "Or stack a card: 1 playable.",
  );
});

test("a skip, cards and a call that concern the reader are said to them", () => {
  const drew = { type: "cards_drawn", playerId: 0, count: 2, cards: [card("red 1"), card("blue skip")] };
  const skipped = { type: "turn_skipped", playerId: 0, reason: "draw_two" };
  assert.equal(
    said(table(), played(2, "red draw_two"), drew, skipped),
    "Cid: red draw two. You draw red 1, blue skip. You are skipped.",
  );
  const caught = { type: "uno_caught", playerId: 0, byId: 1 };
  assert.equal(said(table(), caught), "Bob catches you without a UNO call.");
});

test("a missing call and a chance to jump in are offered to who is not on turn", () => {
  const legalActions = [{ action: "CHALLENGE_UNO", targetPlayerId: 2 }, ...play("red 5")];
  const uno = table({ own: { legalActions } });
  assert.equal(
    said(uno, played(2, "red 5", { cardCount: 1 })),
    "Cid: red 5, 1 left. You can jump in: red 5. Cid has not called UNO: X catches.",
  );
});

test("hands that are shown, and whether a challenge was right, have words", () => {
  const shown = { type: "hand_revealed", playerId: 2, cards: [card("red 1"), card("wild")], color: "red" };
  assert.equal(said(table(), shown), "Cid shows red 1, wild.");
  const challenged = { type: "wd4_challenged", challengerId: 0, playerId: 2, guilty: true };
  assert.equal(said(table(), challenged), "the log’s line The challenge was right.");
});

test("a question names its answers, and the one that Enter takes", () => {
  const uno = table({ ask: { what: "color" } });
  assert.equal(new Speech(uno).question(), "Which colour? R red 1, Y yellow 0, G green 0, B blue 1. Enter: red.");
  uno.ask = { what: "target", targets: [1, 2] };
  assert.equal(new Speech(uno).question(), "Swap with whom? 1 Bob 5, 2 Cid 5.");
});

test("the end of a round names the winner, the points that count, and the way on", () => {
  const over = { running: false, table: { phase: "roundEnd", roundResult: { winner: 1, hands: [[], [], []] } } };
  const uno = table(over);
  const ended = { type: "round_ended" };
  assert.equal(said(uno, ended), "Bob won the round. Enter: next round.");
  uno.table.players[1].score = 45;
  uno.table.roundResult.hands[2] = [card("red 1")];
  assert.equal(said(uno, ended), "Bob won the round. Ann 0, Bob 45, Cid 0. Enter: next round.");
  assert.equal(new Speech(uno).situation(), `${said(uno, ended)} Cid had red 1.`);
});

test("who comes hears where the game stands and how to hear it again; later only what is new", () => {
  const uno = table();
  const speech = new Speech(uno);
  const stands = "On the pile: red 9. Bob to play.";
  assert.equal(speech.frame([], true, line), `${stands} W: where the game stands. Question mark: keys.`);
  assert.equal(speech.frame([], true, line), "");
  Object.assign(uno, { mine: true, own: { legalActions: play("red 5"), drawnCard: null } });
  assert.equal(speech.frame([], true, line), "On the pile: red 9. Your turn, 1 playable.");
});

test("of one's last ten seconds one is warned, once", () => {
  const uno = table({ mine: true, left: 30_000 });
  const speech = new Speech(uno);
  assert.equal(speech.warning(), "");
  uno.left = 9_900;
  assert.equal(speech.warning(), "10 seconds left.");
  assert.equal(speech.warning(), "");
  uno.table.turnNumber = 4;
  uno.left = 5_000;
  assert.equal(speech.warning(), "5 seconds left.");
  uno.mine = false;
  uno.table.turnNumber = 5;
  assert.equal(speech.warning(), "");
});
