// @ts-check
// The UNO table. Rules stay on the server: what can be played is what `own.legalActions` lists.
import { html, nothing, render } from "/static/vendor/vendor.js";
import { Hand, HandArea } from "/static/js/table/hand.js";
import { Notes } from "/static/js/table/notes.js";
import { place } from "/static/js/table/flight.js";
import { OwnOrder } from "/static/js/table/order.js";
import { orderMenu } from "/static/js/table/order_menu.js";
import { Span, timerRing } from "/static/js/table/timer.js";
import { classes } from "/static/js/ui/dom.js";
import { stylesheet } from "/static/js/ui/stylesheet.js";
import { actionRow, question } from "./actions.js";
import { COLORS, face } from "./cards.js";
import { handView } from "./hand.js";
import { pressed } from "./keys.js";
import { middle, SHOWN_DISCARDS } from "./middle.js";
import { note } from "./happenings.js";
import { mark } from "./marks.js";
import { leave, motion } from "./motion.js";
import { opponents, ownSeat } from "./players.js";
import { openHand, result } from "./result.js";
import { Speech } from "./speech.js";
import { cardName, telling } from "./telling.js";
import { words } from "./words.js";

/** @typedef {import("./cards.js").Card} Card */
/** @typedef {import("./cards.js").Color} Color */
/** @typedef {import("./views.d.ts").Table} Table */
/** @typedef {import("./views.d.ts").Own} Own */
/** @typedef {import("./views.d.ts").Did} Did */
/** @typedef {import("./views.d.ts").GameEvent} GameEvent */
/** @typedef {{what: "color" | "target", targets: number[], card: string | null, first?: boolean}} Ask */

/** Actions that are no part of a turn. @type {Set<Did>} */
const BESIDE = new Set(["CALL_UNO", "CHALLENGE_UNO"]);
/** @type {Partial<Record<GameEvent["type"], string>>} */
const SOUNDS = {
  card_played: "play",
  cards_drawn: "deal",
  uno_called: "call",
  uno_caught: "call",
  match_ended: "win",
  round_started: "deal",
};

export class Uno {
  /** There from the first update on. */
  table = /** @type {Table} */ (/** @type {unknown} */ (null));
  /** Spectators have none. @type {Own | null} */
  own = null;
  /** @type {Ask | null} */
  ask = null;
  /** The card on its way to the server. */
  leaving = "";
  /** Is a turn's action on its way? Then cards are no longer offered. */
  moving = false;
  /** What went wrong last, and the card to blame. */
  status = "";
  refused = "";
  blamed = "";
  resultHidden = false;
  /** A hand that a challenge has shown to this reader alone. @type {import("./views.d.ts").HandRevealed | null} */
  revealed = null;
  /** Where the card lay that has just left the hand. @type {DOMRect | null} */
  leftFrom = null;
  /** Whose card that was, by its id. @type {Map<string, number>} */
  laidBy = new Map();
  notes = new Notes(
    () => this.draw(),
    () => this.api.pace(),
  );
  held = new Hand(() => this.draw(), false);
  #span = new Span();
  speech = new Speech(this);
  area = new HandArea(this.held, () => this.draw(), {
    tap: (at) => this.tap(at),
    twice: (at) => this.playAt(at),
    flick: (at) => this.playAt(at),
    arrange: (id, to) => this.arrange(id, to),
  });

  /** @param {HTMLElement} root @param {import("/static/js/table/api.js").TableApi} api */
  constructor(root, api) {
    this.root = root;
    this.api = api;
    this.w = words(() => api.language);
    this.order = new OwnOrder(api.room.code);
    root.classList.add("card-table", "uno");
  }

  get running() {
    return this.table.status === "playing" && this.table.phase !== "roundEnd";
  }

  get mine() {
    return this.running && this.table.currentPlayer === this.api.seat;
  }

  get left() {
    return this.api.left(this.table.deadline);
  }

  get whole() {
    return this.#span.see(this.table.deadline, this.left);
  }

  /** @returns {Card[]} */
  get hand() {
    return this.own?.hand ?? [];
  }

  get chosen() {
    return this.hand.find((card) => this.held.chosen.has(card.id));
  }

  /** @param {Did} action */
  legal(action) {
    return this.own?.legalActions.find((one) => one.action === action);
  }

  /** Is it time to call? If a wrong call costs cards, the button is there, but does not say so. */
  get callsUno() {
    const { unoCalled, house } = this.table;
    const called = this.api.seat !== null && unoCalled.includes(this.api.seat);
    return Boolean(this.legal("CALL_UNO")) && !called && this.hand.length <= house.unoCards;
  }

  /** The colour of most cards in the hand. */
  get bestColor() {
    const count = (/** @type {Color} */ color) => this.hand.filter((card) => card.color === color).length;
    return COLORS.reduce((best, color) => (count(color) > count(best) ? color : best));
  }

