// @ts-check
// Where a file of the source is served: a release gives it a name with a hash.

/** As the page has it: each release has its own. */
export const assets = globalThis.document?.querySelector('meta[name="assets"]')?.getAttribute("content") ?? "{}";
/** @type {Record<string, string>} */
const renamed = JSON.parse(assets);

/** Is this a release, or the source as it is? */
export const released = Object.keys(renamed).length > 0;

/** @param {string} path as in the source */
export function address(path) {
  return renamed[path] ?? path;
}
