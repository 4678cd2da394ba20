// @ts-check
// What each key does at the table of Shandong Upgrade.
import { seconds } from "/static/js/table/timer.js";
import { phaseText } from "./phase.js";

/** True when the key meant something here. @param {import("./view.js").Shandong} game @param {string} key */
export function pressed(game, key) {
  const { held, w, api, table } = game;
  if (key === "ArrowLeft" || key === "ArrowRight") held.move(key === "ArrowLeft" ? -1 : 1);
  else if (key === "Shift+ArrowLeft" || key === "Shift+ArrowRight") held.move(key.endsWith("Left") ? -1 : 1, true);
  else if (key === "Alt+ArrowLeft" || key === "Alt+ArrowRight")
    game.arrange(held.order[held.active], held.active + (key.endsWith("Left") ? -1 : 1));
  else if (key === " ") held.toggle(held.active);
  else if (key === "d") game.twin(held.active);
  else if (key === "Enter") game.enter();
  else if (key === "Escape") game.large.length ? game.enlarge([]) : held.clear();
  else if (key === "h") game.hint();
  else if (key === "l") game.toggleLast();
  else if (key === "t") api.announce(`${w(game.trumps.suit ?? "unknown")}, ${w("level")} ${table.level}`, true);
  else if (key === "s") api.announce(`${w("points.got", { n: table.defenderPoints })}. ${levels(game)}`, true);
  else if (key === "o")
    api.announce(
      w("counts") + [0, 1, 2, 3].map((seat) => `${api.name(seat)} ${table.handCounts[seat]}`).join(", "),
      true,
    );
  else if (key === "c")
    api.announce(`${phaseText(game)}: ${game.left === null ? "–" : `${seconds(game.left)} ${api.t("unit.s")}`}`, true);
  else return false;
  return true;
}

/** @param {import("./view.js").Shandong} game */
function levels({ w, table: { teamLevels } }) {
  return `${w("teamA")} ${teamLevels[0]}, ${w("teamB")} ${teamLevels[1]}`;
}
