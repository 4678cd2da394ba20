// @ts-check
// What the table's log and refusals call things, where the texts are not enough.
import { cardName, cardsName } from "./cards.js";
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
    /**
     * What an action was or would have been, said where the table was like this.
     * @param {{action: string, payload: any}} action @param {import("./views.d.ts").Table} table
     */
    deed({ action, payload }, table) {
      if (action === "pass") {
        const yet = table.phase === "dealing" ? ".yet" : "";
        const right = table.phase === "sticking" ? "stick" : table.declarer === null ? "declare" : "counter";
        return w(`deed.no.${right}${yet}`);
      }
      if (action === "choose_throw") {
        const unit = table.throws.at(-1)?.candidates[payload.index];
        return unit && w("deed.choose", { cards: cardsName(unit.cards, w) });
      }
      if (action === "stick") {
        return w("deed.stick", { cards: cardsName(payload.cards, w), back: cardsName(payload.giveBack, w) });
      }
      const cards = payload?.cards;
      return cards && w(`deed.${action}`, { cards: cardsName(cards, w) });
    },
  };
}
