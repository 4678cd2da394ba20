// @ts-check
// The host's settings in the lobby: the rules of the next match, and who may enter the room.
import { html } from "/static/vendor/vendor.js";
import { Refusal } from "../refusal.js";
import { closeSheet, sheet } from "../ui/dialog.js";
import { problem, toggle } from "./frame.js";
import { goToWrong, optionForm, presetCards, rulesOf, wrongField, wrongText } from "./options.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../ui/dom.js").FieldEvent} FieldEvent */

/** @param {App} app */
export function openRules(app) {
  const view = app.store.view;
  const game = app.game(view?.room.game);
  if (!view || !game) return;
  let rules = rulesOf(view.room);
  /** @type {import("./options.js").Wrong | null} */
  let wrong = null;
  const save = async () => {
    wrong = null;
    try {
      await app.connection.ask("options", { preset: rules.preset, options: rules.changes });
      closeSheet();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      wrong = wrongField(app, game, error);
      shown.redraw();
      goToWrong();
    }
  };
  const shown = sheet({
    title: () => app.t("lobby.rules"),
    close: app.t("close"),
    kind: "tall",
    body: () => {
      const change = (/** @type {import("./options.js").Rules} */ next) => {
        rules = next;
        wrong = null;
        shown.redraw();
      };
      return html`${presetCards(app, game, rules, change)} ${optionForm(app, game, rules, change, wrong)}
        ${wrongText(wrong, "")}
        <div class="foot"><button class="primary wide" @click=${() => void save()}>${app.t("save")}</button></div>`;
    },
  });
}

/** @param {App} app */
export function openRoomSettings(app) {
  const { t } = app;
  sheet({
    title: () => t("lobby.settings"),
    close: t("close"),
    body: () => {
      const room = app.store.view?.room;
      if (!room) return "";
      const set = (/** @type {Record<string, unknown>} */ fields) => void app.ask("settings", fields);
      return html`${problem(app)}
        ${toggle(t("create.watch"), room.spectators, (on) => set({ spectators: on ? "on" : "off" }))}
        ${toggle(t("create.chat"), room.chat, (chat) => set({ chat }))}
        ${toggle(t("create.private"), room.private, (on) => set({ private: on }))}
        <label class="row"><span>${t("password")} ${room.password ? `(${t("on")})` : ""}</span>
          <input autocomplete="off" maxlength="64" placeholder=${t("none")}
            @change=${(/** @type {FieldEvent} */ event) => set({ password: event.target.value || null })} /></label>`;
    },
  });
}
