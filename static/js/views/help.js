// @ts-check
// Rules and keys, in the same corner of every screen. A game's help is its texts `help.1`, `help.2`, …
import { html, nothing } from "/static/vendor/vendor.js";
import { sheet } from "../ui/dialog.js";
import { rulesCard } from "./options.js";

/** @typedef {import("../app.js").App} App */

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
        ${games.map((one) => section(app, one, search))}
        <section><h3>${t("help.keys")}</h3>
          <ul class="keys">${["move", "select", "range", "play", "hint", "clear", "last", "clock"].map((key) => html`<li>${t(`keys.${key}`)}</li>`)}</ul>
        </section>`;
    },
  });
  for (const one of games) void app.words.game(one).then(() => shown.redraw());
}

/** @param {App} app @param {string} id @param {string} search */
function section(app, id, search) {
  const words = app.words.of(id);
  const paragraphs = [];
  for (let n = 1; app.words.find(id, `help.${n}`); n++) paragraphs.push(words(`help.${n}`));
  const found = paragraphs.filter((text) => text.toLowerCase().includes(search));
  if (!found.length && search) return nothing;
  return html`<section>
    <h3>${words("game.name")}</h3>
    ${found.length ? found.map((text) => paragraph(text)) : html`<p>${words("game.about")}</p>`}
  </section>`;
}

/** "Title: text" is shown with its title in bold. @param {string} text */
function paragraph(text) {
  const at = text.search(/[:：]/);
  if (at < 1 || at > 24) return html`<p>${text}</p>`;
  return html`<p><b>${text.slice(0, at)}</b> ${text.slice(at + 1).trim()}</p>`;
}
