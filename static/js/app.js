// @ts-check
// What every part of the page shares, and the one place that redraws it.
import { render } from "/static/vendor/vendor.js";
import { loadCatalog } from "./catalog.js";
import { Connection } from "./connection.js";
import { LateSocket } from "./late_socket.js";
import { Refusal } from "./refusal.js";
import { Words } from "./i18n.js";
import { applyLooks, Prefs, watchDevice } from "./prefs.js";
import { TableStore } from "./store.js";
import { TurnNotice } from "./turn.js";
import { calledHere } from "./ui/animals.js";
import { redrawSheet } from "./ui/dialog.js";
import { announce } from "./ui/live.js";

/** @typedef {{render: () => unknown, leave?: () => void}} Screen */

export class App {
  prefs = new Prefs(localStorage);
  words = new Words();
  store = new TableStore();
  connection = new Connection({
    io: (url, options) => new LateSocket(url, options),
    store: this.store,
    onChange: () => this.redraw(),
  });
  turn = new TurnNotice(this.prefs, this.words.t);
  /** @type {import("./catalog.js").GameCard[]} */
  games = [];
  /** The server's address for others on the network, unless this page knows a better one. @type {string | null} */
  near = null;
  /** Has the list of games failed to load? */
  unreachable = false;
  /** @type {Screen} */
  screen = { render: () => "" };
  /** What went wrong last, shown until something else happens. @type {string} */
  problem = "";
  /** Called with the code of a move that was refused. @type {(code: string) => void} */
  onRefused = () => {};
  #drawing = false;
  /** Is the screen new, and its title not yet read out? Its module may still be loading. */
  #arriving = false;

  /** @param {HTMLElement} root @param {(app: App) => Screen} route */
  constructor(root, route) {
    this.root = root;
    this.route = route;
  }

  /** @param {string} key @param {Record<string, unknown>} [params] */
  t = (key, params) => this.words.t(key, params);

  /** @param {Promise<void>} dressed when the styles are there */
  async start(dressed) {
    this.words.onLoad = () => this.redraw();
    applyLooks(this.prefs);
    watchDevice(() => applyLooks(this.prefs));
    this.prefs.watch((name) => this.#preferred(name));
    addEventListener("popstate", () => this.#show());
    const games = this.#loadGames();
    await this.words.use(this.prefs.get("language"));
    await games;
    await dressed;
    this.#show();
  }

  async #loadGames() {
    try {
      Object.assign(this, await loadCatalog());
      this.unreachable = false;
    } catch {
      this.unreachable = true;
    }
  }

  async reload() {
    await this.#loadGames();
    this.redraw();
  }

  /** @param {string} [id] */
  game(id) {
    return this.games.find((game) => game.id === id);
  }

  /** @param {string} name of what changed */
  #preferred(name) {
    applyLooks(this.prefs);
    if (name === "language") void this.words.use(this.prefs.get("language")).then(() => this.redraw());
    this.redraw();
  }

  /** @param {string} path @param {boolean} [instead] of the address shown now */
  go(path, instead = false) {
    history[instead ? "replaceState" : "pushState"](null, "", path);
    this.#show();
  }

  #show() {
    this.screen.leave?.();
    this.problem = "";
    this.screen = this.route(this);
    this.#arriving = true;
    this.redraw();
    scrollTo(0, 0);
  }

  /** Draws once before the next frame, however often it is called. */
  redraw() {
    if (this.#drawing) return;
    this.#drawing = true;
    requestAnimationFrame(() => {
      this.#drawing = false;
      render(this.screen.render(), this.root);
      redrawSheet();
      this.#arrive();
    });
  }

  #arrive() {
    const title = this.#arriving ? this.root.querySelector("h1") : null;
    title?.focus({ preventScroll: true });
    if (title) this.#arriving = false;
  }

  /** The name of the seat's owner. @param {number} seat @returns {string} */
  nameOf = (seat) => {
    const one = this.store.view?.room.seats[seat];
    return one?.name ? calledHere(one, this.t) : `#${seat + 1}`;
  };

  /**
   * Asks the server; shows a refusal in words and swallows it.
   * @param {string} kind @param {Record<string, unknown>} [fields]
   * @returns {Promise<import("./connection.js").Told | null>} null when refused
   */
  async ask(kind, fields) {
    return this.attempt(() => this.connection.ask(kind, fields));
  }

  /** A refusal in words; the module that finds them is loaded on demand. @param {Refusal} refusal */
  async #said(refusal) {
    try {
      return (await import("./table/describe.js")).said(this, refusal);
    } catch {
      return this.t("code.net.lost");
    }
  }

  /** @template T @param {() => Promise<T>} act @returns {Promise<T | null>} */
  async attempt(act) {
    this.problem = "";
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.problem = await this.#said(error);
      announce(this.problem, true);
      return null;
    } finally {
      this.redraw();
    }
  }
}
