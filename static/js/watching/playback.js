// @ts-check
// The clock of a playback: the step that is shown, and when the next one follows.

export const SPEEDS = [0.5, 1, 2, 4, 8];
/** The longest and shortest pauses: nobody wants to wait as long as the players did, or to miss quick steps. */
const LONGEST_MS = 3000;
const SHORTEST_MS = 400;

export class Playback {
  step = 0;
  speed = 1;
  playing = false;
  #timer = 0;
  #shownAt = 0;

  /**
   * @param {number[]} times the game clock at each step
   * @param {(step: number, jumped: boolean) => void} show
   * @param {() => number} [now]
   */
  constructor(times, show, now = () => performance.now()) {
    this.times = times;
    this.show = show;
    this.now = now;
  }

  get last() {
    return this.times.length - 1;
  }

  /** The game clock at this moment. */
  get time() {
    const time = this.times[this.step];
    if (!this.playing) return time;
    const next = this.times[Math.min(this.step + 1, this.last)];
    return Math.min(next, time + (this.now() - this.#shownAt) * this.speed);
  }

  /** How long this step is shown. */
  get #stay() {
    const gap = this.times[this.step + 1] - this.times[this.step];
    return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, gap)) / this.speed;
  }

  play() {
    if (this.step === this.last) this.seek(0);
    this.playing = true;
    this.#wait();
  }

  pause() {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  /** @param {number} speed */
  pace(speed) {
    this.speed = speed;
    if (this.playing) this.#wait();
  }

  /** @param {number} step */
  seek(step) {
    const before = this.step;
    this.step = Math.max(0, Math.min(this.last, step));
    if (this.step === this.last) this.pause();
    else if (this.playing) this.#wait();
    this.show(this.step, this.step !== before + 1);
  }

  #wait() {
    clearTimeout(this.#timer);
    this.#shownAt = this.now();
    this.#timer = setTimeout(() => this.seek(this.step + 1), this.#stay);
  }
}
