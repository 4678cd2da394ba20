// The client's third-party code; tools/build_client.mjs bundles it into static/vendor/vendor.js.
export { html, nothing, render, svg } from "lit-html";
export { directive, Directive, PartType } from "lit-html/directive.js";
export { repeat } from "lit-html/directives/repeat.js";
export { live } from "lit-html/directives/live.js";
export { ref } from "lit-html/directives/ref.js";
