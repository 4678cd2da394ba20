// @ts-check
// Recent events that this page has seen: who laid which card, what each seat did last, and the last trick. After a
// reload the table is drawn without them.

import { cardsIn, fieldsOf, seatsIn } from "./fields.js";

/** @typedef {import("./fields.js").Field} Field */
/** @typedef {import("../../codec.js").Schema} Schema */
/** @typedef {import("../../codec.js").View} View */
/** @typedef {import("../../codec.js").ViewEvent} ViewEvent */
/** @typedef {{type: string, event: ViewEvent, cards: string[]}} Did */

export class Memory {
  /** What each seat did last. @type {Map<number, Did>} */
  did = new Map();
  /** Who laid a card, by its name. @type {Map<string, number>} */
  by = new Map();
  /** The cards that lay in a field until it was emptied. @type {Map<string, string[]>} */
  taken = new Map();
  /** Who won the match. @type {number[] | null} */
  winners = null;
  /** @type {number[] | null} the match's order */
  ranking = null;
  /** @type {Map<string, string[]>} */
  #lay = new Map();

  /** Forgets everything: after a snapshot, or for a new round. */
  forget() {
    this.did.clear();
    this.by.clear();
    this.taken.clear();
    this.#lay.clear();
  }

  /**
   * @param {Schema} schema @param {Field[]} fields of the table @param {View} table @param {ViewEvent[]} events
   */
  see(schema, fields, table, events) {
    const laid = events.flatMap((event) => this.#hear(schema, event));
    for (const { name, mark } of fields) {
      if (mark?.is !== "cards") continue;
      const now = cardsIn(mark, table[name]);
      const before = this.#lay.get(name) ?? [];
      if (now.length) this.taken.delete(name);
      else if (before.length) this.taken.set(name, [...before, ...laid.filter((card) => !before.includes(card))]);
      this.#lay.set(name, now);
    }
  }

  /** The cards that a seat laid in this event. @param {Schema} schema @param {ViewEvent} event @returns {string[]} */
  #hear(schema, event) {
    if (event.type === "room_match_ended") {
      this.winners = /** @type {number[]} */ (event.winners);
      this.ranking = /** @type {number[]} */ (event.ranking);
    }
    const known = Object.values(schema.events).find(([kind]) => kind === event.type);
    if (!known) return [];
    const fields = fieldsOf(schema, known[1], () => undefined);
    const [seat] = fields.flatMap(({ name, mark }) => seatsIn(mark, event[name]));
    if (seat === undefined || !schema.marks?.actions[event.type]) return [];
    const cards = fields.flatMap(({ name, mark }) => cardsIn(mark, event[name]));
    this.did.set(seat, { type: event.type, event, cards });
    for (const card of cards) this.by.set(card, seat);
    return cards;
  }
}
