// @ts-check
// Who sits there, at a glance: an animal for each bot, a robot for a program, the first letter of a person.
import { html, svg } from "/static/vendor/vendor.js";
import { animalOf } from "./animals.js";
import { icon } from "./icons.js";

const dots = svg`<circle class="ink" cx="11.5" cy="15" r="1.7"></circle>
  <circle class="ink" cx="20.5" cy="15" r="1.7"></circle>`;
const nose = svg`<path class="ink" d="M14 19.500h4l-2 2.400z"></path>`;
const head = svg`<ellipse class="fur" cx="16" cy="17.5" rx="11" ry="10"></ellipse>`;
const roundEars = svg`<circle class="ear" cx="7.5" cy="9" r="4"></circle>
  <circle class="ear" cx="24.5" cy="9" r="4"></circle>`;
const pointedEars = svg`<path class="fur" d="M5 17L6 4L15 10zM27 17L26 4L17 10z"></path>`;

/** On a grid of 32; each has fur of its own colour (css/faces.css). */
/** @type {Record<import("./animals.js").Animal, unknown>} */
const ANIMALS = {
  panda: svg`${roundEars}${head}<ellipse class="ear" cx="11" cy="15.5" rx="3.4" ry="4"></ellipse>
    <ellipse class="ear" cx="21" cy="15.5" rx="3.4" ry="4"></ellipse>
    <circle class="white" cx="11.5" cy="15" r="1.3"></circle>
    <circle class="white" cx="20.5" cy="15" r="1.3"></circle>${nose}`,
  fox: svg`${pointedEars}${head}
    <path class="white" d="M5.5 19Q12 17 16 24Q20 17 26.5 19Q24 27.5 16 27.500T5.5 19z"></path>
    ${dots}${nose}`,
  owl: svg`<path class="fur" d="M6 4L13 8H19L26 4V20A10 8.5 0 0 1 6 20z"></path>
    <circle class="white" cx="11.5" cy="15" r="4.5"></circle>
    <circle class="white" cx="20.5" cy="15" r="4.5"></circle>${dots}
    <path class="beak" d="M14.3 18h3.400L16 22z"></path>`,
  tiger: svg`${roundEars}${head}
    <path class="stripe" d="M16 8V12M12.5 8.500L13 11M19.5 8.500L19 11M6 16H9M6.5 20L9.5 19.5
    M26 16H23M25.5 20L22.5 19.5"></path>
    ${dots}${nose}`,
  rabbit: svg`<ellipse class="fur" cx="11" cy="8" rx="3" ry="7"></ellipse>
    <ellipse class="fur" cx="21" cy="8" rx="3" ry="7"></ellipse>
    <ellipse class="ear" cx="11" cy="8" rx="1.3" ry="5"></ellipse>
    <ellipse class="ear" cx="21" cy="8" rx="1.3" ry="5"></ellipse>${head}${dots}${nose}`,
  bear: svg`${roundEars}${head}<ellipse class="ear" cx="16" cy="21.5" rx="5" ry="4"></ellipse>${dots}${nose}`,
  cat: svg`${pointedEars}${head}${dots}${nose}
    <path class="stripe" d="M3 19L10 20M3.5 23.500L10 22M29 19L22 20M28.5 23.500L22 22"></path>`,
  koala: svg`<circle class="fur" cx="6" cy="12" r="5.5"></circle><circle class="fur" cx="26" cy="12" r="5.5">
    </circle>${head}
    ${dots}<ellipse class="ink" cx="16" cy="19.5" rx="2.6" ry="3.8"></ellipse>`,
  frog: svg`<circle class="fur" cx="9.5" cy="10" r="5"></circle><circle class="fur" cx="22.5" cy="10" r="5">
    </circle>${head}
    <circle class="white" cx="9.5" cy="10" r="3"></circle><circle class="white" cx="22.5" cy="10" r="3"></circle>
    <circle class="ink" cx="9.5" cy="10" r="1.5"></circle><circle class="ink" cx="22.5" cy="10" r="1.5">
    </circle>
    <path class="stripe" d="M9 20Q16 25 23 20"></path>`,
};

/** @param {{sitter: string, name: string, program?: boolean}} seat @param {string | number} nobody for a free one */
export function likeness(seat, nobody = "?") {
  const animal = animalOf(seat);
  if (animal)
    return html`<svg class="animal ${animal}" viewBox="0 0 32 32" aria-hidden="true">${ANIMALS[animal]}</svg>`;
  return seat.sitter === "bot" || seat.program ? icon("robot") : ([...seat.name][0] ?? nobody);
}
