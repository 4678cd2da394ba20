// @ts-check
// The server's clock as this page knows it. Deadlines are shown by it, never by the clock of the device.

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
