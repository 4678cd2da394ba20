// @ts-check
// What an id means, what a card is called, and how a hand is grouped.

/** @typedef {import("./views.d.ts").Table} Table */
/** @typedef {import("./views.d.ts").Own} Own */
/** @typedef {{id: string, suit: string, rank: string}} Card */
/**
 * The trumps, from the server: their suit, and the kinds that are always trump (`constants`) or because of their suit.
 * @typedef {{suit: string | null, constants: Set<string>, ofSuit: Set<string>}} Trumps
 */

export const SUITS = ["hearts", "spades", "clubs", "diamonds"];
/** Side suits alternate in colour, so that groups are told apart at a glance. */
const SHOWN = ["spades", "hearts", "clubs", "diamonds"];
export const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
/** @type {Record<string, string>} */
export const SIGNS = { hearts: "♥", spades: "♠", clubs: "♣", diamonds: "♦" };

/** @type {Map<string, Card>} */
const known = new Map();

/** @param {string} id `hearts_A_0`, `joker_big_1` @returns {Card} */
export function card(id) {
  let found = known.get(id);
  if (!found) {
    const [suit, rank] = id.split("_");
    found = { id, suit, rank };
    known.set(id, found);
  }
  return found;
}

/** Two cards with the same kind are identical for all rules. @param {string} id */
export const kind = (id) => id.slice(0, -2);

/** @typedef {import("./words.js").Say} Say */

/** The one name of a card, in the log, in refusals and in speech: "4 of spades". @param {string} id @param {Say} w */
export function cardName(id, w) {
  const { suit, rank } = card(id);
  return suit === "joker" ? w(rank) : w("card.one", { suit: w(suit), rank: w(rank) });
}

/** Where there is no room for its name; never for the ear. @param {string} id @param {Say} w */
export function cardSign(id, w) {
  const { suit, rank } = card(id);
  return suit === "joker" ? w(rank) : `${SIGNS[suit]}${rank}`;
}

/** Several cards: "two 4s of spades, king 7 of hearts". @param {string[]} ids @param {Say} w */
export function cardsName(ids, w) {
  const suits = [...new Set(ids.map((id) => card(id).suit))];
  return suits.map((suit) => suitName(suit, ids, w)).join(w("card.and"));
}

/** @param {string} suit @param {string[]} ids @param {Say} w */
function suitName(suit, ids, w) {
  const cards = ids.filter((id) => card(id).suit === suit);
  const [first] = cards;
  const twins = cards.length === 2 && kind(first) === kind(cards[1]);
  if (suit === "joker") {
    const names = cards.map((id) => cardName(id, w));
    return twins ? w("card.jokers", { joker: names[0] }) : names.join(w("card.and"));
  }
  const ranks = cards.map((id) => w(card(id).rank));
  if (cards.length === 1) return cardName(first, w);
  if (twins) return w("card.two", { suit: w(suit), rank: ranks[0] });
  return w("card.more", { suit: w(suit), ranks: ranks.join(" ") });
}

/** As far as this reader knows. @param {Table} table @param {Own | null} own @returns {Trumps} */
export function trumpsOf(table, own) {
  const ofSuit = own?.suitTrumps.length ? own.suitTrumps : table.suitTrumps;
  return {
    suit: table.trumpSuit ?? own?.trumpSuit ?? null,
    constants: new Set(table.constantTrumps),
    ofSuit: new Set(ofSuit),
  };
}

/** What each card is worth. @param {Record<string, unknown[]>} names the game's static tables */
export const worths = ({ cards = [], points = [] }) => new Map(cards.map((id, i) => [String(id), Number(points[i])]));

/** @param {string} id @param {Trumps} trumps */
export const isTrump = (id, { constants, ofSuit }) => constants.has(kind(id)) || ofSuit.has(kind(id));

/**
 * The hand in five groups: constant trumps, trump suit, side suits. The order within is the server's.
 * @param {string[]} hand @param {Trumps} trumps
 */
export function groups(hand, trumps) {
  const constant = (/** @type {string} */ id) => trumps.constants.has(kind(id));
  const sides = SHOWN.filter((suit) => suit !== trumps.suit);
  const plain = (/** @type {string} */ suit) => hand.filter((id) => !constant(id) && card(id).suit === suit);
  return [hand.filter(constant), ...(trumps.suit ? [plain(trumps.suit)] : []), ...sides.map(plain)].filter(
    (group) => group.length,
  );
}
