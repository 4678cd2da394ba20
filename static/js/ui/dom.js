// @ts-check
// Small pieces of rendering. Styles are set through the object model: the page's policy allows no style attribute.
import { Directive, directive, PartType } from "/static/vendor/vendor.js";

/** An event of an input field. @typedef {Event & {target: HTMLInputElement}} FieldEvent */

class Style extends Directive {
  /** @param {import("lit-html/directive.js").PartInfo} info */
  constructor(info) {
    super(info);
    if (info.type !== PartType.ELEMENT) throw new Error("style() belongs into the tag");
    /** @type {Record<string, string>} */
    this.shown = {};
  }

  /** @param {Record<string, string | number>} _values */
  render(_values) {
    return undefined;
  }

  /** @param {import("lit-html/directive.js").ElementPart} part @param {[Record<string, string | number>]} values */
  update(part, [values]) {
    for (const [name, value] of Object.entries(values)) {
      const text = String(value);
      if (this.shown[name] === text) continue;
      this.shown[name] = text;
      /** @type {HTMLElement} */ (part.element).style.setProperty(name, text);
    }
  }
}

/** `<p ${style({"--x": "4px"})}>` */
export const style = directive(Style);

/** @param {Record<string, unknown>} names class names that are on when their value is truthy */
export function classes(names) {
  return Object.keys(names)
    .filter((name) => names[name])
    .join(" ");
}
