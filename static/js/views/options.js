// @ts-check
// A form made from a game's option schema: presets as chips, one line per option, changes marked.
import { html, live, nothing } from "/static/vendor/vendor.js";
import { differences, resolved } from "../catalog.js";
import { said } from "../table/describe.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../catalog.js").GameCard} GameCard */
/** @typedef {import("../catalog.js").Option} Option */
/** @typedef {import("../ui/dom.js").FieldEvent} FieldEvent */
/** @typedef {{preset: string, changes: import("../catalog.js").Options}} Rules */
/**
 * The server's refusal of a form, and the field that it concerns; "" for the form as a whole.
 * @typedef {{field: string, text: string}} Wrong
 */
/**
 * One option of a form: its name, its value, and a handler for changes.
 * @typedef {object} Line
 * @property {App} app
 * @property {GameCard} game
 * @property {string} name
 * @property {Option} value
 * @property {boolean} changed
 * @property {(value: Option) => void} set
 * @property {Wrong | null} wrong
 */

/** A room's rules. @param {import("../room_view.d.ts").RoomView} room @returns {Rules} */
export const rulesOf = ({ preset, options }) => ({ preset, changes: /** @type {Rules["changes"]} */ (options) });

/**
 * Each preset with its sentence.
 * @param {App} app @param {GameCard} game @param {Rules} rules @param {(rules: Rules) => void} change
 */
export function presetCards(app, game, rules, change) {
  const words = app.words.of(game.id);
  return html`<div class="presets" role="radiogroup" aria-label=${app.t("presets")}>
    ${Object.keys(game.presets).map(
      (name) =>
        html`<button type="button" role="radio" aria-checked=${name === rules.preset} class="preset"
          @click=${() => change({ preset: name, changes: {} })}>
          <b>${words(`preset.${name}`)}</b> <small>${app.words.find(game.id, `preset.${name}.help`)}</small></button>`,
    )}
  </div>`;
}

/** A unit at the end of a name, which the field shows as well. */
const UNIT = /\s*[（(](ms|s|毫秒|秒)[)）]$/;

/** @param {App} app @param {GameCard} game @param {string} name of an option */
const optionName = (app, game, name) => app.words.of(game.id)(`option.${name}`).replace(UNIT, "");

/** The explanation of an option, if there is one. @param {App} app @param {GameCard} game @param {string} name */
const hintOf = (app, game, name) =>
  app.words.find(game.id, `option.${name}.hint`) ?? app.words.find(game.id, `option.${name}.help`);

/** Is an option a rule that is on or off? @param {GameCard} game @param {string} name */
const isHouseRule = (game, name) =>
  typeof game.options[name].default === "boolean" && !Object.values(game.groups).flat().includes(name);

/** Was it the user's name that was refused? @param {import("../refusal.js").Refusal} refusal */
export const ofName = ({ code, params }) => code === "message.malformed" && params.field === "name";

/** @param {App} app @param {GameCard} game @param {import("../refusal.js").Refusal} refusal @returns {Wrong} */
export function wrongField(app, game, refusal) {
  const { params } = refusal;
  const option = [params.option, params.name].map(String).find((one) => one in game.options);
  return { field: option ?? (ofName(refusal) ? "nickname" : ""), text: said(app, refusal, game.id) };
}

/** The fault, shown beside the field. @param {Wrong | null} wrong @param {string} field */
export function wrongText(wrong, field) {
  return wrong?.field === field
    ? html`<p class="wrong" id="wrong-${field}" role=${field ? nothing : "alert"}>${wrong.text}</p>`
    : nothing;
}

/** The attributes of a field's control. @param {Wrong | null} wrong @param {string} field */
const invalid = (wrong, field) => (wrong?.field === field ? "true" : nothing);
/** @param {Wrong | null} wrong @param {string} field */
const describedBy = (wrong, field) => (wrong?.field === field ? `wrong-${field}` : nothing);

/** Moves the focus to the fault once it has been drawn. */
export function goToWrong() {
  requestAnimationFrame(() => {
    const control = document.querySelector("[aria-invalid=true], [data-wrong]");
    if (!(control instanceof HTMLElement)) return;
    control.focus({ preventScroll: true });
    control.scrollIntoView({ block: "center" });
  });
}

/**
 * @param {App} app @param {GameCard} game @param {Rules} rules
 * @param {(rules: Rules) => void} change @param {Wrong | null} wrong
 */
export function optionForm(app, game, rules, change, wrong) {
  const values = resolved(game, rules.preset, rules.changes);
  const preset = resolved(game, rules.preset);
  /** @param {string} name @param {Option} value */
  const set = (name, value) => {
    const changes = { ...rules.changes, [name]: value };
    if (JSON.stringify(preset[name]) === JSON.stringify(value)) delete changes[name];
    change({ ...rules, changes });
  };
  const names = Object.keys(game.options).filter(
    (name) => !("const" in game.options[name]) && game.options[name].enum?.length !== 1,
  );
  /** @param {string} legend @param {string[]} here @param {string} [kind] */
  const fields = (legend, here, kind = "") =>
    here.length
      ? html`<fieldset class=${kind}>
        <legend>${legend}</legend>
        ${here.map((name) => {
          const changed = name in rules.changes;
          return line({ app, game, name, value: values[name], changed, set: (value) => set(name, value), wrong });
        })}
      </fieldset>`
      : nothing;
  const groups = Object.entries(game.groups);
  const grouped = groups.flatMap(([, options]) => options);
  const words = app.words.of(game.id);
  return [
    fields(
      app.t("options.house"),
      names.filter((name) => isHouseRule(game, name)),
      "house",
    ),
    fields(
      app.t("options.rules"),
      names.filter((name) => !grouped.includes(name) && !isHouseRule(game, name)),
    ),
    ...groups.map(([group, options]) =>
      fields(
        words(`group.${group}`),
        options.filter((name) => names.includes(name)),
      ),
    ),
  ];
}

