// @ts-check
// Emotes to press: for everybody, or thrown at a seat.
import { html } from "/static/vendor/vendor.js";
import { EMOTES, emote } from "../ui/emotes.js";

/**
 * @param {import("../app.js").App} app
 * @param {number | null} to the seat that it is thrown at; null: none
 * @param {() => void} [sent] called once the room has it
 */
export function emoteChips(app, to, sent = () => {}) {
  const { t } = app;
  /** @param {string} key */
  async function send(key) {
    if (await app.ask("say", { emote: key, ...(to === null ? null : { to }) })) sent();
  }
  return html`<div class="chips emotes" role="group" aria-label=${to === null ? t("emotes") : thrownAt(app, to)}>
    ${EMOTES.map(
      (key) => html`<button class="chip" @click=${() => void send(key)}>${emote(key, t(`emote.${key}`))}</button>`,
    )}
  </div>`;
}

/** @param {import("../app.js").App} app @param {number} to */
export const thrownAt = (app, to) => app.t("emote.throw", { name: app.nameOf(to) });

/** The seats at which the user may throw one; none in a lobby. @param {import("../app.js").App} app */
export function targets(app) {
  const view = app.store.view;
  if (!view?.table || view.room.phase === "lobby" || !app.prefs.get("chat")) return [];
  return view.room.seats.flatMap((one, at) => (one.sitter !== "empty" && at !== view.seat ? [at] : []));
}
