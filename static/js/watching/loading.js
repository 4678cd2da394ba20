// @ts-check
// Where records come from: the server, or a file that was saved.
import { Refusal, refusal } from "../refusal.js";
import { readable } from "./steps.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../codec.js").Schema} Schema */
/** @typedef {import("./steps.js").MatchRecord} MatchRecord */
/** @typedef {{record: MatchRecord, schema: Schema | null, shared: boolean}} Found shared: does the server know it? */

/** @param {string} path @param {Record<string, string>} [headers] */
async function fetched(path, headers = {}) {
  const answer = await fetch(path, { headers }).catch(() => {
    throw new Refusal("net.lost");
  });
  const body = await answer.json().catch(() => {
    throw new Refusal("server.failed");
  });
  if (!answer.ok) throw refusal(body.refused ?? { code: "server.failed" }, false);
  return body;
}

/** @param {App} app @param {string} id @returns {Promise<Found>} */
export async function loadRecord(app, id) {
  const { token } = app.connection;
  const path = `/api/v1/matches/${encodeURIComponent(id)}`;
  const record = await fetched(path, token ? { Authorization: `Bearer ${token}` } : {}).catch((error) => {
    // A token that this server does not know makes its owner a reader with a link, like anybody else.
    if (error instanceof Refusal && error.code === "token.unknown") return fetched(path);
    throw error;
  });
  return known(app, record, true);
}

/** @param {App} app @param {File} file @returns {Promise<Found>} */
export async function readFile(app, file) {
  const text = await file.text();
  try {
    return await known(app, JSON.parse(text), false);
  } catch (error) {
    if (error instanceof SyntaxError) throw new Refusal("record.damaged");
    throw error;
  }
}

/** @param {App} app @param {unknown} found @param {boolean} shared @returns {Promise<Found>} */
async function known(app, found, shared) {
  const record = readable(found);
  const { schema } = await fetched(`/api/v1/games/${encodeURIComponent(record.game)}`);
  await app.words.game(record.game);
  return { record, schema, shared };
}

/** Saves a record as a file. @param {MatchRecord} record */
export function save(record) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(record)], { type: "application/json" }));
  link.download = `paiju-${record.game}-${record.record.slice(0, 6)}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
