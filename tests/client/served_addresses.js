// Hooks for served.js.

/** @type {import("node:module").ResolveHook} */
export function resolve(name, context, next) {
  return next(/^\/(static|games)\//.test(name) ? new URL(`../..${name}`, import.meta.url).href : name, context);
}
