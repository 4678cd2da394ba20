// @ts-check
// A recorded match at its table: the game's own view, and the controls below it.
import { html, nothing } from "/static/vendor/vendor.js";
import { eventText, roomEventText } from "../table/describe.js";
import { icon } from "../ui/icons.js";
import { announce } from "../ui/live.js";
import { part } from "../ui/part.js";
import { languageSwitch, problem } from "../views/frame.js";
import { GameView } from "../views/game_view.js";
import { openHelp } from "../views/sheets.js";
import { controls } from "./controls.js";
import { fairness } from "./fairness.js";
import { pressed } from "./keys.js";
import { Marks } from "./marks.js";
import { openMenu } from "./menu.js";
import { Playback } from "./playback.js";
import { RecordApi } from "./record_api.js";
import { seen, sawEnd } from "./seen.js";
import { shareMoment } from "./sharing.js";
import { Steps } from "./steps.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("./marks.js").Unit} Unit */

/** Above this speed nobody can listen. */
const HEARD_SPEED = 2;

export class RecordScreen {
  /** The seat in view; null for the table alone. @type {number | null} */
  from;
  /** @type {Unit} */
  unit = "step";
  /** The round that the timeline shows; −1: all. */
  round = -1;
  openHands = false;
  /** The last step up to which results may be revealed. */
  reach = 0;
  /** The current step, in words. */
  caption = "";
  /** The result of sharing. */
  shared = "";
  /** Known after the first frame. @type {import("./fairness.js").Fairness} */
  fairness = "none";
  /** The review of one seat, if requested. @type {import("./review.js").Review | null} */
  review = null;
  #left = false;

  /** @param {App} app @param {import("./loading.js").Found} found @param {number} begin */
  constructor(app, { record, schema, coming, shared }, begin) {
    this.app = app;
    this.record = record;
    this.isShared = shared;
    this.steps = new Steps(record, schema);
    this.playback = new Playback(this.steps.times, (_, jumped) => this.#show(jumped));
    this.playback.step = begin;
    /** @type {import("../table/api.js").Shown & {view: import("../store.js").Table}} */
    this.store = { view: { ...this.steps.at(begin), seat: null }, codec: schema && { schema } };
    this.api = new RecordApi(app, this.store, this.playback, {
      redraw: () => this.redraw(),
      look: (seat) => this.lookFrom(seat),
    });
    this.from = record.mine[0] ?? (record.shows === "all" ? 0 : null);
    this.hidesEnd = !record.mine.length && !seen(record.record);
    this.gameView = new GameView(app, this.api);
    this.marks = new Marks(this.steps, null);
    this.ticking = setInterval(() => this.#tick(), 250);
    this.onKey = (/** @type {KeyboardEvent} */ event) => pressed(this, event);
    this.onHidden = () => document.hidden && this.pause();
    document.addEventListener("keydown", this.onKey);
    document.addEventListener("visibilitychange", this.onHidden);
    document.documentElement.classList.add("at-table");
    app.prefs.watch(() => this.gameView.redraw());
    app.turn.show(false, `${this.api.t("game.name")} – ${app.t("watch")}`);
    void this.#mount();
    coming.then(
      (known) => this.#learn(known),
      () => {}, // cards and seats are still shown, but not in words
    );
  }

  /** From now on events can be put into words. @param {import("../codec.js").Schema} schema */
  #learn(schema) {
    if (this.#left) return;
    this.store.codec = { schema };
    this.steps.schema = schema;
    this.#show(true);
  }

  async #mount() {
    await this.gameView.mount();
    if (this.#left) return;
    if (this.gameView.marks) this.marks = new Marks(this.steps, (event) => this.gameView.mark(event));
    this.#show(true);
    this.fairness = fairness(this.record);
    if (location.hash === "#review") void this.askReview();
    this.app.redraw();
  }

  /** Can the decisions of the seat in view be reviewed? */
  get reviewable() {
    return this.isShared && this.from !== null && this.seats.includes(this.from);
  }

  /** The review of the seat in view. */
  async askReview() {
    const seat = this.from;
    if (seat === null || !this.reviewable || this.review?.seat === seat) return;
    const [{ Review }] = await Promise.all([part(() => import("./review.js")), this.app.words.more("review")]);
    if (this.#left) return;
    this.review?.leave();
    this.review = new Review(this, seat);
    this.app.redraw();
  }

  /** The review, or its judgement of this moment. */
  askWhatElse() {
    if (this.review) this.review.toggle();
    else void this.askReview();
  }

  get step() {
    return this.playback.step;
  }

  /** The seats whose cards the record shows now. */
  get seats() {
    return Object.keys(this.steps.at(this.step).own).map(Number);
  }

  /** The last step whose events may be revealed. */
  get spoken() {
    return this.hidesEnd ? this.reach : this.steps.last;
  }

  /** @param {boolean} jumped */
  #show(jumped) {
    const { step, gameView, steps } = this;
    const { room, table, own } = steps.at(step);
    const seat = this.from !== null && own[this.from] ? this.from : null;
    this.store.view = {
      room: { ...room, code: this.record.record },
      table,
      own: seat === null ? null : own[seat],
      seat,
    };
    this.reach = Math.max(this.reach, step);
    if (step === steps.last) sawEnd(this.record.record);
    if (this.round >= 0) this.round = this.#rounds.findIndex(([from, to]) => from <= step && step <= to);
    if (!gameView.ready) return;
    const events = steps.events(step, seat);
    gameView.update(table, this.store.view.own, jumped ? [] : events, jumped);
    this.caption = this.textOf(events);
    if (jumped || this.playback.speed <= HEARD_SPEED) announce(this.caption);
    this.app.redraw();
  }

  get #rounds() {
    return this.marks.rounds();
  }

  /** The rounds that may be revealed. */
  get rounds() {
    return this.#rounds.filter(([from]) => from <= this.spoken);
  }

  /** The steps that the timeline shows. @returns {[from: number, to: number]} */
  get span() {
    return this.#rounds[this.round] ?? [0, this.steps.last];
  }

  /** Events in words. @param {import("../codec.js").ViewEvent[]} events */
  textOf(events) {
    const { schema } = this.api;
    const says = events.map(
      (event) =>
        this.gameView.say(event) ??
        (roomEventText(this.app.t, event) || (schema ? eventText(this.api.teller(schema), event) : "")),
    );
    return says.filter(Boolean).join(" · ");
  }

  /** @param {number} step */
  seek(step) {
    this.shared = "";
    this.playback.seek(step);
  }

  /** @param {1 | -1} by @param {Unit} [unit] */
  jump(by, unit = this.unit) {
    this.pause();
    this.seek(this.marks.jump(this.step, unit, by, this.from));
  }

  toggle() {
    this.playback.toggle();
    this.app.redraw();
  }

  pause() {
    if (!this.playback.playing) return;
    this.playback.pause();
    this.app.redraw();
  }

  /** @param {number | null} seat */
  lookFrom(seat) {
    if (seat !== null && !this.seats.includes(seat)) return;
    this.from = seat;
    this.#show(true);
  }

  async share() {
    this.pause();
    this.shared = await shareMoment(this);
    this.app.redraw();
  }

  redraw() {
    this.gameView.redraw();
    this.app.redraw();
  }

  #tick() {
    const moment = `#${this.step}`;
    if (!this.playback.playing) {
      // The address changes once the user pauses; browsers limit how often it may change.
      if (location.hash !== moment) history.replaceState(null, "", moment);
      return;
    }
    this.gameView.tick();
    this.app.redraw();
  }

