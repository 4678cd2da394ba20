// @ts-check
// The others around the cloth, and the user: names, cards, teams, whose turn it is, and the game's values for each.
import { html, nothing, repeat } from "/static/vendor/vendor.js";
import { classes, style } from "../../ui/dom.js";
import { likeness } from "../../ui/faces.js";
import { icon } from "../../ui/icons.js";
import { timerRing } from "../timer.js";
import { row } from "./cards.js";
import { cardsIn, seatsIn } from "./fields.js";

/** @typedef {import("./fields.js").Field} Field */
/** @typedef {import("./sight.js").Sight} Sight */
/** @typedef {import("./any_table.js").AnyTable} AnyTable */

/** @param {AnyTable} any */
export function opponents(any) {
  const { sight, api } = any;
  const me = api.seat ?? 0;
  const all = sight.seats.length;
  const seats = sight.seats.map((seat) => (me + seat) % all).filter((seat) => seat !== api.seat);
  return html`<div class=${classes({ players: true, few: seats.length <= 4 })} role="list"
    ${style({ "--in-row": Math.ceil(seats.length / 2) })}>
    ${repeat(
      seats,
      (seat) => seat,
      (seat, at) => plate(any, seat, at, seats.length),
    )}
  </div>`;
}

/** @param {AnyTable} any @param {number} seat @param {number} at @param {number} count */
function plate(any, seat, at, count) {
  const { sight, api } = any;
  const person = api.room.seats[seat];
  const turn = sight.acting?.includes(seat) ?? false;
  // Along the far edge of the table, from the user's left to their right.
  const spread = count === 1 ? 0 : Math.min(0.62, 0.26 + count * 0.08);
  const angle = Math.PI * (count === 1 ? 0.5 : 0.5 - spread + (2 * spread * at) / (count - 1));
  const said = api.bubble(seat);
  const team = sight.teamOf(seat);
  const away = person?.sitter === "person" && (!person.connected || person.away);
  return html`<div role="listitem" data-seat=${seat} data-team=${team < 0 ? nothing : team % 2}
    class=${classes({ player: true, turn })}
    ${style({ "--seat": seat, "--x": 0.5 - 0.5 * Math.cos(angle), "--y": 0.5 - 0.5 * Math.sin(angle) })}>
    <button class="chip-face" @click=${() => api.openSeat(seat)}>
      <span class="unseen">${label(any, seat)}</span>
      <span class="face" aria-hidden="true">${likeness(person)}</span>
      <span class="nick" aria-hidden="true">${api.name(seat)} ${away ? icon("away") : nothing}</span>
      ${counts(sight, seat).map((field) => fan(valueAt(sight, field, seat)))}
      ${chips(any, seat)}
    </button>
    ${turn ? timerRing(any.left, any.whole, api.t) : nothing}
    ${openCards(any, seat)} ${said ? html`<q class="bubble">${said}</q>` : nothing} ${deed(any, seat)}
  </div>`;
}

/** The user's own name and values, beside the hand. @param {AnyTable} any */
export function ownPlate(any) {
  const { api, sight, w } = any;
  if (api.seat === null || sight.over) return nothing;
  const team = sight.teamOf(api.seat);
  const said = api.bubble(api.seat);
  return html`<div class="own-plate" data-seat=${api.seat} data-team=${team < 0 ? nothing : team % 2} role="group"
    aria-label=${label(any, api.seat)} ${style({ "--seat": api.seat })}>
    <span class="face" aria-hidden="true">${likeness(api.room.seats[api.seat])}</span>
    <b>${w("you")}</b> ${chips(any, api.seat)} ${deed(any, api.seat)}
    ${openCards(any, api.seat)} ${said ? html`<q class="bubble" aria-hidden="true">${said}</q>` : nothing}</div>`;
}

/** A seat's last action, unless a card shows it. @param {AnyTable} any @param {number} seat */
function deed({ memory, sight }, seat) {
  const did = memory.did.get(seat);
  if (!did || did.cards.length || sight.acting?.includes(seat) || sight.over) return nothing;
  return html`<span class="deed" aria-hidden="true">${sight.called(did.event)}</span>`;
}

/** @param {Sight} sight @param {Field} field @param {number} seat */
const valueAt = ({ table }, { name }, seat) => /** @type {unknown[]} */ (table[name])[seat];

/** A seat's hidden cards, of which only the number is known. @param {Sight} sight @param {number} seat */
const counts = (sight, seat) =>
  sight.shown("perSeat").filter((field) => isCount(field) && typeof valueAt(sight, field, seat) === "number");

/** @param {Field} field */
const isCount = ({ mark }) => mark?.each?.is === "count" || mark?.each?.is === "pile";

/** The game's values for a seat: roles, its team, its numbers. @param {AnyTable} any @param {number} seat */
function chips(any, seat) {
  const { sight } = any;
  const team = sight.teamOf(seat);
  const roles = sight
    .shown("seat", "seats")
    .filter(({ name, mark }) => seatsIn(mark, sight.table[name]).includes(seat));
  return html`<span class="chips-of" aria-hidden="true">
    ${team < 0 ? nothing : html`<i class="team">${sight.team(team)}</i>`}
    ${roles.map((field) => html`<i class="role">${field.label}</i>`)}
    ${numbers(any, seat).map(([name, text]) => html`<span class="number">${name} <b>${text}</b></span>`)}
  </span>`;
}

/** @param {AnyTable} any @param {number} seat @returns {[string, string][]} what is said of each seat in words */
export function numbers({ sight }, seat) {
  const said = sight.shown("perSeat").filter(({ mark }) => !mark?.each || ["seat", "number"].includes(mark.each.is));
  return said
    .map((field) => {
      const type = Array.isArray(field.type) ? field.type[1] : field.type;
      const text = sight.text({ ...field, type, mark: field.mark?.each ?? null }, valueAt(sight, field, seat));
      return /** @type {[string, string]} */ ([field.label, text]);
    })
    .filter(([, text]) => text !== "");
}

/** Cards of a seat that lie open. @param {AnyTable} any @param {number} seat */
function openCards({ sight }, seat) {
  if (sight.over || sight.between) return nothing; // the results show them
  return sight.shown("perSeat").map((field) => {
    const cards = cardsIn(field.mark?.each ?? null, valueAt(sight, field, seat));
    return cards.length ? html`<span class="lies" title=${field.label}>${row(sight, cards)}</span>` : nothing;
  });
}

/** @param {unknown} value */
function fan(value) {
  const count = Number(value);
  return html`<span class="fan" aria-hidden="true">
    ${count < 8 ? Array.from({ length: count }, () => html`<i></i>`) : html`<i></i><i></i><i></i>`}<b>${count}</b>
  </span>`;
}

/** @param {AnyTable} any @param {number} seat */
function label(any, seat) {
  const { sight, api, w } = any;
  const team = sight.teamOf(seat);
  const person = api.room.seats[seat];
  const roles = sight
    .shown("seat", "seats")
    .filter(({ name, mark }) => seatsIn(mark, sight.table[name]).includes(seat));
  return [
    api.name(seat),
    ...counts(sight, seat).map((field) => `${field.label} ${valueAt(sight, field, seat)}`),
    team < 0 ? "" : w("team", { name: sight.team(team) }),
    ...roles.map((field) => field.label),
    ...numbers(any, seat).map((said) => said.join(" ")),
    person?.away ? w("away") : "",
    sight.acting?.includes(seat) ? w("turn", { name: api.name(seat) }) : "",
  ]
    .filter(Boolean)
    .join(", ");
}
