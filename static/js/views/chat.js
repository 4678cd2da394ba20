// @ts-check
// Talk at the table: phrases and emotes go as keys and are read in everybody's own language.
import { html, nothing } from "/static/vendor/vendor.js";
import { sound } from "../sound.js";
import { sheet } from "../ui/dialog.js";
import { EMOTES, emote } from "../ui/emotes.js";
import { icon } from "../ui/icons.js";
import { announce } from "../ui/live.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../room_view.d.ts").Said} Said */
/** @typedef {import("../room_view.d.ts").LineView} LineView */

export const PHRASES = ["hello", "nice", "hurry", "thanks", "sorry", "wait", "again", "bye"];
/** What `Said.what` and `LineView.kind` say. */
const [PHRASE, EMOTE] = [0, 1];
const BUBBLE_MS = 4000;

export class Chat {
  unread = 0;
  /** What seats have just said: a text, or a drawn emote. @type {Map<number, unknown>} */
  bubbles = new Map();
  /** @type {import("../ui/dialog.js").Sheet | null} */
  #sheet = null;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
  }

  /** For the ear, and wherever only letters go. @param {Said | LineView} line @returns {string} */
  text(line) {
    const what = "what" in line ? line.what : line.kind;
    if (what === PHRASE) return this.app.t(`phrase.${line.text}`);
    return what === EMOTE && EMOTES.some((key) => key === line.text) ? this.app.t(`emote.${line.text}`) : line.text;
  }

  /** For the eye. @param {Said | LineView} line */
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
      if (seat !== null) {
        const shown = this.#shown(event);
        this.bubbles.set(seat, shown);
        setTimeout(() => {
          if (this.bubbles.get(seat) === shown) this.bubbles.delete(seat);
          this.app.redraw();
        }, BUBBLE_MS);
      }
      if (!this.#sheet && seat !== this.app.store.view?.seat) {
        this.unread += 1;
        sound("chat", this.app.prefs.get("sound"));
      }
      announce(this.app.t("chat.said", { name: event.name, text }));
    }
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

  panel() {
    const { app } = this;
    const room = app.store.view?.room;
    if (!room) return nothing;
    return html`<ol class="lines" tabindex="0" aria-label=${app.t("chat.lines")}>
        ${room.lines.map((line) => html`<li><b>${line.name}</b> ${this.#shown(line)}</li>`)}
      </ol>
      <div class="chips emotes">
        ${EMOTES.map((key) => this.#chip({ emote: key }, emote(key, app.t(`emote.${key}`))))}
      </div>
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
