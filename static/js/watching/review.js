// @ts-check
// A bot's review of a seat's decisions: requested once, then shown as marks on the timeline, with the better plays.
import { html, nothing } from "/static/vendor/vendor.js";
import { Refusal } from "../refusal.js";
import { said } from "../table/describe.js";
import { icon } from "../ui/icons.js";
import { announce } from "../ui/live.js";
import { deedText, named } from "./deeds.js";
import { told } from "./loading.js";

/** @typedef {import("./record_screen.js").RecordScreen} RecordScreen */
/**
 * @typedef {object} Judged
 * @property {number} step the step after which the seat decided
 * @property {import("./deeds.js").Action} played
 * @property {import("./deeds.js").Action} best
 * @property {number} gain
 * @property {number} error
 * @property {boolean} clear
 * @property {string} why
 */
/** @typedef {{seat: number, decisions: number, judged: Judged[]}} Told */

const AGAIN_MS = 1000;

export class Review {
  /** @type {Told | null} */
  #told = null;
  /** @type {Refusal | null} */
  #reason = null;
  #left = false;
  #timer = 0;
  /** Is the better play shown? */
  open = false;
  /** Shows the better cards. */
  #style = new CSSStyleSheet();

  /** @param {RecordScreen} screen @param {number} seat */
  constructor(screen, seat) {
    this.screen = screen;
    this.seat = seat;
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, this.#style];
    void this.ask();
  }

  async ask() {
    const { app, record } = this.screen;
    const { token } = app.connection;
    const headers = token ? { Authorization: `Bearer ${token}` } : undefined;
    try {
      this.#told = await told(fetch(`/api/v1/matches/${record.record}/review?seat=${this.seat}`, { headers }));
      this.#reason = null;
      announce(this.#summary);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // Others at this address are asking too: try again later; the review continues meanwhile.
      const waits = error.code === "review.pending" || error.code === "rate.limited";
      if (error.code !== "rate.limited" || this.#reason?.code !== "review.pending") this.#reason = error;
      if (waits && !this.#left) {
        this.#timer = setTimeout(() => void this.ask(), Number(error.params.retryAfter) || AGAIN_MS);
      }
    }
    if (!this.#left) app.redraw();
  }

  /** The decisions for which another action was clearly better, as far as they may be revealed. */
  get steps() {
    const { spoken } = this.screen;
    return (this.#told?.judged ?? []).filter(({ clear, step }) => clear && step <= spoken).map(({ step }) => step);
  }

  /** The judgement of this moment. */
  get #here() {
    const { step, from } = this.screen;
    if (from !== this.seat) return undefined;
    return this.#told?.judged.find((one) => one.clear && one.step === step);
  }

  get #summary() {
    const { t } = this.screen.app;
    const n = this.steps.length;
    return n ? t("review.found", { n }) : t("review.fine", { n: this.#told?.decisions ?? 0 });
  }

  /** @param {1 | -1} by */
  jump(by) {
    const { screen, steps } = this;
    const step = by > 0 ? steps.find((one) => one > screen.step) : steps.findLast((one) => one < screen.step);
    if (step === undefined) return;
    screen.pause();
    if (screen.from !== this.seat) screen.lookFrom(this.seat);
    screen.seek(step);
  }

  toggle() {
    if (!this.#here) return;
    this.open = !this.open;
    if (this.open) announce(this.#words.join(" "));
    this.screen.app.redraw();
  }

  /** The better action, its gain, and the reason. @returns {string[]} */
  get #words() {
    const { app, api, gameView } = this.screen;
    const one = this.#here;
    if (!one || !api.schema) return [];
    const teller = api.teller(api.schema);
    const called = (/** @type {import("./deeds.js").Action} */ deed) => gameView.deed(deed) ?? deedText(teller, deed);
    // In the game's own measure, if it has a text for it; otherwise in rounds won.
    const measured = api.find("review.gain") !== undefined;
    const shown = (/** @type {number} */ gain) => (measured ? gain.toFixed(2) : Math.max(1, Math.round(100 * gain)));
    return [
      app.t("review.better", { what: called(one.best) }),
      app.t("review.played", { what: called(one.played) }),
      api.t(measured ? "review.gain" : "review.rounds", { gain: shown(one.gain), error: shown(one.error) }),
      (one.why && api.find(`review.${one.why}`)) || "",
    ].filter(Boolean);
  }

  render() {
    const { t } = this.screen.app;
    const here = this.#here;
    if (!here) this.open = false;
    const cards = here && this.open ? named(here.best).map((id) => `#c-${CSS.escape(id)}`) : [];
    this.#style.replaceSync(
      cards.length ? `.hand :is(${cards.join()}) { translate: 0 -12px; outline: 3px solid var(--accent); }` : "",
    );
    if (!this.#told) return this.#progress();
    return html`<div class="review" role="group" aria-label=${t("review")}>
      ${this.#step(-1)} ${
        here
          ? html`<button class="else" aria-expanded=${this.open} @click=${() => this.toggle()}>
            ${t("review.else")}</button>`
          : html`<p>${this.#summary}</p>`
      } ${this.#step(1)}
      ${this.open ? html`<ul>${this.#words.map((line) => html`<li>${line}</li>`)}</ul>` : nothing}
    </div>`;
  }

  #progress() {
    const { app } = this.screen;
    const { t } = app;
    const reason = this.#reason;
    if (reason && reason.code !== "review.pending") {
      return html`<div class="review"><p role="alert">${said(app, reason, this.screen.api.game)}</p>
        <button class="quiet" @click=${() => void this.ask()}>${t("again")}</button></div>`;
    }
    const { done = 0, of = 0 } = /** @type {{done?: number, of?: number}} */ (reason?.params ?? {});
    return html`<div class="review"><p role="status">${of ? t("review.goes", { done, of }) : t("review.waits")}
        <span class="faint">${t("review.about")}</span></p>
      <progress max=${of || 1} value=${done} aria-hidden="true"></progress></div>`;
  }

  /** @param {1 | -1} by */
  #step(by) {
    const { t } = this.screen.app;
    const { step } = this.screen;
    const none = !this.steps.some((one) => (by > 0 ? one > step : one < step));
    return html`<button class="quiet round" aria-label=${t(by > 0 ? "review.next" : "review.previous")}
      ?disabled=${none} @click=${() => this.jump(by)}>${icon(by > 0 ? "after" : "before")}</button>`;
  }

  leave() {
    this.#left = true;
    clearTimeout(this.#timer);
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== this.#style);
  }
}
