// @ts-check
// Loads records from the server, or from a saved file.
import { askRecord } from "../ask_record.js";
import { Refusal, refusal } from "../refusal.js";
import { prepareView } from "../views/game_view.js";
import { readable, wholly } from "./steps.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../codec.js").Schema} Schema */
/** @typedef {import("./steps.js").MatchRecord} MatchRecord */
/**
 * @typedef {object} Found
 * @property {MatchRecord} record
 * @property {Schema | null} schema of its game, if it has already loaded
 * @property {Promise<Schema>} coming the same, as a promise
 * @property {boolean} shared does the server know the record?
 */

/** The server's answer. Throws a Refusal. @param {Promise<Response | null>} asked */
export async function told(asked) {
  const answer = await asked.catch(() => null);
  if (!answer) throw new Refusal("net.lost");
  const body = await answer.json().catch(() => {
    throw new Refusal("server.failed");
  });
  if (!answer.ok) throw refusal(body.refused ?? { code: "server.failed" }, false);
  return body;
}

/**
 * @param {App} app @param {string} id
 * @param {Promise<Response | null> | null} [asked] the server's answer, if it was asked already
 * @returns {Promise<Found>}
 */
export async function loadRecord(app, id, asked = null) {
  const record = await told(asked ?? askRecord(id, app.connection.token)).catch((error) => {
    // With a token that this server does not know, the user sees what anybody with the link sees.
    if (error instanceof Refusal && error.code === "token.unknown") return told(askRecord(id, ""));
    throw error;
  });
  return known(app, readable(record), true);
}

/** @param {App} app @param {File} file @returns {Promise<Found>} */
export async function readFile(app, file) {
  const text = await file.text();
  try {
    return await known(app, wholly(JSON.parse(text)), false);
  } catch (error) {
    if (error instanceof SyntaxError) throw new Refusal("record.damaged");
    throw error;
  }
}

/** @param {App} app @param {MatchRecord} record @param {boolean} shared @returns {Promise<Found>} */
async function known(app, record, shared) {
  const { game } = record;
  const listed = app.game(game);
  if (!listed) throw new Refusal(app.unreachable ? "net.lost" : "game.unknown");
  const coming = told(fetch(`/api/v1/games/${encodeURIComponent(game)}`)).then(({ schema }) => schema);
  // A game's own view shows its first picture without the schema; the generic table cannot.
  if (!listed.client) return { record, schema: await coming, coming, shared };
  prepareView(game);
  coming.catch(() => {}); // those who await it see the error
  return { record, schema: null, coming, shared };
}

/** Saves a record as a file. @param {MatchRecord} record */
export function save(record) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(record)], { type: "application/json" }));
  link.download = `paiju-${record.game}-${record.record.slice(0, 6)}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
