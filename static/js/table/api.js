// @ts-check
// The interface for a game's view. docs/client-modules.md describes it for authors.
import { Refusal } from "../refusal.js";
import { moves, pace } from "../prefs.js";
import { sound } from "../sound.js";
import { announce } from "../ui/live.js";
import { openSeat } from "../views/people.js";
import { openHelp } from "../views/sheets.js";
import { said } from "./describe.js";

/** @typedef {{ok: true, result: unknown}} Accepted */
/** @typedef {{ok: false, code: string, params: Record<string, unknown>, text: string}} Refused */
/** @typedef {Accepted | Refused} Answer */
/** @typedef {import("../room_view.d.ts").RoomView} RoomView */
/** @typedef {{view: import("../store.js").Table | null, codec: {schema: import("../codec.js").Schema} | null}} Shown */

export class TableApi {
  /** Is an action pending? */
  busy = false;
  /**
   * The view's names for entries of static tables, mainly cards; a view may set it.
   * @type {import("./describe.js").Teller["entry"]}
   */
  entry = undefined;
  /** The room as last seen. @type {RoomView | undefined} */
  #room;

  /**
   * @param {import("../app.js").App} app
   * @param {{bubbles: Map<number, unknown>}} chat
   * @param {() => void} redraw
   * @param {Shown} [store] what is shown
   */
  constructor(app, chat, redraw, store = app.store) {
    this.app = app;
    this.chat = chat;
    this.redraw = redraw;
    this.store = store;
    this.game = store.view?.room.game ?? "";
    this.t = app.words.of(this.game);
  }

  /** The reader's seat; null when they watch. */
  get seat() {
    return this.store.view?.seat ?? null;
  }

  /** Is there nothing that the user can do, even if a seat's own view is shown? */
  get watching() {
    return this.seat === null;
  }

  /** The room, even for a view that draws a moment after the user has left it. */
  get room() {
    this.#room = this.store.view?.room ?? this.#room;
    return /** @type {RoomView} */ (this.#room);
  }

  get language() {
    return this.app.words.language;
  }

  /** May the user act now: are they connected, with no action pending? */
  get ready() {
    return this.app.connection.state === "online" && !this.busy && !this.room.paused;
  }

  get schema() {
    return this.store.codec?.schema;
  }

  /** Why the user cannot act now, in words; empty if they can. */
  get hindrance() {
    const { t } = this.app;
    if (this.ready) return "";
    return t(this.room.paused ? "code.room.paused" : this.busy ? "code.act.pending" : "code.net.offline");
  }

  /** The game's static tables, by name. @returns {Record<string, unknown[]>} */
  get names() {
    return this.schema?.names ?? {};
  }

  /** The name of the seat's owner. @param {number} seat */
  name = (seat) => this.app.nameOf(seat);

  /** A text if there is one. @param {string} key */
  find = (key) => this.app.words.find(this.game, key);

  /** One of the user's settings. @type {import("../prefs.js").Prefs["get"]} */
  pref = (name) => this.app.prefs.get(name);

  /** @type {import("../prefs.js").Prefs["set"]} */
  prefer = (name, value) => this.app.prefs.set(name, value);

  moves = () => moves(this.app.prefs);

  /** How long movements take, compared with the default. */
  pace = () => pace(this.app.prefs);

  /** @param {string} name */
  sound = (name) => sound(name, this.pref("sound"));

  announce = announce;

  /** Ms left until a deadline; null without one. @param {number | null | undefined} deadline */
  left = (deadline) => this.app.connection.clock.left(this.room, deadline || null);

  /** The seat's latest chat line, to draw: a text, or an emote. @param {number} seat @returns {unknown} */
  bubble = (seat) => this.chat.bubbles.get(seat) ?? "";

  /** @param {number} seat */
  openSeat = (seat) => openSeat(this.app, seat);

  /** @param {string} [code] a refusal to explain */
  openHelp = (code) => openHelp(this.app, this.game, code);

  /** Does the game have rules that a refusal can open? */
  get explained() {
    return this.app.game(this.game)?.help === true;
  }

  /** Sends an action. Never rejects. @param {unknown} action @returns {Promise<Answer>} */
  async act(action) {
    this.busy = true;
    this.redraw();
    try {
      return { ok: true, result: await this.app.connection.act(action) };
    } catch (error) {
      return this.#refused(error);
    } finally {
      this.busy = false;
      this.redraw();
    }
  }

  /**
   * Would it be accepted? Changes nothing, and nobody is told.
   * @param {unknown} action @returns {Promise<Answer>}
   */
  async check(action) {
    try {
      return { ok: true, result: await this.app.connection.ask("check", { action }) };
    } catch (error) {
      return this.#told(error);
    }
  }

  /** "I am ready for what comes next." */
  async sayReady() {
    await this.app.ask("ready", { on: true });
  }

  /** Takes the seat back from the autopilot. */
  async back() {
    await this.app.ask("back");
  }

  /** @param {import("../codec.js").Schema} schema @returns {import("./describe.js").Teller} */
  teller = (schema) => ({ schema, find: this.find, name: this.name, language: this.language, entry: this.entry });

  /** @param {unknown} error @returns {Answer} */
  #refused(error) {
    const answer = this.#told(error);
    if (!answer.ok) {
      this.sound("refuse");
      announce(answer.text, true);
      this.app.onRefused(answer.code);
    }
    return answer;
  }

  /** @param {unknown} error @returns {Answer} */
  #told(error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, params } = error;
    return { ok: false, code, params, text: said(this.app, error, this.game, this.entry) };
  }
}
