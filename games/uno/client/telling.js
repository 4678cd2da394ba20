// @ts-check
// What the table's log and refusals call things, where the texts are not enough.
import { words } from "./words.js";

/** @typedef {import("./cards.js").Card} Card */

/** @param {(seat: number) => string} name @param {() => string} language */
export function telling(name, language) {
  const w = words(language);
  return {
    /** @param {string} table @param {unknown} entry */
    entry: (table, entry) => (table === "cards" ? cardName(/** @type {Card} */ (entry), w) : undefined),
    /**
     * The log's line: whose turn it is stands on the table, the log tells what was done.
     * @param {import("./views.d.ts").GameEvent} event @returns {string | undefined}
     */
    say(event) {
      if (event.type === "turn_started") return "";
      if (event.type === "draw_pending") return w(answers(event), { name: name(event.playerId), n: event.amount });
      if (event.type === "turn_skipped" && event.reason === "skip") return w("skipped", { name: name(event.playerId) });
      if (event.type === "cards_drawn" && event.reason === "turn")
        return w("drew", { name: name(event.playerId), n: event.count });
      return undefined;
    },
  };
}

/** What may be done instead of drawing. @param {import("./views.d.ts").DrawPending} event */
function answers({ canStack, canChallenge }) {
  if (canStack) return canChallenge ? "pending.both" : "pending.stack";
  return canChallenge ? "pending.challenge" : "pending";
}

/** @param {Card} card @param {(key: string) => string} w */
export function cardName(card, w) {
  const what = card.type === "number" ? String(card.value) : w(card.type);
  return card.color ? `${w(card.color)} ${what}` : what;
}
