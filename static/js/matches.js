// @ts-check
// The matches played on this device, as it remembers them: the ids of their records, and how they ended.

const KEY = "paiju.matches";
const KEPT = 200;

/**
 * @typedef {object} Played
 * @property {string} record its id
 * @property {string} game
 * @property {number} ended ms since 1970, by the clock of this device
 * @property {boolean | null} won null if the page was not there when it ended
 * @property {string[]} people the others, without bots
 * @property {number | null} [points] the user's, if the record told them
 */

/** Oldest first. @param {Storage} storage @returns {Played[]} */
export function played(storage = localStorage) {
  try {
    const kept = JSON.parse(storage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** @param {Played[]} all @param {Storage} storage */
const keep = (all, storage) => storage.setItem(KEY, JSON.stringify(all.slice(-KEPT)));

/** Forgets all matches on this device. @param {Storage} storage */
export const forgetMatches = (storage = localStorage) => storage.removeItem(KEY);

/**
 * Remembers a finished match of the user's.
 * @param {import("./store.js").Table} view @param {import("./codec.js").ViewEvent[]} events
 * @param {Storage} storage @param {number} now
 */
export function rememberMatch({ room, seat }, events, storage = localStorage, now = Date.now()) {
  if (seat === null || room.phase !== "over" || !room.record) return;
  const all = played(storage);
  if (all.some((one) => one.record === room.record)) return;
  const end = /** @type {import("./room_view.d.ts").MatchEnded | undefined} */ (
    events.find((event) => event.type === "room_match_ended")
  );
  const people = room.seats.filter((one, at) => at !== seat && one.sitter === "person").map((one) => one.name);
  const won = end ? end.winners.includes(seat) : null;
  keep([...all, { record: room.record, game: room.game, ended: now, won, people }], storage);
}

/**
 * The results of one game's matches. Those whose end this device did not see count neither way.
 * @param {Played[]} matches of that game, oldest first
 */
export function tally(matches) {
  const told = matches.filter(({ won }) => won !== null);
  let streak = 0;
  let longest = 0;
  for (const { won } of told) longest = Math.max(longest, (streak = won ? streak + 1 : 0));
  /** @type {Map<string, number>} */
  const with_ = new Map();
  for (const { people } of matches) for (const name of people) with_.set(name, (with_.get(name) ?? 0) + 1);
  const points = matches.flatMap(({ points }) => points ?? []);
  return {
    played: matches.length,
    points: points.length ? points.reduce((sum, one) => sum + one) : null,
    won: told.filter(({ won }) => won).length,
    longest,
    people: [...with_].sort(([, a], [, b]) => b - a),
  };
}
