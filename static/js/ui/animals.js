// @ts-check
// The bots' names on this page: animals, which nobody mistakes for people.

const ANIMALS = /** @type {const} */ (["panda", "fox", "owl", "tiger", "rabbit", "bear", "cat", "koala", "frog"]);
/** @typedef {typeof ANIMALS[number]} Animal */
/** The server's names for them. */
const NUMBERED = /^Bot (\d+)$/;

/** Which animal a bot is, by its name. @param {{sitter: string, name: string}} seat @returns {Animal | undefined} */
export const animalOf = ({ sitter, name }) =>
  sitter === "bot" ? ANIMALS[Number(NUMBERED.exec(name)?.[1]) - 1] : undefined;

/** @param {{sitter: string, name: string}} seat @param {import("../i18n.js").Say} t */
export function calledHere(seat, t) {
  const animal = animalOf(seat);
  return animal ? t(`animal.${animal}`) : seat.name;
}
