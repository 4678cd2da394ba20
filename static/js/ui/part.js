// @ts-check
// Parts of the page that are loaded on demand.

import { assets } from "../assets.js";

const RELOADED = "paiju.reloaded";

/**
 * A module. If the server now runs another release without this part, the page reloads once. A part that exists but
 * fails is not reloaded: it would fail again.
 * @template T @param {() => Promise<T>} load @returns {Promise<T>}
 */
export async function part(load) {
  try {
    const loaded = await load();
    sessionStorage.removeItem(RELOADED);
    return loaded;
  } catch (error) {
    if (sessionStorage.getItem(RELOADED) || !(await otherRelease())) throw error;
    sessionStorage.setItem(RELOADED, "1");
    location.reload();
    return new Promise(() => {});
  }
}

/** Does the server's page name other files than this one? */
async function otherRelease() {
  try {
    const answer = await fetch("/", { cache: "no-store" });
    return answer.ok && !(await answer.text()).includes(assets);
  } catch {
    return false;
  }
}
