// @ts-check

/** @typedef {import("./codec.js").ViewEvent} ViewEvent */
/** An event that one seat alone was told. @typedef {{place: number, instead: boolean, event: ViewEvent}} Secret */

/**
 * Public events with those of a seat at their places.
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
