// @ts-check
// What is spoken at the UNO table: what the others did, then what is asked of the reader, as one sentence. A demand
// never comes without the card that it answers, and never interrupts it.
import { seconds } from "/static/js/table/timer.js";
import { COLORS } from "./cards.js";
import { heading } from "./result.js";
import { cardName } from "./telling.js";

/** @typedef {import("./view.js").Uno} Uno */
/** @typedef {import("./cards.js").Card} Card */
/** @typedef {import("./cards.js").Color} Color */
/** @typedef {import("./views.d.ts").GameEvent} GameEvent */
/** @typedef {(event: GameEvent) => string} Line the log's line of an event */

/** With this many cards or fewer it is worth a word how many a player has left. */
const FEW = 3;
const WARNING_S = 10;
/** @type {Record<Color, string>} the key that answers with a colour, in every language */
export const COLOR_KEYS = { red: "r", yellow: "y", green: "g", blue: "b" };

/** Others show these, or a later event of the same frame says it all. @type {Set<GameEvent["type"]>} */
const SILENT = new Set([
  "match_started",
  "dealer_draw",
  "first_discard_rejected",
  "hand_dealt",
  "turn_started",
  "direction_changed",
  "draw_pending",
  "turn_passed",
  "jumped_in",
  "color_chosen",
  "pile_reshuffled",
  "match_ended",
]);

export class Speech {
  /** What was asked in this turn: the same is not asked twice. @type {string[]} */
  #asked = [];
  #turn = -1;
  /** Has the reader been told where the game stands? */
  #arrived = false;
  /** The turn whose end has been warned of. */
  #warned = -1;

  /** @param {Uno} uno */
  constructor(uno) {
    this.uno = uno;
  }

