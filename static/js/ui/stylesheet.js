// @ts-check
import { address } from "../assets.js";

/** Adds a sheet of styles to the page, once. @param {string} path as in the source */
export function stylesheet(path) {
  const href = address(path);
  if (document.querySelector(`link[href="${href}"]`)) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  document.head.append(link);
}
