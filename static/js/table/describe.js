// @ts-check
// Puts events and views into words, for any game: the schema gives the meaning of a value, the texts its name.
import { insert } from "../ui/filled.js";

/** @typedef {import("../codec.js").Mark} Mark */
/** @typedef {import("../codec.js").Type} Type */
/** @typedef {import("../codec.js").View} View */
/** @typedef {import("../codec.js").ViewEvent} ViewEvent */
/**
 * @typedef {object} Teller
 * @property {import("../codec.js").Schema} [schema] absent outside rooms
 * @property {(key: string) => string | undefined} find a text of the game
 * @property {(seat: number) => string} name of a seat
 * @property {string} language
 * @property {(table: string, entry: unknown) => string | undefined} [entry] the view's name for an entry of a
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
 * The mark of a struct's field; in a game without marks, the mark that the field's name suggests.
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

/** The separator in lists. @param {Teller} teller */
const listed = ({ language }) => (language === "zh-CN" ? "、" : ", ");

/** @param {Teller} teller @param {string} table @param {unknown} entry */
function entryText(teller, table, entry) {
  const called = teller.entry?.(table, entry);
  if (called) return called;
  const id = typeof entry === "object" && entry ? (idOf(entry) ?? JSON.stringify(entry)) : String(entry);
  return teller.find(`${table}.${id}`) ?? teller.find(`${singular(table)}.${id}`) ?? id;
}

/** The key that distinguishes an entry of a static table. @param {unknown} entry */
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
 * The log's line for an event; empty if the game has no text for it.
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
 * A refusal in words. On the page a game may say more (`said.CODE`) than in its catalogue of codes.
 * @param {Teller} teller @param {{code: string, params: Record<string, unknown>}} refusal
 */
export function refusalText(teller, { code, params }) {
  const { find } = teller;
  const found = [`said.${code}.${params.field}`, `said.${code}`, `code.${code}`].map(find);
  // A text with a parameter that this refusal lacks does not apply.
  const text = found.find((one) => one?.match(/(?<=\{)\w+/g)?.every((name) => name in params) ?? one) ?? found[2];
  const said = text ? paramsFilled(teller, text, params) : paramsFilled(teller, find("code.unknown") ?? "", { code });
  if (!params.penalty) return said;
  const stop = /[.。!！]$/.test(said) ? " " : teller.language === "zh-CN" ? "，" : ". ";
  return said + stop + paramsFilled(teller, find("code.penalty") ?? "", { n: params.penalty });
}

/**
 * The same, in the page's language.
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

/** Texts for parameters that share the meaning of another parameter. @type {Record<string, string>} */
const TEXTS = { name: "option" };

/**
 * A parameter of a refusal. Like a field, its name gives its meaning: an entry of a static table, a word, a seat, an
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
 * A number may be a seat: refusals have no marks.
 * @param {Teller} teller @param {string} name @param {unknown} value
 */
function plainText(teller, name, value) {
  const mark = SEAT.test(name) ? { is: "seat" } : undefined;
  return valueText(teller, value, typeof value === "number" ? "int" : "bool", mark);
}

/**
 * A value with a `type` (a unit of a throw): the game has a text for each type.
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
 * The log's line for an event of the room; empty for events of the game.
 * @param {import("../i18n.js").Say} t @param {ViewEvent} event
 */
export function roomEventText(t, event) {
  const key = `room.${event.type}`;
  const text = t(key, event);
  return text === key ? "" : text;
}
