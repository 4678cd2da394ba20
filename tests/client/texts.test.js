import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

const folder = new URL("../../static/", import.meta.url);
const texts = Object.fromEntries(
  ["zh-CN", "en-US"].map((language) => [
    language,
    Object.assign(
      {},
      ...["", "later/", "review/"].map((part) =>
        JSON.parse(readFileSync(new URL(`i18n/${part}${language}.json`, folder), "utf8")),
      ),
    ),
  ]),
);

/** @param {URL} from @returns {string[]} */
function sources(from) {
  return readdirSync(from, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".js"))
    .map((path) => readFileSync(new URL(path, from), "utf8"));
}

test("both languages say the same things", () => {
  assert.deepEqual(Object.keys(texts["zh-CN"]), Object.keys(texts["en-US"]));
});

test("both languages fill in the same parameters", () => {
  for (const [key, text] of Object.entries(texts["en-US"])) {
    const params = (/** @type {string} */ one) => [...one.matchAll(/\{\w+\}/g)].map(String).sort();
    assert.deepEqual(params(texts["zh-CN"][key]), params(text), key);
  }
});

test("every key that the platform's modules write out has a text", () => {
  const written = sources(new URL("js/", folder)).flatMap((source) =>
    [...source.matchAll(/\bt\("([\w.]+)"/g)].map((found) => found[1]),
  );
  assert.ok(written.length > 80);
  // The texts of games bring these.
  const ofGames = written.filter((key) => !key.startsWith("game.") && !key.startsWith("preset."));
  assert.deepEqual(
    ofGames.filter((key) => !(key in texts["en-US"])),
    [],
  );
});
