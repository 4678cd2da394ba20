// @ts-check
// A card held for a moment is picked up and follows the finger; the others make room. Taps, strokes over strips and
// flicks are over sooner, so they do not interfere.
import { nearest } from "./hand.js";

/** A card held still for this long is picked up. */
const PICK_MS = 400;
const SLACK_PX = 9;

export class Drag {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {{id: string, from: number, x: number, y: number, dx: number, dy: number, moved: boolean} | null} */
  #card = null;

  /**
   * @param {HTMLElement} element @param {import("./hand.js").Hand} hand
   * @param {() => import("./hand.js").Place[]} places
   * @param {((id: string, to: number) => void) | undefined} arrange
   */
  constructor(element, hand, places, arrange) {
    this.element = element;
    this.hand = hand;
    this.places = places;
    this.arrange = arrange;
  }

  /** A finger has touched a card. @param {number} at @param {PointerEvent} event */
  await(at, event) {
    this.giveUp();
    if (!this.arrange) return;
    const { clientX, clientY } = event;
    const place = this.places()[at];
    this.#card = {
      id: this.hand.order[at],
      from: at,
      x: clientX,
      y: clientY,
      dx: clientX - place.x,
      dy: clientY - place.y,
      moved: false,
    };
    this.#timer = setTimeout(() => this.#pick(), PICK_MS);
  }

  #pick() {
    if (!this.#card) return;
    this.hand.dragged = this.#card.id;
    this.hand.changed();
  }

  /** Has the user picked up a card, so that the movement belongs to it? @param {PointerEvent} event */
  follow(event) {
    if (!this.#card) return false;
    const { id, dx, dy, x, y } = this.#card;
    const { clientX, clientY } = event;
    if (this.hand.dragged !== id) {
      if (Math.hypot(clientX - x, clientY - y) > SLACK_PX) this.giveUp();
      return false;
    }
    if (Math.hypot(clientX - x, clientY - y) > SLACK_PX) this.#card.moved = true;
    const box = this.element.getBoundingClientRect();
    const to = nearest(this.places(), clientX - box.left, clientY - box.top);
    if (to >= 0 && this.hand.order[to] !== id) this.arrange?.(id, to);
    const place = this.places()[this.hand.order.indexOf(id)];
    this.#show(`${clientX - dx - place.x}px ${clientY - dy - place.y}px`);
    return true;
  }

  /** @param {string} translate */
  #show(translate) {
    const card = this.#card && this.element.querySelector(`#c-${CSS.escape(this.#card.id)}`);
    if (card instanceof HTMLElement) card.style.translate = translate;
  }

  /** The finger has lifted: was a card moved? */
  drop() {
    const laid = this.#card !== null && this.hand.dragged === this.#card.id;
    const moved = this.#card?.moved ?? false;
    this.giveUp();
    return laid && moved;
  }

  /** The card goes back to where it was. */
  cancel() {
    if (this.#card && this.hand.dragged) this.arrange?.(this.#card.id, this.#card.from);
    this.giveUp();
  }

  giveUp() {
    clearTimeout(this.#timer);
    this.#show("");
    this.#card = null;
    if (!this.hand.dragged) return;
    this.hand.dragged = "";
    this.hand.changed();
  }
}
