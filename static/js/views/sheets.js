// @ts-check
// Sheets that are not needed at first: their modules are loaded when they are opened.
import { part } from "../ui/part.js";

/** @typedef {import("../app.js").App} App */

/** @template T @param {App} app @param {() => Promise<T>} load @param {(module: T) => void} open */
async function later(app, load, open) {
  try {
    const [module] = await Promise.all([part(load), app.words.later()]);
    open(module);
  } catch {
    app.problem = app.t("code.net.lost");
    app.redraw();
  }
}

/** @param {App} app @param {string} [id] of a game @param {string} [code] a refusal to explain */
export function openHelp(app, id, code) {
  void later(
    app,
    () => import("./help.js"),
    (help) => help.openHelp(app, id, code),
  );
}

/** @param {App} app */
export function openSettings(app) {
  void later(
    app,
    () => import("./settings.js"),
    (settings) => settings.openSettings(app),
  );
}

/** @param {App} app */
export function openMoveSeat(app) {
  void later(
    app,
    () => import("./move_seat.js"),
    (move) => void move.openMoveSeat(app),
  );
}
