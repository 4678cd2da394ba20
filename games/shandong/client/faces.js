// @ts-check
// Our own card faces.
import { html, nothing } from "/static/vendor/vendor.js";
import { card } from "./cards.js";

/** @type {Record<string, string>} suits on a grid of 12 */
const PATHS = {
  hearts: "M6 11L1.2 5.6A2.9 2.9 0 0 1 6 2.4A2.9 2.9 0 0 1 10.8 5.6z",
  spades: "M6 .8L10.8 6A2.6 2.6 0 0 1 6.7 8.6L7.6 11.2H4.4L5.3 8.6A2.6 2.6 0 0 1 1.2 6z",
  clubs:
    "M6 .8A2.5 2.5 0 0 1 8.1 4.7A2.5 2.5 0 1 1 6.7 8.5L7.5 11.2H4.5L5.3 8.5A2.5 2.5 0 1 1 3.900 4.700A2.500 2.500 0 0 1 6 .8z",
  diamonds: "M6 .6L10.200 6L6 11.400L1.800 6z",
};

/** @param {string} suit */
export function suitSign(suit) {
  return html`<svg class="suit ${suit}" viewBox="0 0 12 12" aria-hidden="true"><path d=${PATHS[suit] ?? ""}></path></svg>`;
}

/** @param {string} rank */
function jokerSign(rank) {
  if (document.documentElement.lang.startsWith("zh")) return [rank === "big" ? "大" : "小", "王"];
  return [rank === "big" ? "★" : "☆", "JK"];
}

/** The face: rank over suit in the corner that stays visible in a strip of 24 px. @param {string} id @param {boolean} trump @param {number} points */
export function face(id, trump, points) {
  const { suit, rank } = card(id);
  if (suit === "joker") {
    return html`<div class="sd-card joker ${rank} ${trump ? "trump" : ""}"><span class="corner">${jokerSign(rank).map((sign) => html`<b>${sign}</b>`)}</span>
      <svg class="jester" viewBox="0 0 24 24" aria-hidden="true"><path d="M4 20h16l1-11-5 4-4-8-4 8-5-4z"></path></svg></div>`;
  }
  return html`<div class="sd-card ${suit} ${trump ? "trump" : ""}"><span class="corner"><b class=${rank === "10" ? "ten" : ""}>${rank}</b>${suitSign(suit)}</span>
    <span class="pip" aria-hidden="true">${suitSign(suit)}</span>
    ${points ? html`<i class="pts" aria-hidden="true">${points}</i>` : nothing}</div>`;
}

export function faceDown() {
  return html`<div class="sd-card down"></div>`;
}