  /** Which group of the hand a card belongs to. @param {string} id */
  colorOf(id) {
    return this.hand.find((card) => card.id === id)?.color ?? "wild";
  }

  /** The legal play of a card, if there is one. @param {string} id */
  move(id) {
    return this.own?.legalActions.find((one) => one.action === "PLAY_CARD" && one.cardId === id);
  }

  /** @param {Table} table @param {Own | null} own @param {GameEvent[]} events @param {boolean} whole */
  update(table, own, events, whole) {
    const turned = this.table?.turnNumber !== table.turnNumber || this.table?.phase !== table.phase;
    this.table = table;
    this.own = own;
    if (turned) {
      this.status = this.blamed = "";
      this.ask = null;
      if (table.phase !== "roundEnd" && table.phase !== "matchEnd") this.resultHidden = false;
    }
    if (this.leaving && !this.hand.some((card) => card.id === this.leaving)) this.leaving = "";
    for (const event of events) this.hear(event);
    if (table.phase === "chooseColor" && this.legal("CHOOSE_COLOR")) {
      this.ask = { what: "color", targets: [], card: null, first: true };
    }
    if (own?.drawnCard && this.move(own.drawnCard.id)) this.held.chosen = new Set([own.drawnCard.id]);
    const moved = !whole && this.api.moves() ? motion(this, events) : null;
    this.draw();
    moved?.();
    if (turned) this.root.querySelector(".player.turn")?.scrollIntoView({ inline: "center", block: "nearest" });
  }

  /** @param {GameEvent} event */
  hear(event) {
    const sound = SOUNDS[event.type];
    if (sound && !(event.type === "card_played" && event.playerId === this.api.seat)) this.api.sound(sound);
    if (event.type === "hand_revealed" && event.cards) this.revealed = event;
    if (event.type === "turn_started") this.revealed = null;
    if (event.type === "round_started") this.order.forget();
    if (event.type === "card_played") this.#laid(event.card.id, event.playerId);
    note(this, event);
  }

