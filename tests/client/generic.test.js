import assert from "node:assert/strict";
import { test } from "node:test";
import { short, standard } from "../../static/js/table/deck.js";
import { cardsIn, fieldsOf, seatsIn } from "../../static/js/table/generic/fields.js";
import { Memory } from "../../static/js/table/generic/memory.js";
import { actionOf, differing, offered, playsOf } from "../../static/js/table/generic/moves.js";

/** @type {any} Cards to choose together, a number, a card with a suit, and a word. */
const schema = {
  structs: {
    Table: [
      ["acting", ["list", "int"]],
      ["played", ["list", ["named", "cards"]]],
      ["last_by", "int"],
    ],
    Own: [["hand", ["list", ["named", "cards"]]]],
    Move: [
      ["type", ["named", "actions"]],
      ["cards", ["maybe", ["list", ["named", "cards"]]]],
      ["card", ["maybe", ["named", "cards"]]],
      ["suit", ["maybe", ["word", "Suit"]]],
      ["points", ["maybe", "int"]],
    ],
    Play: [
      ["seat", "int"],
      ["cards", ["list", ["named", "cards"]]],
    ],
  },
  events: { 1: ["play", "Play"] },
  own: "Own",
  table: "Table",
  marks: {
    structs: {
      Table: { acting: { is: "turn" }, played: { is: "cards" }, last_by: { is: "seat" } },
      Own: { hand: { is: "hand" } },
      Move: { cards: { is: "cards" }, card: { is: "card" } },
      Play: { seat: { is: "seat" }, cards: { is: "cards" } },
    },
    actions: {
      play: { cards: { is: "pick", from: "hand", least: 1, most: 4 } },
      lay: { card: { is: "card" } },
      bid: { points: { is: "number", least: 1, most: 3 } },
      pass: {},
    },
  },
};
const none = () => undefined;
const fields = fieldsOf(schema, "Move", none).slice(1);
const empty = { cards: null, card: null, suit: null, points: null };
const play = (/** @type {string[]} */ ...cards) => ({ ...empty, type: "play", cards });
const lay = (/** @type {string} */ card, suit = /** @type {string | null} */ (null)) => ({
  ...empty,
  type: "lay",
  card,
  suit,
});
const bid = (/** @type {number} */ points) => ({ ...empty, type: "bid", points });
const pass = { ...empty, type: "pass" };

test("standard cards have a suit and a rank, others are a game's own", () => {
  assert.deepEqual(standard("10H"), { suit: "hearts", rank: "10" });
  assert.deepEqual(standard("BJ"), { suit: "joker", rank: "big" });
  for (const other of ["", "H", "11H", "10X", "Guard"]) assert.equal(standard(other), null);
  assert.equal(short({ suit: "spades", rank: "A" }), "♠A");
});

test("moves are sorted by how they are made", () => {
  const { deeds, numbers, others } = offered(
    schema,
    fields,
    [play("3S"), lay("4S"), bid(1), bid(2), pass],
    ["3S", "4S"],
  );
  assert.deepEqual(
    deeds.map(({ type, pick }) => [type, pick?.most]),
    [
      ["play", 4],
      ["lay", undefined],
    ],
  );
  assert.deepEqual([...numbers[0].moves.keys()], [1, 2]);
  assert.deepEqual(others, [pass]);
});

test("one number is no choice, and a card that is not in the hand is no card to choose", () => {
  const { deeds, numbers, others } = offered(schema, fields, [bid(3), lay("KD")], ["3S"]);
  assert.deepEqual([deeds, numbers], [[], []]);
  assert.deepEqual(others, [bid(3), lay("KD")]);
});

test("of a pick any cards may be asked for, within its bounds", () => {
  const [deed] = offered(schema, fields, [play("3S", "3H")], ["3S", "3H", "4S", "5S", "6S"]).deeds;
  assert.deepEqual(playsOf(deed, fields, ["4S"]).map(actionOf), [{ type: "play", cards: ["4S"] }]);
  assert.deepEqual(playsOf(deed, fields, ["3H", "3S"]).map(actionOf), [{ type: "play", cards: ["3H", "3S"] }]);
  assert.deepEqual(playsOf(deed, fields, ["3S", "3H", "4S", "5S", "6S"]), []);
});

test("without a pick only what is listed can be played, in each of its ways", () => {
  const [deed] = offered(schema, fields, [lay("8S", "hearts"), lay("8S", "clubs"), lay("9S")], ["8S", "9S"]).deeds;
  assert.deepEqual(playsOf(deed, fields, ["9S"]), [lay("9S")]);
  assert.deepEqual(differing(playsOf(deed, fields, ["8S"])), ["suit"]);
  assert.deepEqual(playsOf(deed, fields, ["8S", "9S"]), []);
});

test("without marks the types say where cards are", () => {
  const bare = { ...schema, marks: undefined };
  const marks = (/** @type {string} */ struct) => fieldsOf(bare, struct, none).map(({ mark }) => mark?.is);
  assert.deepEqual(marks("Own"), ["hand"]);
  assert.deepEqual(marks("Table"), [undefined, "cards", undefined]);
});

test("a field is called by its text, and not shown where that is empty", () => {
  const find = (/** @type {string} */ key) => ({ "field.played": "Trick", "field.acting": "" })[key];
  assert.deepEqual(
    fieldsOf(schema, "Table", find).map(({ label }) => label),
    ["", "Trick", "Last by"],
  );
});

test("cards and seats are found at any depth of a mark", () => {
  const hands = { is: "perSeat", each: { is: "cards" } };
  assert.deepEqual(cardsIn(hands, [["3S"], [], ["4S", "5S"]]), ["3S", "4S", "5S"]);
  assert.deepEqual(seatsIn({ is: "turn" }, [2, 0]), [2, 0]);
  assert.deepEqual(seatsIn({ is: "seat" }, -1), []);
});

test("a trick that is taken away is remembered whole, with those who laid it", () => {
  const memory = new Memory();
  const table = fieldsOf(schema, "Table", none);
  const event = (/** @type {number} */ seat, /** @type {string} */ card) => ({ type: "play", seat, cards: [card] });
  memory.see(schema, table, { played: ["3S"] }, [event(0, "3S")]);
  memory.see(schema, table, { played: [] }, [event(1, "KS")]);
  assert.deepEqual(memory.taken.get("played"), ["3S", "KS"]);
  assert.deepEqual([memory.by.get("3S"), memory.by.get("KS")], [0, 1]);
  memory.see(schema, table, { played: ["5S"] }, [event(1, "5S")]);
  assert.equal(memory.taken.size, 0);
});
