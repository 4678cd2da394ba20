// @ts-check
import { html, nothing } from "/static/vendor/vendor.js";
import { address } from "../assets.js";
import { icon } from "../ui/icons.js";
import { frame } from "./frame.js";
import { chosenLevel, levelPicker } from "./levels.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../ui/dom.js").FieldEvent} FieldEvent */

const LAST = "paiju.room";

/** The last room of this device. @param {string | null} [code] the new one to remember; null: forget it */
export function lastRoom(code) {
  if (code === null) localStorage.removeItem(LAST);
  else if (code) localStorage.setItem(LAST, code);
  return localStorage.getItem(LAST);
}

/** The user's name; without one they are a guest. @param {App} app @returns {string} */
export function playerName(app) {
  return app.prefs.get("name") || app.t("name.guest");
}

/** @param {App} app @param {string} [wrong] what is wrong with it */
export function nameField(app, wrong = "") {
  const { t } = app;
  return html`<label class="field">
    <span>${t("name")}</span>
    <input name="nickname" maxlength="24" autocomplete="nickname" placeholder=${t("name.guest")}
      .value=${app.prefs.get("name")}
      aria-invalid=${wrong ? "true" : nothing} aria-describedby=${wrong ? "wrong-name" : nothing}
      @change=${(/** @type {FieldEvent} */ event) => app.prefs.set("name", event.target.value.trim())} />
  </label>
  ${wrong ? html`<p class="wrong" id="wrong-name">${wrong}</p>` : nothing}`;
}

/** The way into a room by its code. @param {App} app */
export function codeForm(app) {
  /** @param {SubmitEvent} event */
  function join(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const typed = String(new FormData(form).get("code") ?? "");
    // A pasted address works as well as the bare code.
    const code = typed.trim().split("/").at(-1)?.replace(/\s/g, "").toUpperCase();
    if (code) app.go(`/r/${encodeURIComponent(code)}`);
  }
  return html`<form class="join" @submit=${join}>
    <label class="field">
      <span>${app.t("code")}</span>
      <input name="code" inputmode="text" autocapitalize="characters" autocomplete="off" spellcheck="false"
        maxlength="64" placeholder="ABCD23" />
    </label>
    <button>${app.t("home.join")}</button>
  </form>`;
}

/**
 * The room that this device was in last, if it is still there.
 * @returns {Promise<import("./room.js").Preview | null>}
 */
async function lastSeen() {
  const code = lastRoom();
  const answer = code ? await fetch(`/api/v1/rooms/${encodeURIComponent(code)}`).catch(() => null) : null;
  if (answer?.status === 404) lastRoom(null);
  return answer?.ok ? answer.json() : null;
}

/** Whose turn it is, or the room's state. @param {App} app @param {import("./room.js").Preview} room */
function goesOn(app, { game, phase, awaited, seats, people = [] }) {
  const name = app.words.early(game, "game.name");
  if (phase !== "playing") return `${name} · ${app.t(`home.${phase}`, { n: seats[0], of: seats[1] })}`;
  // A bot will have moved before this is read.
  if (!awaited || people.some((one) => one?.name === awaited && one.level)) return name;
  const mine = awaited === playerName(app);
  return `${name} · ${mine ? app.t("turn.yours") : app.t("home.awaits", { name: awaited })}`;
}

function toGames() {
  const first = document.querySelector(".games .primary");
  if (first instanceof HTMLElement) first.focus();
}

/** Begins a match with bots at once. @param {App} app @param {import("../catalog.js").GameCard} game */
export function playWithBots(app, game) {
  const level = chosenLevel(app, game);
  return begin(app, game, { bots: Math.min(3, game.seats[1] - 1), ...(level ? { level } : null), start: true });
}

/**
 * A button that begins the lesson of a game; nothing if there is none.
 * @param {App} app @param {string} id @param {() => void} [first] done before
 */
export function lessonButton(app, id, first) {
  const game = app.game(id);
  if (!game?.lesson) return nothing;
  const label = app.t("lesson.learn", { n: game.lesson });
  return html`<button class="quiet learn" aria-label="${label}: ${app.words.early(id, "game.name")}"
    @click=${() => (first?.(), void begin(app, game, { lesson: true }))}>${icon("help")} ${label}</button>`;
}

/** @param {App} app @param {import("../catalog.js").GameCard} game @param {Record<string, unknown>} fields */
async function begin(app, game, fields) {
  const made = await app.ask("create", { game: game.id, name: playerName(app), ...fields });
  if (made) app.go(`/r/${made.code}`);
}

/** @param {App} app @returns {import("../app.js").Screen} */
export function home(app) {
  let busy = "";
  /** The state of the room that the user was in last. @type {import("./room.js").Preview | null} */
  let left = null;
  void lastSeen().then((seen) => {
    left = seen;
    app.redraw();
  });
  app.turn.show(false, app.t("app.name"));

  /** @param {import("../catalog.js").GameCard} game */
  async function playNow(game) {
    busy = game.id;
    app.redraw();
    await playWithBots(app, game);
    busy = "";
  }

  /** @param {import("../catalog.js").GameCard} game */
  function card(game) {
    const [name, about] = ["name", "about"].map((what) => app.words.early(game.id, `game.${what}`));
    const [least, most] = game.seats;
    return html`<article class="card game" data-game=${game.id}>
      <img class="cover" src=${address(game.cover ? `/games/${game.id}/client/cover.svg` : "/static/icon.svg")}
        alt="" width="92" height="80" />
      <h2>${name}</h2>
      <p class="about">${about}</p>
      <p class="faint players-fact">${icon("people")}
        ${app.t("players", { n: least === most ? least : `${least}–${most}` })}</p>
      <div class="actions">
        <span class="now"><button class="primary" ?disabled=${busy !== ""} aria-label="${app.t("home.bots")}: ${name}"
          @click=${() => void playNow(game)}>
          ${busy === game.id ? app.t("starting") : app.t("home.bots")}
        </button>${levelPicker(app, game)}</span>
        <button aria-label="${app.t("home.create")}: ${name}"
          @click=${() => app.go(`/?new=${game.id}`)}>${app.t("home.create")}</button>
        ${lessonButton(app, game.id)}
      </div>
    </article>`;
  }

  function render() {
    const { t } = app;
    const last = lastRoom();
    return frame(
      app,
      html`<p class="slogan">${t("app.slogan")}</p>
        <section class="card hello">
          ${nameField(app)}
          ${codeForm(app)}
        </section>
        ${
          last
            ? html`<a class="card continue" href=${`/r/${last}`}
              @click=${(/** @type {Event} */ event) => (event.preventDefault(), app.go(`/r/${last}`))}>
              ${t("home.continue", { code: last })}${left ? html`<small>${goesOn(app, left)}</small>` : nothing}</a>`
            : nothing
        }
        ${
          app.unreachable
            ? html`<p class="notice bad" role="alert">${t("home.unreachable")}
              <button @click=${() => void app.reload()}>${t("again")}</button></p>`
            : nothing
        }
        <section class="games">${app.games.map(card)}</section>
        <a class="card continue" href="/me"
          @click=${(/** @type {Event} */ event) => (event.preventDefault(), app.go("/me"))}>${t("mine")}</a>
        <a class="card continue" href="/boards">${t("home.boards")}</a>`,
      { skip: [t("home.skip"), toGames] },
    );
  }

  return { render };
}
