// @ts-check
import { address } from "../assets.js";

/** @type {Map<string, Promise<void>>} */
const asked = new Map();
/** @type {Map<string, string>} those that came with a script of the release, by their path in the source */
const carried = new Map();

/** @param {string} path as in the source @param {string} text */
export function carry(path, text) {
  carried.set(path, text);
}

/**
 * Adds a style sheet to the page, once; resolves when it has loaded or failed.
 * @param {string} path as in the source
 */
export function stylesheet(path) {
  const known = asked.get(path);
  if (known) return known;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  const text = carried.get(path);
  // As a link it keeps its place among the others, so the same rule wins as in the source.
  link.href = text === undefined ? address(path) : URL.createObjectURL(new Blob([text], { type: "text/css" }));
  /** @type {Promise<void>} */
  const coming = new Promise((come) => {
    link.onload = link.onerror = () => come();
  });
  asked.set(path, coming);
  document.head.append(link);
  return coming;
}
