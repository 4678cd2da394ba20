// @ts-check
// Before a match: who sits where, under which rules, and who is ready.
import { html, nothing } from "/static/vendor/vendor.js";
import { roomAddress, share } from "../share.js";
import { style } from "../ui/dom.js";
import { likeness } from "../ui/faces.js";
import { icon } from "../ui/icons.js";
import { qrPicture, qrSquares } from "../ui/qr.js";
import { frame } from "./frame.js";
import { lastRoom } from "./home.js";
import { openRoomSettings, openRules } from "./hosting.js";
import { rulesCard, rulesOf } from "./options.js";
import { levelText } from "./levels.js";
import { openSeat, seatName } from "./people.js";
import { sit } from "./sit.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../room_view.d.ts").RoomView} RoomView */
/** @typedef {import("../room_view.d.ts").SeatView} SeatView */

/** @type {Map<string, {path: string, size: number}>} */
const codes = new Map();
let swapping = false;
/** @type {number | null} */
let first = null;
let hidden = false;
let copied = false;

/** @param {App} app @param {import("./chat.js").Chat} chat */
export function lobby(app, chat) {
  const { t } = app;
  const view = app.store.view;
  if (!view) return nothing;
  const { room, seat } = view;
  const game = app.game(room.game);
  const words = app.words.of(room.game);
  void app.words.game(room.game);
  const host = seat !== null && room.host === seat;
  const leave = async () => {
    await app.attempt(() => app.connection.leave());
    lastRoom(null);
    app.go("/");
  };
  return frame(
    app,
    html`<div class="lobby">
      ${invitation(app, room.code, words("game.name"))}
      ${room.practice ? html`<p class="notice practice">${t("room.practice")}</p>` : nothing}
      <section class="seats" data-count=${room.seats.length} data-teams=${Boolean(game?.teams.length)}
        aria-label=${t("seats")}>
        ${room.seats.map((one, at) => seatButton(app, one, at, host))}
      </section>
      ${host ? hostRow(app, room) : nothing} ${game ? rulesCard(app, game, rulesOf(room)) : nothing}
      ${
        room.watchers.length
          ? html`<p class="faint watchers">${icon("eye")} ${room.watchers.map((one) => one.name).join(" · ")}</p>`
          : nothing
      }
      <div class="foot two">
        ${chat.button()}
        ${
          seat === null
            ? room.seats.some((one) => one.sitter === "empty")
              ? html`<button class="primary wide" @click=${() => void sit(app)}>${t("lobby.sit")}</button>`
              : html`<p class="faint grow">${t("lobby.full")}</p>`
            : host
              ? startButton(app, room, game)
              : html`<button class="primary wide" aria-pressed=${room.seats[seat].ready}
                @click=${() => void app.ask("ready", { on: !room.seats[seat].ready })}>
                ${room.seats[seat].ready ? html`${icon("check")} ${t("ready.is")}` : t("ready")}</button>`
        }
        <button class="quiet" @click=${() => void leave()}>${t("leave")}</button>
      </div>
    </div>`,
    { title: words("game.name"), game: room.game, back: () => app.go("/") },
  );
}

/** @param {App} app @param {RoomView} room @param {import("../catalog.js").GameCard | undefined} game */
function startButton(app, room, game) {
  const { t } = app;
  const taken = room.seats.filter((one) => one.sitter !== "empty");
  const least = game?.seats[0] ?? 2;
  // If the game has bots, they fill seats up to the smallest number of players.
  const alone = taken.length < least && !game?.levels.length;
  const waiting = taken.filter((one) => one.sitter === "person" && !one.ready).length - 1;
  return html`<button class="primary wide" ?disabled=${alone} @click=${() => void app.ask("start")}>
    ${alone ? t("start.few", { n: least }) : waiting > 0 ? t("start.unready", { n: waiting }) : t("start")}
  </button>`;
}

