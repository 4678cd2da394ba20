// Where a finger presses the first of these that is there, can be pressed and is not covered; null while there is none.
(wanted) => {
  if (sessionStorage.getItem("paiju.pending")) return null;
  const found = wanted.flatMap((where) => [...document.querySelectorAll(where)].map((one) => ({ where, one })));
  for (const { where, one } of found) {
    if (one.disabled || !one.checkVisibility()) continue;
    one.scrollIntoView({ block: "center", behavior: "instant" });
    const { left, top, width, height } = one.getBoundingClientRect();
    // Of a card in the hand, only a strip may be seen.
    const [x, y] = one.matches(".held") ? [left + 9, top + 16] : [left + width / 2, top + height / 2];
    const there = document.elementFromPoint(x, y);
    if (!there || !(one.closest(".hand") ?? one).contains(there)) continue;
    globalThis.touched = false;
    addEventListener("pointerup", () => setTimeout(() => (globalThis.touched = true)), { once: true, capture: true });
    return { where, x, y };
  }
  return null;
};
