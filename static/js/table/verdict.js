// @ts-check
// The server's verdict on the chosen cards: asked while the user chooses, one question at a time, the latest next.

/** The pause between questions, so that a finger sliding over a hand does not ask about every card. */
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
   * The verdict on that action, if known. Null asks nothing.
   * @param {unknown} action @returns {Answer | null}
   */
  of(action) {
    this.#wanted = action === null ? "" : JSON.stringify(action);
    if (this.#wanted && this.#last?.about !== this.#wanted) void this.#next();
    return this.#wanted && this.#last?.about === this.#wanted ? this.#last.answer : null;
  }

  /** The table has changed: earlier verdicts no longer hold. */
  forget() {
    this.#last = null;
  }

  async #next() {
    if (this.#asking) return;
    this.#asking = true;
    while (this.#wanted && this.#last?.about !== this.#wanted) {
      const about = this.#wanted;
      const answer = await this.ask(JSON.parse(about));
      // A failure (a lost connection, too many questions) is not retried automatically.
      this.#last = { about, answer };
      this.changed();
      await new Promise((later) => setTimeout(later, this.pause));
    }
    this.#asking = false;
  }
}
