import assert from "node:assert/strict";
import { test } from "node:test";
import { gameCard, mostSeats } from "../../static/js/catalog.js";

const told = {
  id: "whist",
  seats: [2, 10],
  presets: { standard: {}, small: { most: 4 } },
  options: { properties: { most: { type: "integer", default: 10 } } },
};

test("the seats of a form are what the option says that the server names", () => {
  const game = gameCard({ ...told, seatsOption: "most" });
  assert.equal(mostSeats(game, "standard", {}), 10);
  assert.equal(mostSeats(game, "small", {}), 4);
  assert.equal(mostSeats(game, "small", { most: 6 }), 6);
});

test("a game without such an option always has all its seats", () => {
  assert.equal(mostSeats(gameCard({ ...told, seatsOption: "" }), "small", {}), 10);
});

test("a server that tells nothing of groups and teams is understood", () => {
  const { groups, teams, seatsOption } = gameCard(told);
  assert.deepEqual([groups, teams, seatsOption], [{}, [], ""]);
});
