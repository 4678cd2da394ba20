// What a review says of an action, in words.
import "./served.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { deedText, named } from "../../static/js/watching/deeds.js";

/** @type {Record<string, string>} */
const TEXTS = {
  "action.PLAY_CARD": "Play",
  "action.play": "Play {card} {suit}",
  "action.draw": "Draw a card",
  "word.Color.red": "red",
  "word.Suit.hearts": "♥ hearts",
  "cards.red-5-10": "red 5",
  "cards.hK": "king of hearts",
};
const schema = /** @type {any} */ ({
  structs: {},
  events: {},
  words: { Color: { 0: "red" }, Suit: { 0: "hearts" } },
  names: { cards: [{ id: "red-5-10" }, "hK"] },
});
const teller = (language = "en-US") => ({
  schema,
  language,
  find: (/** @type {string} */ key) => TEXTS[key],
  name: (/** @type {number} */ seat) => `#${seat}`,
});

test("an action is said with what it is done with, wherever that stands", () => {
  const payload = { cardId: "red-5-10", chosenColor: "red", turn: 7 };
  assert.equal(deedText(teller(), { action: "PLAY_CARD", payload }), "Play red 5 red");
  assert.equal(deedText(teller(), { type: "play", card: "hK", suit: "hearts" }), "Play king of hearts ♥ hearts");
  assert.equal(deedText(teller(), { type: "play", card: "hK", suit: null }), "Play king of hearts");
  assert.equal(deedText(teller(), { type: "draw" }), "Draw a card");
  const both = { action: "PLAY_CARD", payload: { cards: ["red-5-10", "hK"] } };
  assert.equal(deedText(teller(), both), "Play red 5, king of hearts");
  assert.equal(deedText(teller("zh-CN"), both), "Play red 5、king of hearts");
});

test("what an action names can be found on the table", () => {
  assert.deepEqual(named({ action: "play", payload: { cards: ["hK", "hQ"], turn: 3 } }), ["play", "hK", "hQ"]);
});
