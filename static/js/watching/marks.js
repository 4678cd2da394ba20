// @ts-check
// The marks of a recorded match: rounds, tricks, turns, decisions, and notable moments. The game's view classifies
// events (`mark`); without a view, the fields do.

/** @typedef {"round" | "trick" | "turn" | "notable"} Mark what an event is to those who look for it */
/** @typedef {"step" | "turn" | "trick" | "round" | "own"} Unit by which to jump */
/** @typedef {import("../codec.js").ViewEvent} ViewEvent */
/** @typedef {(event: ViewEvent) => Mark | "" | undefined} Marker */

/** Fields of a table that change when a turn, or a round, begins. @type {[Mark, RegExp][]} */
const FIELDS = [
  ["turn", /^(turn|currentTurn|currentPlayer|turnNumber)$/],
  ["round", /^(round|roundNumber)$/],
];

export class Marks {
  /** The steps of each kind, in order. @type {Record<Mark, number[]>} */
  steps = { round: [], trick: [], turn: [], notable: [] };
  /** The steps before which each seat decided. @type {Map<number, number[]>} */
  #decisions = new Map();

  /** @param {import("./steps.js").Steps} steps @param {Marker | null} marker */
  constructor(steps, marker) {
    this.last = steps.last;
    steps.told.forEach((told, step) => {
      const found = marker
        ? told.flatMap((one) => one.events.map(marker))
        : told.flatMap((one) => (one.table ?? []).map(([field]) => field && byField(field)));
      for (const kind of new Set(found)) if (kind) this.steps[kind].push(step);
      for (const { by } of told) if (by !== undefined) this.#decided(by, Math.max(0, step - 1));
    });
  }

  /** @param {number} seat @param {number} step */
  #decided(seat, step) {
    const steps = this.#decisions.get(seat) ?? [];
    if (steps.at(-1) !== step) this.#decisions.set(seat, [...steps, step]);
  }

  /** @param {Unit} unit @param {number | null} seat @returns {number[] | null} null: every step */
  #of(unit, seat) {
    if (unit === "step") return null;
    return unit === "own" ? (seat !== null && this.#decisions.get(seat)) || [] : this.steps[unit];
  }

  /** The units in which the user can move through this record. @param {number | null} seat @returns {Unit[]} */
  units(seat) {
    const all = /** @type {Unit[]} */ (["step", "turn", "trick", "round", "own"]);
    return all.filter((unit) => this.#of(unit, seat)?.length !== 0);
  }

  /** @param {number} from @param {Unit} unit @param {1 | -1} by @param {number | null} seat */
  jump(from, unit, by, seat) {
    const steps = this.#of(unit, seat);
    if (!steps) return Math.max(0, Math.min(this.last, from + by));
    return by > 0 ? (steps.find((step) => step > from) ?? this.last) : (steps.findLast((step) => step < from) ?? 0);
  }

  /** The rounds as spans of steps. @returns {[from: number, to: number][]} */
  rounds() {
    // The first round has mostly begun before the record's first step.
    const told = this.steps.round;
    const starts = told.length ? [0, ...told.filter((step) => step > this.steps.turn[0])] : [];
    return starts.map((from, at) => [from, at + 1 < starts.length ? starts[at + 1] - 1 : this.last]);
  }
}

/** @param {string} field */
function byField(field) {
  return FIELDS.find(([, names]) => names.test(field))?.[0] ?? "";
}
