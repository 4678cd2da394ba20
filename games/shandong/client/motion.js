// @ts-check
// Animations: cards are dealt from the middle one by one, and go from their players to their places.
import { fly, place } from "/static/js/table/flight.js";

/** @typedef {import("./view.js").Shandong} Shandong */

/** A whole hand is dealt in about a second. */
const MOST_MS = 1000;
const EVERY_MS = 60;

/**
 * To be called before the table is drawn anew; what it returns, afterwards.
 * @param {Shandong} game @param {import("./views.d.ts").GameEvent[]} events
 */
export function motion(game, events) {
  const { root, api } = game;
  const pace = api.pace();
  const held = new Set(game.held.order);
  const plays = events.filter((event) => event.type === "played");
  /** Where my cards lay. @type {Map<string, DOMRect | null>} */
  const mine = new Map(plays.flatMap((event) => event.cards.map((id) => [id, place(cardOf(root, id))])));
  return () => {
    const middle = place(root.querySelector(".field"));
    const fresh = game.held.order.filter((id) => !held.has(id));
    const every = Math.min(EVERY_MS, MOST_MS / Math.max(1, fresh.length));
    fresh.forEach((id, at) => fly(cardOf(root, id), middle && centre(middle), { wait: at * every, pace }));
    for (const event of plays) {
      if (event.seat === api.seat && !event.cards.some((id) => mine.get(id))) continue;
      const from = place(root.querySelector(`.plate[data-seat="${event.seat}"]`));
      const laid = root.querySelectorAll(`.slot[data-seat="${event.seat}"] .one`);
      laid.forEach((one, at) => fly(one, mine.get(event.cards[at]) ?? from, { wait: at * 40, pace }));
    }
  };
}

/** @param {Shandong} game @param {Map<string, DOMRect | null>} from where the cards lay that have left the hand */
export function leave(game, from) {
  const laid = game.root.querySelectorAll(".slot.sending .one");
  laid.forEach((one, at) => fly(one, [...from.values()][at] ?? null, { wait: at * 40, pace: game.api.pace() }));
}

/** @param {HTMLElement} root @param {string} id */
export const cardOf = (root, id) => root.querySelector(`#c-${CSS.escape(id)}`);

/** @param {DOMRect} box */
const centre = (box) => new DOMRect(box.x + box.width / 2 - 20, box.y + box.height / 2 - 30, 40, 60);
