// @ts-check
import { html, nothing } from "/static/vendor/vendor.js";
import { mostSeats } from "../catalog.js";
import { Refusal } from "../refusal.js";
import { choice, frame, toggle } from "./frame.js";
import { nameField, playerName } from "./home.js";
import { chosenLevel, keepLevel } from "./levels.js";
import { goToWrong, optionForm, presetCards, wrongField, wrongText } from "./options.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../ui/dom.js").FieldEvent} FieldEvent */

/** @param {App} app @param {string} [id] of the game @returns {import("../app.js").Screen} */
export function create(app, id) {
  const game = app.game(id ?? "") ?? app.games[0];
  if (!game) {
    queueMicrotask(() => app.go("/", true));
    return { render: () => nothing };
  }
  /** @type {import("./options.js").Rules} */
  let rules = { preset: Object.keys(game.presets)[0], changes: {} };
  let bots = 0;
  let level = chosenLevel(app, game);
  let more = false;
  /** @type {import("./options.js").Wrong | null} */
  let wrong = null;
  const about = { spectators: true, chat: true, private: true, password: "" };
  void app.words.game(game.id);

  /** @param {() => void} change */
  const changing = (change) => {
    change();
    wrong = null;
    app.redraw();
  };

  /** The most bots that leave the user a seat, under the rules chosen. */
  const mostBots = () => mostSeats(game, rules.preset, rules.changes) - 1;

  async function make() {
    if (!game) return;
    const asked = {
      game: game.id,
      name: playerName(app),
      preset: rules.preset,
      ...(Object.keys(rules.changes).length ? { options: rules.changes } : null),
      ...(bots ? { bots, level } : null),
      spectators: about.spectators ? "on" : "off",
      chat: about.chat,
      private: about.private,
      ...(about.password ? { password: about.password } : null),
    };
    wrong = null;
    try {
      const made = await app.connection.ask("create", asked);
      app.go(`/r/${made.code}`);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      wrong = wrongField(app, game, error);
      more ||= wrong.field in game.options;
      app.redraw();
      goToWrong();
    }
  }

  function render() {
    if (!game) return nothing;
    const { t } = app;
    const words = app.words.of(game.id);
    bots = Math.min(bots, mostBots());
    const changes = Object.keys(rules.changes).length;
    return frame(
      app,
      html`<div class="card narrow">
        ${nameField(app, wrong?.field === "nickname" ? wrong.text : "")}
        ${presetCards(app, game, rules, (next) => changing(() => (rules = next)))}
        ${
          game.levels.length
            ? html`<label class="row"><span>${t("create.bots")}</span>
              <span class="stepper">
                <button aria-label=${t("fewer")} ?disabled=${bots === 0}
                  @click=${() => changing(() => bots--)}>−</button>
                <output>${bots}</output>
                <button aria-label=${t("more")} ?disabled=${bots >= mostBots()}
                  @click=${() => changing(() => bots++)}>+</button>
              </span></label>`
            : nothing
        }
        ${
          bots > 0 && game.levels.length > 1
            ? choice(
                t("create.level"),
                level,
                game.levels.map((one) => [one, words(`level.${one}`)]),
                (one) =>
                  changing(() => {
                    level = one;
                    keepLevel(app, game.id, one);
                  }),
              )
            : nothing
        }
        ${toggle(t("create.watch"), about.spectators, (on) => changing(() => (about.spectators = on)))}
        <details class="more" ?open=${more}
          @toggle=${(/** @type {Event & {target: HTMLDetailsElement}} */ event) => (more = event.target.open)}>
          <summary>${t("create.more")}${changes ? html` <b class="mark">● ${changes}</b>` : nothing}</summary>
          ${toggle(t("create.chat"), about.chat, (on) => changing(() => (about.chat = on)))}
          <label class="row"><span>${t("password")}</span>
            <input maxlength="64" autocomplete="off" .value=${about.password}
              @input=${(/** @type {FieldEvent} */ event) => (about.password = event.target.value)} /></label>
          ${optionForm(app, game, rules, (next) => changing(() => (rules = next)), wrong)}
        </details>
        ${wrongText(wrong, "")}
        <div class="foot"><button class="primary wide" @click=${() => void make()}>${t("create.make")}</button></div>
      </div>`,
      { title: words("game.name"), game: game.id, back: () => app.go("/") },
    );
  }

  return { render };
}
