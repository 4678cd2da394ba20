// @ts-check
// A refusal by the server, or by the connection. `table/describe.js` finds its words in the texts: `said.*`, `code.*`.

export class Refusal extends Error {
  /** @param {string} code @param {Record<string, unknown>} [params] */
  constructor(code, params = {}) {
    super(code);
    this.code = code;
    this.params = params;
  }

  /** Did the refused action change something (penalty cards)? Then it has used up its number. */
  charged = false;
}

/** @typedef {{code: string, [param: string]: unknown}} Refused as it is told */

/** @param {Refused} told @param {boolean} charged */
export function refusal({ code, ...params }, charged) {
  return Object.assign(new Refusal(code, params), { charged });
}
