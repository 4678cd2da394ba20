// @ts-check
// What is shown on the table where it happens: bids, passes, throws that fail, tricks with points.
import { SIGNS } from "./cards.js";

/** @typedef {import("./view.js").Shandong} Shandong */
/** @typedef {import("./views.d.ts").GameEvent} GameEvent */

/** @param {Shandong} game @param {GameEvent} event */
export function note({ notes, w }, event) {
  if (event.type === "showed") {
    const sign = SIGNS[event.trumpSuit ?? ""] ?? "";
    notes.show(event.seat, `${w(`note.${event.bid}`)} ${sign}`.trim(), "good");
  } else if (event.type === "passed") notes.show(event.seat, w("pass"));
  else if (event.type === "stick_claimed") notes.show(event.seat, w("claim"), "good");
  else if (event.type === "throw_failed") notes.show(event.seat, w("failed"), "bad");
  else if (event.type === "trick_won" && event.points) notes.show(event.winner, `+${event.points}`, "good");
  else if (event.type === "timed_out") notes.show(event.seat, w("note.late"), "bad");
}

/** @param {Shandong} game @param {GameEvent} event */
export function sounds({ api, me }, event) {
  if (event.type === "played" && event.seat !== api.seat) api.sound("play");
  else if (event.type === "dealt") api.sound("deal");
  else if (event.type === "showed" || event.type === "trump_revealed") api.sound("call");
  else if (event.type === "match_ended") api.sound(event.team === me % 2 ? "win" : "low");
}
