// @ts-check
// A lesson: one sentence at a time above the table, a mark on the cards and the button to use, and the ways out. The
// server says what is asked, and whether it was done.
import { html, nothing } from "/static/vendor/vendor.js";
import { moves } from "../prefs.js";
import { announce } from "../ui/live.js";
import { lastRoom, playWithBots } from "./home.js";

/** @typedef {import("../app.js").App} App */

const OVER = "done";
/** Changes that may move the marks. */
const WATCHED = { childList: true, subtree: true, attributeFilter: ["aria-selected", "disabled", "data-act"] };

export class LessonPanel {
  /** The sentences, by language, as far as loaded. @type {Record<string, Record<string, string>>} */
  #sentences = {};
  /** The language whose sentences failed to load. */
  #missing = "";
  /** The name of the sentence that was read out last. */
  #said = "";
  #observer = new MutationObserver(() => this.#mark());

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.unwatch = app.store.watch(() => this.#follow());
    app.onRefused = (code) => code === "lesson.other" && this.#again();
    this.#observer.observe(app.root, WATCHED);
    this.#follow();
  }

  get #lesson() {
    return this.app.store.view?.room.lesson ?? null;
  }

  get #over() {
    return this.#lesson?.says === OVER;
  }

  get #sentence() {
    const { language } = this.app.words;
    const known = this.#sentences[language];
    if (!known) void this.#load(language);
    return known?.[this.#lesson?.says ?? ""] ?? "";
  }

  /** @param {string} language */
  async #load(language) {
    this.#sentences[language] = {};
    const path = `/games/${this.app.store.view?.room.game}/client/lesson/${language}.json`;
    const answer = await fetch(path).catch(() => null);
    if (!answer?.ok) return void (this.#missing = language);
    this.#sentences[language] = await answer.json();
    this.#follow();
  }

  #follow() {
    // Tries again when the table changes, which shows that the connection is back.
    delete this.#sentences[this.#missing];
    this.#missing = "";
    const lesson = this.#lesson;
    const page = document.documentElement.classList;
    page.toggle("in-lesson", lesson !== null);
    page.toggle("lesson-over", this.#over);
    const sentence = this.#sentence;
    if (lesson && sentence && lesson.says !== this.#said) {
      this.#said = lesson.says;
      announce(sentence);
    }
    this.#mark();
    this.app.redraw();
  }

  /** The user tried a different move. */
  #again() {
    announce(`${this.app.t("code.lesson.other")} ${this.#sentence}`, true);
    if (moves(this.app.prefs)) this.app.root.querySelector(".lesson > p")?.animate({ scale: [1, 1.04, 1] }, 600);
  }

  /** Marks the cards first, then the button that plays them; a button for exactly this action comes before both. */
  #mark() {
    const { root } = this.app;
    const asked = words(this.#lesson?.asks);
    const cards = [...asked].flatMap((word) => root.querySelector(`[role=option]#c-${CSS.escape(word)}`) ?? []);
    const open = cards.filter((card) => card.getAttribute("aria-selected") !== "true");
    /** @type {NodeListOf<HTMLElement>} */
    const buttons = root.querySelectorAll("[data-act]:not(:disabled)");
    const fitting = [...buttons].filter((one) => one.dataset.act?.split(" ").every((word) => asked.has(word)));
    const exact = fitting.filter((one) => one.dataset.act?.includes(" "));
    const marked = new Set(exact.length ? exact : open.length ? open : fitting);
    for (const one of root.querySelectorAll("[data-asked]")) if (!marked.has(one)) one.removeAttribute("data-asked");
    for (const one of marked) one.setAttribute("data-asked", "");
  }

  render() {
    const lesson = this.#lesson;
    if (!lesson) return nothing;
    const { t } = this.app;
    return html`<section class="lesson" aria-label=${t("lesson")}>
      <progress max=${lesson.moves} value=${lesson.done} aria-hidden="true"></progress>
      <p>${this.#sentence}</p>
      ${
        this.#over
          ? html`<div class="over">
            <button class="primary" @click=${() => void this.#play()}>${t("lesson.play")}</button>
            <button class="quiet" @click=${() => void this.#quit()}>${t("gone.home")}</button></div>`
          : html`<button class="quiet" aria-label=${t("lesson.skip.all")}
            @click=${() => void this.#quit()}>${t("lesson.skip")}</button>`
      }
    </section>`;
  }

  async #quit() {
    if (await this.#leave()) this.app.go("/");
  }

  async #play() {
    const game = this.app.game(this.app.store.view?.room.game);
    if (game && (await this.#leave())) await playWithBots(this.app, game);
  }

  async #leave() {
    const { app } = this;
    const left = await app.attempt(async () => (await app.connection.leave(), true));
    if (left) lastRoom(null);
    return left;
  }

  leave() {
    this.unwatch();
    this.#observer.disconnect();
    this.app.onRefused = () => {};
    document.documentElement.classList.remove("in-lesson", "lesson-over");
  }
}

/** Every word in an action: its type and its values. @param {unknown} action @returns {Set<string>} */
function words(action) {
  if (typeof action === "string") return new Set([action]);
  if (!action || typeof action !== "object") return new Set();
  return new Set(Object.values(action).flatMap((one) => [...words(one)]));
}
