// @ts-check
// Texts in the user's language. Catalogues are flat maps from key to text; parameters stand in braces (ui/filled.js).
import { address } from "./assets.js";
import { filled } from "./ui/filled.js";

export const LANGUAGES = /** @type {const} */ (["zh-CN", "en-US"]);
/** @typedef {typeof LANGUAGES[number]} Language */
/** @typedef {Record<string, string>} Catalogue */
/** The text of a key. @typedef {(key: string, params?: Record<string, unknown>) => string} Say */

/** @param {readonly string[]} wanted languages of the browser, best first @returns {Language} */
export function preferred(wanted) {
  for (const tag of wanted) {
    const found = LANGUAGES.find((language) => language.slice(0, 2) === tag.toLowerCase().slice(0, 2));
    if (found) return found;
  }
  return "en-US";
}

/** Empty if there is none, or no connection. @param {string} path @returns {Promise<Catalogue>} */
async function load(path) {
  try {
    const answer = await fetch(address(path));
    return answer.ok ? await answer.json() : {};
  } catch {
    return {};
  }
}

export class Words {
  /** Called when texts have loaded. */
  onLoad = () => {};
  /** @type {Language} */
  language = "en-US";
  /** The platform's texts: all together, and by folder. @type {Catalogue} */
  #platform = {};
  /** @type {Map<string, Catalogue>} */
  #folders = new Map();
  /** @type {Map<string, Catalogue>} texts of games, by id */
  #games = new Map();
  /**
   * Texts loading or loaded: games by id, more of the platform's texts by "/" and their folder.
   * @type {Map<string, Promise<void>>}
   */
  #coming = new Map();

  /** @param {Language} language */
  async use(language) {
    this.language = language; // later requests use it
    const games = [...this.#games.keys()];
    const folders = ["", ...[...this.#coming.keys()].filter((one) => one.startsWith("/"))];
    const [platform, texts] = await Promise.all([
      Promise.all(folders.map((folder) => load(`/static/i18n${folder}/${language}.json`))),
      Promise.all(games.map((id) => load(`/games/${id}/texts/${language}.json`))),
    ]);
    folders.forEach((folder, i) => this.#folders.set(folder, platform[i]));
    this.#platform = Object.assign({}, ...this.#folders.values());
    games.forEach((id, i) => this.#games.set(id, texts[i]));
    document.documentElement.lang = language;
  }

  /**
   * A game's text that the first view shows: its name, one sentence about it, its levels. A release includes these in
   * the platform's texts (tools/build_client.mjs).
   * @param {string} id @param {string} key
   */
  early(id, key) {
    const text = this.find(id, key) ?? this.#platform[`${id}/${key}`];
    if (text === undefined) void this.game(id);
    return text ?? "";
  }

  /** @param {string} id of a game */
  game(id) {
    return this.#come(id, `/games/${id}/texts/`, (texts) => this.#games.set(id, texts));
  }

  /** The texts that the first view does not need. */
  later() {
    return this.more("later");
  }

  /** More of the platform's texts. @param {string} folder */
  more(folder) {
    return this.#come(`/${folder}`, `/static/i18n/${folder}/`, (texts) => {
      this.#folders.set(`/${folder}`, texts);
      Object.assign(this.#platform, texts);
    });
  }

  /** @param {string} id @param {string} folder @param {(texts: Catalogue) => void} keep */
  #come(id, folder, keep) {
    const known = this.#coming.get(id);
    if (known) return known;
    const coming = load(`${folder}${this.language}.json`).then((texts) => {
      if (!Object.keys(texts).length) return void this.#coming.delete(id);
      keep(texts);
      this.onLoad();
    });
    this.#coming.set(id, coming);
    return coming;
  }

  /** @param {string} key @param {Record<string, unknown>} [params] */
  t = (key, params = {}) => filled(this.#platform[key] ?? key, params, this.language);

  /**
   * The texts of a game, or else of the platform.
   * @param {string} id
   * @returns {Say}
   */
  of =
    (id) =>
    (key, params = {}) =>
      filled(this.find(id, key) ?? key, params, this.language);

  /** @param {string} id @param {string} key @returns {string | undefined} */
  find(id, key) {
    return this.#games.get(id)?.[key] ?? this.#platform[key];
  }
}
