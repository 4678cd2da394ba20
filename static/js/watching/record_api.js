// @ts-check
// The interface for a game's view that shows a record: it can show everything and do nothing.
import { moves, pace } from "../prefs.js";
import { TableApi } from "../table/api.js";

/** @typedef {import("../table/api.js").Refused} Refused */
/** @typedef {import("./playback.js").Playback} Playback */

/** At this speed and above, nothing is animated. */
const STILL_SPEED = 8;
/** @type {Refused} */
const NOTHING_TO_DO = { ok: false, code: "match.over", params: {}, text: "" };

export class RecordApi extends TableApi {
  /**
   * @param {import("../app.js").App} app @param {import("../table/api.js").Shown} store @param {Playback} playback
   * @param {{redraw: () => void, look: (seat: number) => void}} does what the view asks of the page
   */
  constructor(app, store, playback, { redraw, look }) {
    super(app, { bubbles: new Map() }, redraw, store);
    this.playback = playback;
    this.openSeat = look;
  }

  get watching() {
    return true;
  }

  get ready() {
    return false;
  }

  /** @param {number} seat */
  name = (seat) => this.room.seats[seat]?.name || `#${seat + 1}`;

  /** Cards keep up with the match. */
  pace = () => pace(this.app.prefs) / this.playback.speed;

  /** An animation of two frames is not visible as motion, but costs time. */
  moves = () => this.playback.speed < STILL_SPEED && moves(this.app.prefs);

  /** @param {number | null | undefined} deadline */
  left = (deadline) => (deadline ? Math.max(0, deadline - this.playback.time) : null);

  act = async () => NOTHING_TO_DO;
  check = async () => NOTHING_TO_DO;
  sayReady = async () => {};
  back = async () => {};
}
