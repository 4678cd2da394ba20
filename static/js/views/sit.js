// @ts-check
// Sitting down, and the password that may guard the seats.
import { html } from "/static/vendor/vendor.js";
import { Refusal } from "../refusal.js";
import { closeSheet, sheet } from "../ui/dialog.js";
import { problem } from "./frame.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../ui/dom.js").FieldEvent} FieldEvent */

/**
 * @param {App} app @param {{seat?: number}} [fields]
 * @returns {Promise<object | null>} null if refused, or if the user must give the password
 */
export async function sit(app, fields = {}) {
  let guarded = false;
  const answer = await app.attempt(async () => {
    try {
      return await app.connection.ask("sit", fields);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "room.password") throw error;
      guarded = true;
      return null;
    }
  });
  if (guarded) askPassword(app, fields);
  return answer;
}

/** @param {App} app @param {{seat?: number}} fields */
function askPassword(app, fields) {
  let password = "";
  /** @param {Event} event */
  const submit = async (event) => {
    event.preventDefault();
    if ((await app.ask("sit", { ...fields, password })) !== null) closeSheet();
  };
  sheet({
    title: () => app.t("lobby.sit"),
    close: app.t("close"),
    body: () => html`<form @submit=${submit}>
      ${problem(app)}
      <label class="field"><span>${app.t("password")}</span>
        <input name="password" autocomplete="off" maxlength="64" required
          @input=${(/** @type {FieldEvent} */ event) => (password = event.target.value)} /></label>
      <button class="primary wide">${app.t("lobby.sit")}</button>
    </form>`,
  });
}
