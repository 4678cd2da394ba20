// @ts-check
// Animations: cards come from the pile one by one, and go from their players to the middle.
import { fly, place, send } from "/static/js/table/flight.js";

/** @typedef {import("./view.js").Uno} Uno */

const EVERY_MS = 110;

/**
 * To be called before the table is drawn anew; what it returns, afterwards.
 * @param {Uno} uno @param {import("./views.d.ts").GameEvent[]} events
 */
export function motion(uno, events) {
  const { root, api } = uno;
  const pace = api.pace();
  const held = new Set(uno.held.order);
  const from = uno.leftFrom;
  uno.leftFrom = null;
  return () => {
    const pile = place(root.querySelector(".pile"));
    const dealt = events.some((event) => event.type === "round_started");
    const fresh = uno.held.order.filter((id) => !held.has(id));
    fresh.forEach((id, at) => fly(root.querySelector(`#c-${CSS.escape(id)}`), pile, { wait: at * EVERY_MS, pace }));
    const chipOf = (/** @type {number} */ seat) => place(root.querySelector(`[data-seat="${seat}"]`));
    for (const event of events) {
      if (event.type === "card_played") fly(lastLaid(root), from ?? chipOf(event.playerId), { pace });
      else if (event.type === "cards_drawn" && event.playerId !== api.seat)
        send(root, pile, chipOf(event.playerId), { count: Math.min(event.count, 6), every: EVERY_MS, pace });
    }
    if (dealt) {
      for (const chip of root.querySelectorAll(".player"))
        send(root, pile, place(chip), { count: 3, every: EVERY_MS, pace });
    }
  };
}

/** The card that has left the hand goes to the middle before the server has said so. @param {Uno} uno */
export function leave(uno) {
  fly(lastLaid(uno.root), uno.leftFrom, { pace: uno.api.pace() });
  // It is already there when its event comes.
  uno.leftFrom = null;
}

/** @param {HTMLElement} root */
const lastLaid = (root) => [...root.querySelectorAll(".laid")].at(-1);
