// @ts-check
// The table as this client knows it: built from snapshots, kept up to date by frames.
import { applyEffects, applyPatch, same } from "./apply_patch.js";
import { codec } from "./codec.js";
import { merged } from "./merged.js";

/** @typedef {import("./codec.js").Positional} Positional */
/** @typedef {import("./codec.js").View} View */
/** @typedef {import("./codec.js").ViewEvent} ViewEvent */
/** @typedef {import("./room_view.d.ts").RoomView} RoomView */
/** @typedef {[pub: number, priv: number, tag: number]} Cursor */
/** @typedef {Positional[] | null} Patch */
/** @typedef {[pub: number, tag: number, events: Positional[], table: Patch, room: Patch]} Public */
/** @typedef {[priv: number, events: Positional[], own: Patch]} Private */
/**
 * The whole view, as in the answers to `enter` and `sync` and in the message `s`.
 * @typedef {object} Snapshot
 * @property {import("./codec.js").Schema} [schema] absent if the client knows it
 * @property {Positional[]} room
 * @property {Positional[] | null} table
 * @property {Positional[] | null} own
 * @property {number | null} seat
 * @property {Cursor} cursor
 */
/**
 * @typedef {object} Table
 * @property {RoomView} room
 * @property {View | null} table
 * @property {View | null} own
 * @property {number | null} seat
 */
/** @typedef {(view: Table, events: ViewEvent[], whole: boolean) => void} Watcher */

/** @param {RoomView | undefined} room */
function seating(room) {
  return room?.seats?.map((seat) => `${seat.sitter}:${seat.name}`).join("\n");
}

export class TableStore {
  /** @type {Table | null} */
  view = null;
  /** @type {import("./codec.js").Codec | null} */
  codec = null;
  /** @type {Cursor} */
  cursor = [0, 0, 0];
  /** @type {Set<Watcher>} */
  #watchers = new Set();
  /** Called when the whole view is needed: a frame is missing, or people have changed seats. */
  onGap = () => {};

  /** @param {Watcher} watcher */
  watch(watcher) {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  clear() {
    this.view = null;
    this.codec = null;
    this.cursor = [0, 0, 0];
  }

  /** @param {Snapshot} snapshot */
  snapshot(snapshot) {
    if (snapshot.schema) this.codec = codec(snapshot.schema);
    if (!this.codec) return this.onGap();
    const { schema, struct } = this.codec;
    const { seat, cursor } = snapshot;
    this.view = {
      room: same(this.view?.room, struct(snapshot.room, schema.room)),
      table: same(this.view?.table, struct(snapshot.table, schema.table)),
      own: same(this.view?.own, struct(snapshot.own, schema.own)),
      seat,
    };
    this.cursor = cursor;
    this.#tell([], true);
  }

  /** @param {[name: string, ...values: Positional[]][]} frames */
  catchUp(frames) {
    for (const [name, ...values] of frames) this.take(name, values);
  }

  /**
   * Throws if it cannot be read; then nothing has changed.
   * @param {string} name `f` for all, `o` for this seat alone, `b` both @param {Positional[]} values
   * @returns {boolean} was it the next to be told?
   */
  take(name, values) {
    if (name === "s") this.snapshot(values[0]);
    else if (name === "o") return this.#told(null, values[0], /** @type {Private} */ (values.slice(1)));
    else if (name === "f") return this.#told(/** @type {Public} */ (values), values[1], null);
    else if (name === "b")
      return this.#told(/** @type {Public} */ (values), values[1], /** @type {Private} */ (values.slice(5)));
    return false;
  }

  /** @param {Public | null} all @param {number} tag @param {Private | null} mine */
  #told(all, tag, mine) {
    if (!this.view || !this.codec) return false;
    const [pub, priv] = this.cursor;
    if (all ? all[0] <= pub : mine && mine[0] <= priv) return false;
    if ((all && all[0] !== pub + 1) || (mine && mine[0] !== priv + 1)) {
      this.onGap();
      return false;
    }
    const { codec } = this;
    const { schema } = codec;
    const before = seating(this.view.room);
    const view = { ...this.view };
    if (all) {
      const [, , events, table, room] = all;
      view.table = applyPatch(codec, applyEffects(codec, view.table, events), table, schema.table);
      view.room = applyPatch(codec, view.room, room, schema.room);
    }
    if (mine) view.own = applyPatch(codec, view.own, mine[2], schema.own);
    const events = this.#merged(all ? all[2] : [], mine ? mine[1] : []);
    this.cursor = [all ? pub + 1 : pub, mine ? priv + 1 : priv, tag];
    this.view = view;
    this.#tell(events, false);
    // Frames say who sits where, but only a snapshot says which seat is "you".
    if (all && seating(view.room) !== before) this.onGap();
    return true;
  }

  /**
   * Public events with the private ones inserted at their places.
   * @param {Positional[]} events @param {Positional[]} mine flat `[place, instead, event, …]`
   */
  #merged(events, mine) {
    const { event } = /** @type {NonNullable<typeof this.codec>} */ (this.codec);
    /** @type {import("./merged.js").Secret[]} */
    const secret = [];
    for (let i = 0; i < mine.length; i += 3) {
      const [place, instead, values] = mine.slice(i, i + 3);
      secret.push({ place, instead: instead === 1, event: event(values) });
    }
    return merged(events.map(event), secret);
  }

  /** @param {ViewEvent[]} events @param {boolean} whole */
  #tell(events, whole) {
    if (this.view) for (const watcher of this.#watchers) watcher(this.view, events, whole);
  }
}
