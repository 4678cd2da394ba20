// @ts-check
// The table of a running match: the bar, the game's own view, the log, and the room's controls.
import { html, nothing } from "/static/vendor/vendor.js";
import { Awake } from "../awake.js";
import { TableApi } from "../table/api.js";
import { eventText, roomEventText } from "../table/describe.js";
import { closeSheet } from "../ui/dialog.js";
import { icon } from "../ui/icons.js";
import { announce } from "../ui/live.js";
import { Afterwards } from "./afterwards.js";
import { languageSwitch, problem } from "./frame.js";
import { GameView } from "./game_view.js";
import { lastRoom } from "./home.js";
import { openRules } from "./hosting.js";
import { openHelp } from "./sheets.js";
import { sit } from "./sit.js";
import { openMenu } from "./table_menu.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../codec.js").View} View */
/** @typedef {import("../codec.js").ViewEvent} ViewEvent */
/** @typedef {import("../room_view.d.ts").RoomView} RoomView */
/**
 * @typedef {object} Mounted what a game's view returns; docs/client-modules.md
 * @property {(table: View, own: View | null, events: ViewEvent[], whole: boolean) => void} update
 * @property {() => void} redraw
 * @property {() => void} [tick] called four times a second
 * @property {() => unknown} [bar] the content of the bar
 * @property {() => boolean} [waiting] is the game waiting for the user?
 * @property {(event: ViewEvent) => string | undefined} [say] the log's line, if the texts alone do not suffice
 * @property {() => unknown} [menu] the game's entries in a player's menu
 * @property {(events: ViewEvent[], whole: boolean, line: (event: ViewEvent) => string) => string} [speak] the
 *   speech after an update; without it, the log's lines
 * @property {(key: string) => boolean} [key] a key was pressed; true if it did something
 * @property {(event: ViewEvent) => import("../watching/marks.js").Mark | ""} [mark] an event's mark in a record
 * @property {(action: import("../watching/deeds.js").Action) => string | undefined} [deed] what reviews call an action
 * @property {(own: View) => unknown} [hand] another seat's cards, in an open record
 * @property {() => void} unmount
 */

const LOG = "paiju.log";
const LOG_KEPT = 80;
const BANNER_AFTER_MS = 1500;
const HOPELESS_AFTER_MS = 20_000;

/** @param {string} code @returns {string[]} */
function keptLog(code) {
  const kept = JSON.parse(sessionStorage.getItem(LOG) ?? "null");
  return kept?.code === code ? kept.lines : [];
}

export class TableScreen {
  /** @type {string[]} */
  #log;
  /** How many lines back the user has gone in the log; 0: none. */
  #back = 0;
  /** Has the user been told that the match is over? */
  #ended = false;
  /** Has the user been told that the connection is lost? */
  #lost = false;
  /** Do bots wait for this seat's speech? The last value sent to the server. */
  #listens = false;
  #left = false;
  #awake = new Awake();

  /** @param {App} app @param {import("./chat.js").Chat} chat */
  constructor(app, chat) {
    this.app = app;
    this.chat = chat;
    this.api = new TableApi(app, chat, () => {
      this.gameView.redraw();
      app.redraw();
    });
    this.gameView = new GameView(app, this.api);
    this.afterwards = new Afterwards(app);
    this.ticking = setInterval(() => this.#tick(), 250);
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    document.addEventListener("keydown", this.onKey);
    document.documentElement.classList.add("at-table");
    app.prefs.watch(() => {
      this.gameView.redraw();
      this.#listen();
    });
    this.#log = keptLog(this.#code);
    this.onHide = () => this.#keepLog();
    addEventListener("pagehide", this.onHide);
    void this.#mount();
  }

  get #code() {
    return this.app.store.view?.room.code ?? "";
  }

