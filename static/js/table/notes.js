// @ts-check
// News, shown for a while beside the seat that it concerns. Screen readers read the log instead.
import { html, nothing } from "/static/vendor/vendor.js";

const SHOWN_MS = 2600;
/** Good news, bad news, or just news. @typedef {"" | "good" | "bad"} Kind */

export class Notes {
  /** @type {Map<number, {text: string, kind: Kind}>} by seat */
  #notes = new Map();

  /** @param {() => void} changed @param {() => number} pace 2: they stay twice as long */
  constructor(changed, pace) {
    this.changed = changed;
    this.pace = pace;
  }

  /** @param {number} seat @param {string} text @param {Kind} [kind] */
  show(seat, text, kind = "") {
    const note = { text, kind };
    this.#notes.set(seat, note);
    setTimeout(() => {
      if (this.#notes.get(seat) !== note) return; // a newer one has replaced it
      this.#notes.delete(seat);
      this.changed();
    }, SHOWN_MS * this.pace());
  }

  /** To be drawn at the seat's place. @param {number} seat */
  at(seat) {
    const note = this.#notes.get(seat);
    return note ? html`<b class="note ${note.kind}" aria-hidden="true">${note.text}</b>` : nothing;
  }
}
