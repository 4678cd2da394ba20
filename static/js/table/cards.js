// @ts-check
// Cards of a standard deck, drawn by ourselves. Suits differ in shape, never by colour alone.
import { html, nothing, svg } from "/static/vendor/vendor.js";

/** @typedef {import("./deck.js").Face} Face */

/** @type {Record<string, string>} suits on a grid of 12 */
const PATHS = {
  hearts: "M6 11L1.2 5.6A2.9 2.9 0 0 1 6 2.4A2.9 2.9 0 0 1 10.8 5.6z",
  spades: "M6 .8L10.8 6A2.6 2.6 0 0 1 6.7 8.6L7.6 11.2H4.4L5.3 8.6A2.6 2.6 0 0 1 1.2 6z",
  clubs:
    "M6 .8A2.5 2.5 0 0 1 8.1 4.7A2.5 2.5 0 1 1 6.7 8.5L7.5 11.2H4.5L5.3 8.5" +
    "A2.5 2.5 0 1 1 3.900 4.700A2.500 2.500 0 0 1 6 .8z",
  diamonds: "M6 .6L10.200 6L6 11.400L1.800 6z",
};

const JESTER = svg`<path d="M4 20h16l1-11-5 4-4-8-4 8-5-4z"></path>`;

/** @param {string} suit */
export function suitSign(suit) {
  const path = svg`<path d=${PATHS[suit] ?? ""}></path>`;
  return html`<svg class="suit ${suit}" viewBox="0 0 12 12" aria-hidden="true">${path}</svg>`;
}

/** @param {string} rank */
function jokerSign(rank) {
  if (document.documentElement.lang.startsWith("zh")) return [rank === "big" ? "大" : "小", "王"];
  return [rank === "big" ? "★" : "☆", "JK"];
}

/**
 * A card, face up: rank over suit in the corner that stays visible in a strip of 24 px.
 * @param {Face} face @param {string} [looks] more classes @param {unknown} [more] what a game adds to it
 */
export function cardFace({ suit, rank }, looks = "", more = nothing) {
  if (suit === "joker") {
    const signs = jokerSign(rank).map((sign) => html`<b>${sign}</b>`);
    return html`<div class="playing-card joker ${rank} ${looks}" aria-hidden="true"><span class="corner">${signs}</span>
      <svg class="jester" viewBox="0 0 24 24" aria-hidden="true">${JESTER}</svg>${more}</div>`;
  }
  const corner = html`<b class=${rank === "10" ? "ten" : ""}>${rank}</b>${suitSign(suit)}`;
  return html`<div class="playing-card ${suit} ${looks}" aria-hidden="true"><span class="corner">${corner}</span>
    <span class="pip" aria-hidden="true">${suitSign(suit)}</span>${more}</div>`;
}

/** A card of a game's own, with its name on it. @param {string} name */
export const namedCard = (name) => html`<div class="playing-card own" aria-hidden="true"><span>${name}</span></div>`;

/** A card, face down. */
export const cardBack = () => html`<div class="playing-card down" aria-hidden="true"></div>`;
