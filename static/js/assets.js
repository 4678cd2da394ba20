// @ts-check
// The address of a source file: in a release, its name has a hash.

/** From the page: each release has its own. */
export const assets = globalThis.document?.querySelector('meta[name="assets"]')?.getAttribute("content") ?? "{}";
/** @type {Record<string, string>} */
const renamed = JSON.parse(assets);

/** Is this a release, or the source as it is? */
export const released = Object.keys(renamed).length > 0;

/** @param {string} path as in the source */
export function address(path) {
  return renamed[path] ?? path;
}
