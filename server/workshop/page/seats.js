// @ts-check
// All seats of a table side by side, each in a frame of its own: as it is now, or as it was after some step.
import { el, part } from "./dom.js";
import { w } from "./words.js";

/** @typedef {{seat: number, name: string, bot: string, token: string | null}} SeatDoc */
/**
 * @typedef {object} Place
 * @property {SeatDoc} doc @property {HTMLElement} section @property {HTMLElement} note @property {HTMLElement} frames
 * @property {HTMLIFrameElement | null} live @property {HTMLIFrameElement | null} past
 * @property {string} record the one that `past` shows @property {number} last its last step
 */

export class Seats {
  /** @type {Place[]} */
  #all = [];
  #shown = "";

  /** @param {string} address of the table as it is now; empty: only steps are shown @param {SeatDoc[]} docs */
  lay(address, docs) {
    const shown = JSON.stringify([address, docs]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#all = docs.map((doc) => {
      const live = address && doc.token ? frame(doc, `workshop:${doc.token}`, address) : null;
      const note = el("b");
      const frames = el("div", { className: "frames" });
      const section = el("section", {}, el("h2", {}, el("span", {}, called(doc)), note), frames);
      if (live) frames.append(live);
      return { doc, section, note, frames, live, past: null, record: "", last: 0 };
    });
    const main = part("seats", HTMLElement);
    main.className = docs.length < 4 ? "few" : "";
    main.replaceChildren(...this.#all.map(({ section }) => section));
  }

  /** Another match: its steps have the same numbers. */
  forget() {
    this.#shown = "";
  }

  /** @param {number[]} seats */
  mark(seats) {
    for (const { doc, section, note } of this.#all) {
      const acts = seats.includes(doc.seat);
      section.classList.toggle("acting", acts);
      note.textContent = acts ? w("acts") : "";
    }
  }

  /**
   * The step; null: as it is now.
   * @param {number | null} step @param {number} last @param {(seat: number) => string} address of the seat's record
   */
  show(step, last, address) {
    for (const one of this.#all) {
      const live = step === null ? one.live : null;
      if (one.live) one.live.hidden = live === null;
      if (live) {
        if (one.past) one.past.hidden = true;
        continue;
      }
      this.#turn(one, address(one.doc.seat), step ?? last, last);
    }
  }

  /**
   * A seat's record at that step: another page where the record has become longer, or is another one.
   * @param {Place} one @param {string} record @param {number} step @param {number} last
   */
  #turn(one, record, step, last) {
    const address = `${record}?steps=${last}#${step}`;
    if (!one.past) {
      one.past = frame(one.doc, "workshop:", address);
      one.frames.append(one.past);
      Object.assign(one, { record, last });
    } else if (one.record !== record || step > one.last) {
      one.past.contentWindow?.location.replace(address);
      Object.assign(one, { record, last });
    } else if (!moved(one.past, step)) one.past.contentWindow?.location.replace(`${record}?steps=${one.last}#${step}`);
    one.past.hidden = false;
  }

  /** Every frame once more: the game has changed. */
  reload() {
    for (const { live, past } of this.#all) {
      live?.contentWindow?.location.reload();
      past?.contentWindow?.location.reload();
    }
  }
}

/** @param {SeatDoc} doc */
function called({ seat, name, bot }) {
  const number = w("place", { n: seat });
  return `${name === `Seat ${seat}` ? number : `${number}: ${name}`}${bot ? w("bot", { level: bot }) : ""}`;
}

/** @param {SeatDoc} doc @param {string} name @param {string} src */
const frame = ({ seat }, name, src) => el("iframe", { name, src, title: w("place", { n: seat }) });

/** Moves the timeline of a record's page, if it is there yet. @param {HTMLIFrameElement} past @param {number} step */
function moved(past, step) {
  const range = past.contentDocument?.querySelector(".timeline input");
  if (!(range && "value" in range)) return false;
  range.value = `${step}`;
  return range.dispatchEvent(new Event("input", { bubbles: true }));
}
