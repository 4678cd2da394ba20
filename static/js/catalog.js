// @ts-check
// The games that this server plays, as `GET /api/v1/games` lists them.

/** @typedef {boolean | number | string | (number | string)[]} Option the value of one */
/** @typedef {Record<string, Option>} Options by name */
/**
 * @typedef {object} GameCard
 * @property {string} id
 * @property {[number, number]} seats fewest and most players
 * @property {Record<string, Options>} presets overrides by name; the first one is the default
 * @property {Record<string, OptionSchema>} options by name
 * @property {Record<string, string[]>} groups options of the form by group
 * @property {string} seatsOption the option that limits the seats; empty: always the most of `seats`
 * @property {number[][]} teams seats that play together; empty: everybody plays alone
 * @property {string[]} levels of bots
 * @property {boolean} client does it have a table of its own?
 * @property {boolean} help does it explain itself?
 * @property {boolean} cover does it have a picture for the home page?
 * @property {number} lesson minutes that its lesson takes; 0: it has none
 */
/**
 * @typedef {object} OptionSchema
 * @property {string} [type]
 * @property {Option} [default]
 * @property {(number | string)[]} [enum]
 * @property {Option} [const]
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {number} [multipleOf]
 * @property {OptionSchema} [items]
 */

/** @typedef {Record<string, JsonSchema>} JsonSchemas */
/** @typedef {OptionSchema & {$ref?: string, $defs?: JsonSchemas, properties?: JsonSchemas}} JsonSchema */
/**
 * @typedef {Omit<Partial<GameCard>, "options"> & Pick<GameCard, "id" | "seats">
 *   & {options?: JsonSchema, optionGroups?: Record<string, string[]>}} Listed a game as the server tells it
 */

/** @param {Listed} game @returns {GameCard} */
export function gameCard(game) {
  return {
    id: game.id,
    seats: game.seats,
    presets: game.presets ?? {},
    options: optionsOf(game.options),
    groups: game.optionGroups ?? {},
    seatsOption: game.seatsOption ?? "",
    teams: game.teams ?? [],
    levels: game.levels ?? [],
    client: Boolean(game.client),
    help: Boolean(game.help),
    cover: Boolean(game.cover),
    lesson: game.lesson ?? 0,
  };
}

/**
 * The options of a JSON Schema, references resolved.
 * @param {JsonSchema} [schema] @returns {Record<string, OptionSchema>}
 */
export function optionsOf(schema) {
  if (!schema) return {};
  const shared = schema.$defs ?? {};
  /** @template {JsonSchema | undefined} T @param {T} node @returns {T} */
  const whole = (node) => {
    if (!node?.$ref) return node;
    return whole(/** @type {T} */ (shared[node.$ref.split("/").at(-1) ?? ""]));
  };
  const { properties = {} } = whole(schema);
  return Object.fromEntries(
    Object.entries(properties).map(([name, about]) => [name, { ...whole(about), items: whole(about.items) }]),
  );
}

/**
 * All options of a room: defaults, then the preset, then the changes.
 * @param {GameCard} game @param {string} preset @param {Options} [changes]
 */
export function resolved(game, preset, changes = {}) {
  const values = Object.fromEntries(Object.entries(game.options).map(([name, about]) => [name, about.default]));
  return /** @type {Options} */ ({ ...values, ...game.presets[preset], ...changes });
}

/**
 * The most players that these options allow.
 * @param {GameCard} game @param {string} preset @param {Options} changes
 */
export function mostSeats(game, preset, changes) {
  return /** @type {number} */ (resolved(game, preset, changes)[game.seatsOption] ?? game.seats[1]);
}

/**
 * Where a room differs from the game's first preset.
 * @param {GameCard} game @param {string} preset @param {Options} changes
 * @returns {[name: string, value: Option][]}
 */
export function differences(game, preset, changes) {
  const standard = resolved(game, Object.keys(game.presets)[0]);
  return Object.entries(resolved(game, preset, changes)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(standard[name]),
  );
}

/** @returns {Promise<{games: GameCard[], near: string | null}>} near: where others on the network find the server */
export async function loadCatalog() {
  const answer = await fetch("/api/v1/games");
  if (!answer.ok) throw new Error(`games: ${answer.status}`);
  const told = await answer.json();
  // Games with a table of their own come first.
  const games = told.games
    .map(gameCard)
    .sort((/** @type {GameCard} */ a, /** @type {GameCard} */ b) => Number(b.client) - Number(a.client));
  return { games, near: told.near ?? null };
}
