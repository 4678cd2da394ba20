// @ts-check
// How a round or the match ended: who won, what everybody still held, and who is ready for the next one.
import { html, nothing } from "/static/vendor/vendor.js";
import { celebration } from "/static/js/table/celebration.js";
import { seconds } from "/static/js/table/timer.js";
import { style } from "/static/js/ui/dom.js";
import { likeness } from "/static/js/ui/faces.js";
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
  const order = standing(uno, ended);
  const scored = table.players.some((player) => player.score !== 0);
  const ready = api.seat !== null && api.room.seats[api.seat]?.ready;
  return html`<section class="result" role="group" aria-label=${w("results")}>
    ${celebration(api.seat !== null && winners(uno, ended).includes(api.seat), api.moves())}
    <h2>${heading(uno, ended)}</h2>
    ${place(uno, order, ended)}
    <table>
      <thead><tr><td></td><th scope="col">${w(scored ? "points" : "held.points")}</th>
        ${scored ? html`<th scope="col">${w("total")}</th>` : nothing}<td></td></tr></thead>
      <tbody>${order.map((seat, at) => line(uno, seat, { at, ended, scored }))}</tbody>
    </table>
    <footer>
      ${
        !ended && !api.watching
          ? html`<button class="primary" ?disabled=${ready} @click=${() => void api.sayReady()}>
            ${ready ? w("ready") : w("next")}
            ${uno.left === null ? nothing : html`<span aria-hidden="true">(${seconds(uno.left)})</span>`}</button>`
          : nothing
      }
      <button @click=${() => uno.showResult(false)}>${w("show")}</button>
    </footer>
  </section>`;
}

/** Who has won the round or the match. @param {Uno} uno @param {boolean} ended */
function winners({ table }, ended) {
  const winner = table.roundResult?.winner;
  if (ended) return table.winners;
  return winner === null || winner === undefined ? [] : [winner];
}

/** All seats, the best first. @param {Uno} uno @param {boolean} ended */
function standing(uno, ended) {
  const { table } = uno;
  if (ended && table.ranking.length) return table.ranking;
  const first = winners(uno, ended);
  const left = (/** @type {number} */ seat) => (first.includes(seat) ? -1 : table.players[seat].cardCount);
  return table.players.map((player) => player.seat).sort((a, b) => left(a) - left(b));
}

/** @param {Uno} uno @param {boolean} ended */
export function heading(uno, ended) {
  const { w, api } = uno;
  const first = winners(uno, ended);
  if (!first.length) return w("drawn");
  const key = ended ? "won.match" : "won";
  return api.seat !== null && first.includes(api.seat)
    ? w(`${key}.you`)
    : w(key, { name: first.map(api.name).join(" · ") });
}

/**
 * Which place the reader has come to, unless they have won.
 * @param {Uno} uno @param {number[]} order @param {boolean} ended
 */
function place({ api, table, w }, order, ended) {
  const at = api.seat === null ? -1 : order.indexOf(api.seat);
  if (!ended || at <= 0 || table.winners.includes(order[at])) return nothing;
  return html`<p class="place">${w("place", { n: at + 1, of: order.length })}</p>`;
}

/** @param {Uno} uno @param {number} seat @param {{at: number, ended: boolean, scored: boolean}} how */
function line(uno, seat, { at, ended, scored }) {
  const { table, w, api } = uno;
  const player = table.players[seat];
  const round = table.roundResult;
  const hand = round?.hands[seat] ?? [];
  const won = winners(uno, ended).includes(seat);
  return html`<tr class=${seat === api.seat ? "me" : ""}>
    <th scope="row"><span class="who"><span class="rank">${won ? icon("crown") : at + 1}</span>
      <span class="face" aria-hidden="true" ${style({ "--seat": seat })}>${likeness(api.room.seats[seat])}</span>
      <span class="nick">${api.name(seat)}</span></span></th>
    <td>${round?.roundPoints[seat] || "–"}</td>
    ${scored ? html`<td>${player.score}</td>` : nothing}
    <td>${hand.length ? openHand(hand, w) : nothing}
      ${api.room.seats[seat]?.ready && !ended ? icon("check") : nothing}</td>
  </tr>`;
}

/** @param {import("./cards.js").Card[]} hand @param {Uno["w"]} w */
export function openHand(hand, w) {
  const names = hand.map((card) => cardName(card, w)).join(", ");
  return html`<span class="open-hand" role="img" aria-label=${names}>${hand.map(face)}</span>`;
}
