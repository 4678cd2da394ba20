// @ts-check
// Texts with parameters in braces: `{n}` the parameter, `{n:card|cards}` the word that goes with that number.

/** @type {Map<string, Intl.PluralRules>} */
const rules = new Map();

/** @param {string} text @param {Record<string, unknown>} params @param {string} language */
export function filled(text, params, language) {
  return insert(text, (name) => (name in params ? String(params[name] ?? "") : `{${name}}`), params, language).trim();
}

/**
 * @param {string} text @param {(name: string) => string} said how a parameter is said
 * @param {Record<string, unknown>} params @param {string} language
 */
export function insert(text, said, params, language) {
  return text.replace(/\{(\w+)(?::([^{}|]*)\|([^{}]*))?\}/g, (_, name, one, many) =>
    many === undefined ? said(name) : plural(language).select(Number(params[name])) === "one" ? one : many,
  );
}

/** @param {string} language */
function plural(language) {
  const known = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, known);
  return known;
}
