// @ts-check
// Patches with names, as in records and on the JSON door (docs/protocol.md).
import { same } from "../apply_patch.js";

/** @typedef {[field: string | null, op: string, ...operands: any[]]} Change */
/** @typedef {Change[]} NamedPatch */

/**
 * The document after the patch. Unchanged parts stay the same objects.
 * @template T @param {T} document @param {NamedPatch | null | undefined} patch @returns {T}
 */
export function patched(document, patch) {
  if (!patch) return document;
  let made = /** @type {Record<string, any>} */ ({ ...document });
  for (const [field, op, ...operands] of patch) {
    if (field === null) made = same(made, operands[0]);
    else made[field] = changed(made[field], op, operands);
  }
  return /** @type {T} */ (made);
}

/** @param {any} value @param {string} op @param {any[]} operands */
function changed(value, op, [first, second]) {
  if (op === "set") return same(value, first);
  if (op === "add") return value + first;
  if (op === "splice") {
    const removed = new Set(first);
    return [...value.filter((/** @type {unknown} */ _, /** @type {number} */ at) => !removed.has(at)), ...second];
  }
  const items = [...value];
  for (const [at, patch] of first) items[at] = patched(items[at], patch);
  return items;
}
