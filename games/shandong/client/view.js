// @ts-check
// The table of Shandong Upgrade. Rules stay on the server: duties, offers and suggestions come in `own`.
import { html, nothing, render } from "/static/vendor/vendor.js";
import { Hand, HandArea } from "/static/js/table/hand.js";
import { place } from "/static/js/table/flight.js";
import { Notes } from "/static/js/table/notes.js";
import { OwnOrder } from "/static/js/table/order.js";
import { orderMenu } from "/static/js/table/order_menu.js";
import { Span, timerRing } from "/static/js/table/timer.js";
import { Verdict } from "/static/js/table/verdict.js";
import { stylesheet } from "/static/js/ui/stylesheet.js";
import { actions, facts } from "./actions.js";
import { kind, trumpsOf, worths } from "./cards.js";
import { compass, corners, enlarged, laidSize } from "./compass.js";
import { handView } from "./hand.js";
import { note, sounds } from "./happenings.js";
import { pressed } from "./keys.js";
import { mark } from "./marks.js";
import { cardOf, leave, motion } from "./motion.js";
import { phaseText } from "./phase.js";
import { result } from "./result.js";
import { rotateHint } from "./rotate_hint.js";
import { Speech } from "./speech.js";
import { telling } from "./telling.js";
import { words } from "./words.js";

const LINGER_MS = 1500;
const TAKING_MS = 280;
const RESULT_AFTER_MS = 4000;

/** @typedef {import("./views.d.ts").Table} Table */
/** @typedef {import("./views.d.ts").Own} Own */
/** @typedef {import("./views.d.ts").GameEvent} GameEvent */

export class Shandong {
  /** There from the first update on. */
  table = /** @type {Table} */ (/** @type {unknown} */ (null));
  /** Spectators have none. @type {Own | null} */
  own = null;
  /** Cards on their way to the server. @type {string[]} */
  leaving = [];
  /** The cards that a refusal would have had instead. @type {string[]} */
  blamed = [];
  status = "";
  /** The code of the refusal. */
  refused = "";
  asksThrow = false;
  asksBury = false;
  showsLast = false;
  resultHidden = true;
  /** The offer to stick that is being prepared. @type {import("./views.d.ts").StickOffer | null} */
  sticking = null;
  /** Cards shown large. @type {string[]} */
  large = [];
  /** The hand as it was last drawn. */
  laidOut = { count: 0, width: 0, high: 0, tall: 0 };
  /** What is trump, as far as this reader knows. @type {import("./cards.js").Trumps} */
  trumps = { suit: null, constants: new Set(), ofSuit: new Set() };
  /** @type {Map<string, number>} */
  #worths = new Map();
  #hinted = -1;
  /** Until when a finished trick, and a failed throw, stay visible. */
  #trickUntil = 0;
  #throwUntil = 0;
  notes = new Notes(
    () => this.draw(),
    () => this.api.pace(),
  );
  held = new Hand(() => this.#chose());
  area = new HandArea(this.held, () => this.draw(), {
    tap: (at) => this.held.toggle(at),
    twice: (at) => this.twin(at),
    flick: (at) => this.#flick(at),
    arrange: (id, to) => this.arrange(id, to),
  });
  #span = new Span();
  speech = new Speech(this);
  verdict = new Verdict(
    (action) => this.api.check(action),
    () => this.draw(),
  );

  /** @param {HTMLElement} root @param {import("/static/js/table/api.js").TableApi} api */
  constructor(root, api) {
    this.root = root;
    this.api = api;
    this.w = words(() => api.language);
    this.order = new OwnOrder(api.room.code);
    root.classList.add("card-table", "shandong");
  }

  /** The seat that sits at the bottom of the screen. */
  get me() {
    return this.api.seat ?? 0;
  }

  get left() {
    return this.api.left(this.table.deadline);
  }

  get whole() {
    return this.#span.see(this.table.deadline, this.left);
  }

  /** @returns {string[]} */
  get hand() {
    return this.own?.hand ?? [];
  }

  /** The width of cards on the table. */
  get small() {
    return laidSize(this.area.width);
  }

  /** Is the finished trick on its way to its winner? */
  get takes() {
    const left = this.#trickUntil - Date.now();
    return !this.showsLast && this.api.moves() && left > 0 && left < TAKING_MS;
  }

  /** Are cards still coming? */
  get dealing() {
    return ["dealing", "declaring", "countering", "sticking"].includes(this.table.phase);
  }

  get showsThrow() {
    return Date.now() < this.#throwUntil;
  }

  /** The points that a card carries. @param {string} id */
  worth(id) {
    if (!this.#worths.size) this.#worths = worths(this.api.names);
    return this.#worths.get(id) ?? 0;
  }

  /** Does the table wait for that seat? @param {number} seat */
  awaits(seat) {
    const { table } = this;
    if (table.phase === "bottom") return table.burier === seat;
    return table.currentTurn === seat || table.claim === seat;
  }

  get mine() {
    const { table, own, api } = this;
    if (api.seat === null || table.presence[api.seat] !== "present") return false;
    if (["declaring", "countering", "sticking"].includes(table.phase))
      return Boolean(own?.mayPass && (own.declares.length || own.counters.length || own.sticks.length));
    return this.awaits(api.seat);
  }

  /** The cards on the table: a finished trick stays a moment; the last one is shown on request. */
  onTable() {
    const { table } = this;
    const last = table.lastTrick && { ...table.lastTrick, winning: table.lastTrick.winner };
    const open = table.trick;
    // Quick players need not wait: the next cards come after half the time.
    const until = this.#trickUntil - (open?.plays.length ? LINGER_MS / 2 : 0);
    if (last && (this.showsLast || Date.now() < until || table.phase === "round_end" || table.phase === "match_end"))
      return last;
    return open && { leader: open.leader, winning: open.winning, plays: open.plays };
  }

  /** @param {Table} table @param {Own | null} own @param {GameEvent[]} events @param {boolean} whole */
  update(table, own, events, whole) {
    const before = this.table;
    this.table = table;
    this.own = own;
    this.trumps = trumpsOf(table, own);
    if (before && (before.phase !== table.phase || before.currentTurn !== table.currentTurn)) this.#turned(before);
    if (this.leaving.some((id) => !this.hand.includes(id))) this.leaving = [];
    for (const event of events) this.hear(event);
    if (!before && table.result) this.resultHidden = false;
    const moved = !whole && this.api.moves() ? motion(this, events) : null;
    this.draw();
    moved?.();
  }

  /** @param {Table} before */
  #turned(before) {
    this.verdict.forget();
    this.status = "";
    this.blamed = [];
    this.asksThrow = this.asksBury = this.showsLast = false;
    this.#hinted = -1;
    if (this.table.phase !== "sticking") this.sticking = null;
    if (before.phase !== this.table.phase) {
      if (this.table.phase === "dealing") this.order.forget();
      if (!["round_end", "match_end"].includes(this.table.phase)) this.resultHidden = true;
      else setTimeout(() => this.showResult(true), RESULT_AFTER_MS);
      if (before.phase === "bottom" || before.phase === "sticking") this.held.clear();
    }
  }

  /** @param {GameEvent} event */
  hear(event) {
    if (event.type === "trick_won") this.#later((until) => (this.#trickUntil = until));
    if (event.type === "throw_failed") this.#later((until) => (this.#throwUntil = until + LINGER_MS));
    sounds(this, event);
    note(this, event);
  }

  /** @param {(until: number) => void} set */
  #later(set) {
    set(Date.now() + LINGER_MS);
    setTimeout(() => this.draw(), LINGER_MS - TAKING_MS + 10);
    setTimeout(() => this.draw(), LINGER_MS + 20);
    setTimeout(() => this.draw(), 2 * LINGER_MS + 20);
  }

