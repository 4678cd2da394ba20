// @ts-check
// The hand: fanned out a little, in rows where it is large, with what can be played standing out.
import { html, nothing, repeat } from "/static/vendor/vendor.js";
import { rows } from "/static/js/table/rows.js";
import { classes, style } from "/static/js/ui/dom.js";
import { face, sorted } from "./cards.js";
import { cardName } from "./telling.js";

/** @typedef {import("./view.js").Uno} Uno */
/** @typedef {import("./cards.js").Card} Card */
/** @typedef {import("./views.d.ts").Own} Own */

/** How many cards are fanned out, and by how many degrees one from the next. */
const MOST_FANNED = 10;
const BEND = 1.4;
/** How far a tilted card lies below the middle one. @param {number} tilt in degrees */
const drop = (tilt) => tilt * tilt * 0.35;

/** The size of a card for a hand of that width. @param {number} width */
function cardWidth(width) {
  if (innerHeight < 480) return 62;
  if (width >= 700) return width >= 1200 && innerHeight >= 900 ? 128 : innerHeight >= 700 ? 104 : 84;
  return innerHeight >= 700 ? 76 : 62;
}

/** @param {Uno} uno @param {Own} own */
export function handView(uno, own) {
  const { api, w, held } = uno;
  const byId = new Map(uno.hand.map((card) => [card.id, card]));
  const shown = uno.order.arranged(sorted(uno.hand, api.pref("sort")).map((card) => card.id));
  const cards = shown.filter((id) => id !== uno.leaving).map((id) => /** @type {Card} */ (byId.get(id)));
  held.hold(cards.map((card) => card.id));
  const card = cardWidth(uno.area.width);
  const height = card * 1.5;
  const layout = rows([cards.length], { width: uno.area.width || 340, card, height, strip: height * 0.6 });
  uno.area.places = layout.places;
  // A few cards are fanned out slightly; what stands above stays where it is, however many they are.
  const bend = card > 70 && cards.length <= MOST_FANNED ? BEND : 0;
  const arc = card > 70 && layout.rows === 1 ? Math.round(drop((MOST_FANNED / 2) * BEND)) : 0;
  const hints =
    api.pref("hints") && !uno.moving && (uno.mine || own.legalActions.some((one) => one.action === "PLAY_CARD"));
  return html`<div class=${classes({ hand: true, keyed: held.keyed })} role="listbox" tabindex="0" data-focus
      aria-label=${w("hand", { n: cards.length })}
      aria-activedescendant=${cards[held.active] ? `c-${cards[held.active].id}` : nothing}
      ${style({ height: `${layout.height + 2 + arc}px`, "--w": `${card}px` })}>
      ${repeat(
        cards,
        (one) => one.id,
        (one, at) => {
          const tilt = layout.rows > 1 ? 0 : (at - (cards.length - 1) / 2) * bend;
          return cardView(uno, one, { at, hints, tilt, drawn: own.drawnCard?.id === one.id });
        },
      )}
    </div>`;
}

/**
 * @param {Uno} uno @param {Card} card
 * @param {{at: number, hints: boolean, tilt: number, drawn: boolean}} how tilt in degrees
 */
function cardView(uno, card, { at, hints, tilt, drawn }) {
  const { w, held } = uno;
  const place = uno.area.places[at];
  const move = uno.move(card.id);
  const chosen = held.chosen.has(card.id);
  const name = [cardName(card, w), move ? w("playable") : ""].filter(Boolean).join(", ");
  const looks = classes({
    held: true,
    can: hints && move,
    dim: hints && !move,
    chosen,
    active: at === held.active,
    blamed: uno.blamed === card.id,
    drawn,
    dragged: held.dragged === card.id,
  });
  const [x, y] = [place.x, place.y + drop(tilt)];
  const tag = move && !uno.mine ? w("jump") : move?.bluff ? w("bluff") : "";
  return html`<div id="c-${card.id}" role="option" aria-selected=${chosen} class=${looks}
      ${style({ "--x": `${x}px`, "--y": `${y}px`, "--tilt": `${tilt}deg`, "z-index": at })}>
      <span class="unseen">${name}</span>
      ${face(card)} ${tag ? html`<b class="tag" aria-hidden="true">${tag}</b>` : nothing}
    </div>`;
}
