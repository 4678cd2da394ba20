// @ts-check
// What lies in the middle: cards, piles, and what else the game says of the state of things.
import { html, nothing } from "/static/vendor/vendor.js";
import { icon } from "../../ui/icons.js";
import { pile, row } from "./cards.js";
import { cardsIn, fieldsOf, structIn } from "./fields.js";

/** @typedef {import("../../codec.js").View} View */
/** @typedef {import("./fields.js").Field} Field */
/** @typedef {import("./view.js").AnyTable} AnyTable */

/** Marks that are drawn elsewhere: beside the seats, in the bar. */
const ELSEWHERE = new Set(["seat", "seats", "turn", "deadline", "perSeat", "team", "hand", "moves"]);

/** @param {AnyTable} any */
export function middle(any) {
  const { sight } = any;
  const shown = sight.fields.filter(({ label }) => label);
  const last = [...any.memory.taken.values()].at(-1) ?? [];
  return html`<section class="middle" aria-label=${any.api.t("table")}>
    <ul class="facts">${shown.map((field) => fact(any, field, sight.table[field.name]))}
      ${sight.own ? sight.ownFields.map((field) => field.label && fact(any, field, sight.own?.[field.name])) : nothing}
    </ul>
    <div class="zones">${shown.map((field) => zone(any, field, sight.table[field.name]))}
      ${last.length && !sight.between && !sight.over ? lastTrick(any, last) : nothing}</div>
  </section>`;
}

/** @param {AnyTable} any @param {string[]} cards */
function lastTrick({ sight, memory, w, api }, cards) {
  return html`<figure class="zone last"><figcaption>${w("last")}</figcaption>
    ${row(sight, cards)}<small>${layers({ memory, api }, cards)}</small></figure>`;
}

/** Who laid these cards, as far as this page has seen it. @param {Pick<AnyTable, "memory" | "api">} any @param {string[]} cards */
function layers({ memory, api }, cards) {
  const seats = [...new Set(cards.map((card) => memory.by.get(card)))];
  const known = seats.filter((seat) => seat !== undefined);
  return known.length === seats.length ? known.map((seat) => api.name(seat)).join(" · ") : "";
}

/** @param {AnyTable} any @param {Field} field @param {unknown} value */
function zone(any, field, value) {
  const { sight, w } = any;
  const { mark, label } = field;
  if (mark?.is === "list" && mark.each?.is === "cards") {
    const lists = /** @type {unknown[]} */ (value).map((one) => cardsIn(mark.each ?? null, one));
    return lists.filter((cards) => cards.length).map((cards) => faceUp(any, label, cards));
  }
  if (mark?.is === "card" || mark?.is === "cards" || (mark?.is === "list" && cardsIn(mark, value).length))
    return faceUp(any, label, cardsIn(mark, value));
  if (mark?.is !== "pile" && mark?.is !== "count") return deeper(any, field, value);
  const cards = Array.isArray(value) ? cardsIn(mark, value) : [];
  const count = Array.isArray(value) ? cards.length : Number(value);
  if (!count && mark.is === "count") return nothing;
  const top = cards.at(-1) ?? "";
  const name = `${w("pile", { name: label, n: count })}${top ? `, ${sight.spoken(top)}` : ""}`;
  return html`<figure class="zone" role="img" aria-label=${name}>
    <figcaption>${label}</figcaption>${pile(sight, top, count)}</figure>`;
}

/** @param {AnyTable} any @param {string} label @param {string[]} cards */
function faceUp(any, label, cards) {
  if (!cards.length) return nothing;
  return html`<figure class="zone up"><figcaption>${label}</figcaption>
    ${row(any.sight, cards)}<small>${layers(any, cards)}</small></figure>`;
}

/** What lies in a struct of its own. @param {AnyTable} any @param {Field} field @param {unknown} value @returns {unknown} */
function deeper(any, { type }, value) {
  const struct = structIn(type);
  if (!struct || !value || Array.isArray(value)) return nothing;
  const inner = fieldsOf(any.sight.schema, struct, any.api.find).filter(({ label }) => label);
  return inner.map((field) => zone(any, field, /** @type {View} */ (value)[field.name]));
}

/** A word, a number, a yes. @param {AnyTable} any @param {Field} field @param {unknown} value */
function fact(any, field, value) {
  const { mark, label, type } = field;
  if (ELSEWHERE.has(mark?.is ?? "") || value === null || value === undefined || value === false) return nothing;
  if (mark && ["card", "cards", "pile", "count", "list"].includes(mark.is)) return nothing;
  if (structIn(type) && !Array.isArray(value) && drawn(any, structIn(type))) return nothing;
  if (value === true) return html`<li>${icon("check")} ${label}</li>`;
  const text = any.sight.text(field, value);
  return text ? html`<li><small>${label}</small> <b>${text}</b></li>` : nothing;
}

/** Has a struct cards of its own? @param {AnyTable} any @param {string} struct */
const drawn = (any, struct) =>
  fieldsOf(any.sight.schema, struct, any.api.find).some(({ mark }) => mark && !ELSEWHERE.has(mark.is));
