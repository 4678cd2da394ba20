// @ts-check
// The others around the table: a strip on phones, an ellipse on wide screens.
import { html, nothing, repeat } from "/static/vendor/vendor.js";
import { timerRing } from "/static/js/table/timer.js";
import { classes, style } from "/static/js/ui/dom.js";
import { likeness } from "/static/js/ui/faces.js";
import { icon } from "/static/js/ui/icons.js";

/** @typedef {import("./view.js").Uno} Uno */

/** @param {Uno} uno */
export function opponents(uno) {
  const { table, api } = uno;
  const me = api.seat ?? 0;
  const all = table.players.length;
  const seats = Array.from({ length: all }, (_, i) => (me + i) % all).filter((seat) => seat !== api.seat);
  return html`<div class=${classes({ players: true, few: seats.length <= 4 })} role="list">
    ${repeat(
      seats,
      (seat) => seat,
      (seat, at) => chip(uno, seat, at, seats.length),
    )}
  </div>`;
}

/** @param {Uno} uno @param {number} seat @param {number} at @param {number} count */
function chip(uno, seat, at, count) {
  const { table, api, w } = uno;
  const player = table.players[seat];
  const turn = table.currentPlayer === seat && uno.running;
  // Along the far edge of the table, from the reader's left to their right.
  const spread = count === 1 ? 0 : Math.min(0.62, 0.26 + count * 0.08);
  const angle = Math.PI * (count === 1 ? 0.5 : 0.5 - spread + (2 * spread * at) / (count - 1));
  const said = api.bubble(seat);
  const gone = away(uno, seat);
  const { catches, unoCards } = table.house;
  const few = player.cardCount <= unoCards;
  const catchable = uno.running && !api.watching && catches && player.active && player.cardCount > 0 && few;
  return html`<div role="listitem" data-seat=${seat}
    class=${classes({ player: true, turn, gone: !player.active })}
    ${style({ "--seat": seat, "--x": 0.5 - 0.5 * Math.cos(angle), "--y": 0.5 - 0.5 * Math.sin(angle) })}>
    <button class="chip-face" @click=${() => api.openSeat(seat)}>
      <span class="unseen">${label(uno, seat)}</span>
      <span class="face" aria-hidden="true">${likeness(api.room.seats[seat])}</span>
      <span class="nick" aria-hidden="true">${api.name(seat)}</span>
      ${fan(player.cardCount, few)}
      ${table.dealerId === seat ? html`<i class="dealer" aria-hidden="true">${w("dealer")}</i>` : nothing}
      ${player.unoCalled ? html`<i class="uno-mark" aria-hidden="true">UNO</i>` : nothing}
      ${gone ? html`<i class="away" aria-hidden="true">${icon(gone === "bot" ? "robot" : "away")}</i>` : nothing}
    </button>
    ${turn ? timerRing(uno.left, uno.whole, api.t) : nothing}
    ${
      catchable
        ? html`<button class="catch" aria-label="${w("catch")} ${api.name(seat)}"
          @click=${() => void uno.send("CHALLENGE_UNO", { targetPlayerId: seat })}>
          ${w("catch")}</button>`
        : nothing
    }
    ${uno.notes.at(seat)} ${said ? html`<q class="bubble">${said}</q>` : nothing}
  </div>`;
}

/** The reader's own seat, on the near edge. @param {Uno} uno */
export function ownSeat(uno) {
  const { table, api, w } = uno;
  const { seat } = api;
  if (seat === null) return nothing;
  const player = table.players[seat];
  const said = api.bubble(seat);
  return html`<div class=${classes({ "own-seat": true, turn: uno.mine })} data-seat=${seat} aria-hidden="true"
    ${style({ "--seat": seat })}>
    <span class="face">${likeness(api.room.seats[seat])}</span> <b>${player.cardCount}</b>
    ${table.dealerId === seat ? html`<i class="dealer">${w("dealer")}</i>` : nothing}
    ${player.unoCalled ? html`<i class="uno-mark">UNO</i>` : nothing} ${uno.notes.at(seat)}
    ${said ? html`<q class="bubble">${said}</q>` : nothing}
  </div>`;
}

/** As many backs as can be told apart. */
const MOST_BACKS = 7;

/** @param {number} count @param {boolean} few about to go out? */
function fan(count, few) {
  const backs = Array.from({ length: Math.min(count, MOST_BACKS) }, () => html`<i></i>`);
  return html`<span class="fan" aria-hidden="true">${backs}<b class=${few ? "few" : ""}>${count}</b></span>`;
}

/** @param {Uno} uno @param {number} seat */
function away({ api, table }, seat) {
  const person = api.room.seats[seat];
  if (person?.sitter === "person" && (!person.connected || person.away)) return "away";
  return person?.sitter === "person" && table.players[seat].controlledBy === "bot" ? "bot" : "";
}

/** @param {Uno} uno @param {number} seat */
function label(uno, seat) {
  const { table, api, w } = uno;
  const player = table.players[seat];
  const gone = away(uno, seat);
  return [
    api.name(seat),
    w("cards", { n: player.cardCount }),
    player.unoCalled ? w("called") : "",
    player.active ? "" : w("left"),
    gone ? w(gone) : "",
    uno.running && table.currentPlayer === seat ? w("turn", { name: api.name(seat) }) : "",
  ]
    .filter(Boolean)
    .join(", ");
}
