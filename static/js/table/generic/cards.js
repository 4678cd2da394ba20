// @ts-check
// Draws cards side by side, in a pile, or face down.
import { html, nothing } from "/static/vendor/vendor.js";
import { style } from "../../ui/dom.js";
import { cardBack, cardFace, namedCard } from "../cards.js";
import { standard } from "../deck.js";

/** @typedef {import("./sight.js").Sight} Sight */

/** @param {Sight} sight @param {string} card */
export function cardView(sight, card) {
  const face = standard(card);
  return face ? cardFace(face) : namedCard(sight.short(card));
}

/** Cards side by side. @param {Sight} sight @param {string[]} cards */
export function row(sight, cards) {
  return html`<span class="cards" role="img" aria-label=${cards.map(sight.spoken).join(", ")}
    ${style({ "--n": cards.length })}>
    ${cards.map((card, at) => html`<span class="lying" ${style({ "--at": at })}>${cardView(sight, card)}</span>`)}
  </span>`;
}

/**
 * A pile: its top card or its back, and how many there are.
 * @param {Sight} sight @param {string} top @param {number} count
 */
export function pile(sight, top, count) {
  return html`<span class=${count > 1 ? "pile deep" : "pile"} aria-hidden="true">
    ${count ? (top ? cardView(sight, top) : cardBack()) : html`<span class="slot"></span>`}
    ${count > 1 || (count && !top) ? html`<b>${count}</b>` : nothing}
  </span>`;
}
