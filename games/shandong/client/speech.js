// @ts-check
// What is spoken at this table: what the others did, then what is asked of the reader, as one sentence. A demand never
// comes without the card that it answers, and never interrupts it.
import { seconds } from "/static/js/table/timer.js";
import { dutyText } from "./actions.js";
import { offers } from "./bids.js";
import { cardName, cardsName, groups } from "./cards.js";
import { phaseText } from "./phase.js";
import { bottomPoints, champion, outcome } from "./result.js";

/** @typedef {import("./view.js").Shandong} Shandong */
/** @typedef {import("./views.d.ts").GameEvent} GameEvent */
/** @typedef {(event: GameEvent) => string} Line the log's line of an event */

const WARNING_S = 10;
/** Others show these, or a later event of the same frame says it all. @type {Set<GameEvent["type"]>} */
const SILENT = new Set(["dealt", "opened", "passed", "ready", "match_ended"]);
const BIDS = { declare: "declared", counter: "countered", stick: "stuck" };

export class Speech {
  /** What was asked last: the same is not asked twice. */
  #asked = "";
  /** Has the reader been told where the game stands? */
  #arrived = false;
  /** The deadline that has been warned of. @type {number | null} */
  #warned = null;

  /** @param {Shandong} game */
  constructor(game) {
    this.game = game;
  }

  /** What a frame tells, and what it asks. @param {GameEvent[]} events @param {boolean} whole @param {Line} line */
  frame(events, whole, line) {
    const asks = this.asks();
    const news = asks === this.#asked ? "" : asks;
    this.#asked = asks;
    if (whole) return this.#came(news !== "");
    return [...events.map((event) => this.#told(event, line)), news, news && this.#window()].filter(Boolean).join(" ");
  }

  /** After a snapshot: where the game stands, and the first time how to hear it again. @param {boolean} news */
  #came(news) {
    const first = !this.#arrived;
    this.#arrived = true;
    if (first) return `${this.situation()} ${this.game.w("say.keys")}`;
    return news ? this.situation() : "";
  }

  /** @param {GameEvent} event @param {Line} line */
  #told(event, line) {
    const { api, w, table } = this.game;
    if (SILENT.has(event.type)) return "";
    switch (event.type) {
      case "round_began": {
        const dealer = event.dealer === null ? "" : w("say.deals", { name: api.name(event.dealer) });
        return `${w("say.begins", { n: event.round, level: w(event.level) })} ${dealer}`;
      }
      case "showed": {
        const what = w(BIDS[event.bid], { name: api.name(event.seat) });
        return w("say.shows", { what, cards: event.cards ? cardsName(event.cards, w) : w("say.dark.cards") });
      }
      case "exchanged":
        return event.taken && event.given
          ? w("say.given.back", { taken: cardsName(event.taken, w), given: cardsName(event.given, w) })
          : ended(w, line(event));
      case "bottom_taken":
        return event.cards
          ? w("say.takes.you", { cards: cardsName(event.cards, w) })
          : w("say.takes", { name: api.name(event.seat) });
      case "buried":
        return event.cards
          ? w("say.buries.you", { cards: cardsName(event.cards, w) })
          : w("say.buries", { name: api.name(event.seat) });
      case "trump_revealed":
        return w("say.trump.is", { suit: w(event.trumpSuit ?? "none") });
      case "played":
        return this.#played(event);
      case "throw_failed": {
        const fails = w("say.fails", { name: api.name(event.seat), cards: cardsName(event.attempted, w) });
        return event.forced ? `${fails} ${w("say.forced", { cards: cardsName(event.forced, w) })}` : fails;
      }
      case "throw_chosen":
        return w("say.picks", { name: api.name(event.chooser), cards: cardsName(event.cards, w) });
      case "trick_won": {
        const key = `say.wins${event.winner === api.seat ? ".you" : ""}${event.points ? ".points" : ""}`;
        return w(key, { name: api.name(event.winner), points: event.points });
      }
      case "round_ended":
        return table.result ? this.result(table.result) : "";
      default:
        return line(event) && ended(w, line(event));
    }
  }

