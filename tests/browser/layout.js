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

  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > innerWidth) wrong.push(`the page is ${scrollWidth} px wide`);
  if (document.querySelector(".tablepage") && scrollHeight > innerHeight)
    wrong.push(`the table is ${scrollHeight} px high`);
  for (const one of document.querySelectorAll("dialog[open] *, .result *, .ask *")) {
    const box = one.getBoundingClientRect();
    if (shown(one) && (box.left < -1 || box.right > innerWidth + 1)) wrong.push(`${called(one)} lies beyond the edge`);
  }
  for (const one of document.querySelectorAll(
    ".panel button, .acts button, .hand, .facts-row, .tbar button, .middle",
  )) {
    const box = one.getBoundingClientRect();
    if (!shown(one) || one.closest("dialog")) continue;
    if (box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || box.bottom > innerHeight + 1)
      wrong.push(`${called(one)} lies beyond the edge: ${[box.left, box.top, box.right, box.bottom].map(Math.round)}`);
  }

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
    const box = (one.matches("input[role=switch]") ? one.closest("label") : one).getBoundingClientRect();
    // Who sits there is no action: a tap on it only tells more.
    const least = one.matches(".plate-face") ? 24 : 44;
    if (box.width < least - 0.1 || box.height < least - 0.1)
      wrong.push(`${called(one)} is ${Math.round(box.width)} × ${Math.round(box.height)} px`);
  }
  return [...new Set(wrong)];
};