/** @param {App} app @param {RoomView} room */
function hostRow(app, room) {
  const { t } = app;
  return html`<div class="chips">
    <button class="chip" aria-pressed=${swapping}
      @click=${() => ((swapping = !swapping), (first = null), app.redraw())}>
      ${swapping ? t("lobby.swapping") : t("lobby.swap")}</button>
    <button class="chip" aria-pressed=${room.locked}
      @click=${() => void app.ask("settings", { locked: !room.locked })}>
      ${icon("lock")} ${t(room.locked ? "lobby.locked" : "lobby.lock")}</button>
    <button class="chip" @click=${() => openRules(app)}>${t("lobby.rules")}</button>
    <button class="chip" @click=${() => openRoomSettings(app)}>${t("lobby.settings")}</button>
  </div>`;
}

/** @param {App} app @param {SeatView} one @param {number} at @param {boolean} host */
function seatButton(app, one, at, host) {
  const { t } = app;
  const view = app.store.view;
  const press = () => {
    if (swapping) return void swap(app, at);
    if (one.sitter === "empty" && view?.seat === null) return void sit(app, { seat: at });
    openSeat(app, at);
  };
  const state =
    one.sitter === "empty"
      ? t("seat.empty")
      : one.sitter === "bot"
        ? levelText(app, view?.room.game ?? "", one.level)
        : one.away || !one.connected
          ? t("seat.away")
          : one.ready
            ? t("ready.is")
            : view?.room.host === at
              ? t("seat.host")
              : t("seat.waiting");
  const idle = one.sitter === "empty" && view?.seat !== null && !host;
  const crown = view?.room.host === at ? html` ${icon("crown")}` : nothing;
  return html`<button class="seat ${one.sitter} ${at === view?.seat ? "mine" : ""} ${one.ready ? "ready" : ""}"
    data-seat=${at} ${style(around(at, view?.room.seats.length ?? 1))} aria-pressed=${first === at} ?disabled=${idle}
    @click=${press}>
    <span class="face" aria-hidden="true">${likeness(one, at + 1)}</span>
    <span class="who">${seatName(app, at)}${crown}</span>
    <small>${one.program ? `${t("seat.program")} · ` : ""}${state}</small>
  </button>`;
}

/** Where a seat stands around the table; clockwise, the first at the bottom. @param {number} at @param {number} all */
function around(at, all) {
  const angle = Math.PI * (0.5 + (2 * at) / all);
  return { "--seat": at, "--x": `${50 + 40 * Math.cos(angle)}%`, "--y": `${50 + 39 * Math.sin(angle)}%` };
}

/** @param {App} app @param {number} at */
async function swap(app, at) {
  if (first === null) first = at;
  else {
    const [a, b] = [first, at];
    first = null;
    swapping = false;
    if (a !== b) await app.ask("swap", { a, b });
  }
  app.redraw();
}

/** @param {App} app @param {string} code @param {string} title */
function invitation(app, code, title) {
  const { t } = app;
  const url = roomAddress(code, app.near);
  const qr = url && codes.get(url);
  const where = url
    ? html`<p class="faint address">${new URL(url).host}</p>`
    : html`<p class="notice">${t("invite.alone")}</p>`;
  if (url && !qr) {
    void qrSquares(url).then((made) => {
      codes.set(url, made);
      app.redraw();
    });
  }
  return html`<section class="card invitation">
    <div>
      <p class="faint">${t("invite.code")}</p>
      <p class="code">${hidden ? "••••••" : code}</p>
      <div class="chips">
        ${
          url
            ? html`<button class="chip" @click=${async () => {
                copied = (await share(url, title)) === "copied";
                app.redraw();
              }}>${icon("share")} ${t(copied ? "invite.copied" : "invite.share")}</button>`
            : nothing
        }
        <button class="chip" aria-pressed=${hidden} @click=${() => ((hidden = !hidden), app.redraw())}>
          ${icon("eye")} ${t(hidden ? "invite.reveal" : "invite.hide")}</button>
      </div>
      ${url && hidden ? nothing : where}
    </div>
    ${qr && !hidden ? qrPicture(qr, t("invite.qr")) : nothing}
  </section>`;
}
