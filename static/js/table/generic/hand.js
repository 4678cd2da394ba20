// @ts-check
// The hand: in the game's own order, by rank, or as its owner has arranged it.
import { html, nothing, repeat } from "/static/vendor/vendor.js";
import { classes, style } from "../../ui/dom.js";
import { standard } from "../deck.js";
import { rows } from "../rows.js";
import { cardView } from "./cards.js";

/** @typedef {import("./any_table.js").AnyTable} AnyTable */

/** More groups than this are not suits: then equal ranks are grouped. */
const SUITS = 5;
/** Up to this many cards lie side by side, ungrouped. */
const LOOSE = 8;
/** The width of strips that are easy to hit; narrower ones are better than a third row. */
const EASY_PX = 28;
const RATIO = 1.43;
/** The angle between two cards of a fan, in degrees, and how much lower it makes them lie. */
const TILT = 1.4;
const DROP = 0.35;

/** The card that a place of the hand stands for: equal cards are numbered. @param {string} key */
export const cardOf = (key) => key.split("~")[0];

/** Places of the hand that hold these cards. @param {string[]} order @param {string[]} cards */
export function placesOf(order, cards) {
  const wanted = [...cards];
  return order.filter((key) => {
    const at = wanted.indexOf(cardOf(key));
    if (at >= 0) wanted.splice(at, 1);
    return at >= 0;
  });
}

/** @param {string[]} cards */
function numbered(cards) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  return cards.map((card) => {
    const count = seen.get(card) ?? 0;
    seen.set(card, count + 1);
    return count ? `${card}~${count}` : card;
  });
}

/** @param {AnyTable} any */
function sorted({ sight, api }) {
  const keys = numbered(sight.hand);
  if (api.pref("sort") !== "ranks") return keys;
  const deck = (api.names.cards ?? []).map((one) => standard(String(one))?.rank);
  const place = (/** @type {string} */ key) => deck.indexOf(standard(cardOf(key))?.rank);
  return keys.sort((a, b) => place(a) - place(b));
}

/** Neighbours that belong together. @param {string[]} keys @param {"suit" | "rank"} by */
function runs(keys, by) {
  /** @type {number[]} */
  const found = [];
  keys.forEach((key, at) => {
    const alike = at > 0 && standard(cardOf(key))?.[by] === standard(cardOf(keys[at - 1]))?.[by];
    if (alike) found[found.length - 1] += 1;
    else found.push(1);
  });
  return found;
}

/** @param {string[]} keys */
function groups(keys) {
  if (keys.length <= LOOSE) return [keys.length];
  const suits = runs(keys, "suit");
  return suits.length <= SUITS ? suits : runs(keys, "rank");
}

/** The size of a card for a hand of that width. @param {number} width @param {number} count */
function cardWidth(width, count) {
  if (innerHeight < 480) return 56;
  if (width >= 600) return width < 900 ? 76 : innerHeight < 700 ? 84 : 96;
  return count <= LOOSE ? Math.min(72, Math.max(60, width / count - 4)) : width < 344 ? 52 : 60;
}

/** @param {AnyTable} any */
export function handView(any) {
  const { api, held, w, sight } = any;
  const keys = any.order.active ? any.order.arranged(numbered(sight.hand)) : sorted(any);
  held.hold(keys);
  const card = cardWidth(any.area.width || 340, keys.length);
  const height = Math.round(card * RATIO);
  const low = innerHeight < 480;
  const layout = rows(any.order.active ? [keys.length] : groups(keys), {
    width: any.area.width || 340,
    card,
    height,
    strip: low ? 40 : 46,
    easy: innerHeight >= 700 ? EASY_PX : undefined,
  });
  any.area.places = layout.places;
  // A few cards are fanned out slightly; the outer ones lie lower.
  const fanned = layout.rows === 1 && keys.length <= LOOSE;
  const drop = fanned ? DROP * ((keys.length * TILT) / 2) ** 2 + 4 : 0;
  const hints = api.pref("hints") && sight.offered.deeds.length > 0 && !sight.offered.deeds.some((one) => one.pick);
  const playable = new Set(sight.offered.deeds.flatMap((deed) => deed.moves.flatMap(sight.cards)));
  const active = keys[held.active];
  const looks = classes({ hand: true, keyed: held.keyed });
  return html`<div class=${looks} role="listbox" tabindex="0" aria-multiselectable=${held.many}
    aria-label=${w("hand", { n: keys.length })} aria-activedescendant=${active ? `c-${active}` : nothing}
    ${style({ height: `${layout.height + drop}px`, "--w": `${card}px`, "--height": `${height}px` })}>
    ${repeat(
      keys,
      (key) => key,
      (key, at) => one(any, key, at, { hints, can: playable.has(cardOf(key)), fanned }),
    )}
  </div>`;
}

/**
 * @param {AnyTable} any @param {string} key @param {number} at
 * @param {{hints: boolean, can: boolean, fanned: boolean}} how
 */
function one({ area, held, sight, w }, key, at, { hints, can, fanned }) {
  const place = area.places[at];
  const chosen = held.chosen.has(key);
  const card = cardOf(key);
  const name = [sight.spoken(card), hints && can ? w("playable") : "", chosen ? w("chosen") : ""];
  const tilt = fanned ? (at - (held.order.length - 1) / 2) * TILT : 0;
  const looks = classes({
    held: true,
    chosen,
    can: hints && can,
    dim: hints && !can,
    cut: place.width < 40,
    active: at === held.active,
    dragged: held.dragged === key,
  });
  const where = { "--x": `${place.x}px`, "--y": `${place.y + tilt * tilt * DROP}px`, "--tilt": `${tilt}deg` };
  return html`<div id="c-${key}" role="option" aria-selected=${chosen} class=${looks}
    ${style({ ...where, "z-index": at })}>
    <span class="unseen">${name.filter(Boolean).join(", ")}</span> ${cardView(sight, card)}</div>`;
}
