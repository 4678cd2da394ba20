// @ts-check
// How a round or the match ended.
import { html, nothing } from "/static/vendor/vendor.js";
import { seconds } from "/static/js/table/timer.js";
import { icon } from "/static/js/ui/icons.js";
import { fan } from "./compass.js";

/** @typedef {import("./view.js").Shandong} Shandong */
/** @typedef {import("./views.d.ts").RoundResult} RoundResult */

/** @param {Shandong} game */
export function result(game) {
  const { table, w, api } = game;
  const { result: round } = table;
  if (!round || !["round_end", "match_end"].includes(table.phase)) return nothing;
  if (game.resultHidden)
    return html`<button class="results-again" @click=${() => game.showResult(true)}>${w("results")}</button>`;
  const over = table.phase === "match_end";
  const ready = api.seat !== null && (api.room.seats[api.seat]?.ready || table.ready[api.seat]);
  const left = game.left === null ? nothing : html`<span aria-hidden="true">(${seconds(game.left)})</span>`;
  return html`<section class="result" role="group" aria-label=${w("results")}>
    <h2>${over && round.matchWinner !== null ? champion(game, round.matchWinner) : outcome(game, round)}</h2>
    ${over && round.matchWinner !== null ? html`<p>${names(game, round.matchWinner)}</p>` : nothing}
    <p><b>${w("points.got", { n: round.defenderPoints })}</b></p>
    <p>${bottomPoints(game, round)}</p>
    ${table.bottom?.length ? fan(game, table.bottom) : nothing}
    <p>${w("levels")}: ${[0, 1].map((team) => level(game, round, team))}</p>
    ${round.nextDealer !== null ? html`<p>${w("nextDealer", { name: api.name(round.nextDealer) })}</p>` : nothing}
    ${over ? nothing : html`<p class="faint">${[0, 1, 2, 3].map((seat) => readiness(game, seat))}</p>`}
    <footer>
      ${
        !over && api.seat !== null
          ? html`<button class="primary" ?disabled=${ready}
            @click=${() => void api.sayReady()}>${ready ? w("wait") : w("next")} ${left}</button>`
          : nothing
      }
      <button @click=${() => game.showResult(false)}>${w("show")}</button>
    </footer>
  </section>`;
}

/** @param {Shandong} game @param {RoundResult} round */
export function outcome({ w, api, me }, { result, steps, holders }) {
  const whose = api.seat === null ? result : holders === me % 2 ? `${result}.us` : `${result}.them`;
  const what = steps ? w(steps === 1 ? "step" : "steps", { n: steps }) : w("nosteps");
  return w("result.and", { who: w(`result.${whose}`), what });
}

/** @param {Shandong} game @param {RoundResult} round */
export function bottomPoints({ w }, { defenderDelta, bottomPoints: b, multiplier: m, bottomCaptured }) {
  if (defenderDelta) return `${w("bottom.by", { b, m })} = ${defenderDelta}`;
  return bottomCaptured ? w("bottom.empty") : w("bottom.none", { b });
}

/** @param {Shandong} game @param {RoundResult} round @param {number} team */
function level({ w }, { teamLevels }, team) {
  const name = w(team ? "teamB" : "teamA");
  return html`<span class="team ${team ? "b" : "a"}">${name} <b>${teamLevels[team]}</b></span> `;
}

/** @param {Shandong} game @param {number} seat */
function readiness({ table, api }, seat) {
  const ready = table.ready[seat] || api.room.seats[seat]?.ready || table.bots[seat];
  return html`<span>${ready ? icon("check") : "…"} ${api.name(seat)} </span>`;
}

/** @param {Shandong} game @param {number} team */
export function champion({ w, api, me }, team) {
  return w(
    api.seat === null ? (team ? "champion.b" : "champion.a") : team === me % 2 ? "champion.us" : "champion.them",
  );
}

/** @param {Shandong} game @param {number} team */
function names({ api }, team) {
  return `${api.name(team)} & ${api.name(team + 2)}`;
}
