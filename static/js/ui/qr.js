// @ts-check
// QR codes; the library is fetched with the first one.
import { html } from "/static/vendor/vendor.js";

/** The dark squares as one SVG path. @typedef {{path: string, size: number}} Squares */

/** @param {string} text @returns {Promise<Squares>} */
export async function qrSquares(text) {
  const { qrcode } = await import("/static/vendor/qr.js");
  const code = qrcode(0, "M");
  code.addData(text);
  code.make();
  const size = code.getModuleCount();
  let path = "";
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) if (code.isDark(y, x)) path += `M${x} ${y}h1v1h-1z`;
  }
  return { path, size };
}

/** @param {Squares} squares @param {string} label */
export const qrPicture = ({ path, size }, label) =>
  html`<svg class="qr" viewBox="-2 -2 ${size + 4} ${size + 4}" role="img" aria-label=${label}>
    <rect x="-2" y="-2" width=${size + 4} height=${size + 4} fill="#fff"></rect><path d=${path}></path></svg>`;
