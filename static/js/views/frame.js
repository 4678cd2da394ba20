// @ts-check
// The frame of every screen except the table: the bar with language, settings and help, and the last problem.
import { html, nothing } from "/static/vendor/vendor.js";
import { address } from "../assets.js";
import { LANGUAGES } from "../i18n.js";
import { openHelp, openSettings } from "./sheets.js";
import { icon } from "../ui/icons.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../ui/dom.js").FieldEvent} FieldEvent */

/**
 * @param {App} app @param {unknown} content
 * @param {{back?: () => void, title?: string, game?: string, skip?: [word: string, to: () => void]}} [about] `skip`:
 *   where people who use only the keyboard want to go straight away
 */
export function frame(app, content, { back, title = "", game, skip } = {}) {
  const { t } = app;
  const offline = app.connection.state === "offline";
  return html`<div class="page">
    <header class="bar">
      ${
        back
          ? html`<button class="quiet round" aria-label=${t("back")} @click=${back}>${icon("back")}</button>`
          : html`<img class="logo" src=${address("/static/icon.svg")} alt="" width="32" height="32" />`
      }
      <h1 tabindex="-1">${title || t("app.name")}</h1>
      ${skip ? html`<button class="skip" @click=${skip[1]}>${skip[0]}</button>` : nothing}
      <span class="space"></span>
      ${languageSwitch(app)}
      <button class="quiet round" aria-label=${t("settings")} @click=${() => openSettings(app)}>${icon("gear")}</button>
      <button class="quiet round" aria-label=${t("help")} @click=${() => openHelp(app, game)}>${icon("help")}</button>
    </header>
    <main class="content">
      ${problem(app)} ${content}
    </main>
    ${offline ? html`<p class="notice toast" role="status">${t("net.reconnecting")}</p>` : nothing}
  </div>`;
}

/** @param {App} app */
export function problem(app) {
  return app.problem ? html`<p class="notice bad" role="alert">${app.problem}</p>` : nothing;
}

/** @param {App} app */
export function languageSwitch(app) {
  const now = app.words.language;
  const other = LANGUAGES.find((language) => language !== now) ?? now;
  const name = other === "zh-CN" ? "中文" : "EN";
  return html`<button class="quiet" lang=${other} aria-label="${name}: ${app.t("language.switch")}"
    @click=${() => app.prefs.set("language", other)}>${name}</button>`;
}

/**
 * A switch with its label.
 * @param {string} label @param {boolean} on @param {(on: boolean) => void} change @param {string} [hint]
 */
export function toggle(label, on, change, hint = "") {
  return html`<label class="row">
    <span>${label}${hint ? html`<small>${hint}</small>` : nothing}</span>
    <input type="checkbox" role="switch" .checked=${on}
      @change=${(/** @type {FieldEvent} */ event) => change(event.target.checked)} />
  </label>`;
}

/**
 * @template {string} T
 * @param {string} label @param {T} value
 * @param {[T, string][]} choices value and word @param {(value: T) => void} change
 */
export function choice(label, value, choices, change) {
  return html`<label class="row">
    <span>${label}</span>
    <select @change=${(/** @type {FieldEvent} */ event) => change(/** @type {T} */ (event.target.value))}>
      ${choices.map(([key, word]) => html`<option value=${key} ?selected=${key === value}>${word}</option>`)}
    </select>
  </label>`;
}
