// @ts-check
// What the events are to those who look through a recorded match.

/** @typedef {import("./views.d.ts").GameEvent} GameEvent */
/** @typedef {import("/static/js/watching/marks.js").Mark} Mark */

/** @type {Partial<Record<GameEvent["type"], Mark>>} */
const MARKS = {
  round_started: "round",
  turn_started: "turn",
  uno_caught: "notable",
  uno_catch_failed: "notable",
  wd4_challenged: "notable",
  hands_swapped: "notable",
  hands_rotated: "notable",
  round_ended: "notable",
};

/** @param {GameEvent} event */
export const mark = (event) => MARKS[event.type] ?? "";
