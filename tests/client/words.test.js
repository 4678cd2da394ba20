import "./served.js";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Words } from "../../static/js/i18n.js";
import { filled } from "../../static/js/ui/filled.js";

test("a word follows its number as the language wants it", () => {
  const text = "{n} {n:card|cards}";
  assert.equal(filled(text, { n: 1 }, "en-US"), "1 card");
  assert.equal(filled(text, { n: 0 }, "en-US"), "0 cards");
  assert.equal(filled(text, { n: 21 }, "en-US"), "21 cards");
  assert.equal(filled("{n:card|cards}", { n: "2–10" }, "en-US"), "cards");
});

test("a parameter that is not given stays to be seen, and an empty one leaves nothing", () => {
  assert.equal(filled("{who} plays {what}", { who: "" }, "en-US"), "plays {what}");
});

/** Everything that the tables' own words can say, with a number of one. @param {string} game */
async function said(game) {
  const { words, WORDS } = await import(`../../games/${game}/client/words.js`);
  return Object.entries(WORDS).flatMap(([language, texts]) =>
    Object.keys(/** @type {object} */ (texts)).map((key) => {
      const params = Object.fromEntries([...texts[key].matchAll(/\{(\w+)/g)].map(([, name]) => [name, 1]));
      return `${language} ${key}: ${words(() => language)(key, params)}`;
    }),
  );
}

for (const game of ["uno", "shandong"]) {
  test(`the table of ${game} says one card, not one cards, and no brace`, async () => {
    const wrong = (await said(game)).filter((line) => /[{}]|undefined|\b1 (cards|points|levels|pairs)\b/.test(line));
    assert.deepEqual(wrong, []);
  });
  test(`the table of ${game} says the same things in both languages`, async () => {
    const { WORDS } = await import(`../../games/${game}/client/words.js`);
    assert.deepEqual(Object.keys(WORDS["zh-CN"]), Object.keys(WORDS["en-US"]));
  });
}

/** Every file of texts: the page's, and those of the games in this repository. */
const FOLDERS = ["static/i18n", "static/i18n/later", "static/i18n/review", "games/uno/texts", "games/shandong/texts"];

for (const language of ["zh-CN", "en-US"]) {
  for (const folder of FOLDERS) {
    test(`every text of ${folder} in ${language} can be filled in, whatever the number`, () => {
      const path = new URL(`../../${folder}/${language}.json`, import.meta.url);
      const texts = /** @type {Record<string, string>} */ (JSON.parse(readFileSync(path, "utf8")));
      const wrong = Object.entries(texts).flatMap(([key, text]) =>
        [0, 1, 2, "Ann"].map((value) => {
          const params = Object.fromEntries([...text.matchAll(/\{(\w+)/g)].map(([, name]) => [name, value]));
          return `${key}: ${filled(text, params, language)}`;
        }),
      );
      // The catalogues of codes are fixed by the rules pages, and the terminal has sentences of its own.
      const broken = /undefined|null|\[object|[{}|]|: $|\b1 (cards|players|points|levels|pairs|people|seats)\b/;
      assert.deepEqual(
        wrong.filter((line) => broken.test(line) && !line.startsWith("code.") && !line.startsWith("ui.")),
        [],
      );
    });
  }
}

test("what is asked for while a language is on its way comes in that language, and stays", async (context) => {
  globalThis.document = /** @type {any} */ ({ documentElement: {} });
  /** @type {Map<string, () => void>} */
  const coming = new Map();
  const answer = (/** @type {string} */ path) =>
    new Promise((come) => coming.set(path, () => come(Response.json({ [path]: path }))));
  context.mock.method(globalThis, "fetch", answer);
  const words = new Words();
  const first = words.use("zh-CN");
  const later = words.later();
  coming.get("/static/i18n/later/zh-CN.json")?.();
  await later;
  coming.get("/static/i18n/zh-CN.json")?.();
  await first;
  for (const path of ["/static/i18n/zh-CN.json", "/static/i18n/later/zh-CN.json"]) assert.equal(words.t(path), path);
});
