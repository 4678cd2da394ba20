// @ts-check
// Shares a link to the shown moment, and saves the record as a file.
import { share, siteFor } from "../share.js";

/** @param {import("./record_screen.js").RecordScreen} screen @returns {Promise<string>} what came of it, in words */
export async function shareMoment({ app, api, record, step }) {
  const site = siteFor(app.near);
  if (!site) return app.t("watch.alone");
  const done = await share(`${site}/m/${record.record}#${step}`, api.t("game.name"));
  return done === "copied" ? app.t("watch.copied") : done === "failed" ? app.t("watch.not_copied") : "";
}
