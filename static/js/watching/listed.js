// @ts-check
// The matches in which the server recognises this device's player (docs/records.md).

/** @typedef {import("../matches.js").Played} Played */
/** @typedef {import("./steps.js").MatchRecord} MatchRecord */
/** @typedef {MatchRecord & {seats: {name: string, sitter: string}[]}} Listed */

const MOST = 200;

/** Empty if the server cannot be asked. @param {string} token @returns {Promise<Played[]>} */
export async function listed(token) {
  /** @type {Played[]} */
  const all = [];
  /** @type {number | null} */
  let skip = token ? 0 : null;
  while (skip !== null && all.length < MOST) {
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await fetch(`/api/v1/matches?skip=${skip}`, { headers }).catch(() => null);
    if (!answer?.ok) break;
    const { matches, next } = /** @type {{matches: Listed[], next: number | null}} */ (await answer.json());
    all.push(...matches.map(played));
    skip = next;
  }
  return all;
}

/** @param {Listed} match @returns {Played} */
function played({ record, game, ended, outcome, mine, seats }) {
  const others = seats.filter(({ sitter, name }, seat) => sitter === "person" && name && !mine.includes(seat));
  const won = outcome?.winners.some((seat) => mine.includes(seat)) ?? null;
  const points = outcome?.scores[mine[0]] ?? null;
  return { record, game, ended, won, points, people: others.map(({ name }) => name) };
}
