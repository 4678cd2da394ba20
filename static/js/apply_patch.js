// @ts-check
// Applies frames to the views: the patches of server/rooms/patch.py, and the changes that events imply.
// docs/protocol.md describes both.

/** @typedef {import("./codec.js").Codec} Codec */
/** @typedef {import("./codec.js").Type} Type */
/** @typedef {import("./codec.js").Positional} Positional */

const SET = 0;
const SPLICE = 1;
const ADD = 3;
const WHOLE = -1;

/**
 * The document after the patch. Unchanged parts stay the same objects.
 * @template T
 * @param {Codec} codec @param {T} old @param {Positional[] | null} patch @param {string} name @returns {T}
 */
export function applyPatch(codec, old, patch, name) {
  if (!patch) return old;
  if (patch[0] === WHOLE) return same(old, codec.struct(patch[1], name));
  const made = /** @type {Record<string, Positional>} */ ({ ...old });
  for (let i = 0; i < patch.length; ) {
    const head = patch[i++];
    const [field, type] = codec.schema.structs[name][head >> 2];
    const op = head & 3;
    const before = made[field];
    if (op === SET) {
      made[field] = same(before, codec.named(patch[i++], type));
    } else if (op === SPLICE) {
      const removed = new Set(patch[i++]);
      const kept = before.filter((/** @type {unknown} */ _, /** @type {number} */ at) => !removed.has(at));
      made[field] = [...kept, ...codec.named(patch[i++], type)];
    } else if (op === ADD) {
      made[field] = before + patch[i++];
    } else {
      made[field] = applyToItems(codec, before, patch[i++], structOf(type));
    }
  }
  return /** @type {T} */ (made);
}

/** @param {Codec} codec @param {object[]} old @param {Positional[]} changes @param {string} name */
function applyToItems(codec, old, changes, name) {
  const made = [...old];
  for (let i = 0; i < changes.length; i += 2) {
    made[changes[i]] = applyPatch(codec, made[changes[i]], changes[i + 1], name);
  }
  return made;
}

/** The struct in a list, which may be optional. @param {Type} type @returns {string} */
function structOf([form, of]) {
  return form === "struct" ? of : structOf(of);
}

/**
 * The table after the changes that the events imply: some have a patch with holes for their fields.
 * @template T
 * @param {Codec} codec @param {T} table @param {Positional[][]} events @returns {T}
 */
export function applyEffects(codec, table, events) {
  if (!table) return table;
  for (const [number, ...fields] of events) {
    const template = codec.schema.events[number]?.[2];
    if (template) table = applyPatch(codec, table, filled(template, fields), codec.schema.table);
  }
  return table;
}

/**
 * A template with the fields of an event in its holes.
 * @param {Positional} template @param {Positional[]} fields @returns {Positional}
 */
function filled(template, fields) {
  if (Array.isArray(template)) return template.map((part) => filled(part, fields));
  if (template === null || typeof template !== "object") return template;
  return "field" in template ? fields[template.field] : -fields[template.less];
}

/**
 * `next`, with every part that equals its counterpart in `old` replaced by that counterpart.
 * @template T
 * @param {unknown} old @param {T} next @returns {T}
 */
export function same(old, next) {
  if (old === next || typeof old !== "object" || typeof next !== "object" || !old || !next) return next;
  if (Array.isArray(old) !== Array.isArray(next)) return next;
  const [before, after] = /** @type {Record<string, unknown>[]} */ ([old, next]);
  const keys = Object.keys(after);
  let equal = keys.length === Object.keys(before).length;
  for (const key of keys) {
    after[key] = same(before[key], after[key]);
    if (after[key] !== before[key] || !(key in before)) equal = false;
  }
  return equal ? /** @type {T} */ (old) : next;
}
