// @ts-check
// A ring that empties, with a number for the last ten seconds and a sign for the last five: never only a colour.
import { html, nothing, svg } from "/static/vendor/vendor.js";

/**
 * Whole seconds left. The clocks of server and page differ by a little, which must not show as "31".
 * @param {number} left ms
 */
export const seconds = (left) => Math.max(0, Math.ceil(left / 1000 - 0.2));

const LENGTH = 2 * Math.PI * 15;

/**
 * @param {number | null} left ms @param {number} whole ms that the ring stands for
 * @param {import("../i18n.js").Say} t
 */
export function timerRing(left, whole, t) {
  if (left === null) return nothing;
  const count = seconds(left);
  const share = Math.min(1, left / Math.max(whole, 1));
  return html`<span class="timer ${count <= 5 ? "soon" : ""}" role="timer" aria-label=${`${count} ${t("unit.s")}`}>
    <svg viewBox="0 0 36 36" aria-hidden="true">
      <circle cx="18" cy="18" r="15"></circle>
      ${svg`<circle class="left" cx="18" cy="18" r="15" stroke-dasharray=${`${share * LENGTH} ${LENGTH}`}></circle>`}
    </svg>
    <b>${count <= 5 ? "!" : ""}${count <= 99 ? count : ""}</b>
  </span>`;
}

/** Remembers how long each deadline was when it was first seen, so that the ring starts full. */
export class Span {
  /** @type {number | null} */
  #deadline = null;
  whole = 1;

  /** @param {number | null} deadline @param {number | null} left */
  see(deadline, left) {
    if (deadline !== this.#deadline && left !== null) this.whole = left;
    this.#deadline = deadline;
    return this.whole;
  }
}
