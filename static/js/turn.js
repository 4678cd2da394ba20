// @ts-check
// Tells users who look elsewhere that it is their turn: title, icon, sound, a short buzz, a notification.
import { address } from "./assets.js";
import { announce } from "./ui/live.js";
import { sound } from "./sound.js";

const ICON = address("/static/icon.svg");
const DOT =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0f3d33"/>' +
  '<circle cx="16" cy="16" r="9" fill="#f2b632"/></svg>';
const DOTTED = `data:image/svg+xml,${encodeURIComponent(DOT)}`;

export class TurnNotice {
  #mine = false;

  /** @param {import("./prefs.js").Prefs} prefs @param {import("./i18n.js").Say} t */
  constructor(prefs, t) {
    this.prefs = prefs;
    this.t = t;
  }

  /** @param {boolean} mine @param {string} title @param {boolean} [spoken] does the table itself say so? */
  show(mine, title, spoken = false) {
    document.title = mine ? `● ${this.t("turn.yours")} – ${title}` : title;
    document.getElementById("favicon")?.setAttribute("href", mine ? DOTTED : ICON);
    if (mine && !this.#mine) this.#call(title, spoken);
    this.#mine = mine;
  }

  /** @param {string} title @param {boolean} spoken */
  #call(title, spoken) {
    const { prefs, t } = this;
    if (!spoken) announce(t("turn.yours"), true);
    sound("turn", prefs.get("sound"));
    if (prefs.get("vibration") && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(30);
    const permitted = "Notification" in globalThis && Notification.permission === "granted";
    if (document.hidden && prefs.get("notifications") && permitted) {
      new Notification(t("turn.yours"), { body: title, tag: "paiju-turn" });
    }
  }
}
