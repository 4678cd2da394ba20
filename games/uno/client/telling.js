// @ts-check
// What the table's log and refusals call things, where the texts are not enough.
import { words } from "./words.js";

/** @typedef {import("./cards.js").Card} Card */

/** @param {(seat: number) => string} _ @param {() => string} language */
export function telling(_, language) {
  const w = words(language);
  return {
    /** @param {string} table @param {unknown} entry */
    entry: (table, entry) => (table === "cards" ? cardName(/** @type {Card} */ (entry), w) : undefined),
    /**
     * The log's line: whose turn it is stands on the table, the log tells what was done.
     * @param {import("./views.d.ts").GameEvent} event @returns {string | undefined}
     */
    say: (event) => (event.type === "turn_started" ? "" : undefined),
  };
}

/** @param {Card} card @param {(key: string) => string} w */
export function cardName(card, w) {
  const what = card.type === "number" ? String(card.value) : w(card.type);
  return card.color ? `${w(card.color)} ${what}` : what;
}
