// @ts-check
// From a finished match to its record: to watch it, have it reviewed, and show its cards to everybody.
import { html, nothing } from "/static/vendor/vendor.js";

/** @typedef {import("../room_view.d.ts").RoomView} RoomView */

export class Afterwards {
  /**
   * The answer to the user's consent that everybody may see all of a record.
   * @type {{record: string, agreed: number, people: number} | null}
   */
  #agreed = null;

  /** @param {import("../app.js").App} app */
  constructor(app) {
    this.app = app;
  }

  /** @param {RoomView} room @param {number | null} seat the user's */
  render({ record, records, practice }, seat) {
    const { t } = this.app;
    const asks = seat !== null && records === "ask" && !practice;
    const agreed = this.#agreed?.record === record ? this.#agreed : null;
    return html`${this.#link("watch.again", `/m/${record}`)}
      ${seat === null ? nothing : this.#link("review", `/m/${record}#review`)}
      ${
        asks
          ? html`<button class="quiet" ?disabled=${agreed !== null} @click=${() => void this.#agree(record)}>
            ${agreed ? t("watch.agreed", { n: agreed.agreed, all: agreed.people }) : t("watch.agree.ask")}</button>`
          : nothing
      }`;
  }

  /** @param {string} key @param {string} path */
  #link(key, path) {
    return html`<button @click=${() => this.app.go(path)}>${this.app.t(key)}</button>`;
  }

  /** @param {string} record */
  async #agree(record) {
    const told = await this.app.ask("agree", { record });
    if (told) this.#agreed = { record, agreed: told.agreed, people: told.people };
    this.app.redraw();
  }
}
