// @ts-check
// The keys of the table for any game.
import { seconds } from "../timer.js";
import { step } from "./acts.js";
import { cardsIn } from "./fields.js";
import { numbers } from "./seats.js";

/** @typedef {import("./any_table.js").AnyTable} AnyTable */

/** True if the key did something here. @param {AnyTable} any @param {string} key */
export function pressed(any, key) {
  if (!any.sight) return false;
  const { held, api, sight } = any;
  if (key === "ArrowLeft" || key === "ArrowRight") held.move(key === "ArrowLeft" ? -1 : 1);
  else if (key === "Shift+ArrowLeft" || key === "Shift+ArrowRight") held.move(key.endsWith("Left") ? -1 : 1, true);
  else if (key === "Alt+ArrowLeft" || key === "Alt+ArrowRight")
    any.arrange(held.order[held.active], held.active + (key.endsWith("Left") ? -1 : 1));
  else if (key === " ") held.toggle(held.active);
  else if (key === "Enter") enter(any);
  else if (key === "Escape") any.ways.length ? any.show({ ways: [] }) : held.clear();
  else if (key === "h") any.hint();
  else if (key === "+" || key === "-") for (const one of sight.offered.numbers) step(any, one, key === "+" ? 1 : -1);
  else if (/^[1-9]$/.test(key) && sight.offered.others[Number(key) - 1])
    any.play([sight.offered.others[Number(key) - 1]]);
  else if (key === "t") api.announce(lying(any), true);
  else if (key === "o" || key === "s") api.announce(sight.seats.map((seat) => saidOf(any, seat)).join(". "), true);
  else if (key === "c") api.announce(any.left === null ? "–" : `${seconds(any.left)} ${api.t("unit.s")}`, true);
  else return false;
  return true;
}

/** Begins the next round, or plays the chosen cards. @param {AnyTable} any */
function enter(any) {
  if (any.sight.between && !any.api.watching) void any.api.sayReady();
  else any.playChosen();
}

/** The cards that lie open. @param {AnyTable} any */
function lying({ sight }) {
  const lies = sight.shown("card", "cards", "pile").map(({ name, mark, label }) => {
    const cards = cardsIn(mark, sight.table[name]);
    return cards.length
      ? `${label}: ${(mark?.is === "pile" ? cards.slice(-1) : cards).map(sight.spoken).join(", ")}`
      : "";
  });
  return lies.filter(Boolean).join(". ") || "–";
}

/** @param {AnyTable} any @param {number} seat */
function saidOf(any, seat) {
  const { sight, api } = any;
  const counts = sight.shown("perSeat").filter(({ mark }) => mark?.each?.is === "count" || mark?.each?.is === "pile");
  const held = counts.map(({ name, label }) => `${label} ${/** @type {unknown[]} */ (sight.table[name])[seat]}`);
  return [api.name(seat), ...held, ...numbers(any, seat).map((said) => said.join(" "))].join(", ");
}
