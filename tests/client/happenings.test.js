import "./served.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const uno = await import("../../games/uno/client/happenings.js");
const shandong = await import("../../games/shandong/client/happenings.js");
const words = {
  uno: (await import("../../games/uno/client/words.js")).words(() => "en-US"),
  shandong: (await import("../../games/shandong/client/words.js")).words(() => "en-US"),
};

/** What is noted of an event: `seat: text`. @param {any} game @param {(key: string) => string} w @param {any} event */
function noted(game, w, event) {
  /** @type {string[]} */
  const told = [];
  game.note(
    { w, notes: { show: (/** @type {number} */ seat, /** @type {string} */ text) => told.push(`${seat}: ${text}`) } },
    event,
  );
  return told;
}

/** @type {[event: object, notes: string[]][]} */
const UNO = [
  [{ type: "turn_skipped", playerId: 2, reason: "skip" }, ["2: skipped"]],
  [{ type: "turn_skipped", playerId: 2, reason: "draw_two" }, []], // the cards drawn say it
  [{ type: "cards_drawn", playerId: 1, count: 2, reason: "draw_two" }, ["1: +2"]],
  [{ type: "cards_drawn", playerId: 1, count: 4, reason: "wild_draw_four" }, ["1: +4"]],
  [{ type: "cards_drawn", playerId: 1, count: 0, reason: "turn" }, []], // nothing was left to draw
  [{ type: "card_played", playerId: 3, card: { type: "reverse" } }, ["3: reverse"]],
  [{ type: "card_played", playerId: 3, card: { type: "number" } }, []],
  [{ type: "uno_called", playerId: 1 }, ["1: UNO!"]],
  [{ type: "uno_caught", playerId: 1, byId: 0 }, ["1: caught!"]],
  [{ type: "uno_catch_failed", byId: 2, targetId: 1 }, ["2: wrong catch"]],
  [{ type: "wd4_challenged", challengerId: 0, playerId: 3, guilty: true }, ["3: bluffed!"]],
  [{ type: "wd4_challenged", challengerId: 0, playerId: 3, guilty: false }, ["0: no bluff"]],
  [{ type: "jumped_in", playerId: 2 }, ["2: jumps in!"]],
  [{ type: "hands_swapped", playerId: 0, targetId: 2 }, ["0: swapped hands", "2: swapped hands"]],
  [{ type: "turn_timeout", playerId: 1 }, ["1: out of time"]],
  [{ type: "color_chosen", playerId: 1, color: "blue" }, ["1: blue"]],
  [{ type: "color_chosen", playerId: 1, color: null }, []],
];

/** @type {[event: object, notes: string[]][]} */
const SHANDONG = [
  [{ type: "showed", seat: 1, bid: "declare", trumpSuit: "hearts" }, ["1: declares ♥"]],
  [{ type: "showed", seat: 1, bid: "counter", trumpSuit: null }, ["1: counters"]], // it lies face down
  [{ type: "showed", seat: 2, bid: "stick", trumpSuit: "spades" }, ["2: sticks ♠"]],
  [{ type: "passed", seat: 3 }, ["3: Pass"]],
  [{ type: "throw_failed", seat: 0 }, ["0: The throw fails"]],
  [{ type: "trick_won", winner: 2, points: 20 }, ["2: +20"]],
  [{ type: "trick_won", winner: 2, points: 0 }, []],
  [{ type: "timed_out", seat: 1 }, ["1: out of time"]],
];

test("what happens at a table of UNO is noted at the seat that it happens to", () => {
  for (const [event, notes] of UNO) assert.deepEqual(noted(uno, words.uno, event), notes, JSON.stringify(event));
});

test("what happens at a table of Shandong Upgrade is noted at the seat that it happens to", () => {
  for (const [event, notes] of SHANDONG)
    assert.deepEqual(noted(shandong, words.shandong, event), notes, JSON.stringify(event));
});
