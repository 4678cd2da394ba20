// @ts-check
// A recorded match by its id, or from a file: loads and shows it, or says in one sentence why it cannot.
import { html, nothing } from "/static/vendor/vendor.js";
import { Refusal } from "../refusal.js";
import { said } from "../table/describe.js";
import { frame } from "../views/frame.js";
import { loadRecord, readFile } from "./loading.js";
import { RecordScreen } from "./record_screen.js";

/** @typedef {import("../ui/dom.js").FieldEvent} FieldEvent */
/** @typedef {import("./loading.js").Found} Found */

/** Failures that may pass in a moment. */
const PASSING = ["rate.limited", "store.busy", "net.lost", "net.offline", "game.failed"];

/**
 * @param {import("../app.js").App} app @param {string} id empty: from a file
 * @param {Promise<Response | null> | null} asked the server's answer, if it was asked already
 * @returns {import("../app.js").Screen}
 */
export function watch(app, id, asked) {
  /** @type {Refusal | null} */
  let reason = null;
  /** @type {RecordScreen | null} */
  let screen = null;
  let left = false;
  let timer = 0;
  app.turn.show(false, app.t("app.name"));

  /** @param {() => Promise<Found>} find */
  async function show(find) {
    try {
      const found = await find();
      if (left) return;
      const begin = Number(location.hash.slice(1)) || 0;
      if (!Number.isInteger(begin) || begin < 0 || begin > found.record.steps) {
        throw new Refusal("record.no_step", { step: location.hash.slice(1), last: found.record.steps });
      }
      reason = null;
      screen = new RecordScreen(app, found, begin);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      reason = error;
      const { retryAfter } = error.params;
      if (error.code === "record.pending" && !left) timer = setTimeout(load, Number(retryAfter) || 1000);
    }
    app.redraw();
  }

  const load = () => void show(() => loadRecord(app, id));
  if (id) void show(() => loadRecord(app, id, asked));

  function again() {
    if (reason?.code === "record.no_step") history.replaceState(null, "", location.pathname);
    reason = null;
    load();
    app.redraw();
  }

  /** @param {FieldEvent} event */
  const opened = ({ target: { files } }) =>
    files?.[0] && void show(() => readFile(app, /** @type {File} */ (files[0])));

  function render() {
    if (screen) return screen.render();
    const { t } = app;
    const wait = id && (!reason || reason.code === "record.pending");
    const text = reason ? said(app, reason) : t(id ? "watch.loading" : "watch.open.about");
    return frame(
      app,
      html`<div class="card narrow">
        <p role=${wait || !reason ? "status" : "alert"}>${text}</p>
        ${
          reason?.code === "record.no_step"
            ? html`<button class="primary wide" @click=${again}>${t("watch.beginning")}</button>`
            : reason && PASSING.includes(reason.code)
              ? html`<button class="wide" @click=${again}>${t("again")}</button>`
              : nothing
        }
        ${
          wait
            ? nothing
            : html`<label class="field"><span>${t("watch.open")}</span>
              <input type="file" accept=".json,application/json" @change=${opened} /></label>`
        }
      </div>`,
      { back: () => app.go("/") },
    );
  }

  return {
    render,
    leave() {
      left = true;
      clearTimeout(timer);
      screen?.leave();
    },
  };
}
