// @ts-check
// We draw emotes ourselves, so that devices without a font for them also show them.
import { html, svg } from "/static/vendor/vendor.js";

/** Two eyes, at these heights. @param {number} y */
const eyes = (y) => svg`<circle class="ink" cx="11" cy=${y} r="1.9"></circle>
  <circle class="ink" cx="21" cy=${y} r="1.9"></circle>`;
const head = svg`<circle class="skin" cx="16" cy="16" r="13"></circle>`;
/** @param {string} path */
const line = (path) => svg`<path class="line" d=${path}></path>`;

/** On a grid of 32; the keys are those on the wire. */
const DRAWN = {
  up: svg`<path class="skin edge" d="M10 14L15 4C18 4 18.5 7 17.5 12H25C28 12 28 16 26 16.5
    C28 18 27 20.5 25.5 21
    C26.5 23 25 25 23.5 25C24 27 22.5 28 21 28H13L10 26z"></path><path class="cuff" d="M4 13H10V28H4z"></path>`,
  grin: svg`${head}${line("M8 13Q10.5 9.5 13 13M19 13Q21.5 9.5 24 13")}
    <path class="ink" d="M8.5 17H23.500A7.5 7.5 0 0 1 8.5 17z"></path>
    <path class="white" d="M10 17H22L21.5 19.500H10.500z"></path>`,
  wow: svg`${head}${eyes(12)}${line("M8.5 8Q11 6.5 13 7.500M19 7.500Q21 6.5 23.5 8")}
    <ellipse class="ink" cx="16" cy="21.5" rx="3.6" ry="4.6"></ellipse>`,
  sad: svg`${head}${eyes(13.5)}${line("M10.5 23.500Q16 18 21.5 23.5")}
    ${line("M8.5 10.500L12.5 9M23.5 10.500L19.5 9")}
    <path class="drop" d="M22 16C24.5 19.5 24.5 21.5 22 21.500S19.5 19.5 22 16z"></path>`,
  party: svg`<path class="cone" d="M4 28L11 10L22 21z"></path><path class="line light" d="M8.5 17L15 23.5"></path>
    <path class="line" d="M17 12Q20 10 18 6M21 16Q25 16 27 12"></path>
    <circle class="red" cx="24" cy="6" r="2"></circle><circle class="blue" cx="13" cy="5" r="1.7"></circle>
    <circle class="green" cx="28" cy="19" r="1.8"></circle><path class="yellow" d="M20 3L22 5L20 7L18 5z"></path>`,
  hmm: svg`${head}${eyes(12.5)}${line("M11 21.500L20 19.500M8 9L13 8M19 6.500Q21.5 5.5 24 7.5")}
    <path class="skin edge" d="M9 30C7 27 8 24.5 10 24L15 22.500C16.5 23 16 24.5 14.5 25L17 26
    C17.5 28.5 15 31 12 31z"></path>`,
  please: svg`<path class="skin edge" d="M15.6 4C14 4 13 6 12.5 9L10 19L6 24L11 29L15.6 24z"></path>
    <path class="skin edge" d="M16.4 4C18 4 19 6 19.5 9L22 19L26 24L21 29L16.4 24z"></path>
    <path class="cuff" d="M5 23L12 30L10 32H4L2 26zM27 23L20 30L22 32H28L30 26z"></path>`,
  cool: svg`${head}<path class="ink" d="M5 10H27L25.5 15.500Q21 18 18 15L16.5 12H15.500L14 15
    Q11 18 6.5 15.500z"></path>
    ${line("M10.5 21.500Q16 25.5 22 20.5")}`,
};

/** @typedef {keyof typeof DRAWN} Emote */
export const EMOTES = /** @type {Emote[]} */ (Object.keys(DRAWN));

/** @param {string} key @param {string} name what it is called; "" where that stands beside it */
export function emote(key, name) {
  return html`<svg class="emote" viewBox="0 0 32 32" role="img" aria-label=${name}>
    ${DRAWN[/** @type {Emote} */ (key)]}</svg>`;
}
