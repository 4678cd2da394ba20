// @ts-check
// A room by its code: getting in, then the lobby or the table, depending on the room's phase.
import { html, nothing } from "/static/vendor/vendor.js";
import { address } from "../assets.js";
import { Deals } from "../deals.js";
import { rememberMatch } from "../matches.js";
import { Refusal } from "../refusal.js";
import { sound } from "../sound.js";
import { roomEventText, said } from "../table/describe.js";
import { calledHere } from "../ui/animals.js";
import { closeSheet } from "../ui/dialog.js";
import { style } from "../ui/dom.js";
import { likeness } from "../ui/faces.js";
import { announce } from "../ui/live.js";
import { part } from "../ui/part.js";
import { stylesheet } from "../ui/stylesheet.js";
import { Chat } from "./chat.js";
import { frame } from "./frame.js";
import { codeForm, lastRoom, nameField, playerName } from "./home.js";
import { lobby } from "./lobby.js";
import { goToWrong, ofName, rulesCard } from "./options.js";
import { TableScreen } from "./table.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../ui/dom.js").FieldEvent} FieldEvent */
/**
 * The preview of a room for people outside.
 * @typedef {object} Preview
 * @property {string} game
 * @property {string} host
 * @property {"lobby" | "playing" | "over"} phase
 * @property {[taken: number, all: number]} seats
 * @property {string} preset
 * @property {import("../catalog.js").Options} options
 * @property {({name: string, level: string, program: boolean} | null)[]} [people] by seat; absent if guarded
 * @property {string | null} [awaited] the name of the player whose turn it is
 * @property {boolean} spectators
 * @property {boolean} password
 */

/** Refusals that a name or the password will overcome. */
const ASKING = ["name.needed", "room.password", "room.no_spectators"];
/** Refusals that no input will overcome. */
const CLOSED = ["room.unknown", "room.locked", "room.banned", "room.full", "room.outdated"];

