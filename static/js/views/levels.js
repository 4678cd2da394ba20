// @ts-check
// The bots' levels: the game's names for them, and the one chosen last for each game.
import { html, nothing } from "/static/vendor/vendor.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../catalog.js").GameCard} GameCard */
/** @typedef {import("../ui/dom.js").FieldEvent} FieldEvent */

/** @param {App} app @param {string} game @param {string} level */
export const levelText = (app, game, level) => app.t("seat.level", { level: app.words.early(game, `level.${level}`) });

/** The level chosen last, or else the middle one. @param {App} app @param {GameCard} game */
export function chosenLevel(app, { id, levels }) {
  const last = app.prefs.get("levels")[id];
  return levels.includes(last) ? last : levels[Math.floor((levels.length - 1) / 2)];
}

/** @param {App} app @param {string} game @param {string} level */
export const keepLevel = (app, game, level) => app.prefs.set("levels", { ...app.prefs.get("levels"), [game]: level });

/** A list to choose from beside a button; nothing if there is no choice. @param {App} app @param {GameCard} game */
export function levelPicker(app, game) {
  if (game.levels.length < 2) return nothing;
  const now = chosenLevel(app, game);
  const name = app.words.early(game.id, "game.name");
  const pick = (/** @type {FieldEvent} */ event) => keepLevel(app, game.id, event.target.value);
  return html`<select class="level" aria-label="${app.t("create.level")}: ${name}" @change=${pick}>
    ${game.levels.map(
      (one) => html`<option value=${one} ?selected=${one === now}>${app.words.early(game.id, `level.${one}`)}</option>`,
    )}
  </select>`;
}