  render() {
    const { app, gameView, api } = this;
    const { t } = app;
    return html`<div class="tablepage watch" data-step=${this.step}>
      <header class="tbar">
        <button class="quiet round" aria-label=${t("back")} @click=${() => this.#goBack()}>${icon("back")}</button>
        <h1 class="unseen" tabindex="-1">${api.t("game.name")} – ${t("watch")}</h1>
        <div class="gamebar">${gameView.bar() ?? nothing}</div>
        <span class="wide-only">${languageSwitch(app)}</span>
        ${
          this.isShared
            ? html`<button class="quiet round" aria-label=${t("watch.share")} @click=${() => void this.share()}>
              ${icon("share")}</button>`
            : nothing
        }
        <button class="quiet round" aria-label=${t("help")}
          @click=${() => openHelp(app, api.game)}>${icon("help")}</button>
        <button class="quiet round" aria-label=${t("menu")} @click=${() => openMenu(this)}>${icon("menu")}</button>
      </header>
      ${
        gameView.failed
          ? html`<div class="banner bad" role="status">${t("view.failed", { why: gameView.failed })}</div>`
          : nothing
      }
      ${this.fairness === "wrong" ? html`<p class="banner bad" role="alert">${t("deal.changed")}</p>` : nothing}
      ${problem(app)}
      <main class="board">${gameView.root}</main>
      <footer class="player">
        ${this.openHands ? this.#hands() : nothing} ${this.review?.render() ?? nothing} ${controls(this)}
      </footer>
    </div>`;
  }

  #hands() {
    const { own } = this.steps.at(this.step);
    const others = this.seats.filter((seat) => seat !== this.from);
    return html`<ul class="open-hands ${this.api.game}" aria-label=${this.app.t("watch.hands")}>
      ${others.map(
        (seat) => html`<li><b>${this.api.name(seat)}</b>
          <span class="words">${this.gameView.hand(own[seat]) ?? nothing}</span></li>`,
      )}
    </ul>`;
  }

  #goBack() {
    if (history.length > 1) history.back();
    else this.app.go("/");
  }

  leave() {
    this.#left = true;
    this.playback.pause();
    this.review?.leave();
    clearInterval(this.ticking);
    document.removeEventListener("keydown", this.onKey);
    document.removeEventListener("visibilitychange", this.onHidden);
    document.documentElement.classList.remove("at-table");
    this.gameView.unmount();
    this.app.turn.show(false, this.app.t("app.name"));
  }
}
