// @ts-check
// What the table's log and refusals call things, where the texts are not enough.
import { cardName } from "./cards.js";
import { words } from "./words.js";

/** @param {(seat: number) => string} name @param {() => string} language */
export function telling(name, language) {
  const w = words(language);
  return {
    /** @param {string} table @param {unknown} entry */
    entry: (table, entry) => (table === "cards" ? cardName(String(entry), w) : undefined),
    /** The log's line. @param {import("./views.d.ts").GameEvent} event @returns {string | undefined} */
    say(event) {
      if (event.type === "opened" || event.type === "dealt") return "";
      if (event.type === "trump_revealed") return `${name(event.holder)}: ${w(event.trumpSuit ?? "none")}`;
      return undefined;
    },
  };
}
