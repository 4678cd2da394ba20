// @ts-check
import { html, nothing } from "/static/vendor/vendor.js";
import { copy } from "../share.js";
import { sheet } from "../ui/dialog.js";
import { choice, toggle } from "./frame.js";

/** @typedef {import("../app.js").App} App */

/** @param {App} app */
export function openSettings(app) {
  const { t, prefs } = app;
  let copied = false;
  /** @param {"theme" | "cloth" | "backs" | "faces" | "sort" | "tap" | "motion"} name @param {string[]} values */
  const pick = (name, values) =>
    choice(
      t(`set.${name}`),
      prefs.get(name),
      values.map((value) => [value, t(`set.${name}.${value}`)]),
      (value) => prefs.set(name, value),
    );
  /** @param {import("../prefs.js").Switch} name */
  const flip = (name) => toggle(t(`set.${name}`), prefs.get(name), (on) => prefs.set(name, on));

  async function notifications(/** @type {boolean} */ on) {
    const granted = on && (await Notification.requestPermission()) === "granted";
    prefs.set("notifications", granted);
  }

  const shown = sheet({
    title: () => t("settings"),
    close: t("close"),
    kind: "tall",
    body: () => html`
      ${choice(
        t("language"),
        app.words.language,
        [
          ["zh-CN", "简体中文"],
          ["en-US", "English"],
        ],
        (value) => prefs.set("language", value),
      )}
      ${pick("theme", ["auto", "light", "dark", "contrast"])}
      ${pick("cloth", ["green", "blue", "red", "night"])} ${pick("backs", ["sea", "red", "violet", "gold"])}
      ${pick("faces", ["plain", "four"])} ${flip("bigIndex")}
      ${pick("sort", ["suits", "ranks"])} ${pick("tap", ["button", "second"])}
      ${pick("motion", ["auto", "fast", "slow", "off"])}
      ${flip("hints")} ${flip("confirmThrow")} ${flip("sound")} ${flip("vibration")}
      ${
        "Notification" in globalThis && isSecureContext
          ? toggle(t("set.notifications"), prefs.get("notifications"), (on) => void notifications(on))
          : nothing
      }
      ${flip("leftHand")} ${flip("chat")} ${flip("hotkeys")} ${flip("speech")}
      <button class="wide" @click=${async () => {
        copied = await copy(report(app));
        shown.redraw();
      }}>${t(copied ? "invite.copied" : "set.report")}</button>
    `,
  });
}

/** Information for reporting a problem: no names, no cards. @param {App} app */
function report(app) {
  const { store, connection } = app;
  return JSON.stringify({
    address: location.pathname,
    browser: navigator.userAgent,
    size: [innerWidth, innerHeight, devicePixelRatio],
    language: app.words.language,
    connection: connection.state,
    cursor: store.cursor,
    game: store.view?.room.game,
    phase: store.view?.table?.phase ?? store.view?.room.phase,
    seat: store.view?.seat,
    schema: store.codec?.schema.hash,
  });
}
