// @ts-check
// What each key does at the UNO table.
import { seconds } from "/static/js/table/timer.js";
import { cardName } from "./telling.js";

/** True when the key meant something here. @param {import("./view.js").Uno} uno @param {string} key */
export function pressed(uno, key) {
  const { held, w, api, table } = uno;
  if (key === "ArrowLeft") held.move(-1);
  else if (key === "ArrowRight") held.move(1);
  else if (key === "Alt+ArrowLeft" || key === "Alt+ArrowRight")
    uno.arrange(held.order[held.active], held.active + (key.endsWith("Left") ? -1 : 1));
  else if (key === " ") held.toggle(held.active);
  else if (key === "Enter") uno.play();
  else if (key === "Escape") uno.ask ? uno.askNothing() : held.clear();
  else if (key === "h") uno.hint();
  else if (key === "d" && uno.legal("DRAW_CARD")) void uno.send("DRAW_CARD");
  else if (key === "p" && uno.legal("SKIP_TURN")) void uno.send("SKIP_TURN");
  else if (key === "u" && uno.legal("CALL_UNO")) void uno.send("CALL_UNO");
  else if (key === "t")
    api.announce(
      `${w("color")}: ${w(table.currentColor ?? "wild")}. ${w("top", { card: cardName(table.topCard, w) })}`,
      true,
    );
  else if (key === "o")
    api.announce(w("counts") + table.players.map((one) => `${api.name(one.seat)} ${one.cardCount}`).join(", "), true);
  else if (key === "c") api.announce(uno.left === null ? "–" : `${seconds(uno.left)} ${api.t("unit.s")}`, true);
  else if (key === "s") api.announce(table.players.map((one) => `${api.name(one.seat)} ${one.score}`).join(", "), true);
  else return false;
  return true;
}