  /** Keeps the log, so that the user sees it again after a reload. */
  #keepLog() {
    sessionStorage.setItem(LOG, JSON.stringify({ code: this.#code, lines: this.#log }));
  }

  async #mount() {
    const { app } = this;
    await this.gameView.mount();
    if (this.#left) return;
    const { view } = app.store;
    if (view) this.update(view, [], true);
    app.redraw();
  }

  /** @param {import("../store.js").Table} view @param {ViewEvent[]} events @param {boolean} whole */
  update(view, events, whole) {
    if (!this.gameView.ready) return;
    const lines = events.map((event) => this.#record(event));
    if (view.table) this.gameView.update(view.table, view.own, events, whole);
    this.#speak(events, lines, whole);
    this.#holdFocus();
    const title = `${this.api.t("game.name")} ${view.room.code}`;
    const mine = view.room.phase === "playing" && view.seat !== null && !view.room.paused;
    this.app.turn.show(mine && this.gameView.waiting(), title, this.gameView.speaks);
    this.#awake.want(mine);
    this.#listen();
  }

  /** Asks the bots to wait for speech, if the user wants that. */
  #listen() {
    const on = this.api.seat !== null && this.app.prefs.get("speech");
    if (on === this.#listens || this.#left) return;
    this.#listens = on;
    // If an older server does not know this message, the user need not be told.
    this.app.connection.ask("listen", { on }).catch(() => {});
  }

  /** The log's line; empty for events that only the table shows. @param {ViewEvent} event */
  #record(event) {
    const text = this.gameView.say(event) ?? this.#line(event);
    if (!text) return "";
    this.#log = [...this.#log.slice(-LOG_KEPT), text];
    this.#back = 0;
    return text;
  }

  /** @param {ViewEvent} event */
  #line(event) {
    const schema = this.app.store.codec?.schema;
    return roomEventText(this.app.t, event) || (schema ? eventText(this.api.teller(schema), event) : "");
  }

  /**
   * The game makes one sentence of its events; the room's events keep their lines.
   * @param {ViewEvent[]} events @param {string[]} lines @param {boolean} whole
   */
  #speak(events, lines, whole) {
    const { t } = this.app;
    const line = (/** @type {ViewEvent} */ event) => this.#line(event);
    const ofGame = events.filter((event) => !roomEventText(t, event));
    const told = this.app.store.view?.table ? this.gameView.speak(ofGame, whole, line) : undefined;
    const spoken = told === undefined ? lines : [...events.map((event) => roomEventText(t, event)), told];
    const over = this.api.room.phase === "over";
    if (over && !this.#ended) spoken.push(t("keys.over"));
    this.#ended = over;
    announce(spoken.filter(Boolean).join(" "));
  }

  /** A removed button loses the focus: return it to the hand, which handles keys. */
  #holdFocus() {
    const nowhere = [document.body, this.gameView.root].includes(/** @type {HTMLElement} */ (document.activeElement));
    if (nowhere && !document.querySelector("dialog[open]")) this.gameView.focus();
  }

  #tick() {
    if (document.hidden) return;
    this.gameView.tick();
    this.#holdFocus();
    const lost = this.app.connection.state === "offline" && Date.now() - this.app.connection.lostAt > BANNER_AFTER_MS;
    if (lost && !this.#lost) announce(this.app.t("net.reconnecting"), true);
    this.#lost = lost;
    // The countdowns in the bar and in the banner.
    this.app.redraw();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { target } = event;
    const typing = target instanceof HTMLElement && target.closest("input, textarea, select, dialog");
    if (typing || event.ctrlKey || event.metaKey) return;
    const letter = event.key.length === 1;
    if (letter && event.key !== " " && !this.app.prefs.get("hotkeys")) return;
    const key = letter ? event.key.toLowerCase() : event.key;
    const chord = `${event.altKey ? "Alt+" : ""}${event.shiftKey && !letter ? "Shift+" : ""}${key}`;
    // A focused button keeps Enter and the space bar for itself.
    if (target instanceof HTMLButtonElement && (key === "Enter" || key === " ")) return;
    if (this.#pressed(chord)) event.preventDefault();
  }

  /** @param {string} chord */
  #pressed(chord) {
    const { app } = this;
    const room = app.store.view?.room;
    if (chord === "," || chord === ".") this.#readLog(chord === "," ? 1 : -1);
    else if (chord === "?") openHelp(app, this.api.game);
    else if (chord === "Enter" && room?.phase === "over")
      /** @type {HTMLElement | null} */ (document.querySelector(".over button"))?.focus();
    else if (this.gameView.key(chord)) {
      // At first the focus is on the title, where a screen reader does not speak after key presses.
      if (document.activeElement instanceof HTMLHeadingElement) this.gameView.focus();
    } else if (/^[a-z0-9]$/.test(chord)) announce(app.t("keys.unknown"), true);
    else return false;
    return true;
  }

  /** @param {-1 | 1} by */
  #readLog(by) {
    this.#back = Math.max(1, Math.min(this.#log.length, this.#back + by));
    announce(this.#log.at(-this.#back) ?? this.app.t("log.empty"), true);
  }

