// @ts-check
// Converts the wire's positional form to objects with names, by the schema that the server sent.
// docs/protocol.md describes the schema.

/** Numbers, texts and lists as received; the schema gives their meaning. @typedef {any} Positional */
/** @typedef {string | [form: string, of: any]} Type */
/** @typedef {[name: string, type: Type, fallback?: unknown]} Field */
/**
 * @typedef {object} Schema
 * @property {string} hash
 * @property {string} id
 * @property {Record<string, Field[]>} structs
 * @property {Record<string, [kind: string, struct: string, effects?: Positional[]]>} events
 * @property {Record<string, string[]>} words
 * @property {Record<string, unknown[]>} names
 * @property {string} table
 * @property {string} own
 * @property {string} room
 * @property {{structs: Record<string, Record<string, Mark>>, actions: Record<string, Record<string, Mark>>}} [marks]
 */
/** The meaning of a field besides its type (docs/marks.md).
 * @typedef {{is: string, from?: string, least?: number, most?: number, each?: Mark}} Mark */
/** A view, or a part of one, with names. @typedef {Record<string, unknown>} View */
/** An event of the game or of the room. @typedef {{type: string, [field: string]: unknown}} ViewEvent */
/** @typedef {ReturnType<typeof codec>} Codec */

/** @param {Schema} schema */
export function codec(schema) {
  /** @param {Positional} value @param {Type} type @returns {any} */
  function named(value, type) {
    if (typeof type === "string") return value;
    const [form, of] = type;
    if (form === "struct") return struct(value, of);
    if (form === "list") return value.map((/** @type {Positional} */ item) => named(item, of));
    if (form === "maybe") return value === null || value === undefined ? null : named(value, of);
    return form === "word" ? schema.words[of][value] : schema.names[of][value];
  }

  /** @param {Positional[] | null} values @param {string} name @returns {any} null for null, else a View */
  function struct(values, name) {
    if (values === null || values === undefined) return null;
    /** @type {View} */
    const made = {};
    schema.structs[name].forEach(([field, type, fallback], i) => {
      made[field] = i < values.length ? named(values[i], type) : fallback;
    });
    return made;
  }

  /** @param {Positional[]} values the event's number, then its fields @returns {ViewEvent} */
  function event(values) {
    const [kind, name] = schema.events[values[0]] ?? ["unknown", ""];
    return { type: kind, ...(name ? struct(values.slice(1), name) : null) };
  }

  return { schema, named, struct, event };
}
