// @ts-check
// Talk at the table: phrases and emotes are sent as keys, and shown in each user's own language.
import { html, nothing } from "/static/vendor/vendor.js";
import { moves, pace } from "../prefs.js";
import { sound } from "../sound.js";
import { fly, place } from "../table/flight.js";
import { calledHere } from "../ui/animals.js";
import { sheet } from "../ui/dialog.js";
import { EMOTES, emote } from "../ui/emotes.js";
import { icon } from "../ui/icons.js";
import { announce } from "../ui/live.js";
import { emoteChips, targets } from "./emote_chips.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../room_view.d.ts").Said} Said */
/** @typedef {import("../room_view.d.ts").LineView} LineView */

export const PHRASES = ["hello", "nice", "hurry", "thanks", "sorry", "wait", "again", "bye"];
/** The meaning of `Said.what` and `LineView.kind`. */
const [PHRASE, EMOTE] = [0, 1];
const BUBBLE_MS = 4000;

export class Chat {
  unread = 0;
  /** The latest line of each seat: a text, or a drawn emote. @type {Map<number, unknown>} */
  bubbles = new Map();
  /** @type {import("../ui/dialog.js").Sheet | null} */
  #sheet = null;
  /** The seat that emotes are thrown at; null: they are for everybody. @type {number | null} */
  #to = null;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
  }

  /** The line as text, for screen readers and the like. @param {Said | LineView} line @returns {string} */
  text(line) {
    const what = "what" in line ? line.what : line.kind;
    if (what === PHRASE) return this.app.t(`phrase.${line.text}`);
    return what === EMOTE && EMOTES.some((key) => key === line.text) ? this.app.t(`emote.${line.text}`) : line.text;
  }

  /** The line as drawn. @param {Said | LineView} line */
  #shown(line) {
    const what = "what" in line ? line.what : line.kind;
    return what === EMOTE ? emote(line.text, this.text(line)) : this.text(line);
  }

  /** @param {import("../codec.js").ViewEvent[]} events */
  hear(events) {
    if (!this.app.prefs.get("chat")) return;
    const said = /** @type {Said[]} */ (events.filter((one) => one.type === "said"));
    for (const event of said) {
      const { seat } = event;
      const text = this.text(event);
      const to = event.thrownAt ?? null; // a server of an earlier release has no such field
      if (to !== null) this.#thrown(event, to);
      else if (seat !== null) this.#bubble(seat, this.#shown(event));
      if (!this.#sheet && seat !== this.app.store.view?.seat) {
        this.unread += 1;
        sound("chat", this.app.prefs.get("sound"));
      }
      const words = { name: event.name, text, to: to === null ? "" : this.app.nameOf(to) };
      announce(this.app.t(to === null ? "chat.said" : "chat.thrown", words));
    }
  }

  /** @param {number} seat @param {unknown} shown */
  #bubble(seat, shown) {
    this.bubbles.set(seat, shown);
    setTimeout(() => {
      if (this.bubbles.get(seat) === shown) this.bubbles.delete(seat);
      this.app.redraw();
    }, BUBBLE_MS);
  }

  /** It flies from the thrower's seat, and stays for a while where it lands. @param {Said} event @param {number} to */
  #thrown(event, to) {
    this.#bubble(to, html`<small>${event.name}</small> ${this.#shown(event)}`);
    const { prefs } = this.app;
    if (event.seat === null || !moves(prefs)) return;
    const from = place(document.querySelector(`.game [data-seat="${event.seat}"] .face`));
    const land = () =>
      fly(document.querySelector(`.game [data-seat="${to}"] .bubble`), from, { pace: pace(prefs) * 2 });
    requestAnimationFrame(() => requestAnimationFrame(land)); // once it has been drawn
  }

  button() {
    const { t } = this.app;
    if (!this.app.prefs.get("chat")) return nothing;
    return html`<button class="quiet round" aria-label=${this.unread ? t("chat.unread", { n: this.unread }) : t("chat")}
      @click=${() => this.open()}>${icon("chat")}${this.unread ? html`<i class="dot"></i>` : nothing}</button>`;
  }

  open() {
    const { app } = this;
    this.unread = 0;
    this.#sheet = sheet({
      title: () => app.t("chat"),
      close: app.t("close"),
      kind: "chat",
      body: () => this.panel(),
      onClose: () => (this.#sheet = null),
    });
  }

  /** @param {Record<string, string>} words */
  async #say(words) {
    await this.app.ask("say", words);
  }

  /** @param {Record<string, string>} words @param {unknown} label */
  #chip(words, label) {
    return html`<button class="chip" @click=${() => void this.#say(words)}>${label}</button>`;
  }

  /** @param {LineView} line */
  #speaker({ name, thrownAt }) {
    // Lines contain only names: a bot's displayed name is derived from its number.
    if (!thrownAt) return name;
    return this.app.t("chat.between", { name, to: calledHere({ sitter: "bot", name: thrownAt }, this.app.t) });
  }

  /** Whom the emotes are for. */
  #aims() {
    const { app } = this;
    const seats = targets(app);
    if (this.#to !== null && !seats.includes(this.#to)) this.#to = null;
    if (!seats.length) return nothing;
    const aim = (/** @type {number | null} */ to) => () => {
      this.#to = to;
      app.redraw();
    };
    return html`<div class="chips aims" role="group" aria-label=${app.t("chat.to")}>
      ${[null, ...seats].map(
        (to) => html`<button class="chip" aria-pressed=${this.#to === to} @click=${aim(to)}>
          ${to === null ? app.t("chat.all") : app.nameOf(to)}</button>`,
      )}
    </div>`;
  }

  panel() {
    const { app } = this;
    const room = app.store.view?.room;
    if (!room) return nothing;
    return html`<ol class="lines" tabindex="0" aria-label=${app.t("chat.lines")}>
        ${room.lines.map((line) => html`<li><b>${this.#speaker(line)}</b> ${this.#shown(line)}</li>`)}
      </ol>
      ${this.#aims()} ${emoteChips(app, this.#to)}
      <div class="chips">
        ${PHRASES.map((phrase) => this.#chip({ phrase }, app.t(`phrase.${phrase}`)))}
      </div>
      ${
        room.chat
          ? html`<form class="send" @submit=${(/** @type {SubmitEvent} */ event) => {
              event.preventDefault();
              const field = /** @type {HTMLFormElement} */ (event.target).elements.namedItem("text");
              if (!(field instanceof HTMLInputElement) || !field.value.trim()) return;
              void this.#say({ text: field.value });
              field.value = "";
            }}>
            <input name="text" maxlength="200" autocomplete="off" enterkeyhint="send"
              aria-label=${app.t("chat.write")} placeholder=${app.t("chat.write")} />
            <button class="round primary" aria-label=${app.t("chat.send")}>${icon("send")}</button>
          </form>`
          : nothing
      }`;
  }
}
