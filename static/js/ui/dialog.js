// @ts-check
// Sheets: from the bottom on phones, in the middle elsewhere. One at a time; Escape and a tap outside close it.
import { html, nothing, render } from "/static/vendor/vendor.js";
import { icon } from "./icons.js";

/**
 * @typedef {object} Sheet
 * @property {() => void} redraw
 * @property {() => void} close
 */

/** @type {Sheet | null} */
let open = null;

/**
 * @param {object} about
 * @param {() => string} about.title
 * @param {() => unknown} about.body
 * @param {string} about.close the word for closing
 * @param {string} [about.kind] a class name
 * @param {() => void} [about.onClose]
 * @returns {Sheet}
 */
export function sheet({ title, body, close, kind = "", onClose }) {
  open?.close();
  const element = document.createElement("dialog");
  element.className = `sheet ${kind}`;
  element.setAttribute("aria-labelledby", "sheet-title");
  // The browser reports the closing only later, when another sheet may be open.
  const shut = () => {
    element.close();
    element.remove();
  };
  const redraw = () =>
    render(
      html`<div class="sheet-box">
        <header class="sheet-head">
          <h2 id="sheet-title">${title()}</h2>
          <button class="quiet round" aria-label=${close} @click=${shut}>${icon("close")}</button>
        </header>
        <div class="sheet-body">${body() ?? nothing}</div>
      </div>`,
      element,
    );
  const made = { redraw, close: shut };
  element.addEventListener("click", (event) => {
    if (event.target === element) shut();
  });
  element.addEventListener("close", () => {
    if (open === made) open = null;
    element.remove();
    onClose?.();
  });
  document.body.append(element);
  redraw();
  element.showModal();
  open = made;
  return made;
}

/** Redraws the open sheet, along with everything else. */
export function redrawSheet() {
  open?.redraw();
}

export function closeSheet() {
  open?.close();
}
