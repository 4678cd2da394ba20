// @ts-check
// The user's own order of their hand. It is kept on this page, and never sent.

const KEY = "paiju.order";

export class OwnOrder {
  /** @type {string[] | null} null while the hand is sorted */
  #ids = null;
  #key;

  /** @param {string} room @param {Storage} [storage] of this tab */
  constructor(room, storage = sessionStorage) {
    this.storage = storage;
    this.#key = `${KEY}.${room}`;
    try {
      this.#ids = JSON.parse(storage.getItem(this.#key) ?? "null");
    } catch {
      storage.removeItem(this.#key);
    }
  }

  /** Has the user arranged the cards? */
  get active() {
    return this.#ids !== null;
  }

  /** The hand as arranged; newer cards go where sorting would put them. @param {string[]} sorted */
  arranged(sorted) {
    if (!this.#ids) return sorted;
    const known = this.#ids.filter((id) => sorted.includes(id));
    sorted.forEach((id, at) => {
      if (!known.includes(id)) known.splice(at ? known.indexOf(sorted[at - 1]) + 1 : 0, 0, id);
    });
    return known;
  }

  /** Moves a card. @param {string[]} shown the hand as it lies @param {string} id @param {number} to */
  move(shown, id, to) {
    const rest = shown.filter((one) => one !== id);
    rest.splice(Math.max(0, Math.min(rest.length, to)), 0, id);
    this.#keep(rest);
  }

  /** Sorts again: the user wants it, or a new hand has been dealt. */
  forget() {
    if (this.#ids) this.#keep(null);
  }

  /** @param {string[] | null} ids */
  #keep(ids) {
    this.#ids = ids;
    if (ids) this.storage.setItem(this.#key, JSON.stringify(ids));
    else this.storage.removeItem(this.#key);
  }
}
