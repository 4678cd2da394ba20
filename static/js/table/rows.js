// @ts-check
// Where the cards of a hand lie. Every strip stays wide enough for a finger: 24 px, however many cards there are.

export const STRIP_PX = 24;
/** Room above the first row, into which chosen cards are lifted. */
export const HEAD_PX = 14;
/** Between two groups of one row, where there is room. */
const GAP_PX = 14;
const EASY_PX = 30;

/** @typedef {import("./hand.js").Place} Place */

/**
 * @typedef {object} Room
 * @property {number} width of the hand
 * @property {number} card a card's width
 * @property {number} height of a card
 * @property {number} strip the height that a covered row shows
 * @property {number} [easy] preferred width of strips, if three rows suffice for it
 * @property {number} [most] the most rows that look good
 * @property {"left" | "middle"} [align]
 */
/**
 * Rows of cards in groups. Rows break between groups as long as that keeps strips wide enough; otherwise within them.
 * @param {number[]} groups how many cards each group has, in order
 * @param {Room} room
 * @returns {{places: Place[], height: number, rows: number, split: boolean}}
 */
export function rows(groups, { width, card, height, strip, easy = STRIP_PX, most = 4, align = "middle" }) {
  const holds = (/** @type {number} */ one) => Math.max(1, Math.floor((width - card) / one) + 1);
  const capacity = holds(STRIP_PX);
  const whole = groups.filter((count) => count > 0);
  const nice = easy > STRIP_PX ? (pack(whole, holds(easy), 3) ?? pack(whole, holds((easy + STRIP_PX) / 2), 3)) : null;
  const packed = nice ?? pack(whole, capacity, most);
  const total = whole.reduce((sum, count) => sum + count, 0);
  const lines = packed ?? even(total, Math.max(1, Math.ceil(total / capacity)));
  const ends = boundaries(whole);
  /** @type {Place[]} */
  const places = [];
  lines.forEach((count, row) => {
    const first = places.length;
    const breaks = Array.from({ length: count - 1 }, (_, i) => ends.has(first + i + 1));
    const gaps = breaks.filter(Boolean).length;
    const step = count > 1 ? Math.min(card + 3, (width - card) / (count - 1)) : 0;
    // Groups stand apart where the strips stay easy to hit.
    const gap = gaps ? Math.max(0, Math.min(GAP_PX, (width - card - EASY_PX * (count - 1)) / gaps)) : 0;
    const apart = count > 1 ? Math.min(step, (width - card - gap * gaps) / (count - 1)) : 0;
    let x = align === "left" ? 0 : (width - card - apart * (count - 1) - gap * gaps) / 2;
    for (let i = 0; i < count; i++) {
      const last = i === count - 1;
      const covered = row < lines.length - 1;
      const here = last ? card : Math.min(card, apart + (breaks[i] ? gap : 0));
      places.push({ x, y: HEAD_PX + row * strip, width: here, height: covered ? strip : height, row });
      x += apart + (breaks[i] ? gap : 0);
    }
  });
  return {
    places,
    height: HEAD_PX + Math.max(0, lines.length - 1) * strip + height,
    rows: lines.length,
    split: !packed,
  };
}

/** After how many cards a group ends. @param {number[]} groups */
function boundaries(groups) {
  let sum = 0;
  return new Set(groups.map((count) => (sum += count)));
}

/**
 * The fewest rows that hold the groups unbroken and in order, as evenly as possible; null if there are none.
 * @param {number[]} groups @param {number} capacity @param {number} most
 */
function pack(groups, capacity, most) {
  for (let count = 1; count <= Math.min(most, groups.length); count++) {
    const found = divide(groups, count, capacity);
    if (found) return found;
  }
  return groups.length ? null : [];
}

/** @param {number[]} groups @param {number} count @param {number} capacity @returns {number[] | null} */
function divide(groups, count, capacity) {
  const sum = groups.reduce((total, one) => total + one, 0);
  if (count === 1) return sum <= capacity ? [sum] : null;
  /** @type {number[] | null} */
  let best = null;
  let first = 0;
  for (let cut = 1; cut <= groups.length - count + 1; cut++) {
    first += groups[cut - 1];
    if (first > capacity) break;
    const rest = divide(groups.slice(cut), count - 1, capacity);
    const lines = rest && [first, ...rest];
    if (lines && (!best || Math.max(...lines) < Math.max(...best))) best = lines;
  }
  return best;
}

/** @param {number} total @param {number} count */
function even(total, count) {
  return Array.from(
    { length: count },
    (_, i) => Math.floor((total * (i + 1)) / count) - Math.floor((total * i) / count),
  );
}
