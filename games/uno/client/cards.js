// @ts-check
// Our own card faces: every colour also has a shape (▲ red, ● yellow, ■ green, ◆ blue).
import { html, nothing, svg } from "/static/vendor/vendor.js";

/** @typedef {import("./views.d.ts").Names["cards"]} Card */
/** @typedef {import("./views.d.ts").Color} Color */

/** @type {Color[]} */
export const COLORS = ["red", "yellow", "green", "blue"];

/** @type {Record<Color, string>} shapes on a grid of 12 */
const SHAPES = {
  red: "M6 1.5L11 10.5H1z",
  yellow: "M6 1a5 5 0 1 0 0 10a5 5 0 1 0 0-10z",
  green: "M1.5 1.5h9v9h-9z",
  blue: "M6 .5L11 6L6 11.5L1 6z",
};

/** @type {Record<Card["type"], string>} order of sorting */
const RANK = { number: "0", skip: "1", reverse: "2", draw_two: "3", wild: "4", wild_draw_four: "5" };

/** @param {Card[]} cards @param {string} by */
export function sorted(cards, by) {
  /** @param {Card} card */
  const color = (card) => (card.color ? String(COLORS.indexOf(card.color)) : "9");
  /** @param {Card} card */
  const face = (card) => `${RANK[card.type]}${card.value ?? ""}`;
  /** @param {Card} card */
  const key = (card) => (by === "ranks" ? `${face(card)}${color(card)}` : `${color(card)}${face(card)}`);
  return [...cards].sort((a, b) => key(a).localeCompare(key(b)) || a.id.localeCompare(b.id));
}

/** @param {Color} color */
export function shape(color) {
  const path = svg`<path d=${SHAPES[color]}></path>`;
  return html`<svg class="shape ${color}" viewBox="0 0 12 12" aria-hidden="true">${path}</svg>`;
}

/** @param {string | number} text @param {number} size */
const big = (text, size) => svg`<text x="30" y=${45 + size * 0.36} font-size=${size} class="big">${text}</text>`;

const skip = svg`<g class="sign"><circle cx="30" cy="45" r="13"></circle><path d="M21 54L39 36"></path></g>`;
const reverse = svg`<g class="sign"><path d="M19 50V37h17m-6-6l7 6l-7 6M41 40v13H24m6-6l-7 6l7 6"></path></g>`;
const four = svg`<g>
  <path class="q red" d="M30 45L30 22A23 23 0 0 1 53 45z"></path>
  <path class="q yellow" d="M30 45L53 45A23 23 0 0 1 30 68z"></path>
  <path class="q green" d="M30 45L30 68A23 23 0 0 1 7 45z"></path>
  <path class="q blue" d="M30 45L7 45A23 23 0 0 1 30 22z"></path></g>`;
/** @type {[Color, x: number, y: number][]} */
const QUARTERS = [
  ["red", 37, 29],
  ["yellow", 37, 49],
  ["green", 13, 49],
  ["blue", 13, 29],
];
const quarters = QUARTERS.map(
  ([color, x, y]) => svg`<path class="qs" transform="translate(${x} ${y}) scale(.85)" d=${SHAPES[color]}></path>`,
);

/** @param {Card} card */
function middle(card) {
  if (card.type === "number") return big(card.value ?? "", 42);
  if (card.type === "skip") return skip;
  if (card.type === "reverse") return reverse;
  if (card.type === "draw_two") return big("+2", 27);
  return card.type === "wild" ? [four, quarters] : [four, big("+4", 26)];
}

/** @type {Partial<Record<Card["type"], string>>} */
const INDEX = { skip: "⊘", reverse: "⇄", draw_two: "+2", wild: "", wild_draw_four: "+4" };

/**
 * The shape of the card's colour; a wild one has none.
 * @param {Card} card @param {string} kind @param {string} where
 */
function coloured({ color }, kind, where) {
  return color ? svg`<path class=${kind} transform=${where} d=${SHAPES[color]}></path>` : nothing;
}

/** The face; what stands around it says what it is. @param {Card} card */
export function face(card) {
  const index = card.type === "number" ? String(card.value) : INDEX[card.type];
  const sign = index
    ? svg`<text x="6" y="20" class="index ${index.length > 1 ? "tight" : ""}">${index}</text>`
    : svg`<g transform="translate(4 5) scale(.26)">${four}</g>`;
  return html`<svg class="uno-card ${card.color ?? "wild"}" viewBox="0 0 60 90" aria-hidden="true">
    <rect class="rim" x=".5" y=".5" width="59" height="89" rx="8"></rect>
    <rect class="field" x="3" y="3" width="54" height="84" rx="6"></rect>
    ${coloured(card, "pool", "translate(3 18) scale(4.5)")} ${middle(card)} ${sign}
    ${coloured(card, "corner", "translate(6 24) scale(.92)")}
    ${coloured(card, "corner", "translate(54 84) rotate(180) scale(.92)")}
  </svg>`;
}

export function back() {
  return html`<svg class="uno-card reverse-side" viewBox="0 0 60 90" aria-hidden="true">
    <rect class="rim" x=".5" y=".5" width="59" height="89" rx="8"></rect>
    <rect class="field" x="3" y="3" width="54" height="84" rx="6"></rect>
    <path class="weave" d="M12 45L30 18L48 45L30 72z M21 45L30 31.500L39 45L30 58.500z"></path>
  </svg>`;
}
