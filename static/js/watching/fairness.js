// @ts-check
// Could anybody have chosen the cards of a recorded match? (docs/fair-deals.md)
import { dealProblem } from "../deals.js";

/** @typedef {import("../deals.js").OpenDeal} OpenDeal */
/** @typedef {"none" | "closed" | "fair" | "wrong"} Fairness none: the deal was not sealed; closed: nobody may look */

/** @param {{shows: string, deal?: unknown}} record @returns {Fairness} */
export function fairness(record) {
  if (!record.deal) return "none";
  if (record.shows !== "all") return "closed";
  try {
    return dealProblem(/** @type {OpenDeal} */ (/** @type {unknown} */ (record))) ? "wrong" : "fair";
  } catch {
    return "wrong"; // it cannot even be read
  }
}
