// @ts-check
// What the table is doing, in a few words.

/** The countdown beside it belongs to the same phase. @param {import("./view.js").Shandong} game */
export function phaseText(game) {
  const { table, w, api } = game;
  const you = game.mine;
  if (table.phase === "bottom")
    return you
      ? w("bury.you", { n: game.own?.wanted })
      : w("burying", { name: table.burier === null ? "" : api.name(table.burier) });
  if (table.phase === "playing")
    return you
      ? w("playing.you")
      : w("playing", { name: table.currentTurn === null ? "" : api.name(table.currentTurn) });
  if (table.phase === "throw_choice")
    return you ? w("throw_choice.you") : w("throw_choice", { name: api.name(table.currentTurn ?? 0) });
  if (table.phase === "sticking" && table.claim !== null) return w("claiming", { name: api.name(table.claim) });
  return w(table.phase);
}
