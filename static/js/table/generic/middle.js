// @ts-check
// The middle of the table: cards, piles, and the game's other values.
import { html, nothing } from "/static/vendor/vendor.js";
import { style } from "../../ui/dom.js";
import { icon } from "../../ui/icons.js";
import { pile, row } from "./cards.js";
import { cardsIn, fieldsOf, structIn } from "./fields.js";

/** @typedef {import("../../codec.js").View} View */
/** @typedef {import("./fields.js").Field} Field */
/** @typedef {import("./any_table.js").AnyTable} AnyTable */

/** Marks that are drawn elsewhere: beside the seats, in the bar. */
const ELSEWHERE = new Set(["seat", "seats", "turn", "deadline", "perSeat", "team", "hand", "moves"]);

/** @param {AnyTable} any */
export function middle(any) {
  const { sight, memory } = any;
  const shown = sight.fields.filter(({ label }) => label);
  const own = sight.own ? sight.ownFields.filter(({ label }) => label) : [];
  const taken = [...memory.taken.values()].at(-1) ?? [];
  const piles = shown.map((field) => pileOf(any, field)).filter((one) => one !== nothing);
  const open = shown.flatMap((field) => faceUp(any, field, sight.table[field.name])).filter((one) => one !== nothing);
  if (taken.length) open.push(laid(any, any.w("last"), taken, "zone last"));
  return html`<section class="middle" aria-label=${any.api.t("table")}>
    <ul class="notes">${shown.map((field) => note(any, field, sight.table[field.name]))}
      ${own.map((field) => note(any, field, sight.own?.[field.name]))}</ul>
    <div class=${open.length ? "zones open" : "zones"}>
      ${piles.length ? html`<div class="piles">${piles}</div>` : nothing}
      ${open.length ? html`<div class="laid" ${style({ "--zones": open.length })}>${open}</div>` : nothing}</div>
  </section>`;
}

/**
 * Who laid these cards, as far as this page has seen it.
 * @param {Pick<AnyTable, "memory" | "api">} any @param {string[]} cards
 */
function layers({ memory, api }, cards) {
  const seats = [...new Set(cards.map((card) => memory.by.get(card)))];
  const known = seats.filter((seat) => seat !== undefined);
  return known.length === seats.length ? known.map((seat) => api.name(seat)).join(" · ") : "";
}

/** A pile, or cards that are only counted. @param {AnyTable} any @param {Field} field */
function pileOf({ sight, w }, { name, mark, label }) {
  if (mark?.is !== "pile" && mark?.is !== "count") return nothing;
  const value = sight.table[name];
  const cards = cardsIn(mark, value);
  const count = Array.isArray(value) ? cards.length : Number(value);
  if (!count && mark.is === "count") return nothing;
  const top = cards.at(-1) ?? "";
  const said = `${w("pile", { name: label, n: count })}${top ? `, ${sight.spoken(top)}` : ""}`;
  return html`<figure class="zone" aria-label=${said}>
    <figcaption>${label}</figcaption>${pile(sight, top, count)}</figure>`;
}

/**
 * Cards that lie open, in this field or deeper.
 * @param {AnyTable} any @param {Field} field @param {unknown} value @returns {unknown[]}
 */
function faceUp(any, { mark, type, label }, value) {
  if (mark?.is === "card" || mark?.is === "cards") return [laid(any, label, cardsIn(mark, value))];
  if (mark?.is === "list" && Array.isArray(value)) {
    return value.map((one) => laid(any, label, cardsIn(mark.each ?? null, one)));
  }
  const struct = structIn(type);
  if (!struct || !value || Array.isArray(value)) return [];
  const inner = fieldsOf(any.sight.schema, struct, any.api.find).filter((field) => field.label);
  return inner.flatMap((field) => faceUp(any, field, /** @type {View} */ (value)[field.name]));
}

/** @param {AnyTable} any @param {string} label @param {string[]} cards @param {string} [looks] */
function laid(any, label, cards, looks = "zone") {
  if (!cards.length) return nothing;
  return html`<figure class=${looks}><figcaption>${label}</figcaption>
    ${row(any.sight, cards)}<small>${layers(any, cards)}</small></figure>`;
}

/** Shows a word, a number or a yes. @param {AnyTable} any @param {Field} field @param {unknown} value */
function note(any, field, value) {
  const { mark, label, type } = field;
  if (ELSEWHERE.has(mark?.is ?? "") || value === null || value === undefined || value === false) return nothing;
  if (mark && ["card", "cards", "pile", "count", "list"].includes(mark.is)) return nothing;
  if (structIn(type) && !Array.isArray(value) && drawn(any, structIn(type))) return nothing;
  if (value === true) return html`<li>${icon("check")} ${label}</li>`;
  const text = any.sight.text(field, value);
  return text ? html`<li><small>${label}</small> <b>${text}</b></li>` : nothing;
}

/** Does a struct contain cards? @param {AnyTable} any @param {string} struct */
const drawn = (any, struct) =>
  fieldsOf(any.sight.schema, struct, any.api.find).some(({ mark }) => mark && !ELSEWHERE.has(mark.is));
