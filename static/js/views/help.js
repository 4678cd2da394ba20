// @ts-check
// Rules, tips, examples and keys, in the same corner of every screen; opened at the rule that refused a move.
import { html, nothing } from "/static/vendor/vendor.js";
import { closeSheet, sheet } from "../ui/dialog.js";
import { explains, helpText } from "./help_text.js";
import { lessonButton } from "./home.js";
import { rulesCard, rulesOf } from "./options.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../ui/dom.js").FieldEvent} FieldEvent */
/** @typedef {import("./help_text.js").Entry} Entry */

/** The keys of every table and of records; a game lists its own. */
const KEYS = ["log", "help", "watch", "review"];
const PARTS = ["rules", "tips", "examples", "words", "keys"];

/** @param {App} app @param {string} [id] of a game @param {string} [code] a refusal to explain */
export function openHelp(app, id, code) {
  const { t } = app;
  let search = "";
  let sought = code;
  const games = id ? [id] : app.games.map((game) => game.id);
  const shown = sheet({
    title: () => t("help"),
    close: t("close"),
    kind: "tall help",
    body: () => {
      const room = app.store.view?.room;
      const game = app.game(room?.game);
      return html`<label class="field"><span>${t("help.search")}</span>
          <input type="search" @input=${(/** @type {FieldEvent} */ event) => {
            search = event.target.value.toLowerCase();
            shown.redraw();
          }} /></label>
        ${game && room && !code ? rulesCard(app, game, rulesOf(room)) : nothing}
        ${games.map((one) => section(app, one, search, code, Boolean(id), come))}
        ${
          search
            ? nothing
            : html`<details ?open=${!id}><summary>${t("help.keys")}</summary>
          <ul class="keys">${KEYS.map((key) => html`<li>${t(`keys.${key}`)}</li>`)}</ul>
        </details>`
        }`;
    },
  });
  function come() {
    shown.redraw();
    const rule = sought && document.querySelector(".help .sought");
    if (!rule) return;
    sought = undefined;
    rule.scrollIntoView({ block: "center" });
    /** @type {HTMLElement} */ (rule).focus({ preventScroll: true });
  }
  come();
}

/**
 * @param {App} app @param {string} id @param {string} search @param {string | undefined} code
 * @param {boolean} alone @param {() => void} come
 */
function section(app, id, search, code, alone, come) {
  const [name, about] = ["name", "about"].map((what) => app.words.early(id, `game.${what}`));
  const text = app.game(id)?.help ? helpText(app.words.language, id, come) : {};
  const parts = PARTS.map((part) => ({
    part,
    found: (text[part] ?? []).filter((entry) => entry.join(" ").toLowerCase().includes(search)),
  }));
  if (search && !parts.some(({ found }) => found.length)) return nothing;
  return html`<section>
    <h3>${name}</h3>
    <p>${about}</p>
    ${search ? nothing : lessonButton(app, id, closeSheet)}
    ${parts.map(({ part, found }) =>
      found.length
        ? html`<details ?open=${search !== "" || (alone && part === "rules")}>
            <summary>${app.t(`help.${part}`)}</summary>
            ${found.map((entry) => paragraph(entry, part === "rules" && code !== undefined && explains(entry, code)))}
          </details>`
        : nothing,
    )}
  </section>`;
}

/** @param {Entry} entry @param {boolean} sought */
function paragraph([title, text], sought) {
  return html`<p class=${sought ? "sought" : ""} tabindex=${sought ? "-1" : nothing}><b>${title}</b> ${text}</p>`;
}
