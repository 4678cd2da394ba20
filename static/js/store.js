// @ts-check
// The table as this client knows it: built from snapshots, kept up to date by frames.
import { codec, same } from "./codec.js";

/** @typedef {[pub: number, priv: number, tag: number]} Cursor */
/** @typedef {[priv: number, events: any[], own: any[] | null]} Private */
/**
 * @typedef {object} Table
 * @property {any} room
 * @property {any} table
 * @property {any} own
 * @property {number | null} seat
 */

/** @param {any} room */
function seating(room) {
  return room?.seats?.map((/** @type {any} */ seat) => `${seat.sitter}:${seat.name}`).join("\n");
}

export class TableStore {
  /** @type {Table | null} */
  view = null;
  /** @type {ReturnType<typeof codec> | null} */
  codec = null;
  /** @type {Cursor} */
  cursor = [0, 0, 0];
  /** @type {Set<(view: Table, events: any[], whole: boolean) => void>} */
  #watchers = new Set();
  /** Called when the whole is needed: a frame is missing, or people have changed seats. */
  onGap = () => {};

  /** @param {(view: Table, events: any[], whole: boolean) => void} watcher */
  watch(watcher) {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  clear() {
    this.view = null;
    this.codec = null;
    this.cursor = [0, 0, 0];
  }

  /** @param {any} snapshot */
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

  /** @param {any[]} frames as `[name, ...values]` */
  catchUp(frames) {
    for (const [name, ...values] of frames) this.take(name, values);
  }

  /**
   * Throws where it cannot be read; then nothing has changed.
   * @param {string} name `f` for all, `o` for this seat alone, `b` both @param {any[]} values
   * @returns {boolean} was it the next to be told?
   */
  take(name, values) {
    if (name === "s") this.snapshot(values[0]);
    else if (name === "o") return this.#told(null, values[0], /** @type {any} */ (values.slice(1)));
    else if (name === "f") return this.#told(values, values[1], null);
    else if (name === "b") return this.#told(values, values[1], /** @type {any} */ (values.slice(5)));
    return false;
  }

  /** @param {any[] | null} all @param {number} tag @param {Private | null} mine */
  #told(all, tag, mine) {
    if (!this.view || !this.codec) return false;
    const [pub, priv] = this.cursor;
    if (all ? all[0] <= pub : mine && mine[0] <= priv) return false;
    if ((all && all[0] !== pub + 1) || (mine && mine[0] !== priv + 1)) {
      this.onGap();
      return false;
    }
    const { schema, patched, said } = this.codec;
    const before = seating(this.view.room);
    const view = { ...this.view };
    if (all) {
      const [, , events, table, room] = all;
      view.table = patched(said(view.table, events), table, schema.table);
      view.room = patched(view.room, room, schema.room);
    }
    if (mine) view.own = patched(view.own, mine[2], schema.own);
    const events = this.#merged(all ? all[2] : [], mine ? mine[1] : []);
    this.cursor = [all ? pub + 1 : pub, mine ? priv + 1 : priv, tag];
    this.view = view;
    this.#tell(events, false);
    // Who sits where is told without saying "you": the whole says in which seat the reader is now.
    if (all && seating(view.room) !== before) this.onGap();
    return true;
  }

  /**
   * Public events with the private ones at their places.
   * @param {any[]} events @param {any[]} mine flat `[place, instead, event, …]`
   */
  #merged(events, mine) {
    const { event } = /** @type {NonNullable<typeof this.codec>} */ (this.codec);
    /** @type {Map<number, {instead: boolean, event: any}[]>} */
    const secret = new Map();
    for (let i = 0; i < mine.length; i += 3) {
      const [place, instead, values] = mine.slice(i, i + 3);
      const here = secret.get(place) ?? [];
      here.push({ instead: instead === 1, event: event(values) });
      secret.set(place, here);
    }
    /** @type {any[]} */
    const all = [];
    for (let place = 0; place <= events.length; place++) {
      const here = secret.get(place) ?? [];
      all.push(...here.map((one) => one.event));
      if (place < events.length && !here.some((one) => one.instead)) all.push(event(events[place]));
    }
    return all;
  }

  /** @param {any[]} events @param {boolean} whole */
  #tell(events, whole) {
    if (this.view) for (const watcher of this.#watchers) watcher(this.view, events, whole);
  }
}
