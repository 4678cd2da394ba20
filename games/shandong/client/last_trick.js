// @ts-check
// The trick before, read out.
import { spoken } from "./cards.js";

/** @param {import("./view.js").Shandong} game */
export function readLast({ table: { lastTrick }, w, api }) {
  if (!lastTrick) return;
  const plays = lastTrick.plays.map(
    ({ seat, cards }) => `${api.name(seat)}: ${cards.map((id) => spoken(id, w)).join(", ")}`,
  );
  const { winner, points } = lastTrick;
  api.announce([...plays, w("trick", { name: api.name(winner), points })].join(". "), true);
}
