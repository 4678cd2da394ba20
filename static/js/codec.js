// @ts-check
// From the wire's positional form to objects with names, by the schema that the server sent.
// docs/protocol.md describes the schema and patches.

/** @typedef {string | [string, any]} Type */
/** @typedef {[name: string, type: Type, fallback?: any]} Field */
/**
 * @typedef {object} Schema
 * @property {string} hash
 * @property {string} id
 * @property {Record<string, Field[]>} structs
 * @property {Record<string, [kind: string, struct: string, says?: any[]]>} events
 * @property {Record<string, string[]>} words
 * @property {Record<string, any[]>} names
 * @property {string} table
 * @property {string} own
 * @property {string} room
 */

const SET = 0;
const SPLICE = 1;
const ADD = 3;
const WHOLE = -1;

/** @param {Schema} schema */
export function codec(schema) {
  /** @param {any} value @param {Type} type @returns {any} */
  function named(value, type) {
    if (typeof type === "string") return value;
    const [form, of] = type;
    if (form === "struct") return struct(value, of);
    if (form === "list") return value.map((/** @type {any} */ item) => named(item, of));
    if (form === "maybe") return value === null || value === undefined ? null : named(value, of);
    return form === "word" ? schema.words[of][value] : schema.names[of][value];
  }

  /** @param {any[] | null} values @param {string} name */
  function struct(values, name) {
    if (values === null || values === undefined) return null;
    /** @type {Record<string, any>} */
    const made = {};
    schema.structs[name].forEach(([field, type, fallback], i) => {
      made[field] = i < values.length ? named(values[i], type) : fallback;
    });
    return made;
  }

  /**
   * The document after the patch. What the patch does not touch stays the same object.
   * @param {any} old @param {any[] | null} patch @param {string} name
   */
  function patched(old, patch, name) {
    if (!patch) return old;
    if (patch[0] === WHOLE) return same(old, struct(patch[1], name));
    const made = { ...old };
    for (let i = 0; i < patch.length; ) {
      const head = patch[i++];
      const [field, type] = schema.structs[name][head >> 2];
      const op = head & 3;
      if (op === SET) {
        made[field] = same(old[field], named(patch[i++], type));
      } else if (op === SPLICE) {
        const removed = new Set(patch[i++]);
        const kept = old[field].filter((/** @type {any} */ _, /** @type {number} */ at) => !removed.has(at));
        made[field] = [...kept, ...named(patch[i++], type)];
      } else if (op === ADD) {
        made[field] = old[field] + patch[i++];
      } else {
        made[field] = items(old[field], patch[i++], structOf(type));
      }
    }
    return made;
  }

  /** @param {any[]} old @param {any[]} changes @param {string} name */
  function items(old, changes, name) {
    const made = [...old];
    for (let i = 0; i < changes.length; i += 2) {
      made[changes[i]] = patched(made[changes[i]], changes[i + 1], name);
    }
    return made;
  }

  /** @param {any[]} values the event's number, then its fields */
  function event(values) {
    const [kind, name] = schema.events[values[0]] ?? ["unknown", ""];
    return { type: kind, ...(name ? struct(values.slice(1), name) : null) };
  }

  /**
   * The table after what the events say of it by themselves: some carry a patch whose holes are their fields.
   * @param {any} table @param {any[][]} events
   */
  function said(table, events) {
    if (!table) return table;
    for (const [number, ...fields] of events) {
      const template = schema.events[number]?.[2];
      if (template) table = patched(table, filled(template, fields), schema.table);
    }
    return table;
  }

  return { schema, struct, patched, event, said };
}

/** A template with the fields of an event in its holes. @param {any} template @param {any[]} fields @returns {any} */
function filled(template, fields) {
  if (Array.isArray(template)) return template.map((part) => filled(part, fields));
  if (template === null || typeof template !== "object") return template;
  return "field" in template ? fields[template.field] : -fields[template.less];
}

/** The struct that a list, perhaps an absent one, holds. @param {any} type @returns {string} */
function structOf([form, of]) {
  return form === "struct" ? of : structOf(of);
}

/**
 * `next`, with every part that equals its counterpart in `old` replaced by that counterpart.
 * @param {any} old @param {any} next @returns {any}
 */
export function same(old, next) {
  if (old === next || typeof old !== "object" || typeof next !== "object" || !old || !next) return next;
  if (Array.isArray(old) !== Array.isArray(next)) return next;
  const keys = Object.keys(next);
  let equal = keys.length === Object.keys(old).length;
  for (const key of keys) {
    next[key] = same(old[key], next[key]);
    if (next[key] !== old[key] || !(key in old)) equal = false;
  }
  return equal ? old : next;
}
