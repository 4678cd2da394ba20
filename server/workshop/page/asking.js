// @ts-check
// What the page asks the workshop; what goes wrong is said above the table.
import { el, part } from "./dom.js";
import { w } from "./words.js";

const TIMES = { wrong: "", said: "note" };

/** @param {string} sentence @param {keyof typeof TIMES} [kind] */
export function say(sentence, kind = "wrong") {
  part("said", HTMLDivElement).append(
    el("p", { className: TIMES[kind], textContent: sentence, title: w("close"), onclick: close }),
  );
}

/** @param {Event} event */
function close({ currentTarget }) {
  if (currentTarget instanceof HTMLElement) currentTarget.remove();
}

export const unsay = () => part("said", HTMLDivElement).replaceChildren();

/**
 * The answer, or null if there is none; then that is said.
 * @param {string} path @param {RequestInit} [how] @returns {Promise<any>}
 */
export async function ask(path, how) {
  try {
    const answer = await fetch(path, how);
    const body = await answer.json();
    if (answer.ok) return body;
    say(body.said ?? `${path}: ${answer.status}`);
  } catch (error) {
    say(`${path}: ${error}`);
  }
  return null;
}

/** @param {string} path @param {unknown} body */
export const send = (path, body) =>
  ask(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
