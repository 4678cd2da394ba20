// @ts-check
// How a round or the match ended: hands open, points, and who is ready for the next one.
import { html, nothing } from "/static/vendor/vendor.js";
import { seconds } from "/static/js/table/timer.js";
import { icon } from "/static/js/ui/icons.js";
import { face } from "./cards.js";
import { cardName } from "./telling.js";

/** @typedef {import("./view.js").Uno} Uno */

/** @param {Uno} uno */
export function result(uno) {
  const { table, w, api } = uno;
  const ended = table.phase === "matchEnd";
  if (!ended && table.phase !== "roundEnd") return nothing;
  if (uno.resultHidden)
    return html`<button class="results-again" @click=${() => uno.showResult(true)}>${w("results")}</button>`;
  const round = table.roundResult;
  const order = ended && table.ranking.length ? table.ranking : table.players.map((player) => player.seat);
  const ready = api.seat !== null && api.room.seats[api.seat]?.ready;
  return html`<section class="result" role="group" aria-label=${w("results")}>
    <h2>${heading(uno, ended)}</h2>
    <table>
      <thead><tr><td></td><th scope="col">${w("points")}</th><th scope="col">${w("total")}</th><td></td></tr></thead>
      <tbody>${order.map((seat) => line(uno, seat, round, ended))}</tbody>
    </table>
    <footer>
      ${
        !ended && !api.watching
          ? html`<button class="primary" ?disabled=${ready} @click=${() => void api.sayReady()}>
            ${ready ? w("ready") : w("next")} ${uno.left === null ? nothing : `(${seconds(uno.left)})`}</button>`
          : nothing
      }
      <button @click=${() => uno.showResult(false)}>${w("show")}</button>
    </footer>
  </section>`;
}

/** @param {Uno} uno @param {boolean} ended */
function heading({ table, w, api }, ended) {
  const winner = table.roundResult?.winner;
  if (api.seat !== null && ended && table.winners.includes(api.seat)) return w("won.match.you");
  if (ended && table.winners.length) return w("won.match", { name: table.winners.map(api.name).join(" · ") });
  if (winner === api.seat && winner !== null) return w("won.you");
  return winner === null || winner === undefined ? w("drawn") : w("won", { name: api.name(winner) });
}

/**
 * @param {Uno} uno @param {number} seat
 * @param {import("./views.d.ts").RoundResult | null} round @param {boolean} ended
 */
function line({ table, w, api }, seat, round, ended) {
  const player = table.players[seat];
  const hand = round?.hands[seat] ?? [];
  const winner = ended ? table.winners.includes(seat) : round?.winner === seat;
  return html`<tr class=${seat === api.seat ? "me" : ""}>
    <th scope="row">${winner ? icon("crown") : nothing} ${api.name(seat)}</th>
    <td>${round?.roundPoints[seat] ?? "–"}</td>
    <td>${player.score}</td>
    <td>${hand.length ? openHand(hand, w) : nothing}
      ${api.room.seats[seat]?.ready && !ended ? icon("check") : nothing}</td>
  </tr>`;
}

/** @param {import("./cards.js").Card[]} hand @param {Uno["w"]} w */
export function openHand(hand, w) {
  const names = hand.map((card) => cardName(card, w)).join(", ");
  return html`<span class="open-hand" role="img" aria-label=${names}>${hand.map(face)}</span>`;
}
