// @ts-check
// The states of a game that are worth seeing, by phase: the first in which each thing happens to each seat.
import { ask, say } from "./asking.js";
import { el, part } from "./dom.js";
import { w } from "./words.js";

/** @typedef {{code: string, phase: string, what: string, seat: number}} Exhibit */

const AGAIN_MS = 1000;

export class Gallery {
  #game = "";

  /** The gallery of that game; empty: none is shown. @param {string} game */
  show(game) {
    if (game === this.#game) return;
    this.#game = game;
    part("gallery", HTMLElement).replaceChildren();
    if (game) void this.#look(game);
  }

  /** Marks the state that is shown. @param {string} code */
  mark(code) {
    for (const link of part("gallery", HTMLElement).querySelectorAll("a")) {
      link.ariaCurrent = link.hash === `#${code}` ? "true" : null;
    }
  }

  /** @param {string} game */
  async #look(game) {
    const told = await ask(`/workshop/galleries/${game}`);
    if (!told || game !== this.#game) return;
    this.#draw(told.exhibits);
    this.mark(location.hash.slice(1));
    if (told.said) say(told.said);
    if (!told.ended) setTimeout(() => game === this.#game && void this.#look(game), AGAIN_MS);
  }

  /** @param {Exhibit[]} exhibits */
  #draw(exhibits) {
    /** @type {Map<string, Map<string, Exhibit[]>>} */
    const phases = new Map();
    for (const one of exhibits) {
      const found = phases.get(one.phase) ?? phases.set(one.phase, new Map()).get(one.phase);
      found?.set(one.what, [...(found.get(one.what) ?? []), one]);
    }
    const count = el("p", {}, w("states", { n: exhibits.length, game: this.#game }));
    const sections = [...phases].map(([phase, found]) =>
      el("section", {}, el("h3", {}, phase), ...[...found].map(([what, all]) => row(what, all))),
    );
    part("gallery", HTMLElement).replaceChildren(count, el("div", { className: "looks" }, ...sections));
  }
}

/** @param {string} what @param {Exhibit[]} all */
function row(what, all) {
  const seats = all.sort((a, b) => a.seat - b.seat);
  const links = seats.map(({ code, seat }) =>
    el("a", { href: `#${code}` }, seat < 0 ? w("theRoom") : w("place", { n: seat })),
  );
  return el("p", { className: "row" }, el("b", {}, what), ...links);
}