/** @param {App} app @param {string} code @returns {import("../app.js").Screen} */
export function room(app, code) {
  const { t } = app;
  /** @type {"entering" | "asking" | "in" | "out"} */
  let state = "entering";
  /** Why the room has not let the user in. @type {Refusal | null} */
  let reason = null;
  let password = "";
  /** The ticket for a seat that moves here from another device. */
  let ticket = /^#seat=([0-9a-f]{64})$/.exec(location.hash)?.[1];
  let slow = false;
  /** Was it the user's own request that was refused, or only the first attempt? */
  let tried = false;
  /** @type {Preview | null} */
  let preview = null;
  const chat = new Chat(app);
  /** @type {TableScreen | null} */
  let table = null;
  /** @type {import("./lesson.js").LessonPanel | null} */
  let lesson = null;
  const patience = setTimeout(() => {
    slow = state === "entering";
    app.redraw();
  }, 5000);

  const deals = new Deals({
    ask: (kind, fields) => app.connection.ask(kind, fields),
    token: () => app.connection.token,
    tell(wrong) {
      app.problem = app.t(wrong);
      announce(app.problem, true);
    },
  });

  const unwatch = app.store.watch((view, events, whole) => {
    if (view.room.code !== code) return;
    deals.take(view.room);
    chat.hear(events);
    rememberMatch(view, events);
    if (view.room.phase === "lobby") {
      for (const event of events) announce(roomEventText(app.t, event));
      if (events.some((event) => event.type === "sat" || event.type === "joined"))
        sound("chat", app.prefs.get("sound"));
    }
    const atTable = view.room.phase !== "lobby" && view.table;
    if (atTable && !table) {
      closeSheet();
      table = new TableScreen(app, chat);
      if (view.room.lesson) void learn();
    }
    if (!atTable && table) {
      table.leave();
      table = null;
    }
    if (!table) app.turn.show(false, `${app.words.of(view.room.game)("game.name")} ${code}`);
    table?.update(view, events, whole);
    app.redraw();
  });

  async function learn() {
    const coming = part(() => import("./lesson.js"));
    try {
      const [{ LessonPanel }] = await Promise.all([coming, stylesheet("/static/css/lesson.css")]);
      if (table) lesson = new LessonPanel(app);
    } catch {
      app.problem = t("code.net.lost");
      app.redraw();
    }
  }

  /** @param {"look" | "sit" | "watch"} how people whom the room already knows get in by `look` */
  async function come(how) {
    const asked = state === "asking";
    if (!asked) state = "entering";
    app.problem = "";
    app.redraw();
    try {
      await app.connection.enter(code, {
        ...(how === "look" ? null : { name: playerName(app), sit: how === "sit" }),
        ...(password ? { password } : null),
        ...(ticket ? { ticket } : null),
      });
      spent();
      state = "in";
      lastRoom(code);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code === "ticket.unknown") spent();
      reason = error;
      tried = how !== "look";
      state = ASKING.includes(error.code) || (asked && !CLOSED.includes(error.code)) ? "asking" : "out";
      if (state === "out" && lastRoom() === code) lastRoom(null);
      // Unknown codes count against a limit, so we do not ask twice.
      if (state === "asking" || error.code === "room.full") void look();
    }
    app.redraw();
    if (tried) goToWrong();
  }
  void come("look");

  /** A ticket works once, and does not belong in the room's address. */
  function spent() {
    if (ticket) history.replaceState(history.state, "", location.pathname);
    ticket = undefined;
  }

  async function look() {
    const answer = await fetch(`/api/v1/rooms/${encodeURIComponent(code)}`);
    if (!answer.ok) return;
    const told = /** @type {Preview} */ (await answer.json());
    preview = told;
    await app.words.game(told.game);
    app.redraw();
  }

  /** The form for a newcomer. */
  function asking() {
    const guarded = reason?.code === "room.password" || preview?.password;
    const wrong = tried && reason ? reason : null;
    const wrongPassword = wrong?.code === "room.password";
    const wrongName = wrong !== null && ofName(wrong);
    const full = preview?.phase === "lobby" && preview.seats[0] >= preview.seats[1];
    const watch = preview?.spectators ?? reason?.code !== "room.no_spectators";
    const open = watch || preview?.phase !== "playing";
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      void come(full ? "watch" : "sit");
    };
    return html`<form class="card narrow invite" @submit=${submit}>
      <h2>${t("invite.title", { code })}</h2>
      ${preview ? outside(preview) : nothing}
      ${full ? html`<p class="notice" role="status">${t("invite.full")}</p>` : nothing}
      ${open ? nothing : html`<p class="notice" role="status">${t("invite.closed")}</p>`}
      ${nameField(app, wrongName ? said(app, wrong) : "")}
      ${guarded ? passwordField(wrongPassword ? t(password ? "invite.wrong" : "code.room.password") : "") : nothing}
      ${wrong && !wrongName && !wrongPassword ? html`<p class="wrong" role="alert">${said(app, wrong)}</p>` : nothing}
      ${full || !open ? nothing : html`<button class="primary wide">${t("invite.join")}</button>`}
      ${
        watch
          ? html`<button type=${full ? "submit" : "button"} class=${full ? "primary wide" : "quiet"}
            @click=${full ? nothing : () => void come("watch")}>${t("invite.watch")}</button>`
          : nothing
      }
      ${
        full || !open
          ? html`<button type="button" class="quiet" @click=${() => void look()}>${t("again")}</button>`
          : nothing
      }
      <button type="button" class="quiet" @click=${() => app.go("/")}>${t("gone.home")}</button>
    </form>`;
  }

  /** @param {Preview} preview */
  function outside({ game, host, seats, people = [], preset, options }) {
    const card = app.game(game);
    const cover = card?.cover && address(`/games/${game}/client/cover.svg`);
    return html`${cover ? html`<img src=${cover} alt="" width="130" height="113" />` : nothing}
      <p class="about"><b>${app.words.of(game)("game.name")}</b> ${t("invite.host", { name: host })}
        · ${t("invite.taken", { n: seats[0], of: seats[1] })}</p>
      <ul class="sitting">${people.map((one, at) => (one ? sitting(one, at) : nothing))}</ul>
      ${card ? rulesCard(app, card, { preset, changes: options }) : nothing}`;
  }

  /** @param {{name: string, level: string, program: boolean}} one @param {number} at */
  function sitting({ name, level, program }, at) {
    const seat = { name, program, sitter: level ? "bot" : "person" };
    return html`<li><span class="face" aria-hidden="true" ${style({ "--seat": at })}>${likeness(seat)}</span>
      ${calledHere(seat, t)}</li>`;
  }

  /** @param {string} wrong */
  function passwordField(wrong) {
    return html`<label class="field"><span>${app.t("password")}</span>
        <input name="password" autocomplete="off" maxlength="64" .value=${password}
          aria-invalid=${wrong ? "true" : nothing} aria-describedby=${wrong ? "wrong-password" : nothing}
          @input=${(/** @type {FieldEvent} */ event) => (password = event.target.value)} /></label>
      ${wrong ? html`<p class="wrong" id="wrong-password">${wrong}</p>` : nothing}`;
  }

  /** A closed room, with links to continue. */
  function out() {
    const why = reason?.code ?? "room.unknown";
    const watch = why === "room.full" && preview?.spectators;
    return html`<div class="card narrow">
      <h2>${t("invite.title", { code })}</h2>
      <p role="alert">${reason ? said(app, reason) : nothing}</p>
      ${
        watch
          ? html`<button class="primary wide" @click=${() => void come("watch")}>${t("invite.watch")}</button>`
          : nothing
      }
      ${
        why === "room.banned"
          ? nothing
          : html`<button class="wide" @click=${() => void come("look")}>${t("again")}</button>`
      }
      ${codeForm(app)}
      <button class="quiet" @click=${() => app.go("/")}>${t("gone.home")}</button>
    </div>`;
  }

  function render() {
    const { connection, store } = app;
    if (connection.state === "gone") return gone();
    if (state === "in" && store.view?.room.code === code)
      return table ? [lesson?.render(), table.render()] : lobby(app, chat);
    const back = () => app.go("/");
    if (state === "asking") return frame(app, asking(), { back });
    if (state === "out") return frame(app, out(), { back });
    return frame(
      app,
      html`<p class="notice" role="status">${t(slow ? "invite.slow" : "invite.entering", { code })}</p>`,
      { back },
    );
  }

  function gone() {
    const { connection } = app;
    const here = connection.reason === "seat.elsewhere";
    const anew = connection.reason.startsWith("client.");
    return frame(
      app,
      html`<div class="card narrow" role="alert">
        <p>${app.words.find("", `gone.${connection.reason}`) ?? t(`code.${connection.reason}`)}</p>
        ${
          here
            ? html`<button class="primary wide" @click=${() => connection.reclaim()}>${t("gone.here")}</button>`
            : anew
              ? html`<button class="primary wide" @click=${() => location.reload()}>${t("net.reload")}</button>`
              : html`<button class="primary wide" @click=${() => location.assign("/")}>${t("gone.home")}</button>`
        }
      </div>`,
      { back: () => location.assign("/") },
    );
  }

  return {
    render,
    leave() {
      clearTimeout(patience);
      unwatch();
      lesson?.leave();
      table?.leave();
      closeSheet();
      app.connection.forget();
    },
  };
}
