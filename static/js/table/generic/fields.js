// @ts-check
// The meaning of each field of a view: from its mark (docs/marks.md) or, without marks, from its type.

import { markOf as suggested } from "../describe.js";

/** @typedef {import("../../codec.js").Mark} Mark */
/** @typedef {import("../../codec.js").Type} Type */
/** @typedef {import("../../codec.js").Schema} Schema */
/** @typedef {import("../../codec.js").View} View */
/**
 * @typedef {object} Field
 * @property {string} name
 * @property {Type} type
 * @property {Mark | null} mark
 * @property {string} label the game's name for it; empty if the game hides it
 */

/** The marks that these names imply in a game without marks. @type {Record<string, Mark>} */
const UNMARKED = { legal: { is: "moves" }, legalActions: { is: "moves" }, deadline: { is: "deadline" } };

/**
 * @param {Schema} schema @param {string} struct
 * @param {(key: string) => string | undefined} find a text of the game
 * @returns {Field[]}
 */
export function fieldsOf(schema, struct, find) {
  return (schema.structs[struct] ?? []).map(([name, type]) => ({
    name,
    type,
    mark: markOf(schema, struct, name, type),
    label: find(`field.${name}`) ?? spelled(name),
  }));
}

/** A title made from a name without a text: `last_by`, `lastBy`. @param {string} name */
const spelled = (name) =>
  name
    .replace(/_/g, " ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/^./, (first) => first.toUpperCase());

/** @param {Schema} schema @param {string} struct @param {string} name @param {Type} type @returns {Mark | null} */
function markOf(schema, struct, name, type) {
  const given =
    schema.marks?.structs[struct]?.[name] ?? (isInts(type) ? suggested({ schema }, struct, name) : undefined);
  if (given) return given;
  const known = schema.marks ? undefined : UNMARKED[name];
  if (known) return known;
  const mark = byType(type);
  return mark?.is === "cards" && struct === schema.own ? { is: "hand" } : mark;
}

/** Is it a number, an optional number, or a list of numbers? @param {Type} type @returns {boolean} */
const isInts = (type) => (Array.isArray(type) ? isInts(type[1]) : type === "int");

/** @param {Type} type @returns {Mark | null} */
function byType(type) {
  if (!Array.isArray(type)) return null;
  const [form, of] = type;
  if (form === "maybe") return byType(of);
  if (form === "named") return of === "cards" ? { is: "card" } : null;
  const each = form === "list" ? byType(of) : null;
  if (!each) return null;
  return each.is === "card" ? { is: "cards" } : { is: "list", each };
}

/** The struct in a list or an optional value, if there is one. @param {Type} type @returns {string} */
export function structIn(type) {
  if (!Array.isArray(type)) return "";
  return type[0] === "struct" ? type[1] : structIn(type[1]);
}

/** The name of a card; a game may give its cards more than a name. @param {unknown} entry @returns {string} */
export function cardId(entry) {
  if (typeof entry !== "object" || entry === null) return String(entry);
  return /** @type {{id?: string}} */ (entry).id ?? JSON.stringify(entry);
}

/** Cards of a value with that mark. @param {Mark | null} mark @param {unknown} value @returns {string[]} */
export function cardsIn(mark, value) {
  if (!mark || value === null || value === undefined) return [];
  if (mark.is === "card") return [cardId(value)];
  if (!Array.isArray(value)) return [];
  if (["cards", "pile", "hand", "pick"].includes(mark.is)) return value.map(cardId);
  return value.flatMap((one) => cardsIn(mark.each ?? null, one));
}

/** Seats of a value with that mark. @param {Mark | null} mark @param {unknown} value @returns {number[]} */
export function seatsIn(mark, value) {
  if (!mark || !["seat", "seats", "turn"].includes(mark.is) || value === null || value === undefined) return [];
  return (Array.isArray(value) ? value : [value]).filter((seat) => seat >= 0);
}
