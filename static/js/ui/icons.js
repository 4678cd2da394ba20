// @ts-check
import { html } from "/static/vendor/vendor.js";

/** @type {Record<string, string>} paths on a grid of 24 */
const PATHS = {
  menu: "M4 7h16M4 12h16M4 17h16",
  help: "M9 9a3 3 0 1 1 4.2 2.8c-.8.4-1.2 1-1.2 2V15M12 18.5v.1",
  chat: "M5 5h14v10H10l-4 4v-4H5z",
  gear:
    "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z" +
    "M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M18.4 5.6l-2.2 2.2M7.8 16.2l-2.2 2.2",
  close: "M6 6l12 12M18 6L6 18",
  back: "M14 5l-7 7 7 7",
  share: "M8 12l8-5M8 12l8 5M6 12a2 2 0 1 0 .1 0M18 6a2 2 0 1 0 .1 0M18 18a2 2 0 1 0 .1 0",
  copy: "M9 9h10v11H9zM5 15V4h10",
  people: "M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3 19c0-3 3-5 6-5s6 2 6 5M16 5.5a3 3 0 0 1 0 5.5M17 14c2.5.5 4 2.5 4 5",
  device: "M8 3h8v18H8zM12 18v.1",
  clock: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4l3 2",
  lock: "M7 11h10v8H7zM9 11V8a3 3 0 0 1 6 0v3",
  crown: "M4 17l-1-9 5 4 4-7 4 7 5-4-1 9z",
  send: "M4 12l16-7-5 15-3-6z",
  check: "M5 12l5 5 9-10",
  robot: "M6 9h12v9H6zM12 9V5M9.5 13v.1M14.5 13v.1M3 13h3M18 13h3",
  eye: "M3 12c3-5 6-7 9-7s6 2 9 7c-3 5-6 7-9 7s-6-2-9-7zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  cw: "M5 12a7 7 0 0 1 12-5l2 2M19 4v5h-5",
  ccw: "M19 12a7 7 0 0 0-12-5L5 9M5 4v5h5",
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  before: "M14 6l-6 6 6 6",
  after: "M10 6l6 6-6 6",
  first: "M18 6l-6 6 6 6M11 6l-6 6 6 6",
  last: "M6 6l6 6-6 6M13 6l6 6-6 6",
  away: "M4 4l16 16M8 9a7 7 0 0 0-4 3M12 7a9 9 0 0 1 8 5M12 17v.1",
};

/** @param {string} name */
export function icon(name) {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[name]}></path></svg>`;
}
