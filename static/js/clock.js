// @ts-check
// This page's estimate of the server's clock. Deadlines are shown by it, never by the device's clock.

export class Clock {
  #offset = 0;

  /** @param {number} serverTime ms, as told just now */
  learn(serverTime) {
    this.#offset = serverTime - Date.now();
  }

  now() {
    return Date.now() + this.#offset;
  }

  /**
   * Ms left until a deadline of the game clock; null when there is none.
   * @param {{epoch: number, paused: boolean}} room @param {number | null | undefined} deadline
   */
  left(room, deadline) {
    if (deadline === null || deadline === undefined || room.paused) return null;
    return Math.max(0, room.epoch + deadline - this.now());
  }
}