  /** Only of the cards that are still seen. @param {string} card @param {number} seat */
  #laid(card, seat) {
    const shown = this.table.discardPile.slice(-SHOWN_DISCARDS).map(({ id }) => id);
    for (const id of this.laidBy.keys()) if (!shown.includes(id)) this.laidBy.delete(id);
    this.laidBy.set(card, seat);
  }

  /** @param {Did} action @param {Record<string, unknown>} [payload] */
  async send(action, payload = {}) {
    this.status = "";
    this.blamed = "";
    this.moving = !BESIDE.has(action);
    const answer = await this.api.act({ action, payload: { ...payload, turn: this.table.turnNumber } });
    if (!answer.ok) {
      this.status = answer.text;
      this.refused = answer.code;
      this.blamed = this.leaving;
    }
    this.leaving = "";
    this.moving = false;
    this.draw();
    return answer.ok;
  }

  /** Plays the chosen card, after asking what it needs to know. */
  play() {
    const card = this.chosen;
    const move = card && this.move(card.id);
    if (!this.api.ready) return;
    if (!card) return this.say(this.w("choose"));
    if (!move) return void this.explain(card.id);
    if (move.needsColor) this.ask = { what: "color", targets: [], card: card.id };
    else if (move.needsTarget) this.ask = { what: "target", targets: move.targets, card: card.id };
    else void this.lay(card.id, {});
    this.draw();
  }

  /** Why a card does not go, as the server says it: the page knows no rules. @param {string} id */
  async explain(id) {
    const action = { action: "PLAY_CARD", payload: { cardId: id, turn: this.table.turnNumber } };
    const answer = await this.api.check(action);
    if (answer.ok || !this.hand.some((card) => card.id === id)) return;
    this.say(answer.text, answer.code, id);
  }

  /** Says what cannot be done. @param {string} text @param {string} [code] @param {string} [id] */
  say(text, code = "", id = "") {
    this.show(text, code, id);
    this.api.announce(text, true);
  }

  /** The same, in the status line alone. @param {string} text @param {string} code @param {string} id of a card */
  show(text, code, id) {
    this.status = text;
    this.refused = code;
    this.blamed = id;
    this.api.sound("refuse");
    this.draw();
  }

  askNothing() {
    this.ask = null;
    this.draw();
  }

  /** @param {Color} color */
  answerColor(color) {
    const card = this.ask?.card;
    this.ask = null;
    if (card) void this.lay(card, { chosenColor: color });
    else void this.send("CHOOSE_COLOR", { color });
  }

  /** @param {number} seat */
  answerTarget(seat) {
    const card = this.ask?.card;
    this.ask = null;
    if (card) void this.lay(card, { swapTargetId: seat });
  }

  /**
   * The card leaves the hand at once; a refusal brings it back.
   * @param {string} id @param {Record<string, unknown>} payload
   */
  async lay(id, payload) {
    const { api } = this;
    this.leftFrom = api.moves() ? place(this.root.querySelector(`#c-${CSS.escape(id)}`)) : null;
    this.leaving = id;
    this.held.chosen.clear();
    this.draw();
    leave(this);
    api.sound("play");
    await this.send("PLAY_CARD", { cardId: id, ...payload });
  }

  /** @param {number} at */
  tap(at) {
    const id = this.held.order[at];
    if (this.held.chosen.has(id) && this.api.pref("tap") === "second" && this.move(id)) return this.play();
    this.status = this.blamed = "";
    this.held.toggle(at);
    if (this.mine && this.held.chosen.has(id) && !this.move(id)) void this.explain(id);
  }

  /** @param {number} at */
  playAt(at) {
    this.held.toggle(at, true);
    this.play();
  }

  /** @param {boolean} shown */
  showResult(shown) {
    this.resultHidden = !shown;
    this.draw();
  }

  draw() {
    if (!this.table) return;
    render(this.template(), this.root);
    this.area.see(this.root.querySelector(".hand"));
  }

  template() {
    const { api, w } = this;
    const takenOver = api.seat !== null && !api.watching && this.table.players[api.seat]?.controlledBy === "bot";
    const explain = () => api.openHelp(this.refused);
    const why = html` <button class="quiet why" @click=${explain}>${api.t("help.why")}</button>`;
    const back = html`<button @click=${() => void api.back()}>${w("back2")}</button>`;
    return html`<div class="cloth"></div><div class=${classes({ rail: true, mine: this.mine })}></div>
      ${opponents(this)} ${middle(this)} ${ownSeat(this)} ${question(this)}
      <p class="status">${this.status}${this.refused && !this.refused.includes(".") && this.status ? why : nothing}</p>
      ${takenOver ? html`<p class="taken">${w("auto")} ${back}</p>` : nothing}
      ${actionRow(this)} ${this.own ? handView(this, this.own) : nothing}
      ${this.revealedTemplate()} ${result(this)}`;
  }

  /** @param {string} id @param {number} to */
  arrange(id, to) {
    this.order.move(this.held.order, id, to);
    this.draw();
  }

  revealedTemplate() {
    const { revealed, w, api } = this;
    if (!revealed) return nothing;
    return html`<section class="revealed"><h2>${w("revealed", { name: api.name(revealed.playerId) })}</h2>
      <div class="open-hand" role="img" aria-label=${revealed.cards.map((card) => cardName(card, w)).join(", ")}>
        ${revealed.cards.map(face)}</div>
      <button @click=${() => ((this.revealed = null), this.draw())}>${w("close")}</button></section>`;
  }

  bar() {
    if (!this.table) return nothing;
    const { table, api, w } = this;
    const name = this.mine ? w("turn.you") : w("turn", { name: api.name(table.currentPlayer) });
    return html`<b class=${this.mine ? "your-turn" : ""}>${this.running ? name : nothing}</b>
      ${this.mine ? timerRing(this.left, this.whole, api.t) : nothing}
      ${
        table.roundNumber > 1 || table.players.some((one) => one.score)
          ? html`<span class="faint">${w("round", { n: table.roundNumber })}</span>`
          : nothing
      }`;
  }

  /** Chooses the next card that can be played; which one of those that can it is, from 1; 0: there is none. */
  hint() {
    const from = this.chosen ? this.held.order.indexOf(this.chosen.id) : -1;
    const { order } = this.held;
    const next = [...order.slice(from + 1), ...order.slice(0, from + 1)].find((id) => this.move(id));
    if (!next) return 0;
    this.held.toggle(order.indexOf(next), true);
    return order.filter((id) => this.move(id)).indexOf(next) + 1;
  }
}

/** @param {HTMLElement} root @param {import("/static/js/table/api.js").TableApi} api */
export async function mount(root, api) {
  await stylesheet("/games/uno/client/view.css");
  const { entry, say } = telling(api.name, () => api.language);
  api.entry = entry;
  const uno = new Uno(root, api);
  return {
    /** @type {Uno["update"]} */
    update: (table, own, events, whole) => uno.update(table, own, events, whole),
    redraw: () => uno.draw(),
    tick: () => uno.table?.deadline && (uno.draw(), uno.speech.warn()),
    /** @type {Speech["frame"]} */
    speak: (...given) => uno.speech.frame(...given),
    bar: () => uno.bar(),
    menu: () => orderMenu(api, uno.order, uno.held, () => uno.draw()),
    waiting: () => Boolean(uno.table) && uno.mine,
    say,
    mark,
    hand: (/** @type {Own} */ own) => openHand(own.hand, uno.w),
    key: (/** @type {string} */ key) => pressed(uno, key),
    unmount() {
      uno.area.leave();
      render(nothing, root);
    },
  };
}
