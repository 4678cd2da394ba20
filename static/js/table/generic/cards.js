// @ts-check
// Cards that lie somewhere: side by side, in a pile, face down.
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

/**
 * Cards side by side; they overlap where there are many.
 * @param {Sight} sight @param {string[]} cards @param {number} most how many are shown side by side
 */
export function row(sight, cards, most = 6) {
  const step = cards.length > most ? `calc(var(--w) * ${(most - 1) / (cards.length - 1)})` : "calc(var(--w) + 3px)";
  return html`<span class="cards" role="img" aria-label=${cards.map(sight.spoken).join(", ")}
    ${style({ "--step": step, "--n": cards.length })}>
    ${cards.map((card, at) => html`<span class="lying" ${style({ "--at": at })}>${cardView(sight, card)}</span>`)}
  </span>`;
}

/** A pile: its top card or its back, and how many there are. @param {Sight} sight @param {string} top @param {number} count */
export function pile(sight, top, count) {
  return html`<span class=${count > 1 ? "pile deep" : "pile"} aria-hidden="true">
    ${count ? (top ? cardView(sight, top) : cardBack()) : html`<span class="slot"></span>`}
    ${count > 1 || !top ? html`<b>${count}</b>` : nothing}
  </span>`;
}
