// @ts-check
// The records that this device has seen to the end: their results are no longer secret.

const KEY = "paiju.seen";
const KEPT = 300;

/** @returns {string[]} */
function all() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {string} id */
export const seen = (id) => all().includes(id);

/** @param {string} id */
export function sawEnd(id) {
  if (!seen(id)) localStorage.setItem(KEY, JSON.stringify([...all(), id].slice(-KEPT)));
}

export const forgetSeen = () => localStorage.removeItem(KEY);