  /** @param {import("./views.d.ts").Played} event */
  #played({ seat, cards, lead }) {
    const { api, w } = this.game;
    const key = seat === api.seat ? "say.plays.you" : lead ? "say.leads" : "say.plays";
    return w(key, { name: api.name(seat), cards: cardsName(cards, w) });
  }

  /** @param {import("./views.d.ts").RoundResult} round */
  result(round) {
    const { game } = this;
    const { w, api, table } = game;
    const over = table.phase === "match_end" && round.matchWinner !== null;
    const next = round.nextDealer === null || over ? "" : w("nextDealer", { name: api.name(round.nextDealer) });
    const told = [
      over ? champion(game, /** @type {number} */ (round.matchWinner)) : outcome(game, round),
      w("points.got", { n: round.defenderPoints }),
      bottomPoints(game, round),
      this.levels(),
      next,
    ];
    const goes = over || api.seat === null ? "" : w("say.next.round");
    return `${told
      .filter(Boolean)
      .map((text) => ended(w, text))
      .join(" ")} ${goes}`.trim();
  }

  levels() {
    const { api, w, table, me } = this.game;
    const [a, b] = table.teamLevels.map((level) => w(level));
    if (api.seat === null) return w("say.levels.of", { a, b });
    return w("say.levels.are", me % 2 ? { us: b, them: a } : { us: a, them: b });
  }

  /** What the reader may do now and has to do, with the keys that do it; empty while others play. */
  asks() {
    const { game } = this;
    const { own, table, api, w } = game;
    if (!own || api.seat === null || table.presence[api.seat] === "auto") return "";
    const offered = offers(game)
      .map(({ name }, at) => `${at + 1} ${name}`)
      .join(", ");
    const pass = own.mayPass && table.phase !== "dealing" ? w("say.ask.pass", { what: ended(w, phaseText(game)) }) : "";
    switch (table.phase) {
      case "dealing":
      case "declaring":
      case "countering":
        return offered ? w(table.declarer === null ? "say.ask.declare" : "say.ask.counter", { offers: offered }) : pass;
      case "sticking":
        if (game.sticking && own.mayStick)
          return w("say.ask.give", { n: own.wanted, name: table.declarer === null ? "" : api.name(table.declarer) });
        return offered ? w("say.ask.stick", { offers: offered }) : pass;
      case "bottom":
        return own.taken ? w("say.ask.bury", { n: own.wanted }) : "";
      case "throw_choice":
        return table.currentTurn === api.seat ? w("say.ask.choose", { offers: offered }) : "";
      case "playing":
        if (table.currentTurn !== api.seat) return "";
        return own.duty ? w("say.ask.follow", { duty: dutyText(game, own.duty) }) : w("say.ask.lead");
      default:
        return "";
    }
  }

  /** What a key has led to: the next frame does not ask it again. */
  asked() {
    this.#asked = this.asks();
    return `${this.#asked} ${this.chosen()}`;
  }

  /** How long a question to several seats is open. */
  #window() {
    const { table, left, w } = this.game;
    const open = ["declaring", "countering", "sticking", "bottom"].includes(table.phase);
    return open && left !== null ? w("say.seconds", { n: seconds(left) }) : "";
  }

  /** Where the game stands: the trick so far and who is winning, whose turn it is, what is asked, what is chosen. */
  situation() {
    const { game } = this;
    const { w, api, table } = game;
    if (table.result && ["round_end", "match_end"].includes(table.phase)) return this.result(table.result);
    const { trick } = table;
    const plays = trick ? this.#read(trick.plays) : "";
    const far = trick && plays ? w("say.trick.so.far", { plays, name: api.name(trick.winning) }) : "";
    const asks = this.asks();
    return [far, asks || ended(w, phaseText(game)), this.#window(), this.chosen()].filter(Boolean).join(" ");
  }

  /** A card of the hand. @param {string} [id] none in an empty hand */
  named(id) {
    return id === undefined ? this.game.w("say.picked.none") : cardName(id, this.game.w);
  }

  /** The trick before this one. */
  last() {
    const { w, api, table } = this.game;
    const { lastTrick } = table;
    if (!lastTrick) return w("say.no.last");
    const { winner, points } = lastTrick;
    return `${this.#read(lastTrick.plays)}. ${w("trick", { name: api.name(winner), points })}`;
  }

  /** @param {import("./views.d.ts").Play[]} plays */
  #read(plays) {
    const { w, api } = this.game;
    return plays.map(({ seat, cards }) => `${api.name(seat)} ${cardsName(cards, w)}`).join(", ");
  }

  /** The cards that are chosen, and how many there have to be. */
  chosen() {
    const { w, held, own } = this.game;
    const { cards } = held;
    if (!cards.length) return "";
    const names = cardsName(cards, w);
    return w(own?.wanted ? "say.picked.of" : "say.picked", { cards: names, n: cards.length, of: own?.wanted });
  }

  /** Says once that the reader's time runs out. */
  warn() {
    this.game.api.announce(this.warning(), true);
  }

  warning() {
    const { mine, left, table, w } = this.game;
    if (!mine || left === null || seconds(left) > WARNING_S || this.#warned === table.deadline) return "";
    this.#warned = table.deadline;
    return w("say.seconds", { n: seconds(left) });
  }

  /** Group by group: trumps first. */
  hand() {
    const { w, hand, trumps } = this.game;
    const told = groups(hand, trumps).map((group) => cardsName(group, w));
    return w("say.hand.has", { n: w("cards", { n: hand.length }), groups: told.join("; ") });
  }
}

/** A sentence with its full stop. @param {import("./words.js").Say} w @param {string} text */
const ended = (w, text) => (/[.。!！?？]$/.test(text) ? text : text + w("say.stop"));
