// A small schema with every form of type, as the server would send it.
export const schema = {
  hash: "h1",
  id: "sample",
  version: 1,
  structs: {
    Table: [
      ["phase", ["word", "Phase"]],
      ["seats", ["list", ["struct", "Seat"]]],
      ["top", ["named", "cards"]],
      ["pile", ["list", ["named", "cards"]]],
      ["deadline", ["maybe", "int"], null],
    ],
    Seat: [
      ["name", "str"],
      ["count", "int"],
    ],
    Own: [["hand", ["list", ["named", "cards"]]]],
    Room: [
      ["code", "str"],
      ["paused", "bool"],
    ],
    CardPlayed: [
      ["seat", "int"],
      ["card", ["named", "cards"]],
    ],
    Drew: [
      ["seat", "int"],
      ["cards", ["maybe", ["list", ["named", "cards"]]]],
    ],
  },
  events: { 3: ["card_played", "CardPlayed"], 4: ["drew", "Drew"] },
  words: { Phase: ["turn", "over"] },
  names: { cards: ["B1", "R7", "G2"] },
  table: "Table",
  own: "Own",
  room: "Room",
};

export const table = [
  0,
  [
    ["Ann", 7],
    ["Bob", 6],
  ],
  1,
  [0, 1],
  null,
];
export const room = ["ABCD", false];

export function snapshot(changes = {}) {
  return { room, table, own: [[0, 1]], cursor: [5, 2, 77], seat: 0, act: 0, time: 1000, schema, ...changes };
}
