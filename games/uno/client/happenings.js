// @ts-check
// What is shown on the table where it happens: skips, draws, calls, catches, challenges.

/** @typedef {import("./view.js").Uno} Uno */
/** @typedef {import("./views.d.ts").GameEvent} GameEvent */

/** Draws that are said better by what has caused them. */
const SAID_BY_CAUSE = ["challenge_guilty", "challenge_failed", "uno_caught", "catch_failed"];

/** @param {Uno} uno @param {GameEvent} event */
export function note({ notes, w }, event) {
  if (event.type === "turn_skipped" && event.reason === "skip") notes.show(event.playerId, w("note.skipped"), "bad");
  else if (event.type === "cards_drawn" && event.count && !SAID_BY_CAUSE.includes(event.reason))
    notes.show(event.playerId, `+${event.count}`, event.reason === "turn" ? "" : "bad");
  else if (event.type === "card_played" && event.card.type === "reverse") notes.show(event.playerId, w("reverse"));
  else if (event.type === "hands_swapped") {
    for (const seat of [event.playerId, event.targetId]) notes.show(seat, w("note.swapped"));
  } else if (event.type === "uno_called") notes.show(event.playerId, "UNO!", "good");
  else if (event.type === "uno_caught") notes.show(event.playerId, w("note.caught"), "bad");
  else if (event.type === "uno_catch_failed") notes.show(event.byId, w("note.wrong"), "bad");
  else if (event.type === "wd4_challenged") {
    const { challengerId, playerId, guilty } = event;
    notes.show(guilty ? playerId : challengerId, w(guilty ? "note.bluffed" : "note.no_bluff"), "bad");
  } else if (event.type === "jumped_in") notes.show(event.playerId, w("note.jumped"), "good");
  else if (event.type === "turn_timeout") notes.show(event.playerId, w("note.late"), "bad");
  else if (event.type === "color_chosen" && event.color) notes.show(event.playerId, w(event.color));
}