  #chose() {
    this.asksThrow = this.asksBury = false;
    this.status = this.refused = "";
    this.blamed = [];
    this.draw();
  }

  /** @param {string} action @param {Record<string, unknown>} [payload] */
  async send(action, payload = {}) {
    this.status = "";
    const answer = await this.api.act({ action, payload });
    if (!answer.ok) {
      this.status = answer.text;
      this.refused = answer.code;
      this.blamed = /** @type {string[] | undefined} */ (answer.params.expected) ?? [];
      this.held.chosen = new Set(this.leaving);
    }
    this.leaving = [];
    this.draw();
    return answer.ok;
  }

  /** The cards leave the hand at once; a refusal brings them back. */
  async play() {
    const cards = this.held.cards;
    if (!this.asksThrow && this.api.pref("confirmThrow") && (await this.#throws(cards))) {
      this.asksThrow = true;
      this.api.announce(this.w("say.ask.throw"), true);
      return this.draw();
    }
    if (String(cards) !== String(this.held.cards)) return; // others were chosen meanwhile
    this.asksThrow = false;
    const from = new Map(this.api.moves() ? cards.map((id) => [id, place(cardOf(this.root, id))]) : []);
    this.leaving = cards;
    this.held.chosen.clear();
    this.draw();
    leave(this, from);
    this.api.sound("play");
    await this.send("play", { cards });
  }

  /**
   * Are these cards a throw, which may fail? The server says so, mostly while they are chosen.
   * @param {string[]} cards
   */
  async #throws(cards) {
    if (this.own?.duty || cards.length === 1) return false;
    const action = { action: "play", payload: { cards } };
    const answer = this.verdict.of(action) ?? (await this.api.check(action));
    return answer.ok && /** @type {import("./actions.js").Judged} */ (answer.result).type === "mixed";
  }

  /** @param {number} points */
  async bury(points) {
    if (points && !this.asksBury) {
      this.asksBury = true;
      this.api.announce(this.w("say.ask.points", { points }), true);
      return this.draw();
    }
    const cards = this.held.cards;
    if (await this.send("bury", { cards })) this.held.clear();
  }

  /** @param {import("./views.d.ts").StickOffer | null} offer */
  offerStick(offer) {
    this.sticking = offer;
    this.held.choose(offer?.giveBack ?? []);
  }

  hint() {
    const { own } = this;
    const suggested = [own?.suggestedBury, own?.suggestedLead].filter((cards) => cards != null);
    const offers = [...(own?.duty?.suggestions ?? []), ...suggested];
    if (!offers.length) return;
    this.#hinted = (this.#hinted + 1) % offers.length;
    this.held.choose(offers[this.#hinted]);
  }

  /** Chooses the card together with its twin. @param {number} at */
  twin(at) {
    const id = this.held.order[at];
    const twins = this.hand.filter((one) => kind(one) === kind(id));
    if (twins.length < 2) return this.held.toggle(at);
    this.held.choose([...this.held.chosen, ...twins]);
  }

  /** @param {string} id @param {number} to */
  arrange(id, to) {
    this.order.move(this.held.order, id, to);
    this.draw();
  }

  toggleLast() {
    this.showsLast = !this.showsLast;
    if (this.showsLast) this.api.announce(this.speech.last(), true);
    this.draw();
  }

  /** @param {string[]} cards */
  enlarge(cards) {
    this.large = this.large.length ? [] : cards;
    this.draw();
  }

  /** @param {boolean} shown */
  showResult(shown) {
    this.resultHidden = !shown;
    this.draw();
  }

  draw() {
    if (!this.table) return;
    this.root.style.setProperty("--small", `${this.small}px`);
    render(this.template(), this.root);
    this.area.see(this.root.querySelector(".hand"));
  }

  template() {
    const { api, status } = this;
    const explain = () => api.openHelp(this.refused);
    const why = html` <button class="quiet why" @click=${explain}>${api.t("help.why")}</button>`;
    return html`<div class="cloth"></div><div class=${this.mine ? "rail mine" : "rail"}></div>
      ${facts(this)} ${compass(this)}
      <div class="panel">
        ${rotateHint(this)}
        ${actions(this)}
        ${status ? html`<p class="status">${status}${this.refused ? why : nothing}</p>` : nothing}
      </div>
      ${this.own ? handView(this, this.own) : nothing} ${result(this)} ${enlarged(this)}`;
  }

  bar() {
    if (!this.table) return nothing;
    const ring = timerRing(this.left, this.whole, this.api.t);
    return html`<b class=${this.mine ? "your-turn" : ""}>${phaseText(this)}</b> ${ring}`;
  }

  /** Thrown upwards: plays what is chosen, or else this card. @param {number} at */
  #flick(at) {
    if (!this.held.chosen.size) this.held.toggle(at, true);
    this.enter();
  }

  /** Presses the main button; false: it cannot be pressed now, and the page shows why. */
  enter() {
    const main = this.root.querySelector(".panel .primary");
    if (!(main instanceof HTMLButtonElement)) return false;
    if (!main.disabled) return main.click(), true;
    // What the button says of the cards chosen is why it cannot be pressed, unless the server has said more.
    const refused = this.root.querySelector(".duty .bad");
    this.status = refused ? "" : (main.textContent ?? "").trim();
    this.blamed = this.held.cards;
    this.api.sound("refuse");
    this.draw();
    return false;
  }
}

/** @param {HTMLElement} root @param {import("/static/js/table/api.js").TableApi} api */
export async function mount(root, api) {
  await stylesheet("/games/shandong/client/view.css");
  const { entry, say, deed } = telling(api.name, () => api.language);
  api.entry = entry;
  const game = new Shandong(root, api);
  return {
    /** @type {Shandong["update"]} */
    update: (table, own, events, whole) => game.update(table, own, events, whole),
    redraw: () => game.draw(),
    tick: () => game.table?.deadline && (game.draw(), game.speech.warn()),
    /** @type {Speech["frame"]} */
    speak: (...given) => game.speech.frame(...given),
    bar: () => game.bar(),
    menu: () => orderMenu(api, game.order, game.held, () => game.draw()),
    waiting: () => Boolean(game.table) && game.mine,
    say,
    /** @param {Parameters<typeof deed>[0]} action */
    deed: (action) => deed(action, game.table),
    mark,
    hand: (/** @type {Own} */ own) => corners(game, own.hand),
    key: (/** @type {string} */ key) => pressed(game, key),
    unmount() {
      game.area.leave();
      render(nothing, root);
    },
  };
}
