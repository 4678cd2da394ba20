// @ts-check
// A room by its code: getting in, then the lobby or the table, as the room's phase says.
import { html, nothing } from "/static/vendor/vendor.js";
import { address } from "../assets.js";
import { Refusal } from "../connection.js";
import { sound } from "../sound.js";
import { roomEventText } from "../table/describe.js";
import { closeSheet } from "../ui/dialog.js";
import { icon } from "../ui/icons.js";
import { announce } from "../ui/live.js";
import { Chat } from "./chat.js";
import { frame } from "./frame.js";
import { lastRoom, nameField, playerName } from "./home.js";
import { lobby } from "./lobby.js";
import { TableScreen } from "./table.js";

/** @typedef {import("../app.js").App} App */

/** @param {App} app @param {string} code @returns {import("../app.js").Screen} */
export function room(app, code) {
  /** @type {"entering" | "asking" | "in" | "out"} */
  let state = "entering";
  let reason = "";
  let password = "";
  let slow = false;
  /** What is told to those outside: the game, the host, how many sit. @type {any} */
  let preview = null;
  const chat = new Chat(app);
  /** @type {TableScreen | null} */
  let table = null;
  const patience = setTimeout(() => {
    slow = state === "entering";
    app.redraw();
  }, 5000);

  const unwatch = app.store.watch((view, events, whole) => {
    if (view.room.code !== code) return;
    chat.hear(events);
    if (view.room.phase === "lobby") {
      for (const event of events) announce(roomEventText(app.t, event));
      if (events.some((event) => event.type === "sat" || event.type === "joined")) sound("chat", app.prefs.get("sound"));
    }
    const atTable = view.room.phase !== "lobby" && view.table;
    if (atTable && !table) {
      closeSheet();
      table = new TableScreen(app, chat);
    }
    if (!atTable && table) {
      table.leave();
      table = null;
    }
    if (!table) app.turn.show(false, `${app.words.of(view.room.game)("game.name")} ${code}`);
    table?.update(view, events, whole);
    app.redraw();
  });

  /** @param {boolean} sit */
  async function come(sit) {
    state = "entering";
    app.problem = "";
    app.redraw();
    try {
      await app.connection.enter(code, {
        ...(sit ? { sit: true, name: playerName(app) } : null),
        ...(password ? { password } : null),
      });
      state = "in";
      lastRoom(code);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      state = error.code === "name.needed" || error.code === "room.password" ? "asking" : "out";
      reason = error.code;
      if (sit || state === "out") app.problem = app.refusal(error);
      if (state === "out" && lastRoom() === code) lastRoom(null);
    }
    if (state === "asking" && !preview) void look();
    app.redraw();
  }
  void come(false);

  async function look() {
    const answer = await fetch(`/api/v1/rooms/${encodeURIComponent(code)}`);
    if (!answer.ok) return;
    preview = await answer.json();
    await app.words.game(preview.game);
    app.redraw();
  }

  async function watchOnly() {
    try {
      await app.connection.enter(code, { name: playerName(app), ...(password ? { password } : null) });
      state = "in";
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      app.problem = app.refusal(error);
    }
    app.redraw();
  }

  function asking() {
    const { t } = app;
    return html`<form class="card narrow invite" @submit=${(/** @type {Event} */ event) => (event.preventDefault(), void come(true))}>
      <h2>${t("invite.title", { code })}</h2>
      ${preview
        ? html`${app.game(preview.game)?.cover ? html`<img src=${address(`/games/${preview.game}/client/cover.svg`)} alt="" width="130" height="113" />` : nothing}
          <p><b>${app.words.of(preview.game)("game.name")}</b> · ${preview.host} ${icon("crown")}</p>
            <p class="faint">${icon("people")} ${preview.seats[0]}/${preview.seats[1]}</p>`
        : nothing}
      ${nameField(app)}
      ${reason === "room.password"
        ? html`<label class="field"><span>${t("password")}</span>
            <input autocomplete="off" maxlength="64" .value=${password}
              @input=${(/** @type {any} */ event) => (password = event.target.value)} /></label>`
        : nothing}
      <button class="primary wide">${t("invite.join")}</button>
      <button type="button" class="quiet" @click=${() => void watchOnly()}>${t("invite.watch")}</button>
    </form>`;
  }

  function render() {
    const { t, connection, store } = app;
    if (connection.state === "gone") return gone();
    if (state === "in" && store.view?.room.code === code) return table ? table.render() : lobby(app, chat);
    const back = () => app.go("/");
    if (state === "asking") return frame(app, asking(), { back });
    if (state === "out") {
      return frame(app, html`<p><button @click=${() => void come(false)}>${t("again")}</button></p>`, { back });
    }
    return frame(app, html`<p class="notice" role="status">${t(slow ? "invite.slow" : "invite.entering", { code })}</p>`, { back });
  }

  function gone() {
    const { t, connection } = app;
    const here = connection.reason === "seat.elsewhere";
    const anew = connection.reason.startsWith("client.");
    return frame(
      app,
      html`<div class="card narrow" role="alert">
        <p>${t(`gone.${connection.reason}`)}</p>
        ${here
          ? html`<button class="primary wide" @click=${() => connection.reclaim()}>${t("gone.here")}</button>`
          : anew
          ? html`<button class="primary wide" @click=${() => location.reload()}>${t("net.reload")}</button>`
          : html`<button class="primary wide" @click=${() => location.assign("/")}>${t("gone.home")}</button>`}
      </div>`,
      { back: () => location.assign("/") },
    );
  }

  return {
    render,
    leave() {
      clearTimeout(patience);
      unwatch();
      table?.leave();
      closeSheet();
      app.connection.forget();
    },
  };
}
