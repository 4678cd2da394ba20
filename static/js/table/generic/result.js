// @ts-check
// How a round or the match ended: who won, what each seat has, and the hands that are laid open.
import { html, nothing } from "/static/vendor/vendor.js";
import { style } from "../../ui/dom.js";
import { likeness } from "../../ui/faces.js";
import { icon } from "../../ui/icons.js";
import { celebration } from "../celebration.js";
import { seconds } from "../timer.js";
import { row } from "./cards.js";
import { cardId, cardsIn } from "./fields.js";
import { numbers } from "./seats.js";

/** @typedef {import("./any_table.js").AnyTable} AnyTable */

const IN_ROW = 10;

/** @param {AnyTable} any */
export function result(any) {
  const { sight, w, api, memory } = any;
  if (!any.ended || any.lingering) return nothing;
  if (any.resultHidden)
    return html`<button class="results-again"
      @click=${() => any.show({ resultHidden: false })}>${w("results")}</button>`;
  const order = sight.over && memory.ranking?.length ? memory.ranking : sight.seats;
  const heads = numbers(any, 0).map(([name]) => name);
  const head = html`<thead><tr><td></td>${heads.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>`;
  return html`<section class="result" role="group" aria-label=${w("results")}>
    ${celebration(sight.over && api.seat !== null && memory.winners?.includes(api.seat) === true, api.moves())}
    <h2>${heading(any)}</h2>
    ${any.outcome ? html`<p>${any.outcome}</p>` : nothing}
    <table>
      ${heads.length ? head : nothing}
      <tbody>${order.map((seat) => line(any, seat))}</tbody>
    </table>
    <footer>
      ${sight.over || api.watching ? nothing : next(any)}
      <button @click=${() => any.show({ resultHidden: true })}>${w("show")}</button>
    </footer>
  </section>`;
}

/** @param {AnyTable} any */
function heading({ sight, w, api, memory }) {
  const { winners } = memory;
  if (!sight.over) return w("round");
  if (!winners?.length) return w("over");
  if (api.seat !== null && winners.includes(api.seat)) return w("won.you");
  return w("won", { names: winners.map(api.name).join(" · ") });
}

/** @param {AnyTable} any */
function next({ api, w, left }) {
  const ready = api.seat !== null && api.room.seats[api.seat]?.ready;
  return html`<button class="primary" ?disabled=${ready} @click=${() => void api.sayReady()}>
    ${w(ready ? "ready" : "next")} ${left === null ? nothing : `(${seconds(left)})`}</button>`;
}

/** @param {AnyTable} any @param {number} seat */
function line(any, seat) {
  const { sight, api, memory } = any;
  const team = sight.teamOf(seat);
  const said = numbers(any, seat);
  const hands = sight.shown("perSeat").map(({ name, mark }) => {
    return cardsIn(mark?.each ?? null, /** @type {unknown[]} */ (sight.table[name])[seat]);
  });
  const open = hands.filter((cards) => cards.length);
  const laidOpen = html`<tr class="open"><td colspan=${said.length + 1}>
    ${open.flatMap((cards) => inRows(any, cards))}</td></tr>`;
  return html`<tr class=${seat === api.seat ? "me" : ""} data-team=${team < 0 ? nothing : team % 2}>
      <th scope="row">${sight.over && memory.winners?.includes(seat) ? icon("crown") : nothing}
        <span class="face" aria-hidden="true" ${style({ "--seat": seat })}>${likeness(api.room.seats[seat])}</span>
        ${api.name(seat)}
        ${team < 0 ? nothing : html`<i class="team">${sight.team(team)}</i>`}
        ${api.room.seats[seat]?.ready && !sight.over ? icon("check") : nothing}</th>
      ${said.map(([, text]) => html`<td>${text}</td>`)}
    </tr>
    ${open.length ? laidOpen : nothing}`;
}

/** A hand in the deck's order, in rows that a phone has room for. @param {AnyTable} any @param {string[]} cards */
function inRows({ sight, api }, cards) {
  const deck = (api.names.cards ?? []).map(cardId);
  const sorted = [...cards].sort((a, b) => deck.indexOf(a) - deck.indexOf(b));
  const count = Math.ceil(sorted.length / IN_ROW);
  const each = Math.ceil(sorted.length / count);
  return Array.from({ length: count }, (_, at) => row(sight, sorted.slice(at * each, (at + 1) * each)));
}
