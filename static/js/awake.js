// @ts-check
// Keeps the screen on while the user plays. Browsers release the lock when a page goes to the background, so we ask
// again when it returns.

export class Awake {
  #wanted = false;
  /** @type {WakeLockSentinel | null} */
  #lock = null;
  #asking = false;
  #again = () => void this.#ask();

  constructor() {
    document.addEventListener("visibilitychange", this.#again);
  }

  /** @param {boolean} wanted */
  want(wanted) {
    this.#wanted = wanted;
    if (wanted) void this.#ask();
    else this.#free();
  }

  async #ask() {
    // Plain http on the local network lacks this.
    if (!this.#wanted || this.#lock || this.#asking || document.hidden || !navigator.wakeLock) return;
    this.#asking = true;
    try {
      this.#lock = await navigator.wakeLock.request("screen");
      this.#lock.addEventListener("release", () => (this.#lock = null));
    } catch {
      // The battery is low, or the device has other reasons.
    } finally {
      this.#asking = false;
    }
    if (!this.#wanted) this.#free();
  }

  #free() {
    void this.#lock?.release();
    this.#lock = null;
  }

  leave() {
    this.want(false);
    document.removeEventListener("visibilitychange", this.#again);
  }
}
