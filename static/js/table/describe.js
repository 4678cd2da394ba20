// @ts-check
// What happens and what is seen, in words, for any game: the schema says what a value is, the texts say how it is called.

/**
 * @typedef {object} Teller
 * @property {import("../codec.js").Schema} schema
 * @property {(key: string) => string | undefined} find a text of the game
 * @property {(seat: number) => string} name of a seat
 * @property {(table: string, entry: any) => string | undefined} [entry] how the game's view calls an entry of a static table
 */

const SEAT = /^(seat|turn|player|winner|dealer|holder|chooser|burier|by|target|leader|sticker|declarer|challenger|current)(Id|Seat|Turn|Player)?$/;
/** Fields that list seats by number. */
export const SEATS = /^(winners|ranking|players|away|passed|autopilot)$/;

/** @param {Teller} teller @param {string} field @param {any} value @param {any} type @returns {string} */
export function valueText(teller, field, value, type) {
  if (value === null || value === undefined) return "";
  if (Array.isArray(type)) {
    const [form, of] = type;
    if (form === "maybe") return valueText(teller, field, value, of);
    if (form === "list") {
      if (of === "int" && SEATS.test(field)) return value.map(teller.name).join(" · ");
      return value.map((/** @type {any} */ one) => valueText(teller, field, one, of)).join(" ");
    }
    if (form === "word") return teller.find(`word.${of}.${value}`) ?? String(value);
    if (form === "named") return entryText(teller, of, value);
    return structText(teller, of, value);
  }
  if (type === "int" && SEAT.test(field)) return value < 0 ? "–" : teller.name(value);
  if (type === "bool") return value ? "✓" : "✗";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** @param {Teller} teller @param {string} table @param {any} entry */
function entryText(teller, table, entry) {
  const called = teller.entry?.(table, entry);
  if (called) return called;
  const id = typeof entry === "object" && entry ? (entry.id ?? JSON.stringify(entry)) : String(entry);
  return teller.find(`${table}.${id}`) ?? teller.find(`card.${id}`) ?? id;
}

/** @param {Teller} teller @param {string} name @param {any} value */
export function structText(teller, name, value) {
  return teller.schema.structs[name]
    .map(([field, type]) => {
      const text = valueText(teller, field, value[field], type);
      return text && `${teller.find(`field.${field}`) ?? field} ${text}`;
    })
    .filter(Boolean)
    .join(", ");
}

/** What the log says of an event; empty when the game has no words for it. @param {Teller} teller @param {any} event */
export function eventText(teller, event) {
  const template = teller.find(`event.${event.type}`);
  if (!template) return "";
  const name = Object.values(teller.schema.events).find(([kind]) => kind === event.type)?.[1] ?? "";
  const types = Object.fromEntries((teller.schema.structs[name] ?? []).map(([field, type]) => [field, type]));
  return template
    .replace(/\{(\w+)\}/g, (_, field) => valueText(teller, field, event[field], types[field] ?? "any"))
    .replace(/\s+/g, " ")
    .trim();
}
