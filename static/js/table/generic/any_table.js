// @ts-check
// A table for any game: marks give the meaning of its fields, and the server lists the moves. It knows no rules.
import { html, nothing, render } from "/static/vendor/vendor.js";
import { eventText } from "../describe.js";
import { Hand, HandArea } from "../hand.js";
import { OwnOrder } from "../order.js";
import { Span, timerRing } from "../timer.js";
import { Verdict } from "../verdict.js";
import { actionRow, question } from "./acts.js";
import { cardOf, handView, placesOf } from "./hand.js";
import { Memory } from "./memory.js";
import { middle } from "./middle.js";
import { actionOf, playsOf } from "./moves.js";
import { result } from "./result.js";
import { opponents, ownPlate } from "./seats.js";
import { Sight } from "./sight.js";
import { words } from "./words.js";

/** @typedef {import("../../codec.js").View} View */
/** @typedef {import("../../codec.js").ViewEvent} ViewEvent */
/** @typedef {import("./moves.js").Deed} Deed */
/** @typedef {import("./moves.js").Move} Move */

/** How long the last trick of a round stays in sight. */
const LINGER_MS = 1500;

export class AnyTable {
  /** Set by the first update. */
  sight = /** @type {Sight} */ (/** @type {unknown} */ (null));
  /** Moves among which the user is asked to choose: they differ in more than cards. @type {Move[]} */
  ways = [];
  /** The numbers set so far, by the type of their action. @type {Map<string, number>} */
  amounts = new Map();
  status = "";
  refused = "";
  resultHidden = false;
  /** Until then the last cards stay in sight, and no result covers them. */
  #lookUntil = 0;
  #ended = false;
  /** What the game said as the round or the match ended. */
  outcome = "";
  showsLast = false;
  #hint = -1;
  #span = new Span();
  memory = new Memory();
  held = new Hand(() => this.draw());
  area = new HandArea(this.held, () => this.draw(), {
    tap: (at) => this.tap(at),
    twice: (at) => this.playAt(at),
    flick: (at) => this.playAt(at),
    arrange: (id, to) => this.arrange(id, to),
  });

  /** @param {HTMLElement} root @param {import("../api.js").TableApi} api */
  constructor(root, api) {
    this.root = root;
    this.api = api;
    this.w = words(() => api.language);
    this.order = new OwnOrder(api.room.code);
    this.verdict = new Verdict(
      (action) => api.check(action),
      () => this.draw(),
    );
    root.classList.add("card-table", "generic");
    api.entry = (table, entry) => this.sight?.entry(table, entry);
  }

  get left() {
    return this.api.left(this.sight.deadline);
  }

  get whole() {
    return this.#span.see(this.sight.deadline, this.left);
  }

  /** The names of the chosen cards. */
  get chosen() {
    return this.held.cards.map(cardOf);
  }

  /** @param {View} table @param {View | null} own */
  look(table, own) {
    this.sight = new Sight(this.api, this.w, table, own);
    const { deeds } = this.sight.offered;
    this.held.many = deeds.some((one) => one.pick || one.moves.some((move) => this.sight.cards(move).length > 1));
  }

  /** @param {View} table @param {View | null} own @param {ViewEvent[]} events @param {boolean} whole */
  update(table, own, events, whole) {
    const before = this.sight?.acting;
    this.look(table, own);
    if (this.ended && !this.#ended && !whole) this.#lingers();
    this.#ended = this.ended;
    const { schema, fields, acting } = this.sight;
    if (!this.ended) this.outcome = "";
    else for (const event of events) this.outcome = eventText(this.api.teller(schema), event) || this.outcome;
    if (whole || (before?.length === 0 && acting?.length)) this.memory.forget();
    this.memory.see(schema, fields, table, events);
    if (`${before}` !== `${acting}`) this.begin();
    this.verdict.forget();
    if (events.some((event) => event.type in (schema.marks?.actions ?? {}))) this.api.sound("play");
    this.draw();
  }

  /** Is the round or the match over? */
  get ended() {
    return Boolean(this.sight && (this.sight.over || this.sight.between));
  }

  get lingering() {
    return Date.now() < this.#lookUntil;
  }

  #lingers() {
    this.#lookUntil = Date.now() + LINGER_MS;
    setTimeout(() => this.draw(), LINGER_MS + 20);
  }

