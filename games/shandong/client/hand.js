// @ts-check
// The hand: five groups in rows whose strips a finger can hit.
import { html, nothing, repeat } from "/static/vendor/vendor.js";
import { rows } from "/static/js/table/rows.js";
import { classes, style } from "/static/js/ui/dom.js";
import { icon } from "/static/js/ui/icons.js";
import { groups, isTrump, RANKS, card as cardOf, cardName } from "./cards.js";
import { face } from "./faces.js";

/** @typedef {import("./view.js").Shandong} Shandong */
/** @typedef {import("./views.d.ts").Own} Own */

/** The size of a card for a hand of that width. @param {number} width @param {boolean} low is the screen low? */
export function cardSize(width, low) {
  if (width >= 600 && !low) return width < 900 ? 72 : width < 1300 ? 88 : 100;
  if (width < 344) return 52;
  return width < 390 ? 56 : 60;
}

/** @param {Shandong} game @param {Own} own */
export function handView(game, own) {
  const { w, api, held } = game;
  const hand = game.hand.filter((id) => !game.leaving.includes(id));
  const sorted = api.pref("sort") === "ranks" ? [byRank(hand)] : groups(hand, game.trumps);
  const parts = game.order.active ? [game.order.arranged(sorted.flat())] : sorted;
  held.hold(parts.flat());
  const low = innerHeight < 480;
  const card = cardSize(game.area.width, low);
  const height = Math.round(card * 1.43);
  const easy = innerHeight >= 700 ? 34 : undefined;
  const room = { width: game.area.width || 340, card, height, strip: low ? 40 : 46, easy };
  const lengths = parts.map((part) => part.length);
  const least = rows(lengths, room);
  const tall = calmHeight(game, hand.length, least.height, comes(game, hand.length) ? rows(DEALT, room).height : 0);
  const layout = game.table.phase === "dealing" ? least : rows(lengths, { ...room, strip: spread(least, room, tall) });
  game.area.places = layout.places.map((place) => ({ ...place, y: place.y + tall - layout.height }));
  const active = held.order[held.active];
  return html`<div class=${classes({ hand: true, split: layout.split, keyed: held.keyed })} role="listbox" tabindex="0"
    data-focus
    @contextmenu=${(/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && held.clear()}
    aria-multiselectable="true" aria-label=${w("hand", { n: hand.length })}
    aria-activedescendant=${active ? `c-${active}` : nothing}
    ${style({ height: `${tall}px`, "--w": `${card}px`, "--height": `${height}px` })}>
    ${repeat(
      held.order,
      (id) => id,
      (id, at) => one(game, own, id, at, card),
    )}
  </div>`;
}

/** As many cards as somebody is going to hold, in as many groups. */
const DEALT = [6, 5, 5, 5, 5];
const WHOLE = DEALT.reduce((sum, n) => sum + n);

/** A whole hand is here or comes, and not the short one of a lesson. @param {Shandong} game @param {number} n */
const comes = (game, n) => game.dealing && (game.table.phase === "dealing" || n >= WHOLE);

/**
 * How high the hand is: what stands above it moves only when the reader has played.
 * @param {Shandong} game @param {number} count @param {number} height that the cards need now @param {number} least
 */
function calmHeight(game, count, height, least) {
  const { width } = game.area;
  const before = game.laidOut;
  const anew = count < before.count || width !== before.width || innerHeight !== before.high;
  const tall = Math.max(height, least, anew ? 0 : before.tall);
  game.laidOut = { count, width, high: innerHeight, tall };
  return tall;
}

/**
 * Where the hand has height to spare, its rows show more of each card.
 * @param {ReturnType<typeof rows>} least @param {{strip: number, height: number}} room @param {number} tall
 */
function spread(least, { strip, height }, tall) {
  return Math.min(height, strip + (tall - least.height) / Math.max(1, least.rows - 1));
}

/** @param {string[]} hand */
function byRank(hand) {
  const value = (/** @type {string} */ id) => {
    const { suit, rank } = cardOf(id);
    return suit === "joker" ? (rank === "big" ? 99 : 98) : RANKS.indexOf(rank);
  };
  return [...hand].sort((a, b) => value(b) - value(a));
}

/** @param {Shandong} game @param {Own} own @param {string} id @param {number} at @param {number} card its width */
function one(game, own, id, at, card) {
  const { w, held, table, api } = game;
  const place = game.area.places[at];
  const chosen = held.chosen.has(id);
  const trump = isTrump(id, game.trumps);
  const points = game.worth(id);
  const duty = table.currentTurn === api.seat ? own.duty : null;
  const hints = api.pref("hints");
  const must = Boolean(hints && duty?.forced.includes(id));
  const dim = Boolean(hints && duty && !duty.others && !duty.pool.includes(id));
  const taken = own.taken?.includes(id);
  const name = [
    cardName(id, w),
    trump ? w("isTrump") : "",
    points ? `${points} ${w("points")}` : "",
    must ? w("must") : "",
    taken ? w("bottom") : "",
  ];
  const looks = classes({
    held: true,
    chosen,
    cut: place.width < 0.8 * card,
    tight: place.width < 0.97 * card,
    dim,
    must,
    active: at === held.active,
    blamed: game.blamed.includes(id),
    dragged: held.dragged === id,
  });
  const lock = html`<i class="lock" aria-hidden="true">${icon("lock")}</i>`;
  const took = html`<i class="took" aria-hidden="true">${w("taken")}</i>`;
  return html`<div id="c-${id}" role="option" aria-selected=${chosen}
    class=${looks} ${style({ "--x": `${place.x}px`, "--y": `${place.y}px`, "z-index": at })}>
    <span class="unseen">${name.filter(Boolean).join(", ")}</span>
    ${face(id, trump, points)} ${must ? lock : taken ? took : nothing}
  </div>`;
}