  render() {
    const { app, chat } = this;
    const { t } = app;
    const room = app.store.view?.room;
    if (!room) return nothing;
    return html`<div class="tablepage" data-phase=${room.phase}>
      <header class="tbar">
        <button class="quiet round" aria-label=${t("menu")} @click=${this.#menu}>${icon("menu")}</button>
        <h1 class="unseen" tabindex="-1">${this.api.t("game.name")}</h1>
        <div class="gamebar">${this.gameView.bar() ?? nothing}
          <span class="last-line" aria-hidden="true">${this.#log.at(-1) ?? nothing}</span></div>
        ${
          room.practice
            ? html`<span class="faint practice" title=${t("room.practice")}>${t("practice")}</span>`
            : nothing
        }
        ${this.api.seat === null ? html`<span class="faint">${icon("eye")} ${t("watching")}</span>` : nothing}
        ${chat.button()} <span class="wide-only">${languageSwitch(app)}</span>
        <button class="quiet round" aria-label=${t("help")}
          @click=${() => openHelp(app, room.game)}>${icon("help")}</button>
      </header>
      ${this.#banner()} ${problem(app)}
      <main class="board">${this.gameView.root}</main>
      ${room.phase === "over" ? this.#over(room) : nothing}
      <aside class="side" aria-label=${t("log")}>
        <h2>${t("log")}</h2>
        <ol class="log" tabindex="0">${[...this.#log].reverse().map((line) => html`<li>${line}</li>`)}</ol>
        ${app.prefs.get("chat") ? html`<h2>${t("chat")}</h2>${chat.panel()}` : nothing}
      </aside>
    </div>`;
  }

  #banner() {
    const { t, connection, store } = this.app;
    const room = store.view?.room;
    const lost = connection.state === "offline" ? Date.now() - connection.lostAt : 0;
    if (lost > BANNER_AFTER_MS) {
      const seconds = Math.round(lost / 1000);
      return html`<div class="banner bad"><span aria-hidden="true">${t("net.lost", { n: seconds })}</span>
        ${
          lost > HOPELESS_AFTER_MS
            ? html`<button @click=${() => location.reload()}>${t("net.reload")}</button>`
            : nothing
        }</div>`;
    }
    if (room?.paused) {
      return html`<div class="banner" role="status">${t("paused")}
        ${
          this.api.seat !== null
            ? html`<button @click=${() => void this.app.ask("pause", { on: false })}>${t("pause.off")}</button>`
            : nothing
        }</div>`;
    }
    if (room?.failed) {
      return html`<div class="banner bad" role="status">${t("room.game_failed")}
        ${
          room.host === this.api.seat
            ? html`<button @click=${() => void this.app.ask("end")}>${t("match.end")}</button>`
            : nothing
        }</div>`;
    }
    if (this.gameView.failed) {
      return html`<div class="banner bad" role="status"><span>${t("view.failed", { why: this.gameView.failed })}</span>
        <button @click=${() => location.reload()}>${t("net.reload")}</button></div>`;
    }
    return nothing;
  }

  /** @param {RoomView} room */
  #over(room) {
    const { app } = this;
    const { t } = app;
    const { seat } = this.api;
    const asked = seat !== null && room.seats[seat].ready;
    const waiting = room.seats.filter((one) => one.sitter === "person" && one.connected && !one.ready);
    const names = waiting.map((one) => one.name).join(" · ");
    return html`<footer class="over">
      <p role="status">${asked && waiting.length ? t("rematch.waiting", { names }) : nothing}</p>
      ${
        seat !== null
          ? html`<button class="primary" ?disabled=${asked}
            @click=${() => void app.ask("rematch")}>${t("rematch")}</button>`
          : room.seats.some((one) => one.sitter === "empty")
            ? html`<button class="primary" @click=${() => void sit(app)}>${t("lobby.sit")}</button>`
            : nothing
      }
      ${
        seat !== null && room.host === seat
          ? html`<button @click=${() => openRules(app)}>${t("lobby.rules")}</button>`
          : nothing
      }
      ${room.record ? this.afterwards.render(room, seat) : nothing}
      <button class="quiet" @click=${() => void this.#quit()}>${t("leave")}</button>
    </footer>`;
  }

  #menu = () => openMenu(this, this.#log, () => this.#quit());

  async #quit() {
    const { app } = this;
    const done = await app.attempt(async () => (await app.connection.leave(), true));
    if (!done) return;
    closeSheet();
    lastRoom(null);
    app.go("/");
  }

  leave() {
    this.#left = true;
    removeEventListener("pagehide", this.onHide);
    this.#awake.leave();
    clearInterval(this.ticking);
    document.removeEventListener("keydown", this.onKey);
    document.documentElement.classList.remove("at-table");
    this.gameView.unmount();
    this.app.turn.show(false, this.app.t("app.name"));
  }
}
