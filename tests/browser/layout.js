// What is wrong with how the page lies on the screen now: things beyond its edges, strips and targets too small for a
// finger.
() => {
  const wrong = [];
  const shown = (one) =>
    one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && one.getClientRects().length > 0;
  const called = (one) => {
    const says = (one.getAttribute("aria-label") ?? one.textContent).trim().slice(0, 30);
    return `${one.tagName.toLowerCase()}.${one.getAttribute("class") ?? ""} "${says}"`;
  };

  /** How large it is for a finger, which may reach further than the eye. */
  const reach = (one) => {
    const { width, height } = one.getBoundingClientRect();
    const { content, position, width: w, height: h } = getComputedStyle(one, "::after");
    if (content === "none" || position !== "absolute") return { width, height };
    return { width: Math.max(width, parseFloat(w)), height: Math.max(height, parseFloat(h)) };
  };

  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > innerWidth) wrong.push(`the page is ${scrollWidth} px wide`);
  if (document.querySelector(".tablepage") && scrollHeight > innerHeight)
    wrong.push(`the table is ${scrollHeight} px high`);
  for (const one of document.querySelectorAll("body *")) {
    // Many players are a strip, and so are many rounds.
    if (!/auto|scroll/.test(getComputedStyle(one).overflowX) || one.matches(".players, .rounds")) continue;
    const over = one.scrollWidth - one.clientWidth;
    if (shown(one) && over > 0) wrong.push(`${called(one)} scrolls sideways by ${over} px`);
  }
  for (const one of document.querySelectorAll("dialog[open] *, .result *, .ask *")) {
    const box = one.getBoundingClientRect();
    if (shown(one) && (box.left < -1 || box.right > innerWidth + 1)) wrong.push(`${called(one)} lies beyond the edge`);
  }
  for (const one of document.querySelectorAll(
    ".panel button, .acts button, .hand, .facts-row, .fact, .tbar button, .middle, .bury-slot, .plate, .plate > i",
  )) {
    const box = one.getBoundingClientRect();
    if (!shown(one) || one.closest("dialog")) continue;
    if (box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || box.bottom > innerHeight + 1)
      wrong.push(`${called(one)} lies beyond the edge: ${[box.left, box.top, box.right, box.bottom].map(Math.round)}`);
  }

  // What may not lie over one another. Cards do, and what belongs to a plate lies on it.
  const apart = [
    ...document.querySelectorAll(".tbar, .facts-row, .plate, .acts button, .bury, .bids button, .shown .laid"),
  ];
  const boxes = [...apart, ...document.querySelectorAll(".tablepage .hand")].filter(shown);
  boxes.forEach((one, i) => {
    const a = one.getBoundingClientRect();
    for (const other of boxes.slice(i + 1)) {
      const b = other.getBoundingClientRect();
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 1 && down > 1 && !document.querySelector(".result, .ask"))
        wrong.push(
          `${called(one)} and ${called(other)} lie over one another by ${Math.round(across)} × ${Math.round(down)}`,
        );
    }
  });

  const cards = [...document.querySelectorAll(".hand .held")].filter(shown);
  cards.forEach((one, i) => {
    const row = one.style.getPropertyValue("--y");
    const next = cards[i + 1];
    if (!next || next.style.getPropertyValue("--y") !== row) return;
    const strip = next.getBoundingClientRect().left - one.getBoundingClientRect().left;
    if (strip < 23.9) wrong.push(`the strip of card ${i + 1} is ${strip.toFixed(1)} px wide`);
  });

  for (const one of document.querySelectorAll("button, select, input, summary, a[href]")) {
    // The column beside the table is there where there is a mouse.
    if (!shown(one) || one.disabled || one.closest(".side")) continue;
    const { width, height } = reach(one.matches("input[role=switch]") ? one.closest("label") : one);
    // Who sits there is no action: a tap on it only tells more.
    const least = one.matches(".plate-face") ? 24 : 44;
    if (width < least - 0.1 || height < least - 0.1)
      wrong.push(`${called(one)} is ${Math.round(width)} × ${Math.round(height)} px`);
  }
  return [...new Set(wrong)];
};
