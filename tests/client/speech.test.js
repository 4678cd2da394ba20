import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

for (const game of ["uno", "shandong"]) {
  const client = `../../games/${game}/client`;
  const { SPEECH } = await import(`${client}/speech_words.js`);
  const source = (/** @type {string} */ name) => readFileSync(new URL(`${client}/${name}.js`, import.meta.url), "utf8");

  test(`every sentence that ${game} speaks is there in both languages, with the same parameters`, () => {
    const [zh, en] = [SPEECH["zh-CN"], SPEECH["en-US"]];
    assert.deepEqual(Object.keys(zh), Object.keys(en));
    const params = (/** @type {string} */ text) => [...new Set(text.match(/\{\w+\}/g))].sort();
    for (const key of Object.keys(en)) assert.deepEqual(params(zh[key]), params(en[key]), key);
  });

  test(`no word of ${game} is hidden behind another of the same key`, () => {
    const table = new Set([...source("words").matchAll(/^ {4}"?([\w.]+)"?: "/gm)].map((found) => found[1]));
    assert.ok(table.size > 40);
    assert.deepEqual(
      Object.keys(SPEECH["en-US"]).filter((key) => table.has(key)),
      [],
    );
  });

  test(`every sentence of ${game} is spoken somewhere`, () => {
    const ofAll = readFileSync(new URL("../../static/js/table/hand_keys.js", import.meta.url), "utf8");
    const code = [ofAll, ...["speech", "keys", "cards", "view", "actions"].map(source)].join("\n");
    const built = /^(card\.|[JQKA]$|say\.wins)/;
    const unused = Object.keys(SPEECH["en-US"]).filter((key) => !built.test(key) && !code.includes(`"${key}"`));
    assert.deepEqual(unused, []);
  });
}
