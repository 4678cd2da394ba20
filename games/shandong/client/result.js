// @ts-check
// How a round or the match ended: who keeps or takes the deal, how far it brings them, and what lay in the bottom.
import { html, nothing } from "/static/vendor/vendor.js";
import { celebration } from "/static/js/table/celebration.js";
import { seconds } from "/static/js/table/timer.js";
import { classes, style } from "/static/js/ui/dom.js";
import { icon } from "/static/js/ui/icons.js";
import { RANKS } from "./cards.js";
import { fan, teamName } from "./compass.js";

/** @typedef {import("./view.js").Shandong} Shandong */
/** @typedef {import("./views.d.ts").RoundResult} RoundResult */

/** So many points take the deal from the dealers (shandong.md 12). */
const TAKES_THE_DEAL = 80;
/** The bar is as long as this, or as what was got. */
const WHOLE_BAR = 160;

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
  const ours = api.seat !== null && (over ? round.matchWinner : round.holders) === game.me % 2;
  return html`<section class=${classes({ result: true, ours })} role="group"
    aria-label=${w("results")}>
    ${celebration(ours, api.moves())}
    <h2>${over && round.matchWinner !== null ? champion(game, round.matchWinner) : outcome(game, round)}</h2>
    ${over && round.matchWinner !== null ? html`<p>${names(game, round.matchWinner)}</p>` : nothing}
    ${pointsBar(game, round)}
    <div class="bottom-row">${table.bottom?.length ? fan(game, table.bottom) : nothing}
      <p>${bottomPoints(game, round)}</p></div>
    ${track(game, round)}
    ${round.nextDealer !== null ? html`<p>${w("nextDealer", { name: api.name(round.nextDealer) })}</p>` : nothing}
    ${over ? nothing : html`<p class="faint ready-row">${[0, 1, 2, 3].map((seat) => readiness(game, seat))}</p>`}
    <footer>
      ${
        !over && !api.watching
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
  const what = steps ? w("steps", { n: steps }) : w("nosteps");
  return w("result.and", { who: w(`result.${whose}`), what });
}

/** How far the defenders have come. @param {Shandong} game @param {RoundResult} round */
function pointsBar({ w }, { defenderPoints }) {
  const whole = Math.max(WHOLE_BAR, defenderPoints);
  const share = (/** @type {number} */ points) => `${Math.max(0, points / whole) * 100}%`;
  return html`<div class="points"><b>${w("points.got", { n: defenderPoints })}</b>
    <div class="bar" aria-hidden="true" ${style({ "--got": share(defenderPoints), "--mark": share(TAKES_THE_DEAL) })}>
      <i></i><small>${TAKES_THE_DEAL}</small></div></div>`;
}

/** @param {Shandong} game @param {RoundResult} round */
export function bottomPoints({ w }, { defenderDelta, bottomPoints: b, multiplier: m, bottomCaptured }) {
  if (defenderDelta) return `${w("bottom.by", { b, m })} = ${defenderDelta}`;
  return bottomCaptured ? w("bottom.empty") : w("bottom.none", { b });
}

/** The way from 2 to A, and where both sides stand. @param {Shandong} game @param {RoundResult} round */
function track(game, { teamLevels, holders, steps }) {
  const { w } = game;
  const stands = teamLevels.map((level) => RANKS.indexOf(level));
  const climbed = (/** @type {number} */ at) => at < stands[holders] && at >= stands[holders] - steps;
  const said = [0, 1].map((team) => `${teamName(game, team)} ${teamLevels[team]}`).join(", ");
  return html`<div class="track" role="img" aria-label="${w("levels")}: ${said}">
      ${RANKS.map(
        (rank, at) => html`<span class=${classes({ step: true, climbed: climbed(at), b: holders === 1 })}>
          ${[0, 1].map((team) => (stands[team] === at ? html`<i class=${team ? "b" : "a"}></i>` : nothing))}
          ${rank}</span>`,
      )}
    </div>
    <p class="sides" aria-hidden="true">${[0, 1].map((team) => side(game, team, teamLevels[team]))}</p>`;
}

/** @param {Shandong} game @param {number} team @param {string} level */
function side(game, team, level) {
  return html`<span class="team ${team ? "b" : "a"}">${teamName(game, team)} <b>${level}</b></span> `;
}

/** @param {Shandong} game @param {number} seat */
function readiness({ table, api }, seat) {
  const ready = table.ready[seat] || api.room.seats[seat]?.ready || table.bots[seat];
  return html`<span>${icon(ready ? "check" : "clock")} ${api.name(seat)}</span>`;
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
