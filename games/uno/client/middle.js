// @ts-check
// The piles, the current colour and the direction of play.
import { html, nothing, repeat, svg } from "/static/vendor/vendor.js";
import { classes, style } from "/static/js/ui/dom.js";
import { likeness } from "/static/js/ui/faces.js";
import { back, face, shape } from "./cards.js";
import { cardName } from "./telling.js";

/** @typedef {import("./view.js").Uno} Uno */

/** As many discards are seen. */
export const SHOWN_DISCARDS = 3;

/** Where on the ring to draw the arrows for the direction of play. */
const WAYS = [-45, 45, 135, 225];
/** @param {number} turn */
const way = (turn) => svg`<path class="way" d="M90 -1L108 8L90 17z" transform="rotate(${turn} 100 100)"></path>`;

/** @param {Uno} uno */
export function middle(uno) {
  const { table, w } = uno;
  const shown = table.discardPile.slice(-SHOWN_DISCARDS);
  const leaving = uno.leaving && uno.hand.find((card) => card.id === uno.leaving);
  if (leaving) shown.push(leaving);
  const draw = uno.legal("DRAW_CARD");
  const clockwise = table.direction === 1;
  const pile = w("pile", { n: table.deckCount });
  const color = table.currentColor;
  return html`<div class="middle">
    <button class=${classes({ pile: true, can: Boolean(draw) })} ?disabled=${!draw || !uno.api.ready}
      aria-label="${pile}. ${draw ? w("draw") : ""}" @click=${() => void uno.send("DRAW_CARD")}>
      ${back()}<b>${table.deckCount}</b>
    </button>
    <div class="stage ${color ?? ""}">
      <svg class=${classes({ ring: true, ccw: !clockwise })} viewBox="0 0 200 200" role="img"
        aria-label=${w(clockwise ? "cw" : "ccw")}>
        <circle class="edge" cx="100" cy="100" r="92"></circle><circle class="band" cx="100" cy="100" r="92"></circle>
        ${WAYS.map(way)}
      </svg>
    <div class="discard" role="img" aria-label=${w("top", { card: cardName(table.topCard, w) })}>
      ${repeat(
        shown,
        (card) => card.id,
        (card) => html`<div class=${classes({ laid: true, sending: card === leaving })}
          ${style({ "--turn": `${tilt(card.id)}deg`, "--off": `${tilt(card.id) / 2}px` })}>${face(card)}</div>`,
      )}
      ${mark(uno, shown.at(-1))}
      ${table.drawPending ? html`<b class="pending">+${table.drawPending}</b>` : nothing}
    </div>
      ${color ? html`<p class="color ${color}">${shape(color)} <span>${w(color)}</span></p>` : nothing}
    </div>
  </div>`;
}

/** Whose card lies on top. @param {Uno} uno @param {import("./cards.js").Card | undefined} card */
function mark(uno, card) {
  const seat = uno.laidBy.get(card?.id ?? "");
  if (seat === undefined || card?.id === uno.leaving) return nothing;
  return html`<span class="face laid-by" title=${uno.w("laid.by", { name: uno.api.name(seat) })} aria-hidden="true"
    ${style({ "--seat": seat })}>${likeness(uno.api.room.seats[seat])}</span>`;
}

/** Every card lies a little askew, and always in the same way. @param {string} id */
function tilt(id) {
  const number = Number(id.split("-").at(-1));
  return ((number * 37) % 23) - 11;
}
