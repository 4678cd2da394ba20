// Says everything that a file lists, as the pages say it: refusals and events of games, and those of rooms.
// Usage: node render_texts.js LISTED.json; prints [[game, language, what, text], …].
import "./served.js";
import { readFileSync } from "node:fs";
import { Words } from "../../static/js/i18n.js";
import { eventText, refusalText, roomEventText } from "../../static/js/table/describe.js";

/** @type {Record<string, any>} what the served page has from its game */
const tellings = {};
for (const game of ["shandong", "uno"])
  tellings[game] = (await import(`../../games/${game}/client/telling.js`)).telling;

const listed = JSON.parse(readFileSync(process.argv[2], "utf8"));
/** @type {any[]} */
const said = [];
const name = (/** @type {number} */ seat) => ["Ann", "Ben", "Cid", "Dora"][seat] ?? `#${seat + 1}`;

globalThis.document = /** @type {any} */ ({ documentElement: {} });
globalThis.fetch = async (/** @type {any} */ address) => {
  const path = listed.files[address] ?? new URL(`../..${address}`, import.meta.url);
  return /** @type {any} */ ({ ok: true, json: async () => JSON.parse(readFileSync(path, "utf8")) });
};

for (const language of /** @type {const} */ (["zh-CN", "en-US"])) {
  const words = new Words();
  await words.use(language);
  await words.later();
  for (const { code, params } of listed.platform) {
    said.push([
      "",
      language,
      `${code} ${JSON.stringify(params)}`,
      refusalText({ find: (key) => words.find("", key), name, language }, { code, params }),
    ]);
  }
  for (const event of listed.room) said.push(["", language, JSON.stringify(event), roomEventText(words.t, event)]);
  for (const [id, { schema, refusals, events }] of Object.entries(/** @type {Record<string, any>} */ (listed.games))) {
    await words.game(id);
    const find = (/** @type {string} */ key) => words.find(id, key);
    const own = tellings[id]?.(name, () => language);
    const teller = { schema, find, name, language, entry: own?.entry };
    for (const refusal of refusals) said.push([id, language, JSON.stringify(refusal), refusalText(teller, refusal)]);
    for (const event of events) {
      const line = own?.say(event);
      // Some events are shown alone: their table says so by an empty line.
      if (line !== "") said.push([id, language, JSON.stringify(event), line ?? eventText(teller, event)]);
    }
  }
}
console.log(JSON.stringify(said));
