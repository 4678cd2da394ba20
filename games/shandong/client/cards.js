// @ts-check
// What an id stands for, how a card is called, and into which groups a hand falls.

/** @typedef {{id: string, suit: string, rank: string}} Card */
/** What makes a card trump. @typedef {{level: string, suit: string | null, permanent: string[]}} Trumps */

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

/** @param {string} id */
export function pointsOf(id) {
  const { suit, rank } = card(id);
  if (suit === "joker") return 0;
  return rank === "5" ? 5 : rank === "10" || rank === "K" ? 10 : 0;
}

/** Trump whatever the trump suit is. @param {string} id @param {Trumps} trumps */
export function constant(id, { level, permanent }) {
  const { suit, rank } = card(id);
  return suit === "joker" || rank === level || permanent.includes(rank);
}

/** @param {string} id @param {Trumps} trumps */
export function isTrump(id, trumps) {
  return constant(id, trumps) || card(id).suit === trumps.suit;
}

/** @param {string} id @param {Trumps} trumps */
export const effectiveSuit = (id, trumps) => (isTrump(id, trumps) ? "trump" : card(id).suit);

/**
 * The hand in five groups: constant trumps, trump suit, side suits. The order within is the server's.
 * @param {string[]} hand @param {Trumps} trumps
 */
export function groups(hand, trumps) {
  const sides = SHOWN.filter((suit) => suit !== trumps.suit);
  const plain = (/** @type {string} */ suit) => hand.filter((id) => !constant(id, trumps) && card(id).suit === suit);
  return [hand.filter((id) => constant(id, trumps)), ...(trumps.suit ? [plain(trumps.suit)] : []), ...sides.map(plain)].filter((group) => group.length);
}