  /** What a frame tells, and what it asks. @param {GameEvent[]} events @param {boolean} whole @param {Line} line */
  frame(events, whole, line) {
    const { uno } = this;
    const asks = this.asks();
    if (this.#turn !== uno.table.turnNumber) this.#asked = [];
    this.#turn = uno.table.turnNumber;
    const news = asks.filter((one) => !this.#asked.includes(one));
    this.#asked = asks;
    if (whole) return this.#came(news.length > 0);
    const told = events.map((event) => this.#told(event, line)).filter(Boolean);
    const shown = events.some((event) => event.type === "card_played" || event.type === "round_started");
    // A player who has to answer a card that was not named just now hears it again.
    if (news.length && uno.mine && !shown) told.push(this.top());
    return [...told, ...news].join(" ");
  }

  /** After a snapshot: where the game stands, and the first time how to hear it again. @param {boolean} news */
  #came(news) {
    const first = !this.#arrived;
    this.#arrived = true;
    if (first) return `${this.situation()} ${this.uno.w("say.keys")}`;
    return news ? this.situation() : "";
  }

  /** @param {GameEvent} event @param {Line} line */
  #told(event, line) {
    const { api, w } = this.uno;
    if (SILENT.has(event.type)) return event.type === "color_chosen" ? this.#color(event) : "";
    switch (event.type) {
      case "card_played":
        return this.#played(event);
      case "cards_drawn":
        return event.cards
          ? w("say.draws.you", { cards: this.#cards(event.cards) })
          : w("say.draws", { name: api.name(event.playerId), n: event.count });
      case "turn_skipped":
        return event.playerId === api.seat
          ? w("say.skipped.you")
          : w("say.skipped", { name: api.name(event.playerId) });
      case "uno_called":
        return event.playerId === api.seat ? w("say.calls.you") : w("say.calls", { name: api.name(event.playerId) });
      case "uno_caught":
        return w(event.playerId === api.seat ? "say.caught.you" : "say.caught", {
          by: api.name(event.byId),
          name: api.name(event.playerId),
        });
      case "hand_revealed":
        return event.cards ? w("say.shows", { name: api.name(event.playerId), cards: this.#cards(event.cards) }) : "";
      case "wd4_challenged":
        return `${line(event)} ${w(event.guilty ? "say.guilty" : "say.innocent")}`;
      case "round_started":
        return w("say.begins", { n: event.roundNumber, card: cardName(event.topCard, w) });
      case "round_ended":
        return this.#result();
      default:
        return line(event);
    }
  }

  /** @param {import("./views.d.ts").CardPlayed} event */
  #played({ playerId, card, currentColor, cardCount, jumpIn }) {
    const { api, w } = this.uno;
    const name = api.name(playerId);
    const named = this.#colored(card, currentColor);
    if (playerId === api.seat) return w("say.plays.you", { card: named });
    if (jumpIn) return w("say.jumps", { name, card: named });
    return w(cardCount && cardCount <= FEW ? "say.plays.left" : "say.plays", { name, card: named, n: cardCount });
  }

  /** Of a first card, or where the choice came after the card. @param {import("./views.d.ts").ColorChosen} event */
  #color({ color }) {
    const { w } = this.uno;
    return color ? w("say.color.is", { color: w(color) }) : "";
  }

  /** Who has won, and the points where they are counted. */
  #result() {
    const { uno } = this;
    const { api, w, table } = uno;
    const counted = table.players.some((one) => one.score);
    const points = counted
      ? table.players.map((one) => w("say.score", { name: api.name(one.seat), n: one.score }))
      : [];
    const next = table.phase === "roundEnd" && api.seat !== null ? w("say.next.round") : "";
    const told = [heading(uno, table.phase === "matchEnd"), points.join(", ")];
    return [...told.filter(Boolean).map((text) => ended(w, text)), next].filter(Boolean).join(" ");
  }

  /** The same, and the cards that were left. */
  #over() {
    const { api, w, table } = this.uno;
    const hands = table.roundResult?.hands ?? [];
    const left = hands.flatMap((cards, seat) =>
      cards.length ? [w("say.left.one", { name: api.name(seat), cards: this.#cards(cards) })] : [],
    );
    return [this.#result(), ...left].join(" ");
  }

  /** What the reader may do now and has to do, with the keys that do it; nothing while others play. */
  asks() {
    const { uno } = this;
    const { w, api, own } = uno;
    if (!own || !uno.running) return [];
    if (uno.ask) return [this.question()];
    const playable = own.legalActions.filter((one) => one.action === "PLAY_CARD");
    const jumps = playable.map(({ cardId }) => this.named(cardId)).join(w("card.and"));
    const caught = uno.legal("CHALLENGE_UNO")?.targetPlayerId ?? null;
    return [
      uno.mine ? this.#demand(playable) : jumps && w("say.ask.jump", { cards: jumps }),
      uno.callsUno ? w("say.ask.uno") : "",
      caught === null ? "" : w("say.ask.catch", { name: api.name(caught) }),
    ].filter(Boolean);
  }

  /** @param {import("./views.d.ts").LegalAction[]} playable */
  #demand(playable) {
    const { w, table, own } = this.uno;
    const n = playable.length;
    const drawn = own?.drawnCard;
    if (table.phase === "turnEnd") return w("say.ask.end");
    if (table.pending && this.uno.legal("DRAW_CARD")) return this.#owed(table.pending, n);
    if (drawn && this.uno.move(drawn.id)) return w("say.ask.drawn", { card: cardName(drawn, w) });
    if (n) return w("say.ask.turn", { n });
    return w(this.uno.legal("DRAW_CARD") ? "say.ask.none" : "say.ask.kept");
  }

  /**
   * Cards are to be drawn, if nothing answers them.
   * @param {import("./views.d.ts").Pending} pending @param {number} n cards that do
   */
  #owed({ by, costIfWrong }, n) {
    const { w, api, table } = this.uno;
    const challenged = this.uno.legal("CHALLENGE_WD4") && by !== null;
    return [
      w("say.ask.take", { n: table.drawPending }),
      challenged ? w("say.ask.challenge", { name: api.name(by), cost: costIfWrong }) : "",
      n ? w("say.ask.stack", { n }) : "",
    ]
      .filter(Boolean)
      .join(" ");
  }

  /** The question that the chosen card asks. */
  question() {
    const { ask, w, api, hand, table, bestColor } = this.uno;
    if (!ask) return "";
    if (ask.what === "target") {
      const seats = ask.targets.map((seat, at) =>
        w("say.ask.target.one", { key: at + 1, name: api.name(seat), n: table.players[seat].cardCount }),
      );
      return w("say.ask.target", { seats: seats.join(", ") });
    }
    const colors = COLORS.map((color) => {
      const n = hand.filter((card) => card.color === color).length;
      return w("say.ask.color.one", { key: COLOR_KEYS[color].toUpperCase(), color: w(color), n });
    });
    return w("say.ask.color", { colors: colors.join(", "), best: w(bestColor) });
  }

  /** Where the game stands: the pile, whose turn it is and what is asked, what is chosen. */
  situation() {
    const { uno } = this;
    const { w, table, api, chosen } = uno;
    if (!uno.running) return this.#over();
    const others = uno.mine ? "" : w("say.waits", { name: api.name(table.currentPlayer) });
    const pending = table.drawPending && !uno.mine ? ended(w, w("pending", { n: table.drawPending })) : "";
    const picked = chosen ? w("say.picked.this", { card: cardName(chosen, w) }) : "";
    return [this.top(), others, pending, ...this.asks(), picked].filter(Boolean).join(" ");
  }

  top() {
    const { w, table } = this.uno;
    return w("say.on.top", { card: this.#colored(table.topCard, table.currentColor) });
  }

  /** A wild card with the colour that was chosen. @param {Card} card @param {Color | null} color */
  #colored(card, color) {
    const { w } = this.uno;
    const name = cardName(card, w);
    return card.color || !color ? name : w("card.colored", { card: name, color: w(color) });
  }

  /** Says once that the reader's time runs out. */
  warn() {
    this.uno.api.announce(this.warning(), true);
  }

  warning() {
    const { uno } = this;
    const { left, table } = uno;
    const mine = uno.mine || Boolean(uno.ask);
    if (!mine || left === null || seconds(left) > WARNING_S || this.#warned === table.turnNumber) return "";
    this.#warned = table.turnNumber;
    return uno.w("say.seconds", { n: seconds(left) });
  }

  direction() {
    const { w, api, table } = this.uno;
    const all = table.players.length;
    let next = table.currentPlayer;
    do next = (next + table.direction + all) % all;
    while (!table.players[next].active);
    return w("say.direction", { way: w(table.direction === 1 ? "cw" : "ccw"), name: api.name(next) });
  }

  /** Group by group, as they lie. */
  hand() {
    const { w, held, hand } = this.uno;
    const byId = new Map(hand.map((card) => [card.id, card]));
    const cards = held.order.flatMap((id) => byId.get(id) ?? []);
    return w("say.hand.has", { n: w("cards", { n: cards.length }), cards: this.#cards(cards) });
  }

  /** @param {Card[]} cards */
  #cards(cards) {
    return cards.map((card) => cardName(card, this.uno.w)).join(this.uno.w("card.and"));
  }

  /** A card of the hand. @param {string | null} id */
  named(id) {
    const card = this.uno.hand.find((one) => one.id === id);
    return card ? cardName(card, this.uno.w) : this.uno.w("say.picked.none");
  }
}

/** A sentence with its full stop. @param {import("./words.js").Say} w @param {string} text */
const ended = (w, text) => (/[.。!！?？]$/.test(text) ? text : text + w("say.stop"));
