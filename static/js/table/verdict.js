// @ts-check
// What the server would say to the cards that are chosen: asked while choosing, one question at a time, the latest one
// next.

/** Between two questions, so that a finger that slides over a hand does not ask for every card. */
const PAUSE_MS = 120;

/** @typedef {import("./api.js").Answer} Answer */

export class Verdict {
  #wanted = "";
  #asking = false;
  /** @type {{about: string, answer: Answer} | null} */
  #last = null;

  /** @param {(action: unknown) => Promise<Answer>} ask @param {() => void} changed @param {number} [pause] */
  constructor(ask, changed, pause = PAUSE_MS) {
    this.ask = ask;
    this.changed = changed;
    this.pause = pause;
  }

  /**
   * What is said of that action, as far as it is known. Null asks nothing.
   * @param {unknown} action @returns {Answer | null}
   */
  of(action) {
    this.#wanted = action === null ? "" : JSON.stringify(action);
    if (this.#wanted && this.#last?.about !== this.#wanted) void this.#next();
    return this.#wanted && this.#last?.about === this.#wanted ? this.#last.answer : null;
  }

  /** The table has moved on: what was said no longer holds. */
  forget() {
    this.#last = null;
  }

  async #next() {
    if (this.#asking) return;
    this.#asking = true;
    while (this.#wanted && this.#last?.about !== this.#wanted) {
      const about = this.#wanted;
      const answer = await this.ask(JSON.parse(about));
      // What was no judgement (a lost line, too many questions) is not asked again by itself.
      this.#last = { about, answer };
      this.changed();
      await new Promise((later) => setTimeout(later, this.pause));
    }
    this.#asking = false;
  }
}
