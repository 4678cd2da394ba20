// @ts-check
// Keys that move through a hand. After each move, the user hears the new position.

/**
 * A table that speaks.
 * @typedef {object} Spoken
 * @property {import("./api.js").TableApi} api
 * @property {import("./hand.js").Hand} held
 * @property {import("../i18n.js").Say} w with the sentence "say.lies"
 * @property {{named: (id: string) => string}} speech
 * @property {(id: string, to: number) => void} arrange
 * @property {() => void} draw
 */

/** Says it at once, before anything else. @param {Spoken} table @param {string} text */
export const say = (table, text) => table.api.announce(text, true);

/**
 * The keys' actions, by chord. Up and down move from group to group.
 * @template {Spoken} T @param {(table: T, id: string) => string} groupOf @returns {Record<string, (table: T) => void>}
 */
export const handKeys = (groupOf) => ({
  ArrowLeft: (table) => go(table, () => table.held.move(-1)),
  ArrowRight: (table) => go(table, () => table.held.move(1)),
  ArrowUp: (table) => go(table, () => table.held.leap(-1, (id) => groupOf(table, id))),
  ArrowDown: (table) => go(table, () => table.held.leap(1, (id) => groupOf(table, id))),
  "Alt+ArrowLeft": (table) => lay(table, -1),
  "Alt+ArrowRight": (table) => lay(table, 1),
});

/**
 * At the end of the hand the focus stays where it is, and says nothing by itself.
 * @param {Spoken} table @param {() => void} move
 */
function go(table, move) {
  const { held } = table;
  const before = held.active;
  move();
  if (held.active === before) say(table, table.speech.named(held.order[before]));
}

/** Lays the card elsewhere, and goes with it. @param {Spoken} table @param {-1 | 1} by */
function lay(table, by) {
  const { held, w } = table;
  const id = held.order[held.active];
  table.arrange(id, Math.max(0, Math.min(held.order.length - 1, held.active + by)));
  held.active = Math.max(0, held.order.indexOf(id));
  table.draw();
  say(table, w("say.lies", { card: table.speech.named(id), i: held.active + 1, n: held.order.length }));
}