  /** Another turn. */
  begin() {
    this.status = "";
    this.ways = [];
    this.#hint = -1;
    this.amounts.clear();
    if (this.sight.acting?.length) this.resultHidden = false;
  }

  /** The ways to play the chosen cards. @param {Deed} deed */
  plays = (deed) => (this.chosen.length ? playsOf(deed, this.sight.moveFields, this.chosen) : []);

  /** The action for a single card that no listed move names, so that the server can say why not. */
  unlisted() {
    const [deed] = this.sight.offered.deeds;
    const [card, ...more] = this.chosen;
    if (!card || more.length || !deed || deed.pick || !this.api.ready || this.api.busy) return null;
    const field = this.sight.moveFields.find(({ name, mark }) => mark?.is === "card" && deed.moves[0][name] !== null);
    return field ? actionOf({ ...deed.moves[0], [field.name]: card }) : null;
  }

  /** Why the server would not take that. @param {unknown} action */
  async explain(action) {
    const asked = this.sight;
    const answer = await this.api.check(action);
    if (answer.ok || asked !== this.sight) return;
    [this.status, this.refused] = [answer.text, answer.code];
    this.draw();
  }

  /** Makes the move, or asks which of several is meant. @param {Move[]} ways */
  play(ways) {
    if (!ways.length || !this.api.ready) return;
    if (ways.length === 1) return void this.send(ways[0]);
    this.ways = ways;
    this.draw();
    const first = this.root.querySelector(".ask .tile");
    if (first instanceof HTMLElement) first.focus();
  }

  /** The effect of Enter and of a second tap: the only play of the chosen cards. */
  playChosen() {
    const [ways, ...more] = this.sight.offered.deeds.map(this.plays).filter((one) => one.length);
    if (ways && !more.length) this.play(ways);
  }

  /** @param {Move} move */
  async send(move) {
    this.status = "";
    this.ways = [];
    const answer = await this.api.act(actionOf(move));
    if (answer.ok) {
      this.held.clear();
      this.amounts.clear();
    } else [this.status, this.refused] = [answer.text, answer.code];
    this.draw();
  }

  /** @param {number} at */
  tap(at) {
    const again = this.held.chosen.has(this.held.order[at]) && this.api.pref("tap") === "second";
    if (again) return this.playChosen();
    this.status = "";
    this.ways = [];
    this.held.toggle(at);
  }

  /** @param {number} at */
  playAt(at) {
    this.held.toggle(at, true);
    this.playChosen();
  }

  /** @param {string} key @param {number} to */
  arrange(key, to) {
    this.order.move(this.held.order, key, to);
    this.draw();
  }

  /** Chooses the cards of the next listed move. */
  hint() {
    const all = this.sight.offered.deeds.flatMap((deed) => deed.moves);
    if (!all.length) return;
    this.#hint = (this.#hint + 1) % all.length;
    [this.ways, this.status] = [[], ""];
    this.held.choose(placesOf(this.held.order, this.sight.cards(all[this.#hint])));
  }

  /** @param {Partial<Pick<AnyTable, "resultHidden" | "showsLast" | "ways">>} change */
  show(change) {
    Object.assign(this, change);
    this.draw();
  }

  draw() {
    if (!this.sight) return;
    render(this.template(), this.root);
    this.area.see(this.root.querySelector(".hand"));
  }

  template() {
    const { sight } = this;
    return html`<div class="cloth"></div><div class=${sight.mine ? "rail mine" : "rail"}></div>
      ${opponents(this)} ${middle(this)} ${question(this)} ${ownPlate(this)} ${actionRow(this)}
      ${sight.hand.length ? handView(this) : nothing} ${result(this)}`;
  }

  /** The cards in a seat's own view. @param {View} own */
  cardsOf(own) {
    const { hand, short } = new Sight(this.api, this.w, this.sight.table, own);
    return hand.map(short).join(" ");
  }

  bar() {
    if (!this.sight) return nothing;
    const { api, w } = this;
    const { mine, acting } = this.sight;
    if (mine) return html`<b class="your-turn">${w("turn.you")}</b> ${timerRing(this.left, this.whole, api.t)}`;
    return acting?.length ? html`<b>${w("turn", { name: acting.map(api.name).join(" · ") })}</b>` : nothing;
  }
}
