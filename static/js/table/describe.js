// @ts-check
// What happens and what is seen, in words, for any game: the schema says what a value is, the texts say how it is
// called.
import { insert } from "../ui/filled.js";

/** @typedef {import("../codec.js").Mark} Mark */
/** @typedef {import("../codec.js").Type} Type */
/** @typedef {import("../codec.js").View} View */
/** @typedef {import("../codec.js").ViewEvent} ViewEvent */
/**
 * @typedef {object} Teller
 * @property {import("../codec.js").Schema} [schema] none outside of rooms
 * @property {(key: string) => string | undefined} find a text of the game
 * @property {(seat: number) => string} name of a seat
 * @property {string} language
 * @property {(table: string, entry: unknown) => string | undefined} [entry] how the game's view calls an entry of a
 *   static table
 */

const ROLES =
  "seat|turn|player|winner|dealer|holder|chooser|burier|by|target|leader|sticker|declarer|challenger|current";
/** Fields that hold a seat, and fields that list seats, in a game without marks. */
const SEAT = new RegExp(`^(${ROLES})(Id|Seat|Turn|Player)?$`);
const SEATS = /^(winners|ranking|players|away|passed|autopilot)$/;

/** Do the views and events of this game have marks? @param {Teller["schema"]} schema */
const marked = (schema) => Object.keys(schema?.marks?.structs ?? {}).length > 0;

/**
 * The mark of a field of a struct; of a game without marks, what the field's name suggests.
 * @param {Pick<Teller, "schema">} teller @param {string} struct @param {string} field @returns {Mark | undefined}
 */
export function markOf({ schema }, struct, field) {
  if (marked(schema)) return schema?.marks?.structs[struct]?.[field];
  if (SEAT.test(field)) return { is: "seat" };
  return SEATS.test(field) ? { is: "seats" } : undefined;
}

