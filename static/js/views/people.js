// @ts-check
// The actions for a seat: sit, bot, kick, hand over, mute. The same sheet in the lobby and at the table.
import { html, nothing } from "/static/vendor/vendor.js";
import { closeSheet, sheet } from "../ui/dialog.js";
import { style } from "../ui/dom.js";
import { likeness } from "../ui/faces.js";
import { icon } from "../ui/icons.js";
import { emoteChips, targets, thrownAt } from "./emote_chips.js";
import { problem } from "./frame.js";
import { levelText } from "./levels.js";
import { sit } from "./sit.js";

/** @typedef {import("../app.js").App} App */

/** @param {App} app @param {number} at */
export function openSeat(app, at) {
  sheet({
    title: () => seatName(app, at),
    close: app.t("close"),
    body: () => html`${strength(app, at)} ${problem(app)} ${throwing(app, at)} ${acts(app, at)}`,
  });
}

/** @param {App} app @param {number} at */
export function seatName(app, at) {
  return app.store.view?.room.seats[at]?.name ? app.nameOf(at) : app.t("seat.number", { n: at + 1 });
}

/** A bot's level, in words. @param {App} app @param {number} at */
function strength(app, at) {
  const room = app.store.view?.room;
  const level = room?.seats[at]?.level;
  return level ? html`<p class="faint">${levelText(app, room.game, level)}</p>` : nothing;
}

/** @param {App} app @param {number} at */
function throwing(app, at) {
  if (!targets(app).includes(at)) return nothing;
  return html`<p class="faint">${thrownAt(app, at)}</p>${emoteChips(app, at, closeSheet)}`;
}

/** @param {App} app @param {number} at */
function acts(app, at) {
  const { t } = app;
  const view = app.store.view;
  const one = view?.room.seats[at];
  if (!view || !one) return nothing;
  const { room, seat } = view;
  const host = seat !== null && room.host === seat;
  const playing = room.phase === "playing";
  const levels = app.game(room.game)?.levels ?? [];
  const words = app.words.of(room.game);
  /** @param {string} kind @param {Record<string, unknown>} fields */
  const does = (kind, fields) => async () => {
    if ((await app.ask(kind, fields)) !== null) closeSheet();
  };
  const sits = async () => {
    if ((await sit(app, { seat: at })) !== null) closeSheet();
  };
  const list = [];
  if (one.sitter === "empty" && seat === null) list.push(act(t("lobby.sit"), sits));
  if (playing && one.sitter === "bot" && seat === null) list.push(act(t("seat.takeover"), sits));
  if (at === seat && !playing) list.push(act(t("seat.stand"), does("stand", {})));
  if (host && (one.sitter !== "person" || (playing && one.away))) {
    for (const level of levels.filter((level) => level !== one.level)) {
      list.push(
        act(
          html`${icon("robot")} ${t("seat.addbot", { level: words(`level.${level}`) })}`,
          does("bot", { seat: at, level }),
        ),
      );
    }
  }
  if (host && one.sitter === "bot" && !playing) list.push(act(t("seat.nobot"), does("bot", { seat: at, level: null })));
  if (host && one.sitter === "person" && at !== seat) {
    list.push(act(t("seat.transfer"), does("transfer", { seat: at })));
    list.push(act(t(one.muted ? "seat.unmute" : "seat.mute"), does("mute", { seat: at, on: !one.muted })));
    list.push(act(t("seat.kick"), does("kick", { seat: at })));
    list.push(act(t("seat.ban"), does("kick", { seat: at, ban: true })));
  }
  if (list.length) return html`<div class="list">${list}</div>`;
  return targets(app).includes(at) ? nothing : html`<p class="faint">${t("seat.nothing")}</p>`;
}

/** @param {unknown} label @param {() => void} press */
function act(label, press) {
  return html`<button class="wide" @click=${press}>${label}</button>`;
}

/** Everybody in the room, for the menu of the table. @param {App} app */
export function openPeople(app) {
  const { t } = app;
  sheet({
    title: () => t("people"),
    close: t("close"),
    body: () => {
      const room = app.store.view?.room;
      return html`<div class="list">
        ${room?.seats.map(
          (one, at) => html`<button class="wide person" @click=${() => openSeat(app, at)}>
            <span class="face" aria-hidden="true" ${style({ "--seat": at })}>${likeness(one, at + 1)}</span>
            ${seatName(app, at)} ${one.connected || one.sitter === "empty" ? nothing : icon("away")}
            ${room.host === at ? icon("crown") : nothing}</button>`,
        )}
        ${room?.watchers.map(
          (one) => html`<p class="faint">${icon("eye")} ${one.name}
          ${
            room.host === app.store.view?.seat
              ? html`<button class="quiet" @click=${() => void app.ask("kick", { watcher: one.number })}>
                ${t("seat.kick")}</button>`
              : nothing
          }</p>`,
        )}
      </div>`;
    },
  });
}
