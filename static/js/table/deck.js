// @ts-check
// Reads the names of standard cards, as in `games.cards` (docs/marks.md).

/** @typedef {{suit: string, rank: string}} Face its suit by name; a joker has the rank `small` or `big` */

/** @type {Record<string, string>} the letters of `games.cards` */
const SUITS = { S: "spades", H: "hearts", C: "clubs", D: "diamonds" };
const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
/** @type {Record<string, Face>} */
const JOKERS = { SJ: { suit: "joker", rank: "small" }, BJ: { suit: "joker", rank: "big" } };
/** @type {Record<string, string>} */
export const SIGNS = { hearts: "♥", spades: "♠", clubs: "♣", diamonds: "♦" };

/**
 * The card with a standard name: `10H`, `SJ`. Null for a card of a game's own.
 * @param {string} name @returns {Face | null}
 */
export function standard(name) {
  if (name in JOKERS) return JOKERS[name];
  const [rank, suit] = [name.slice(0, -1), SUITS[name.slice(-1)]];
  return suit && RANKS.includes(rank) ? { suit, rank } : null;
}

/** In a line of text: `♥10`; the game names the jokers. @param {Face} face */
export const short = ({ suit, rank }) => (suit === "joker" ? (rank === "big" ? "★" : "☆") : `${SIGNS[suit]}${rank}`);
