// @ts-check
// The matches of this device's player: results, companions and records.
import { html, nothing } from "/static/vendor/vendor.js";
import { forgetMatches, played, tally } from "../matches.js";
import { style } from "../ui/dom.js";
import { listed } from "./listed.js";
import { frame } from "../views/frame.js";
import { forgetSeen } from "./seen.js";

/** @typedef {import("../matches.js").Played} Played */

/** How many names of companions are shown, and how many results. */
const NAMES = 5;
const RESULTS = 24;

/** @param {import("../app.js").App} app @returns {import("../app.js").Screen} */
export function mine(app) {
  let matches = played();
  const home = () => app.go("/");
  app.turn.show(false, app.t("mine"));

  void listed(app.connection.token).then((known) => {
    const ids = new Set(known.map(({ record }) => record));
    matches = [...matches.filter(({ record }) => !ids.has(record)), ...known].sort((a, b) => a.ended - b.ended);
    app.redraw();
  });

  /** First from the records, then from this device. */
  async function forget() {
    if (app.connection.token && !(await app.ask("forget"))) return;
    forgetMatches();
    forgetSeen();
    matches = [];
    app.redraw();
  }

  /** @param {string} game */
  function summary(game) {
    const { t } = app;
    const those = matches.filter((one) => one.game === game);
    const { played, points, won, longest, people } = tally(those);
    const latest = those.slice(-RESULTS);
    const most = Math.max(1, ...latest.map(({ points }) => points ?? 0));
    const names = people.slice(0, NAMES).map(([name, n]) => `${name} (${n})`);
    return html`<section class="card">
      <h2>${app.words.early(game, "game.name")}</h2>
      <p>${t("mine.tally", { played, won, longest })}${points === null ? "" : ` · ${t("mine.points", { points })}`}</p>
      <p class="results" aria-hidden="true">${latest.map((one) => bar(one, most))}</p>
      ${names.length ? html`<p class="faint">${t("mine.with", { names: names.join(" · ") })}</p>` : nothing}
      <ul class="matches">${those.toReversed().map(line)}</ul>
    </section>`;
  }

  /** A bar as tall as the match's points, if known. @param {Played} match @param {number} most */
  const bar = ({ won, points }, most) =>
    html`<i class=${won === null ? "" : won ? "won" : "lost"}
      ${style(points == null ? {} : { "--share": Math.max(0, points / most) })}></i>`;

  /** @param {Played} match */
  function line({ record, ended, won, people }) {
    const { t, words } = app;
    const when = new Intl.DateTimeFormat(words.language, { dateStyle: "medium", timeStyle: "short" }).format(ended);
    const how = won === null ? "" : t(won ? "mine.won" : "mine.lost");
    return html`<li><a class="match" href="/m/${record}"
      @click=${(/** @type {Event} */ event) => (event.preventDefault(), app.go(`/m/${record}`))}>
      <span>${when}</span> <b>${how}</b> <span class="faint">${people.join(" · ")}</span></a></li>`;
  }

  return {
    render: () =>
      frame(
        app,
        matches.length
          ? html`<p class="faint">${app.t("mine.about")}</p>
            ${[...new Set(matches.map(({ game }) => game))].map(summary)}
            <button class="danger wide" @click=${() => void forget()}>${app.t("mine.forget")}</button>`
          : html`<p class="card narrow" role="status">${app.t("mine.none")}</p>`,
        { back: home, title: app.t("mine") },
      ),
  };
}
