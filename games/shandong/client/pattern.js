// @ts-check
// How a choice of cards is called on the button. A label only: what may be played is the server's judgement.
import { card, constant, effectiveSuit, kind, RANKS } from "./cards.js";

/** @typedef {import("./cards.js").Trumps} Trumps */
/** @typedef {{type: "none" | "single" | "pair" | "consecutive_pairs" | "flash" | "thunder" | "straight" | "mixed", k?: number}} Pattern */

/** @param {string[]} ids @param {Trumps} trumps @returns {Pattern} */
export function pattern(ids, trumps) {
  if (!ids.length) return { type: "none" };
  if (ids.length === 1) return { type: "single" };
  if (new Set(ids.map((id) => effectiveSuit(id, trumps))).size > 1) return { type: "none" };
  const kinds = new Set(ids.map(kind));
  if (ids.length === 2) return { type: kinds.size === 1 ? "pair" : "mixed" };
  if (kinds.size * 2 === ids.length && inARow([...kinds], trumps)) return { type: "consecutive_pairs", k: kinds.size };
  if (ids.length >= 4 && ofOneRank(ids, trumps)) return { type: ids.length === 4 ? "flash" : "thunder" };
  if (kinds.size >= 5 && rains(ids, trumps)) return { type: "straight" };
  return { type: "mixed" };
}

/** shandong.md 5.1. @param {string} id @param {Trumps} trumps @returns {number | null} */
function sequence(id, trumps) {
  const { suit, rank } = card(`${id}_0`);
  if (suit === "joker") return rank === "big" ? 1001 : 1000;
  if (rank === trumps.level) return suit === trumps.suit || !trumps.suit ? 999 : 998;
  if (trumps.permanent.includes(rank)) return null;
  const order = RANKS.filter((one) => one !== trumps.level && !trumps.permanent.includes(one));
  const top = trumps.permanent.some((one) => one !== trumps.level) ? 500 : 998 - order.length;
  return (suit === trumps.suit ? top : 100) + order.indexOf(rank);
}

/** @param {string[]} kinds @param {Trumps} trumps */
function inARow(kinds, trumps) {
  const values = kinds.map((id) => sequence(id, trumps)).sort((a, b) => (a ?? 0) - (b ?? 0));
  return values.every((value, i) => value !== null && (i === 0 || value === (values[i - 1] ?? 0) + 1));
}

/** Four suits of one trump rank. @param {string[]} ids @param {Trumps} trumps */
function ofOneRank(ids, trumps) {
  const cards = ids.map(card);
  const one = cards.every(({ suit, rank }) => suit !== "joker" && rank === cards[0].rank);
  return one && constant(ids[0], trumps) && new Set(cards.map(({ suit }) => suit)).size === 4;
}

/** Neighbouring ranks of one natural suit. @param {string[]} ids @param {Trumps} trumps */
function rains(ids, trumps) {
  if (ids.some((id) => constant(id, trumps) || card(id).suit !== card(ids[0]).suit)) return false;
  const ranks = [...new Set(ids.map((id) => RANKS.indexOf(card(id).rank)))].sort((a, b) => a - b);
  return ranks.every((rank, i) => i === 0 || rank === ranks[i - 1] + 1);
}
