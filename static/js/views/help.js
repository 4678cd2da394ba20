// @ts-check
// Rules and keys, in the same corner of every screen. A game's help is `client/help/<language>.json`: titles and texts.
import { html, nothing } from "/static/vendor/vendor.js";
import { address } from "../assets.js";
import { sheet } from "../ui/dialog.js";
import { rulesCard } from "./options.js";

/** @typedef {import("../app.js").App} App */

const KEYS = ["move", "select", "range", "play", "hint", "clear", "last", "clock"];
/** @type {Map<string, [title: string, text: string][]>} by language and game */
const known = new Map();

/** @param {App} app @param {string} [id] of a game @param {string} [code] a refusal to explain */
export function openHelp(app, id, code) {
  const { t } = app;
  let search = "";
  const games = id ? [id] : app.games.map((game) => game.id);
  const shown = sheet({
    title: () => t("help"),
    close: t("close"),
    kind: "tall",
    body: () => {
      const room = app.store.view?.room;
      const game = app.game(room?.game);
      return html`<label class="field"><span>${t("help.search")}</span>
          <input type="search" @input=${(/** @type {any} */ event) => {
            search = event.target.value.toLowerCase();
            shown.redraw();
          }} /></label>
        ${code ? html`<p class="notice">${app.words.refusal({ code, params: {} }, id)}</p>` : nothing}
        ${game && room ? rulesCard(app, game, room.preset, room.options) : nothing}
        ${games.map((one) => section(app, one, search, () => shown.redraw()))}
        <section><h3>${t("help.keys")}</h3>
          <ul class="keys">${KEYS.map((key) => html`<li>${t(`keys.${key}`)}</li>`)}</ul>
        </section>`;
    },
  });
}

/** @param {App} app @param {string} id @param {string} search @param {() => void} redraw */
function section(app, id, search, redraw) {
  const { name, about } = app.words.title(id);
  const found = paragraphs(app, id, redraw).filter((parts) => parts.join(" ").toLowerCase().includes(search));
  if (search && !found.length) return nothing;
  return html`<section>
    <h3>${name}</h3>
    <p>${about}</p>
    ${found.map(([title, text]) => html`<p><b>${title}</b> ${text}</p>`)}
  </section>`;
}

/** @param {App} app @param {string} id @param {() => void} redraw */
function paragraphs(app, id, redraw) {
  const key = `${app.words.language}/${id}`;
  const there = known.get(key);
  if (there) return there;
  known.set(key, []);
  if (app.game(id)?.client) void fetchHelp(app.words.language, id).then((parts) => (known.set(key, parts), redraw()));
  return [];
}

/** @param {string} language @param {string} id */
async function fetchHelp(language, id) {
  const answer = await fetch(address(`/games/${id}/client/help/${language}.json`));
  return answer.ok ? answer.json() : [];
}