/** Values with more characters than this do not fit beside a label on a phone. */
const LONG_WORDS = 12;

/** @param {Line} about */
function line(about) {
  const { app, game, name, value, changed, wrong } = about;
  const hint = hintOf(app, game, name);
  const looks = `row option ${changed ? "changed" : ""}`;
  const mark = changed ? html`<b class="mark" title=${app.t("options.changed")}>●</b>` : nothing;
  const label = html`<span id="option-${name}">${mark}
      ${optionName(app, game, name)}${hint ? html`<small>${hint}</small>` : nothing}</span>`;
  if (Array.isArray(value)) {
    // A set of buttons cannot have a label, so it is a group with a name.
    return html`<div class="${looks} stacked" role="group" aria-labelledby="option-${name}" tabindex="-1"
      data-wrong=${invalid(wrong, name)} aria-describedby=${describedBy(wrong, name)}>
      ${label} ${choices(about, value)}</div>
      ${wrongText(wrong, name)}`;
  }
  const long = game.options[name].enum?.some((one) => valueText(app, game, name, one).length > LONG_WORDS);
  return html`<label class="${looks} ${long ? "stacked" : ""}">${label} ${field(about)}</label>
    ${wrongText(wrong, name)}`;
}

/** @param {Line} about @param {(number | string)[]} value */
function choices({ app, game, name, set }, value) {
  const offered = game.options[name].items?.enum ?? [];
  const toggled = (/** @type {number | string} */ one) =>
    offered.filter((each) => (each === one ? !value.includes(each) : value.includes(each)));
  return html`<span class="chips small">
    ${offered.map(
      (one) => html`<button type="button" class="chip" aria-pressed=${value.includes(one)}
        @click=${() => set(toggled(one))}>${valueText(app, game, name, one)}</button>`,
    )}
  </span>`;
}

/** @param {Line} about */
function field({ app, game, name, value, set, wrong }) {
  const about = game.options[name];
  if (typeof value === "boolean") {
    return html`<input type="checkbox" role="switch" .checked=${live(value)}
      aria-invalid=${invalid(wrong, name)} aria-describedby=${describedBy(wrong, name)}
      @change=${(/** @type {FieldEvent} */ event) => set(event.target.checked)} />`;
  }
  const offered = about.enum;
  if (offered) {
    return html`<select aria-invalid=${invalid(wrong, name)} aria-describedby=${describedBy(wrong, name)}
      @change=${(/** @type {Event & {target: HTMLSelectElement}} */ event) => set(offered[event.target.selectedIndex])}>
      ${offered.map((one) => html`<option ?selected=${one === value}>${valueText(app, game, name, one)}</option>`)}
    </select>`;
  }
  const scale = inSeconds(name) ? 1000 : 1;
  const shown = String(Number(value) / scale);
  return html`<span class="number"><input type="number" inputmode="numeric" .value=${live(shown)}
      min=${(about.minimum ?? 0) / scale} max=${about.maximum === undefined ? nothing : about.maximum / scale}
      step=${scale === 1 ? (about.multipleOf ?? 1) : "any"}
      aria-invalid=${invalid(wrong, name)} aria-describedby=${describedBy(wrong, name)}
      @change=${(/** @type {FieldEvent} */ event) => {
        const typed = Math.round(Number(event.target.value) * scale);
        set(Math.min(about.maximum ?? typed, Math.max(about.minimum ?? typed, typed)));
      }} />${unit(app, name)}</span>`;
}

/** Times are stored in ms and shown in seconds. @param {string} name */
const inSeconds = (name) => /Ms$/.test(name);

/** @param {App} app @param {string} name */
const unit = (app, name) => (/(Ms|Seconds)$/.test(name) ? app.t("unit.s") : nothing);

/** @param {App} app @param {GameCard} game @param {string} name @param {Option} value @returns {string} */
export function valueText(app, game, name, value) {
  if (typeof value === "boolean") return app.t(value ? "on" : "off");
  if (Array.isArray(value)) return value.map((one) => valueText(app, game, name, one)).join(" ") || app.t("none");
  if (inSeconds(name)) return value === 0 ? app.t("unlimited") : `${Number(value) / 1000} ${app.t("unit.s")}`;
  return app.words.find(game.id, `option.${name}.${value}`) ?? String(value);
}

/**
 * What players should know about a room before they sit down.
 * @param {App} app @param {GameCard} game @param {Rules} rules
 */
export function rulesCard(app, game, { preset, changes }) {
  const words = app.words.of(game.id);
  const differs = differences(game, preset, changes);
  return html`<section class="card rules">
    <h2>${app.t("rules")}: ${words(`preset.${preset}`)}</h2>
    <p>${app.words.find(game.id, `preset.${preset}.help`)}</p>
    ${
      differs.length
        ? html`<p class="faint">${app.t("rules.differs")}</p>
          <ul>
            ${differs.map(
              ([name, value]) =>
                html`<li><span>${optionName(app, game, name)}</span> <b>${valueText(app, game, name, value)}</b></li>`,
            )}
          </ul>`
        : html`<p class="faint">${app.t("rules.standard")}</p>`
    }
  </section>`;
}
