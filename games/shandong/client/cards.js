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

/** @param {string} id @param {(key: string) => string} w */
export function cardName(id, w) {
  const { suit, rank } = card(id);
  return suit === "joker" ? w(rank) : `${SIGNS[suit]}${rank}`;
}

/** For the ear: suits by their names. @param {string} id @param {(key: string) => string} w */
export function spoken(id, w) {
  const { suit, rank } = card(id);
  return suit === "joker" ? w(rank) : `${w(suit)} ${rank}`;
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
