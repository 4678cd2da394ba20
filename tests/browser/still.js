// Put into a page: notes what can be pressed and has moved although the reader has done nothing.
() => {
  const SLACK_PX = 1;
  /** What an act of the reader may still be moving. */
  const ACT_MS = 700;
  const moved = new Map();
  let acted = 0;
  let before = new Map();
  for (const kind of ["pointerdown", "pointerup", "keydown", "click"])
    addEventListener(kind, () => (acted = performance.now()), true);
  const called = (one) => (one.getAttribute("aria-label") ?? one.textContent).replace(/\s+/g, " ").trim().slice(0, 40);
  const look = () => {
    const now = new Map();
    for (const one of document.querySelectorAll("button, input, select, a[href]")) {
      // What lies in the column beside the table scrolls; a sheet comes because it was asked for.
      if (one.disabled || one.closest(".side, dialog, .result, .players") || !one.checkVisibility()) continue;
      const { left, top } = one.getBoundingClientRect();
      now.set(one, [left, top, called(one)]);
    }
    if (performance.now() - acted > ACT_MS) {
      for (const [one, [left, top, name]] of now) {
        const [x, y, was] = before.get(one) ?? [left, top, name];
        const [dx, dy] = [left - x, top - y];
        // Another button in the same place is another button.
        if (was === name && Math.max(Math.abs(dx), Math.abs(dy)) > SLACK_PX)
          moved.set(name, `${name}: ${Math.round(dx)}, ${Math.round(dy)} px in ${link.store.view?.table?.phase}`);
      }
    }
    before = now;
    requestAnimationFrame(look);
  };
  look();
  globalThis.still = () => [...moved.values()];
};
