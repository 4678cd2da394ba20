// @ts-check
// A hand of cards: the chosen cards, the keyboard's position, and choosing with a finger or a mouse.

import { Drag } from "./drag.js";
import { HEAD_PX } from "./rows.js";

/**
 * Where a card lies; `width` is that of its strip.
 * @typedef {{x: number, y: number, width: number, height: number, row: number}} Place
 */

const HOLD_MS = 120;
const DOUBLE_MS = 320;
const SLACK_PX = 9;
const FLICK_PX = 46;

export class Hand {
  /** @type {string[]} ids in the order shown */
  order = [];
  /** @type {Set<string>} */
  chosen = new Set();
  /** The keyboard's position. */
  active = 0;
  /** Is the keyboard's position shown? Fingers need no cursor. */
  keyed = false;
  /** The card that has been picked up to be moved. */
  dragged = "";

  /** @param {() => void} changed @param {boolean} [many] may several cards be chosen? */
  constructor(changed, many = true) {
    this.changed = changed;
    this.many = many;
  }

  /** The cards now held. Cards that have gone are no longer chosen. @param {string[]} order */
  hold(order) {
    this.order = order;
    for (const id of this.chosen) if (!order.includes(id)) this.chosen.delete(id);
    this.active = Math.max(0, Math.min(this.active, order.length - 1));
  }

  /** The chosen cards in the order shown. */
  get cards() {
    return this.order.filter((id) => this.chosen.has(id));
  }

  /** @param {Iterable<string>} ids */
  choose(ids) {
    this.chosen = new Set(ids);
    this.changed();
  }

  clear() {
    if (this.chosen.size) this.choose([]);
  }

  /** @param {number} at @param {boolean} [on] */
  toggle(at, on) {
    const id = this.order[at];
    if (id === undefined) return;
    this.active = at;
    const wanted = on ?? !this.chosen.has(id);
    if (!this.many) this.chosen.clear();
    if (wanted) this.chosen.add(id);
    else this.chosen.delete(id);
    this.changed();
  }

  /** @param {number} by @param {boolean} [choosing] everything passed over */
  move(by, choosing = false) {
    const next = Math.max(0, Math.min(this.order.length - 1, this.active + by));
    if (choosing && this.many) {
      this.toggle(this.active, true);
      this.toggle(next, true);
    }
    this.active = next;
    this.keyed = true;
    this.changed();
  }

  /**
   * To the first card of the next group, or of this one, or of the one before.
   * @param {-1 | 1} by @param {(id: string) => string} group which group a card belongs to
   */
  leap(by, group) {
    const { order, active } = this;
    const starts = order.flatMap((id, at) => (at === 0 || group(order[at - 1]) !== group(id) ? [at] : []));
    const next = by > 0 ? starts.find((at) => at > active) : starts.findLast((at) => at < active);
    this.active = next ?? active;
    this.changed();
  }
}

/** A hand as it lies on the screen: how wide it is, where its cards are, and the fingers on it. */
export class HandArea {
  width = 0;
  /** @type {Place[]} set by the view when it lays the cards out */
  places = [];
  /** @type {HTMLElement | null} */
  #element = null;
  // In a separate frame: redrawing changes the hand's height, and its observer would call itself again and again.
  #sized = new ResizeObserver(() => requestAnimationFrame(() => this.#measure()));

  /** @param {Hand} hand @param {() => void} redraw @param {Touches} touches */
  constructor(hand, redraw, touches) {
    this.hand = hand;
    this.redraw = redraw;
    this.touches = touches;
  }

  /** To be called after drawing: the element may be a new one. @param {Element | null} element */
  see(element) {
    if (element === this.#element || !(element instanceof HTMLElement)) return;
    this.#sized.disconnect();
    this.#sized.observe(element);
    this.#element = element;
    fingers(element, { hand: this.hand, places: () => this.places, ...this.touches });
    this.#measure();
  }

  #measure() {
    const width = this.#element?.clientWidth ?? 0;
    if (width === this.width) return;
    this.width = width;
    this.redraw();
  }

  leave() {
    this.#sized.disconnect();
  }
}

/**
 * @typedef {object} Touches
 * @property {(at: number) => void} tap on release
 * @property {(at: number) => void} [twice] tapped twice
 * @property {(at: number) => void} [flick] thrown upwards
 * @property {(id: string, to: number) => void} [arrange] picked up and laid elsewhere
 */

