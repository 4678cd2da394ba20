// @ts-check
// Legal moves, sorted by how they are made: with cards of the hand, with a number, or with a button alone.

import { cardsIn } from "./fields.js";

/** @typedef {import("./fields.js").Field} Field */
/** @typedef {import("../../codec.js").Schema} Schema */
/** @typedef {import("../../codec.js").View} View */
/** A move as the server lists it. @typedef {View} Move */
/** @typedef {{type: string, field: string, least: number, most: number}} Pick cards to choose together */
/**
 * A kind of move that uses cards of the hand.
 * @typedef {object} Deed
 * @property {string} type
 * @property {Pick | null} pick
 * @property {Move[]} moves those that are listed
 */
/** @typedef {{type: string, field: string, moves: Map<number, Move>}} Numbers */
/** @typedef {{deeds: Deed[], numbers: Numbers[], others: Move[]}} Offered */

/** @param {Move} move */
export const kindOf = (move) => String(move.type ?? move.action ?? "");

/** The action that a listed move stands for: without the fields that are empty. @param {Move} move */
export const actionOf = (move) => Object.fromEntries(Object.entries(move).filter(([, value]) => value !== null));

/** The cards that a move names. @param {Field[]} fields of moves @param {Move} move */
export const cardsOf = (fields, move) => fields.flatMap(({ name, mark }) => cardsIn(mark, move[name]));

/** @param {Schema} schema @param {string} type @returns {Pick | null} */
function pickOf(schema, type) {
  for (const [field, mark] of Object.entries(schema.marks?.actions[type] ?? {})) {
    if (mark.is === "pick") return { type, field, least: mark.least ?? 1, most: mark.most ?? Number.POSITIVE_INFINITY };
  }
  return null;
}

/** The number field of a move that has no other field. @param {Schema} schema @param {Move} move */
function numberOf(schema, move) {
  const said = Object.keys(actionOf(move)).filter((name) => name !== "type" && name !== "action");
  const mark = said.length === 1 ? schema.marks?.actions[kindOf(move)]?.[said[0]] : undefined;
  return mark?.is === "number" ? said[0] : "";
}

/**
 * @param {Schema} schema @param {Field[]} fields of moves
 * @param {Move[]} moves @param {string[]} hand
 * @returns {Offered}
 */
export function offered(schema, fields, moves, hand) {
  const held = new Set(hand);
  /** @type {Map<string, Deed>} */
  const deeds = new Map();
  /** @type {Map<string, Numbers>} */
  const numbers = new Map();
  /** @type {Move[]} */
  const others = [];
  for (const move of moves) {
    const type = kindOf(move);
    const cards = cardsOf(fields, move);
    const field = numberOf(schema, move);
    if (cards.length && cards.every((one) => held.has(one))) {
      const deed = deeds.get(type) ?? { type, pick: pickOf(schema, type), moves: [] };
      deed.moves.push(move);
      deeds.set(type, deed);
    } else if (field) {
      const known = numbers.get(type) ?? { type, field, moves: new Map() };
      known.moves.set(Number(move[field]), move);
      numbers.set(type, known);
    } else others.push(move);
  }
  for (const [type, { moves: listed }] of numbers) {
    if (listed.size > 1) continue;
    others.unshift(...listed.values());
    numbers.delete(type);
  }
  return { deeds: [...deeds.values()], numbers: [...numbers.values()], others };
}

/** Do these name the same cards, in whatever order? @param {string[]} one @param {string[]} other */
export const same = (one, other) => one.length === other.length && `${[...one].sort()}` === `${[...other].sort()}`;

/**
 * The ways to play these cards. A pick is judged by the server; otherwise only listed moves can be played.
 * @param {Deed} deed @param {Field[]} fields of moves @param {string[]} chosen
 * @returns {Move[]}
 */
export function playsOf({ pick, moves }, fields, chosen) {
  const listed = moves.filter((move) => same(cardsOf(fields, move), chosen));
  if (!pick || chosen.length < pick.least || chosen.length > pick.most) return listed;
  if (listed.length) return listed.map((move) => ({ ...move, [pick.field]: chosen }));
  /** @type {Map<string, Move>} */
  const ways = new Map();
  for (const move of moves) {
    const way = { ...move, [pick.field]: chosen };
    ways.set(JSON.stringify(way), way);
  }
  return [...ways.values()];
}

/** The fields in which moves differ. @param {Move[]} moves */
export function differing(moves) {
  const first = moves[0] ?? {};
  const names = new Set(moves.flatMap(Object.keys));
  return [...names].filter((name) => moves.some((move) => JSON.stringify(move[name]) !== JSON.stringify(first[name])));
}
