// @ts-check
// A socket whose library is loaded when it first connects: pages that do not use it do without the library.
import { address } from "./assets.js";
import { part } from "./ui/part.js";
import { screens } from "./views/screens.js";

/** @typedef {import("socket.io-client").Socket} Socket */
/** @typedef {(...values: any[]) => void} Hears */

/** The library, which is loaded with the screens that lead to a table. */
export const socketLibrary = () =>
  part(async () => {
    await import(address("/static/js/views/rooms.js"));
    return screens.socket;
  });

/** The socket made by the library's `io`, as far as a connection uses it. */
export class LateSocket {
  /** @type {Socket | null} */
  #socket = null;
  #dropped = false;
  /** @type {[name: string, hears: Hears][]} */
  #heard = [];

  /** @param {string} url @param {object} options @param {typeof socketLibrary} [library] */
  constructor(url, options, library = socketLibrary) {
    this.url = url;
    this.options = options;
    this.library = library;
  }

  get connected() {
    return this.#socket?.connected ?? false;
  }

  /** Before it is connected. @param {string} name @param {Hears} hears */
  on(name, hears) {
    this.#heard.push([name, hears]);
  }

  connect() {
    void this.#connect();
  }

  async #connect() {
    try {
      const { io, parser } = await this.library();
      if (this.#dropped) return;
      this.#socket = io(this.url, { ...this.options, parser });
    } catch (error) {
      for (const [name, hears] of this.#heard) if (name === "connect_error") hears(error);
      return;
    }
    for (const [name, hears] of this.#heard) this.#socket.on(name, hears);
    this.#socket.connect();
  }

  disconnect() {
    this.#dropped = true;
    this.#socket?.disconnect();
  }

  /** Only once it has been connected. @param {number} patience */
  timeout(patience) {
    return /** @type {Socket} */ (this.#socket).timeout(patience);
  }
}