/**
 * One listener for the whole hand: which card is meant follows from the place of the touch, never from the element
 * under it, because lifted cards cover their neighbours.
 * @param {HTMLElement} element
 * @param {{hand: Hand, places: () => Place[]} & Touches} about
 */
export function fingers(element, { hand, places, tap, twice, flick, arrange }) {
  const drag = new Drag(element, hand, places, arrange);
  /**
   * @typedef {{id: number, at: number, x: number, y: number, since: number}} Began
   * @type {Began & {ranging: boolean, on: boolean, before: Set<string>} | null}
   */
  let touch = null;
  let last = { id: "", time: 0 };

  /** @param {PointerEvent} event */
  const cardAt = (event) => {
    const box = element.getBoundingClientRect();
    const lifted = (/** @type {number} */ at) => hand.chosen.has(hand.order[at]);
    return nearest(places(), event.clientX - box.left, event.clientY - box.top, lifted);
  };

  // The page itself focuses the hand: only users who arrive by Tab see the keyboard's position.
  element.addEventListener("keyup", (event) => {
    if (event.key !== "Tab" || hand.keyed) return;
    hand.keyed = true;
    hand.changed();
  });
  element.addEventListener("pointerdown", (event) => {
    // A second finger is ignored while the first is down.
    if (event.button !== 0 || (touch && element.hasPointerCapture(touch.id))) return;
    const at = cardAt(event);
    if (at < 0) return;
    hand.keyed = false;
    const before = new Set(hand.chosen);
    touch = {
      id: event.pointerId,
      at,
      x: event.clientX,
      y: event.clientY,
      since: event.timeStamp,
      ranging: false,
      on: !before.has(hand.order[at]),
      before,
    };
    element.setPointerCapture(event.pointerId);
    drag.await(at, event);
  });

  element.addEventListener("pointermove", (event) => {
    if (!touch || event.pointerId !== touch.id) return;
    if (drag.follow(event)) return;
    const across = Math.abs(event.clientX - touch.x);
    const held = event.timeStamp - touch.since > HOLD_MS;
    if (!touch.ranging) {
      const sideways = across > SLACK_PX && across > Math.abs(event.clientY - touch.y);
      if (!hand.many || !(sideways || (held && across > SLACK_PX))) return;
      touch.ranging = true;
      drag.giveUp();
    }
    const at = cardAt(event);
    if (at < 0) return;
    const chosen = new Set(touch.before);
    const [from, to] = [Math.min(touch.at, at), Math.max(touch.at, at)];
    for (const id of hand.order.slice(from, to + 1)) {
      if (touch.on) chosen.add(id);
      else chosen.delete(id);
    }
    hand.active = at;
    hand.choose(chosen);
  });

  element.addEventListener("pointerup", (event) => {
    if (!touch || event.pointerId !== touch.id) return;
    const { at, ranging, x, y } = touch;
    touch = null;
    if (drag.drop() || ranging) return;
    if (flick && y - event.clientY > FLICK_PX && Math.abs(event.clientX - x) < FLICK_PX) return flick(at);
    if (cardAt(event) !== at) return;
    // The same card, not the same place: a card that has moved up there was tapped only once.
    const id = hand.order[at];
    if (twice && last.id === id && event.timeStamp - last.time < DOUBLE_MS) {
      last = { id: "", time: 0 };
      return twice(at);
    }
    last = { id, time: event.timeStamp };
    tap(at);
  });

  element.addEventListener("pointercancel", () => {
    drag.cancel();
    if (touch?.ranging) hand.choose(touch.before);
    touch = null;
  });

  // A long touch does not ask for the browser's menu.
  element.addEventListener("contextmenu", (event) => event.preventDefault());
}

/**
 * The card whose strip is at that point; -1 outside.
 * @param {Place[]} places @param {number} x @param {number} y
 * @param {(at: number) => boolean} [lifted] is that card lifted?
 */
export function nearest(places, x, y, lifted = () => false) {
  let found = -1;
  places.forEach((place, at) => {
    const top = place.y - (lifted(at) ? HEAD_PX : 0);
    const inside = x >= place.x && x < place.x + place.width && y >= top && y < place.y + place.height;
    // Lower rows lie over upper ones.
    if (inside && (found < 0 || place.row >= places[found].row)) found = at;
  });
  return found;
}
