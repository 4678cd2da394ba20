// @ts-check
// A small celebration for the winners; nothing moves if the user wants no motion.
import { html, nothing } from "/static/vendor/vendor.js";
import { style } from "../ui/dom.js";

const PIECES = 28;
const pieces = Array.from({ length: PIECES }, (_, i) => i);

/** @param {boolean} won @param {boolean} moves does the user want motion? */
export function celebration(won, moves) {
  if (!won || !moves) return nothing;
  return html`<div class="confetti" aria-hidden="true">
    ${pieces.map(
      (i) =>
        html`<i ${style({
          "--at": `${(i * 37) % 100}%`,
          "--wait": `${((i * 53) % 90) * 10}ms`,
          "--turn": `${((i * 71) % 9) * 80 - 320}deg`,
          "--hue": (i * 67) % 360,
        })}></i>`,
    )}
  </div>`;
}
