// Loaded only when an invitation is shown.
export { default as qrcode } from "qrcode-generator";
