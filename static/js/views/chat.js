// @ts-check
// Talk at the table: phrases and emotes go as keys and are read in everybody's own language.
import { html, nothing } from "/static/vendor/vendor.js";
import { sound } from "../sound.js";
import { sheet } from "../ui/dialog.js";
import { icon } from "../ui/icons.js";
import { announce } from "../ui/live.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../room_view.d.ts").Said} Said */
/** @typedef {import("../room_view.d.ts").LineView} LineView */

export const PHRASES = ["hello", "nice", "hurry", "thanks", "sorry", "wait", "again", "bye"];
export const EMOTES = ["👍", "😄", "😮", "😢", "🎉", "🤔", "🙏", "😎"];
/** Emotes travel by key: the wire's keys are plain letters. */
const EMOTE_KEYS = ["up", "grin", "wow", "sad", "party", "hmm", "please", "cool"];
const BUBBLE_MS = 4000;

export class Chat {
  unread = 0;
  /** What seats have just said. @type {Map<number, string>} */
  bubbles = new Map();
  /** @type {import("../ui/dialog.js").Sheet | null} */
  #sheet = null;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
  }

  /** @param {Said | LineView} line */
  text(line) {
    const what = "what" in line ? line.what : line.kind;
    if (what === 0) return this.app.t(`phrase.${line.text}`);
    if (what === 1) return EMOTES[EMOTE_KEYS.indexOf(line.text)] ?? line.text;
    return line.text;
  }

  /** @param {import("../codec.js").ViewEvent[]} events */
  hear(events) {
    if (!this.app.prefs.get("chat")) return;
    const said = /** @type {Said[]} */ (events.filter((one) => one.type === "said"));
    for (const event of said) {
      const { seat } = event;
      const text = this.text(event);
      if (seat !== null) {
        this.bubbles.set(seat, text);
        setTimeout(() => {
          if (this.bubbles.get(seat) === text) this.bubbles.delete(seat);
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

  /** @param {Record<string, string>} words @param {string} label */
  #chip(words, label) {
    return html`<button class="chip" @click=${() => void this.#say(words)}>${label}</button>`;
  }

  panel() {
    const { app } = this;
    const room = app.store.view?.room;
    if (!room) return nothing;
    return html`<ol class="lines" tabindex="0" aria-label=${app.t("chat.lines")}>
        ${room.lines.map((line) => html`<li><b>${line.name}</b> ${this.text(line)}</li>`)}
      </ol>
      <div class="chips emotes">
        ${EMOTES.map((emote, i) => this.#chip({ emote: EMOTE_KEYS[i] }, emote))}
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
