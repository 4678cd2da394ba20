// @ts-check
// The table as this client knows it: built from snapshots, kept up to date by frames.
import { codec, same } from "./codec.js";

/** @typedef {[pub: number, priv: number, tag: number]} Cursor */
/** @typedef {{priv: number, at: number, tag: number, events: any[], own: any[] | null}} Private */
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
  /** @type {Private[]} private parts whose public part has not come yet */
  #waiting = [];
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
    this.#waiting = [];
  }

  /** @param {any} snapshot */
  snapshot(snapshot) {
    if (snapshot.schema) this.codec = codec(snapshot.schema);
    if (!this.codec) return this.onGap();
    const { schema, struct } = this.codec;
    const { seat, cursor } = snapshot;
    this.#waiting = [];
    this.cursor = cursor;
    this.view = {
      room: same(this.view?.room, struct(snapshot.room, schema.room)),
      table: same(this.view?.table, struct(snapshot.table, schema.table)),
      own: same(this.view?.own, struct(snapshot.own, schema.own)),
      seat,
    };
    this.#tell([], true);
  }

  /** @param {any[]} frames as `[name, ...values]` */
  catchUp(frames) {
    for (const [name, ...values] of frames) this.take(name, values);
  }

  /** @param {string} name @param {any[]} values */
  take(name, values) {
    if (name === "f") this.#public(values);
    else if (name === "o") this.#private(values);
    else if (name === "s") this.snapshot(values[0]);
  }

  /** @param {any[]} values */
  #public([pub, tag, events, table, room]) {
    if (!this.view || !this.codec || pub <= this.cursor[0]) return;
    if (pub !== this.cursor[0] + 1) return this.onGap();
    const mine = this.#waiting.filter((part) => part.at === pub);
    this.#waiting = this.#waiting.filter((part) => part.at > pub);
    const { schema, patched } = this.codec;
    this.cursor = [pub, this.cursor[1], tag];
    const before = seating(this.view.room);
    this.view = {
      ...this.view,
      table: patched(this.view.table, table, schema.table),
      room: patched(this.view.room, room, schema.room),
    };
    this.#own(mine);
    this.#tell(this.#merged(events, mine), false);
    // Who sits where is told without saying "you": the whole says in which seat the reader is now.
    if (seating(this.view.room) !== before) this.onGap();
  }

  /** @param {any[]} values */
  #private([priv, at, tag, events, own]) {
    const known = this.cursor[1] + this.#waiting.length;
    if (!this.view || priv <= known) return;
    if (priv !== known + 1) return this.onGap();
    const part = { priv, at, tag, events, own };
    if (at > this.cursor[0]) {
      this.#waiting.push(part);
      return;
    }
    this.#own([part]);
    this.#tell(this.#merged([], [part]), false);
  }

  /** @param {Private[]} parts */
  #own(parts) {
    for (const part of parts) {
      if (!this.view || !this.codec) return;
      const [pub] = this.cursor;
      this.cursor = [pub, part.priv, part.tag];
      this.view = { ...this.view, own: this.codec.patched(this.view.own, part.own, this.codec.schema.own) };
    }
  }

  /**
   * Public events with the private ones at their places.
   * @param {any[]} events @param {Private[]} parts
   */
  #merged(events, parts) {
    const { event } = /** @type {NonNullable<typeof this.codec>} */ (this.codec);
    /** @type {Map<number, {instead: boolean, event: any}[]>} */
    const secret = new Map();
    for (const part of parts) {
      for (let i = 0; i < part.events.length; i += 3) {
        const [place, instead, values] = part.events.slice(i, i + 3);
        const here = secret.get(place) ?? [];
        here.push({ instead: instead === 1, event: event(values) });
        secret.set(place, here);
      }
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
