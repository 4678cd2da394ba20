// @ts-check
// How a round or the match ended.
import { html, nothing } from "/static/vendor/vendor.js";
import { seconds } from "/static/js/table/timer.js";
import { icon } from "/static/js/ui/icons.js";
import { fan } from "./compass.js";

/** @typedef {import("./view.js").Shandong} Shandong */

/** @param {Shandong} game */
export function result(game) {
  const { table, w, api } = game;
  const { result: round } = table;
  if (!round || !["round_end", "match_end"].includes(table.phase)) return nothing;
  if (game.resultHidden)
    return html`<button class="results-again" @click=${() => game.showResult(true)}>${w("results")}</button>`;
  const over = table.phase === "match_end";
  const ready = api.seat !== null && (api.room.seats[api.seat]?.ready || table.ready[api.seat]);
  return html`<section class="result" role="group" aria-label=${w("results")}>
    <h2>${over && round.matchWinner !== null ? champion(game, round.matchWinner) : `${w(`result.${round.result}`)} · ${round.steps ? w("steps", { n: round.steps }) : w("nosteps")}`}</h2>
    <p><b>${w("points.got", { n: round.defenderPoints })}</b></p>
    <p>${round.defenderDelta ? `${w("bottom.by", { b: round.bottomPoints, m: round.multiplier })} = ${round.defenderDelta}` : w("bottom.none", { b: round.bottomPoints })}</p>
    ${table.bottom?.length ? fan(game, table.bottom) : nothing}
    <p>${w("levels")}: ${[0, 1].map((team) => html`<span class="team ${team ? "b" : "a"}">${w(team ? "teamB" : "teamA")} <b>${round.teamLevels[team]}</b></span> `)}</p>
    ${round.nextDealer !== null ? html`<p>${w("nextDealer", { name: api.name(round.nextDealer) })}</p>` : nothing}
    ${over ? nothing : html`<p class="faint">${[0, 1, 2, 3].map((seat) => html`<span>${table.ready[seat] || api.room.seats[seat]?.ready || table.bots[seat] ? icon("check") : "…"} ${api.name(seat)} </span>`)}</p>`}
    <footer>
      ${
        !over && api.seat !== null
          ? html`<button class="primary" ?disabled=${ready} @click=${() => void api.sayReady()}>${ready ? w("wait") : w("next")} ${game.left === null ? nothing : `(${seconds(game.left)})`}</button>`
          : nothing
      }
      <button @click=${() => game.showResult(false)}>${w("show")}</button>
    </footer>
  </section>`;
}

/** @param {Shandong} game @param {number} team */
function champion({ w, api }, team) {
  return w("champion", { team: `${api.name(team)} & ${api.name(team + 2)}` });
}
