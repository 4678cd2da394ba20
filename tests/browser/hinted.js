// A player of 山东升级 in the page: does at once what the game itself suggests. The table is drawn as ever.
() => {
  const { store } = link;
  const later = () => setTimeout(play, 60);
  const choose = ({ own, table, seat }) => {
    if (own.mayPass && own.declares.length) return { action: "declare", payload: { cards: own.declares[0] } };
    if (own.mayPass) return { action: "pass", payload: {} };
    if (own.suggestedBury) return { action: "bury", payload: { cards: own.suggestedBury } };
    if (table.currentTurn !== seat) return null;
    if (table.phase === "throw_choice") return { action: "choose_throw", payload: { index: 0 } };
    const cards = own.duty ? own.duty.suggestions[0] : own.suggestedLead;
    return table.phase === "playing" ? { action: "play", payload: { cards } } : null;
  };
  const play = () => {
    const move = store.view?.own && choose(store.view);
    if (move && !sessionStorage.getItem("paiju.pending")) link.act(move).then(later, later);
  };
  store.watch(later);
  play();
};
