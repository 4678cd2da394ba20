// @ts-check
// The screen for an address that does not exist, with links to continue.
import { html } from "/static/vendor/vendor.js";
import { frame } from "./frame.js";
import { codeForm } from "./home.js";

/** @param {import("../app.js").App} app @returns {import("../app.js").Screen} */
export function nowhere(app) {
  const home = () => app.go("/");
  return {
    render: () =>
      frame(
        app,
        html`<div class="card narrow">
          <p role="alert">${app.t("nowhere")}</p>
          <button class="primary wide" @click=${home}>${app.t("gone.home")}</button>
          ${codeForm(app)}
        </div>`,
        { back: home },
      ),
  };
}
