// @ts-check

/** @typedef {import("./codec.js").ViewEvent} ViewEvent */
/** An event for one seat only. @typedef {{place: number, instead: boolean, event: ViewEvent}} Secret */

/**
 * Public events with a seat's own events inserted at their places.
 * @param {ViewEvent[]} events @param {Secret[]} secret @returns {ViewEvent[]}
 */
export function merged(events, secret) {
  if (!secret.length) return events;
  /** @type {ViewEvent[]} */
  const all = [];
  for (let place = 0; place <= events.length; place++) {
    const here = secret.filter((one) => one.place === place);
    all.push(...here.map((one) => one.event));
    if (place < events.length && !here.some((one) => one.instead)) all.push(events[place]);
  }
  return all;
}
