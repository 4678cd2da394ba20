// @ts-check
// Moves the user's seat to another of their devices: by a link that works once; the room knows only its hash.
import { html } from "/static/vendor/vendor.js";
import { hex, sha256, unhex } from "../sha256.js";
import { roomAddress, share } from "../share.js";
import { sheet } from "../ui/dialog.js";
import { icon } from "../ui/icons.js";
import { qrPicture, qrSquares } from "../ui/qr.js";
import { problem } from "./frame.js";

/** @param {import("../app.js").App} app */
export async function openMoveSeat(app) {
  const { t } = app;
  const room = app.store.view?.room;
  const url = room && roomAddress(room.code, app.near);
  if (!url) return;
  const ticket = hex(crypto.getRandomValues(new Uint8Array(32)));
  const link = `${url}#seat=${ticket}`;
  const [squares, kept] = await Promise.all([qrSquares(link), app.ask("ticket", { hash: hex(sha256(unhex(ticket))) })]);
  let copied = false;
  const shown = sheet({
    title: () => t("move.title"),
    close: t("close"),
    body: () => {
      if (!kept) return problem(app);
      return html`<p>${t("move.how")}</p>
        ${qrPicture(squares, t("move.qr"))}
        <button class="wide" @click=${async () => {
          copied = (await share(link, t("move.title"))) === "copied";
          shown.redraw();
        }}>${icon("share")} ${t(copied ? "invite.copied" : "move.link")}</button>`;
    },
  });
}
