// @ts-check
// The user's settings, kept on their device.
import { preferred } from "./i18n.js";

const KEY = "paiju.prefs";

/** @typedef {typeof DEFAULTS} Likes */
/** A switch. @typedef {{[K in keyof Likes]: Likes[K] extends boolean ? K : never}[keyof Likes]} Switch */

export const DEFAULTS = {
  name: "",
  levels: /** @type {Record<string, string>} */ ({}), // of bots, by game
  language: /** @type {import("./i18n.js").Language} */ (/** @type {string} */ ("")), // empty: the browser's
  theme: "auto", // auto, light, dark, contrast
  cloth: "green", // green, blue, red, night
  backs: "sea", // sea, red, violet, gold
  faces: "plain", // plain, four (four-colour)
  bigIndex: false,
  sort: "suits", // suits, ranks
  tap: "button", // button, second (a second tap plays)
  confirmThrow: true,
  hints: true,
  motion: "auto", // auto, fast, slow, off
  sound: true,
  vibration: true,
  notifications: false,
  leftHand: false,
  chat: true,
  hotkeys: true,
  speech: false, // bots wait for a screen reader's speech
};

export class Prefs {
  /** @type {Likes} */
  #values;
  /** @type {Set<(name: keyof Likes) => void>} */
  #watchers = new Set();

  /** @param {Storage} storage */
  constructor(storage) {
    this.storage = storage;
    let kept = {};
    try {
      kept = JSON.parse(storage.getItem(KEY) ?? "{}");
    } catch {
      storage.removeItem(KEY);
    }
    this.#values = { ...DEFAULTS, ...kept };
    if (!this.#values.language) this.#values.language = preferred(navigator.languages ?? [navigator.language]);
  }

  /** @template {keyof Likes} K @param {K} name @returns {Likes[K]} */
  get(name) {
    return this.#values[name];
  }

  /** @template {keyof Likes} K @param {K} name @param {Likes[K]} value */
  set(name, value) {
    this.#values = { ...this.#values, [name]: value };
    this.storage.setItem(KEY, JSON.stringify(this.#values));
    for (const watcher of this.#watchers) watcher(name);
  }

  /** @param {(name: keyof Likes) => void} watcher */
  watch(watcher) {
    this.#watchers.add(watcher);
  }
}

/** The looks that the device prefers, best first. @type {[theme: string, query: string][]} */
const ASKED = [
  ["contrast", "(prefers-contrast: more)"],
  ["contrast", "(forced-colors: active)"],
  ["light", "(prefers-color-scheme: light)"],
];

/** @param {string} theme as chosen; `auto` follows the device */
function shownTheme(theme) {
  if (theme !== "auto") return theme;
  return ASKED.find(([, query]) => matchMedia(query).matches)?.[0] ?? "dark";
}

/** Calls `changed` when the device's preference changes. @param {() => void} changed */
export function watchDevice(changed) {
  for (const [, query] of ASKED) matchMedia(query).addEventListener("change", changed);
}

/** Applies the chosen looks. @param {Prefs} prefs */
export function applyLooks(prefs) {
  const { dataset } = document.documentElement;
  dataset.theme = shownTheme(prefs.get("theme"));
  const bar = getComputedStyle(document.documentElement).getPropertyValue("--felt-2");
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", bar);
  dataset.cloth = prefs.get("cloth");
  dataset.backs = prefs.get("backs");
  dataset.faces = prefs.get("faces");
  dataset.index = prefs.get("bigIndex") ? "big" : "plain";
  dataset.motion = prefs.get("motion");
  dataset.hand = prefs.get("leftHand") ? "left" : "right";
}

/** How long movements take, compared with the default. @param {Prefs} prefs */
export function pace(prefs) {
  return { fast: 0.5, slow: 2 }[/** @type {"fast"} */ (prefs.get("motion"))] ?? 1;
}

/** Does the user want animations? @param {Prefs} prefs */
export function moves(prefs) {
  return prefs.get("motion") !== "off" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
