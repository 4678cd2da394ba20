// @ts-check

/**
 * An element with these properties and children.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} kind @param {Record<string, unknown>} [properties] @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(kind, properties = {}, ...children) {
  const made = Object.assign(document.createElement(kind), properties);
  made.append(...children);
  return made;
}

/** @template {HTMLElement} T @param {string} id @param {new () => T} kind @returns {T} */
export function part(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new TypeError(`no ${id}`);
  return found;
}

/** @param {string} label @param {HTMLElement} field */
export const labelled = (label, field) => el("label", {}, `${label} `, field);

/** @param {string} text @param {() => void} does */
export const button = (text, does) => el("button", { type: "button", textContent: text, onclick: does });

/** In one line. @param {unknown} value */
export const short = (value) => JSON.stringify(value);
