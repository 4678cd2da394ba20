import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import "./drawing_nothing.js";
import "./served.js";
import { explains } from "../../static/js/views/help_text.js";

const games = new URL("../../games/", import.meta.url);
/** @param {string} path */
const read = (path) => JSON.parse(readFileSync(new URL(path, games), "utf8"));
/** Refusals of the room or of a broken client: no rule of the game explains them. */
const NO_RULE = [
  ...["UNKNOWN_PRESET", "INVALID_OPTION", "OPTION_CONFLICT", "RULE_INVALID", "NOT_ENOUGH_PLAYERS", "ROOM_FULL"],
  ...["ALREADY_IN_ROOM", "ALREADY_STARTED", "MODE_MISMATCH", "NOT_HOST", "NOT_SEATED", "RATE_LIMITED"],
  ...["INVALID_ACTION", "BAD_PAYLOAD", "UNKNOWN_CARD", "CARD_NOT_IN_HAND", "DUPLICATE_CARD"],
];

for (const game of ["uno", "shandong"]) {
  const [zh, en] = ["zh-CN", "en-US"].map((language) => read(`${game}/client/help/${language}.json`));

  test(`the help of ${game} has rules, tips and examples, the same in both languages`, () => {
    assert.deepEqual(Object.keys(zh), Object.keys(en));
    for (const part of ["rules", "tips", "examples"]) assert.ok(en[part].length >= 7, part);
    for (const part of Object.keys(en)) {
      assert.equal(zh[part].length, en[part].length, part);
      zh[part].forEach((/** @type {any[]} */ entry, /** @type {number} */ at) =>
        assert.deepEqual(entry[2], en[part][at][2], entry[0]),
      );
    }
  });

  test(`the help of ${game} lists the keys that its table answers, and no others`, async () => {
    const { KEYS } = await import(`../../games/${game}/client/keys.js`);
    const names = { "←": "ArrowLeft", "→": "ArrowRight", "↑": "ArrowUp", "↓": "ArrowDown", Space: " ", Esc: "Escape" };
    /** @param {string} title `Alt + ← →` */
    const chords = (title) => {
      const [, held = "", keys = ""] = title.match(/^(?:(\w+) \+ )?(.*)$/) ?? [];
      const named = keys.split(" ").map((key) => names[/** @type {keyof typeof names} */ (key)] ?? key);
      return named.map((key) => (held && `${held}+`) + (key.length === 1 ? key.toLowerCase() : key));
    };
    const listed = en.keys
      .filter(([title]) => !/^1 – 9$|^R Y G B$/.test(title)) // answers to a question, whatever is asked
      .flatMap(([title]) => chords(title));
    assert.deepEqual(listed.sort(), Object.keys(KEYS).sort());
  });

  test(`a refusal of ${game} leads to the rule that it follows from`, () => {
    const codes = Object.keys(read(`${game}/texts/en-US.json`))
      .filter((key) => key.startsWith("code."))
      .map((key) => key.slice(5));
    assert.ok(codes.length > 20);
    const unexplained = codes.filter(
      (code) => !NO_RULE.includes(code) && !en.rules.some((/** @type {any} */ entry) => explains(entry, code)),
    );
    assert.deepEqual(unexplained, []);
  });
}
