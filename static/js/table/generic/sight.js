// @ts-check
// The current views and moves, read by a game's marks and texts.

import { valueText } from "../describe.js";
import { short, standard } from "../deck.js";
import { cardId, cardsIn, fieldsOf, seatsIn, structIn } from "./fields.js";
import { cardsOf, kindOf, offered } from "./moves.js";

/** @typedef {import("../../codec.js").View} View */
/** @typedef {import("./fields.js").Field} Field */
/** @typedef {import("./moves.js").Move} Move */

export class Sight {
  /**
   * @param {import("../api.js").TableApi} api @param {import("./words.js").Say} w
   * @param {View} table @param {View | null} own
   */
  constructor(api, w, table, own) {
    const schema = /** @type {import("../../codec.js").Schema} */ (api.schema);
    this.api = api;
    this.w = w;
    this.schema = schema;
    this.table = table;
    this.own = own;
    this.fields = fieldsOf(schema, schema.table, api.find).map((field) => this.#perSeat(field));
    this.ownFields = fieldsOf(schema, schema.own, api.find);
    const listed = this.ownFields.find(({ mark }) => mark?.is === "moves");
    const fields = fieldsOf(schema, listed ? structIn(listed.type) : "", api.find);
    /** Fields of moves besides their type. */
    this.moveFields = fields.filter(({ name }) => name !== "type" && name !== "action");
    /** @type {Move[]} */
    this.moves = listed && own && !api.watching ? /** @type {Move[]} */ (own[listed.name]) : [];
    this.hand = this.ownFields.flatMap(({ name, mark }) => (mark?.is === "hand" ? cardsIn(mark, own?.[name]) : []));
    this.offered = offered(schema, this.moveFields, this.moves, this.hand);
    const turns = this.fields.filter(({ mark }) => mark?.is === "turn");
    /** Whom the game waits for; null if it does not say. @type {number[] | null} */
    this.acting = turns.length ? turns.flatMap(({ name, mark }) => seatsIn(mark, table[name])) : null;
    const clock = this.fields.find(({ mark }) => mark?.is === "deadline");
    this.deadline = clock ? /** @type {number | null} */ (table[clock.name]) : null;
  }

  /** In a game without marks, a list with a number for each seat. @param {Field} field @returns {Field} */
  #perSeat(field) {
    const value = this.table[field.name];
    const numbers = !this.schema.marks && !field.mark && Array.isArray(value) && value.every(Number.isInteger);
    return numbers && value.length === this.seats.length ? { ...field, mark: { is: "perSeat" } } : field;
  }

  /** Does the game wait for the user? */
  get mine() {
    return this.moves.length > 0;
  }

  get over() {
    return this.api.room.phase === "over";
  }

  /** Between two rounds the game waits for nobody in particular. */
  get between() {
    return this.acting?.length === 0 && this.api.room.phase === "playing";
  }

  get seats() {
    return this.api.room.seats.map((_, seat) => seat);
  }

  /** The visible fields with such a mark. @param {string[]} kinds */
  shown = (...kinds) => this.fields.filter(({ mark, label }) => label && kinds.includes(mark?.is ?? ""));

  /** @param {Move} move */
  cards = (move) => cardsOf(this.moveFields, move);

  /** A card in a line of text. @param {string} card */
  short = (card) => {
    const face = standard(card);
    return this.api.find(`cards.${card}`) ?? (face ? short(face) : card);
  };

  /** A card in words that are read out. @param {string} card */
  spoken = (card) => {
    const [face, known] = [standard(card), this.api.find(`cards.${card}`)];
    if (known || !face) return known ?? card;
    return face.suit === "joker" ? this.w(face.rank) : `${this.w(face.suit)} ${face.rank}`;
  };

  /** @param {string} table @param {unknown} entry */
  entry = (table, entry) => (table === "cards" ? this.short(cardId(entry)) : undefined);

  /** @param {Field} field @param {unknown} value */
  text = ({ type, mark }, value) => valueText(this.api.teller(this.schema), value, type, mark ?? undefined);

  /** The label of a move. @param {Move} move @param {Record<string, string>} [said] texts of its fields */
  called = (move, said = {}) => {
    const kind = kindOf(move);
    const own = this.moveFields.map((field) => [field.name, this.text(field, move[field.name])]);
    const params = { ...Object.fromEntries(own), ...said };
    if (this.api.find(`action.${kind}`) !== undefined) return this.api.t(`action.${kind}`, params).replace(/\s+/g, " ");
    return [kind, ...Object.values(params)].filter(Boolean).join(" ");
  };

  /** The name of a team. @param {number} team */
  team = (team) => this.api.find(`team.${team}`) ?? String.fromCharCode(65 + team);

  /** The team of a seat; -1 for none. @param {number} seat */
  teamOf(seat) {
    const field = this.fields.find(({ mark }) => mark?.is === "perSeat" && mark.each?.is === "team");
    const teams = field ? /** @type {number[]} */ (this.table[field.name]) : [];
    return teams[seat] ?? -1;
  }
}
