// @ts-check
// What the events are to those who look through a recorded match.

/** @typedef {import("./views.d.ts").GameEvent} GameEvent */
/** @typedef {import("/static/js/watching/marks.js").Mark} Mark */

/** @type {Partial<Record<GameEvent["type"], Mark>>} */
const MARKS = {
  round_began: "round",
  showed: "turn",
  buried: "turn",
  played: "turn",
  trick_won: "trick",
  throw_failed: "notable",
  trump_revealed: "notable",
  exchanged: "notable",
  round_ended: "notable",
};

/** @param {GameEvent} event */
export const mark = (event) => MARKS[event.type] ?? "";
