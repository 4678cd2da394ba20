// @ts-check
// Faces with what this game adds: the mark of a trump, and what a card is worth.
import { html, nothing } from "/static/vendor/vendor.js";
import { cardFace } from "/static/js/table/cards.js";
import { card } from "./cards.js";

/** @param {string} id @param {boolean} trump @param {number} points */
export function face(id, trump, points) {
  const worth = points ? html`<i class="pts" aria-hidden="true">${points}</i>` : nothing;
  return cardFace(card(id), trump ? "trump" : "", worth);
}
