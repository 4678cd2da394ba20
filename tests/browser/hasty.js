// A player of UNO in the page: does the first thing that goes on, at once, up to a turn, or until `enough` says so. The
// table is drawn as ever.
(turns) => {
  const { store } = link;
  const ORDER = ["PLAY_CARD", "CHOOSE_COLOR", "DRAW_CARD", "SKIP_TURN"];
  // No quicker than the door lets anybody be.
  const later = () => setTimeout(play, 60);
  const play = () => {
    const legal = store.view?.own?.legalActions ?? [];
    const move = ORDER.map((action) => legal.find((one) => one.action === action)).find(Boolean);
    if (!move || store.view.table.turnNumber >= (turns ?? Infinity) || sessionStorage.getItem("paiju.pending")) return;
    if (globalThis.enough?.(store.view)) return;
    const payload = { ...(move.cardId && { cardId: move.cardId }), ...(move.needsColor && { chosenColor: "red" }) };
    if (move.action === "CHOOSE_COLOR") payload.color = "red";
    link.act({ action: move.action, payload }).then(later, later);
  };
  store.watch(later);
  play();
};
