// @ts-check
// Every step of a recorded match: the snapshot, and the patches of the frames that were sent
// (docs/records.md). Knows no rules.
import { merged } from "../merged.js";
import { Refusal } from "../refusal.js";
import { patched } from "./patched.js";

/** @typedef {import("../codec.js").Schema} Schema */
/** @typedef {import("../codec.js").View} View */
/** @typedef {import("../codec.js").ViewEvent} ViewEvent */
/** @typedef {import("../room_view.d.ts").RoomView} RoomView */
/** @typedef {import("./patched.js").NamedPatch} NamedPatch */
/** @typedef {{events: [place: number, instead: number, event: ViewEvent][], own: NamedPatch | null}} ToldSeat */
/**
 * @typedef {object} Told
 * @property {number} step
 * @property {number} time
 * @property {ViewEvent[]} events
 * @property {NamedPatch | null} table
 * @property {NamedPatch | null} room
 * @property {Record<string, ToldSeat>} own by seat
 * @property {number} [by]
 */
/** @typedef {{winners: number[], ranking: number[], scores: number[], reason: string}} Outcome */
/**
 * @typedef {object} MatchRecord
 * @property {string} record its id
 * @property {number} form
 * @property {string} game
 * @property {number} began
 * @property {number} ended
 * @property {boolean} practice
 * @property {Outcome | null} outcome
 * @property {"public" | "mine" | "all"} shows
 * @property {number[]} mine
 * @property {number} agreed
 * @property {number} people
 * @property {boolean} mayAgree
 * @property {number} steps
 * @property {unknown} [deal] how it was sealed; docs/fair-deals.md
 * @property {{room: RoomView, table: View, own: Record<string, View>}} snapshot
 * @property {Told[]} told
 */
/** @typedef {{room: RoomView, table: View, own: Record<string, View>, time: number}} Moment */

const FORM = 1;

export class Steps {
  /** The frames of each step; those for single seats come after the public one. @type {Told[][]} */
  told;
  /** @type {Moment[]} */
  #moments = [];

  /** @param {MatchRecord} record @param {Schema | null} schema of the game, if it is known here */
  constructor(record, schema) {
    const { snapshot, told, steps } = record;
    this.schema = schema;
    this.told = Array.from({ length: steps + 1 }, () => []);
    for (const one of told) this.told[one.step].push(one);
    this.#moments.push(after(this.told[0], { ...snapshot, time: 0 }));
  }

  get last() {
    return this.told.length - 1;
  }

  /** The game clock at each step. */
  get times() {
    let time = 0;
    return this.told.map((told) => (time = told.at(-1)?.time ?? time));
  }

  /** The views after that step. @param {number} step @returns {Moment} */
  at(step) {
    for (let next = this.#moments.length; next <= step; next++) {
      this.#moments.push(after(this.told[next], this.#moments[next - 1]));
    }
    return this.#moments[step];
  }

  /**
   * The events of that step, as that seat saw them.
   * @param {number} step @param {number | null} seat @returns {ViewEvent[]}
   */
  events(step, seat) {
    return this.told[step].flatMap(({ events, own }) => {
      const mine = (seat !== null && own[seat]?.events) || [];
      const secret = mine.map(([place, instead, event]) => ({ place, instead: instead === 1, event }));
      return merged(events, secret).map((event) => this.#whole(event));
    });
  }

  /** Restores fields that were omitted because they are null. @param {ViewEvent} event @returns {ViewEvent} */
  #whole(event) {
    const { schema } = this;
    const name = Object.values(schema?.events ?? {}).find(([kind]) => kind === event.type)?.[1] ?? "";
    const fields = schema?.structs[name] ?? [];
    return { ...Object.fromEntries(fields.map(([field]) => [field, null])), ...event };
  }
}

/** The moment after the next frames. @param {Told[]} told @param {Moment} before @returns {Moment} */
function after(told, before) {
  let { room, table, own, time } = before;
  for (const next of told) {
    room = patched(room, next.room);
    table = patched(table, next.table);
    for (const [seat, mine] of Object.entries(next.own)) own = { ...own, [seat]: patched(own[seat], mine.own) };
    time = next.time;
  }
  return { room, table, own, time };
}

/**
 * A record from the server. Throws a Refusal if it is not one.
 * @param {unknown} found @returns {MatchRecord}
 */
export function readable(found) {
  const record = /** @type {MatchRecord} */ (found);
  try {
    const { form, game, told } = record;
    if (form !== FORM || typeof game !== "string" || !(record.steps <= told.length)) throw new TypeError("no record");
    const { room, table } = new Steps(record, null).at(0);
    if (!Array.isArray(room.seats) || !table) throw new TypeError("nothing to see");
    return record;
  } catch {
    throw new Refusal("record.damaged");
  }
}

/**
 * A record from elsewhere, which can be shown to its end. Throws a Refusal otherwise.
 * @param {unknown} found @returns {MatchRecord}
 */
export function wholly(found) {
  const record = readable(found);
  try {
    const steps = new Steps(record, null);
    for (let step = 0; step <= steps.last; step++) steps.events(step, null);
    steps.at(steps.last);
    return record;
  } catch {
    throw new Refusal("record.damaged");
  }
}
