// @ts-check
// The table menu.
import { html, nothing } from "/static/vendor/vendor.js";
import { roomAddress, share } from "../share.js";
import { sheet } from "../ui/dialog.js";
import { icon } from "../ui/icons.js";
import { languageSwitch, problem, toggle } from "./frame.js";
import { openPeople } from "./people.js";
import { openMoveSeat, openSettings } from "./sheets.js";

/** @typedef {import("../app.js").App} App */

/** @param {import("./table.js").TableScreen} table @param {string[]} log @param {() => Promise<void>} quit */
export function openMenu({ app, api, gameView }, log, quit) {
  const { t } = app;
  sheet({
    title: () => t("menu"),
    close: t("close"),
    body: () => {
      const room = app.store.view?.room;
      const { seat } = api;
      const url = room && roomAddress(room.code, app.near);
      const wants = seat !== null && room?.seats[seat]?.wantsPause;
      return html`${problem(app)}
        <p class="faint">${t("invite.code")} <b class="code small">${room?.code}</b></p>
        <p class="narrow-only row"><span>${t("language")}</span> ${languageSwitch(app)}</p>
        ${toggle(t("set.sound"), app.prefs.get("sound"), (on) => app.prefs.set("sound", on))}
        ${seat !== null ? gameView.menu() : nothing}
        <div class="list">
          <button class="wide" @click=${() => openPeople(app)}>${icon("people")} ${t("people")}</button>
          <button class="wide" @click=${() => openLog(app, log)}>${t("log")}</button>
          ${url ? ways(app, url, api.t("game.name"), seat !== null) : nothing}
          <button class="wide" @click=${() => openSettings(app)}>${icon("gear")} ${t("settings")}</button>
          ${
            seat !== null && room?.phase === "playing"
              ? html`<button class="wide" aria-pressed=${wants} @click=${() => void app.ask("pause", { on: !wants })}>
                ${icon("clock")} ${t(wants ? "pause.asked" : "pause.on")}</button>`
              : nothing
          }
          <button class="wide danger" @click=${() => void quit()}>${t("leave")}</button>
        </div>`;
    },
  });
}

/**
 * Ways into the room: for others, and for another of the user's devices.
 * @param {App} app @param {string} url @param {string} title @param {boolean} seated
 */
function ways(app, url, title, seated) {
  const { t } = app;
  return html`<button class="wide" @click=${() => void share(url, title)}>${icon("share")} ${t("invite.share")}</button>
    ${
      seated
        ? html`<button class="wide" @click=${() => openMoveSeat(app)}>${icon("device")} ${t("move.title")}</button>`
        : nothing
    }`;
}

/** @param {App} app @param {string[]} log oldest first */
function openLog(app, log) {
  sheet({
    title: () => app.t("log"),
    close: app.t("close"),
    kind: "tall",
    body: () => html`<ol class="log">${[...log].reverse().map((line) => html`<li>${line}</li>`)}</ol>`,
  });
}
