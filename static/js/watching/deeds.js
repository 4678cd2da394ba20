// @ts-check
// An action of a game in words: the game's name for it, and the cards it uses.
import { valueText } from "../table/describe.js";
import { insert } from "../ui/filled.js";

/** @typedef {import("../table/describe.js").Teller} Teller */
/** @typedef {Record<string, unknown>} Action as it was sent */

/** Fields of an action that do not describe it. */
const UNSAID = ["type", "action", "payload", "turn"];

/** @param {Teller} teller @param {Action} action */
export function deedText(teller, action) {
  const kind = String(action.type ?? action.action);
  const fields = { ...action, .../** @type {Action} */ (action.payload ?? {}) };
  const text = teller.find(`action.${kind}`) ?? kind;
  /** @param {string} name */
  const value = (name) => partText(teller, fields[name]);
  const said = insert(text, value, fields, teller.language).replace(/\s+/g, " ").trim();
  const left = Object.keys(fields).filter((name) => !UNSAID.includes(name) && !text.includes(`{${name}`));
  const more = left.map(value).filter(Boolean);
  return [said, ...more].join(" ");
}

/** @param {Teller} teller @param {unknown} value @returns {string} */
function partText(teller, value) {
  if (Array.isArray(value))
    return value.map((one) => partText(teller, one)).join(teller.language === "zh-CN" ? "、" : ", ");
  if (typeof value !== "string") return "";
  const { schema } = teller;
  for (const [table, entries] of Object.entries(schema?.names ?? {})) {
    const entry = entries.find((one) => one === value || /** @type {{id?: string}} */ (one)?.id === value);
    if (entry !== undefined) return valueText(teller, entry, ["named", table]);
  }
  const word = Object.entries(schema?.words ?? {}).find(([, words]) => Object.values(words).includes(value));
  return word ? (teller.find(`word.${word[0]}.${value}`) ?? value) : value;
}

/** The names in the action, such as cards. @param {unknown} value @returns {string[]} */
export function named(value) {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value ? Object.values(value).flatMap(named) : [];
}
