// @ts-check
import { address } from "../assets.js";

/** @type {Map<string, Promise<void>>} */
const asked = new Map();

/**
 * Adds a sheet of styles to the page, once; resolves when it is there (or will not come).
 * @param {string} path as in the source
 */
export function stylesheet(path) {
  const known = asked.get(path);
  if (known) return known;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = address(path);
  /** @type {Promise<void>} */
  const coming = new Promise((come) => {
    link.onload = link.onerror = () => come();
  });
  asked.set(path, coming);
  document.head.append(link);
  return coming;
}