/** @param {Teller} teller @param {unknown} value @param {Type} type @param {Mark} [mark] @returns {string} */
export function valueText(teller, value, type, mark) {
  if (value === null || value === undefined) return "";
  if (Array.isArray(type)) {
    const [form, of] = type;
    if (form === "maybe") return valueText(teller, value, of, mark);
    if (form === "list") return listText(teller, /** @type {unknown[]} */ (value), of, mark);
    if (form === "word") return teller.find(`word.${of}.${value}`) ?? String(value);
    if (form === "named") return entryText(teller, of, value);
    return structText(teller, of, /** @type {View} */ (value));
  }
  if (type === "int" && mark?.is === "seat") return Number(value) < 0 ? "–" : teller.name(Number(value));
  if (type === "bool") return value ? "✓" : "✗";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** @param {Teller} teller @param {unknown[]} values @param {Type} type of each @param {Mark} [mark] of the list */
function listText(teller, values, type, mark) {
  if (mark?.is === "seats" && type === "int") return values.map((seat) => teller.name(Number(seat))).join(" · ");
  const texts = values.map((one) => valueText(teller, one, type, mark?.each));
  if (mark?.is === "perSeat") return texts.map((text, seat) => `${teller.name(seat)} ${text}`).join(" · ");
  return texts.join(Array.isArray(type) && type[0] === "named" ? listed(teller) : " ");
}

/** What stands between things that are listed. @param {Teller} teller */
const listed = ({ language }) => (language === "zh-CN" ? "、" : ", ");

/** @param {Teller} teller @param {string} table @param {unknown} entry */
function entryText(teller, table, entry) {
  const called = teller.entry?.(table, entry);
  if (called) return called;
  const id = typeof entry === "object" && entry ? (idOf(entry) ?? JSON.stringify(entry)) : String(entry);
  return teller.find(`${table}.${id}`) ?? teller.find(`${singular(table)}.${id}`) ?? id;
}

/** What tells an entry of a static table from the others. @param {unknown} entry */
const idOf = (entry) => /** @type {{id?: string} | null | undefined} */ (entry)?.id;

/** @param {string} table */
const singular = (table) => table.replace(/s$/, "");

/** @param {Teller} teller @param {string} name @param {View} value */
export function structText(teller, name, value) {
  return (teller.schema?.structs[name] ?? [])
    .map(([field, type]) => {
      const text = valueText(teller, value[field], type, markOf(teller, name, field));
      return text && `${teller.find(`field.${field}`) ?? field} ${text}`;
    })
    .filter(Boolean)
    .join(", ");
}

/**
 * What the log says of an event; empty when the game has no words for it.
 * @param {Teller} teller @param {ViewEvent} event
 */
export function eventText(teller, event) {
  const template = teller.find(`event.${event.type}`);
  if (!template) return "";
  const { schema } = teller;
  const name = Object.values(schema?.events ?? {}).find(([kind]) => kind === event.type)?.[1] ?? "";
  const types = Object.fromEntries((schema?.structs[name] ?? []).map(([field, type]) => [field, type]));
  const value = (/** @type {string} */ field) => {
    const text = valueText(teller, event[field], types[field] ?? "any", markOf(teller, name, field));
    return text || (marked(schema) ? "" : "–");
  };
  return insert(template, value, event, teller.language).replace(/\s+/g, " ").trim();
}

/**
 * What a refusal says. A game may say on the page (`said.CODE`) what its catalogue of codes says more briefly.
 * @param {Teller} teller @param {{code: string, params: Record<string, unknown>}} refusal
 */
export function refusalText(teller, { code, params }) {
  const { find } = teller;
  const found = [`said.${code}.${params.field}`, `said.${code}`, `code.${code}`].map(find);
  // What names something that this refusal does not tell is not about it.
  const text = found.find((one) => one?.match(/(?<=\{)\w+/g)?.every((name) => name in params) ?? one) ?? found[2];
  const said = text ? paramsFilled(teller, text, params) : paramsFilled(teller, find("code.unknown") ?? "", { code });
  if (!params.penalty) return said;
  const stop = /[.。!！]$/.test(said) ? " " : teller.language === "zh-CN" ? "，" : ". ";
  return said + stop + paramsFilled(teller, find("code.penalty") ?? "", { n: params.penalty });
}

/**
 * The same on a page, in its language.
 * @param {import("../app.js").App} app @param {import("../refusal.js").Refusal} refusal
 * @param {string} [game] @param {Teller["entry"]} [entry]
 */
export function said(app, refusal, game = app.store.view?.room.game ?? "", entry = undefined) {
  const { language } = app.words;
  const find = (/** @type {string} */ key) => app.words.find(game, key);
  return refusalText({ schema: app.store.codec?.schema, find, name: app.nameOf, language, entry }, refusal);
}

/** @param {Teller} teller @param {string} text @param {Record<string, unknown>} params */
function paramsFilled(teller, text, params) {
  return insert(text, (name) => paramText(teller, name, params[name]), params, teller.language);
}

/** Texts that name what a parameter of another name holds. @type {Record<string, string>} */
const TEXTS = { name: "option" };

/**
 * A parameter of a refusal. Its name says what it is, as a field's does: an entry of a static table, a word, a seat, an
 * option.
 * @param {Teller} teller @param {string} name @param {unknown} value @returns {string}
 */
function paramText(teller, name, value) {
  const { schema, find } = teller;
  if (value === null || value === undefined || value === "") return "–";
  if (Array.isArray(value)) {
    return value.map((one) => paramText(teller, name, one)).join(listed(teller)) || "–";
  }
  if (typeof value === "object") return thingText(teller, name, /** @type {View} */ (value));
  if (typeof value !== "string") return plainText(teller, name, value);
  const table = Object.keys(schema?.names ?? {}).find((one) => one === name || singular(one) === name);
  const entry = table && schema?.names[table].find((one) => one === value || idOf(one) === value);
  if (table && entry) return entryText(teller, table, entry);
  const word = Object.keys(schema?.words ?? {}).find((one) => one.toLowerCase() === name);
  return find(`word.${word}.${value}`) ?? find(`${TEXTS[name] ?? name}.${value}`) ?? value;
}

/**
 * A number may be a seat: a refusal has no marks.
 * @param {Teller} teller @param {string} name @param {unknown} value
 */
function plainText(teller, name, value) {
  const mark = SEAT.test(name) ? { is: "seat" } : undefined;
  return valueText(teller, value, typeof value === "number" ? "int" : "bool", mark);
}

/**
 * A thing with a type of its own (a unit of a throw): the game has a text for each.
 * @param {Teller} teller @param {string} name @param {View} thing
 */
function thingText(teller, name, thing) {
  const text = teller.find(`${name}.${thing.type}`);
  if (text) return paramsFilled(teller, text, thing);
  return Object.entries(thing)
    .map(([field, value]) => paramText(teller, field, value))
    .join(" ");
}

/**
 * What the log says of an event of the room; empty for events of the game.
 * @param {import("../i18n.js").Say} t @param {ViewEvent} event
 */
export function roomEventText(t, event) {
  const key = `room.${event.type}`;
  const text = t(key, event);
  return text === key ? "" : text;
}
