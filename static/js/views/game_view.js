// @ts-check
// The game's own view if it has one; the generic table if it has none, or if its own has failed.
import { address, released } from "../assets.js";
import { part } from "../ui/part.js";
import { stylesheet } from "../ui/stylesheet.js";

/** @typedef {import("./table.js").Mounted} Mounted */
/** @typedef {import("../codec.js").View} View */
/** @typedef {import("../codec.js").ViewEvent} ViewEvent */
/** @template {keyof Mounted} K @typedef {NonNullable<Mounted[K]>} Method */
/** @template {keyof Mounted} K @typedef {(...given: unknown[]) => ReturnType<Method<K>>} Call */

export class GameView {
  /** Why the game's own view is not shown: empty while all is well. */
  failed = "";
  /** @type {Mounted | null} */
  #mounted = null;
  #plain = false;
  #gone = false;
  root = emptyRoot();

  /** @param {import("../app.js").App} app @param {import("../table/api.js").TableApi} api */
  constructor(app, api) {
    this.app = app;
    this.api = api;
  }

  get ready() {
    return this.#mounted !== null;
  }

  async mount() {
    const { app, api } = this;
    const words = app.words.game(api.game);
    if (!app.game(api.game)?.client) {
      await words;
      if (!this.#gone) await this.#mountPlain();
      return;
    }
    try {
      const [module] = await Promise.all([ownModule(api.game), words]);
      if (this.#gone) return;
      const mounted = await module.mount(this.root, api);
      if (this.#gone) return mounted.unmount();
      for (const needed of ["update", "redraw", "unmount"]) {
        if (typeof mounted?.[needed] !== "function") throw new TypeError(`mount() returned no ${needed}()`);
      }
      this.#show(mounted);
    } catch (error) {
      // After the user has left, there is neither a room nor a table.
      if (!this.#gone && this.api.room) await this.#fallBack(error);
    }
  }

  async #mountPlain() {
    this.#plain = true;
    this.#mounted = null;
    const generic = await part(() => import("../table/generic/view.js"));
    const mounted = await generic.mount(this.root, this.api);
    if (this.#gone) return mounted.unmount();
    this.#show(mounted);
  }

  /** @param {Mounted} mounted */
  #show(mounted) {
    this.#mounted = mounted;
    // Letters are keys of the game here, even for a screen reader that would otherwise browse with them.
    this.root.setAttribute("role", "application");
    this.root.setAttribute("aria-label", this.api.t("game.name"));
  }

  /** An author's mistake must not end the table. @param {unknown} error */
  async #fallBack(error) {
    console.error(error);
    this.failed = String(error);
    try {
      this.#mounted?.unmount();
    } catch {
      // it is as broken as the rest
    }
    const root = emptyRoot(); // we cannot draw into what the other view has left half drawn
    this.root.replaceWith(root);
    this.root = root;
    await this.#mountPlain();
    const { view } = this.app.store; // the current one
    if (view?.table) this.update(view.table, view.own, [], true);
    this.app.redraw();
  }

  /**
   * @template {keyof Mounted} K @param {K} name @param {Parameters<Method<K>>} given
   * @returns {ReturnType<Method<K>> | undefined}
   */
  #call(name, ...given) {
    const called = () => {
      const method = /** @type {Call<K> | undefined} */ (this.#mounted?.[name]);
      return method?.apply(this.#mounted, given);
    };
    if (this.#plain) return called();
    try {
      return called();
    } catch (error) {
      void this.#fallBack(error);
      return undefined;
    }
  }

  /** @param {View} table @param {View | null} own @param {ViewEvent[]} events @param {boolean} whole */
  update(table, own, events, whole) {
    this.#call("update", table, own, events, whole);
  }

  /** Does the game compose its own sentences for speech? */
  get speaks() {
    return Boolean(this.#mounted?.speak);
  }

  /** Moves the focus to the element that handles keys, usually the hand. */
  focus() {
    const place = this.root.querySelector("[data-focus]") ?? this.root;
    /** @type {HTMLElement} */ (place).focus({ preventScroll: true });
  }

  redraw = () => this.#call("redraw");
  tick = () => this.#call("tick");
  bar = () => this.#call("bar");
  menu = () => this.#call("menu");
  waiting = () => this.#call("waiting") ?? false;
  /** @param {ViewEvent} event */
  say = (event) => this.#call("say", event);
  /** @param {ViewEvent} event */
  mark = (event) => this.#call("mark", event);

  /** @param {import("../watching/deeds.js").Action} action */
  deed = (action) => this.#call("deed", action);
  /** @param {View} own */
  hand = (own) => this.#call("hand", own);
  /** Does the view say which events are marks? */
  get marks() {
    return this.#mounted?.mark !== undefined;
  }
  /** @param {ViewEvent[]} events @param {boolean} whole @param {(event: ViewEvent) => string} line */
  speak = (events, whole, line) => this.#call("speak", events, whole, line);
  /** @param {string} chord */
  key = (chord) => this.#call("key", chord) ?? false;

  unmount() {
    this.#gone = true;
    this.#call("unmount");
    this.#mounted = null;
  }
}

function emptyRoot() {
  const root = document.createElement("div");
  root.className = "game";
  root.tabIndex = -1;
  return root;
}

/** Loads a view before it is mounted; mounting will report a failure. @param {string} id of a game that has one */
export function prepareView(id) {
  ownModule(id).then(
    () => stylesheet(`/games/${id}/client/view.css`),
    () => {},
  );
}

/** @param {string} id of a game that has a view */
async function ownModule(id) {
  const path = `/games/${id}/client/view.js`;
  if (address(path) !== path) return part(() => import(address(path)));
  // From another package: its imports are re-exported from the bundle (tools/build_client.mjs).
  if (released) await part(() => import(address("/static/js/pieces.js")));
  return import(path);
}
