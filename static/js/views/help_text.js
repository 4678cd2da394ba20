// @ts-check
// A game's help is `client/help/<language>.json`: rules, tips, worked examples and words, each a list of titles and
// texts. A rule may name the refusals that follow from it: `["Burying", "…", ["BURY_*"]]`. A bare list holds
// only rules.
import { address } from "../assets.js";

/** @typedef {[title: string, text: string, codes?: string[]]} Entry */
/** @typedef {Record<string, Entry[]>} HelpText by part */

/** @type {Map<string, HelpText>} by language and game */
const known = new Map();

/** Does that refusal follow from this rule? @param {Entry} entry @param {string} code */
export function explains([, , codes = []], code) {
  return codes.some((one) => (one.endsWith("*") ? code.startsWith(one.slice(0, -1)) : one === code));
}

/**
 * The help as far as it has loaded; the rest is fetched, and then `come` is called.
 * @param {string} language @param {string} id @param {() => void} come
 */
export function helpText(language, id, come) {
  const key = `${language}/${id}`;
  const there = known.get(key);
  if (there) return there;
  known.set(key, {});
  void load(language, id).then((text) => {
    known.set(key, text);
    come();
  });
  return {};
}

/** @param {string} language @param {string} id @returns {Promise<HelpText>} */
async function load(language, id) {
  const answer = await fetch(address(`/games/${id}/client/help/${language}.json`));
  const told = answer.ok ? await answer.json() : {};
  return Array.isArray(told) ? { rules: told } : told;
}
