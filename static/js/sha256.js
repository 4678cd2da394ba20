// @ts-check
// Our own SHA-256 and HMAC: browsers offer theirs only over https, and friends play on http://192.168….

const K = new Uint32Array(64);
const START = new Uint32Array(8);
for (let prime = 2, found = 0; found < 64; prime++) {
  let divisor = 2;
  while (divisor * divisor <= prime && prime % divisor) divisor++;
  if (divisor * divisor <= prime) continue;
  if (found < 8) START[found] = fraction(prime ** (1 / 2));
  K[found++] = fraction(prime ** (1 / 3));
}

/** The first 32 bits after the binary point. @param {number} root */
function fraction(root) {
  return ((root - Math.floor(root)) * 2 ** 32) >>> 0;
}

/** @param {number} word @param {number} bits */
const turned = (word, bits) => (word >>> bits) | (word << (32 - bits));

/** @param {Uint8Array} bytes @returns {Uint8Array} 32 bytes */
export function sha256(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 128;
  const words = new DataView(padded.buffer);
  words.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  words.setUint32(padded.length - 4, bytes.length << 3);
  const hash = START.slice();
  const w = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = words.getUint32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const small = turned(w[i - 15], 7) ^ turned(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const large = turned(w[i - 2], 17) ^ turned(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = w[i - 16] + small + w[i - 7] + large;
    }
    mix(hash, w);
  }
  const out = new DataView(new ArrayBuffer(32));
  for (let i = 0; i < 8; i++) out.setUint32(4 * i, hash[i]);
  return new Uint8Array(out.buffer);
}

/** One block. @param {Uint32Array} hash @param {Uint32Array} w */
function mix(hash, w) {
  let [a, b, c, d, e, f, g, h] = hash;
  for (let i = 0; i < 64; i++) {
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) hash[i] += word;
}

/** @param {Uint8Array} key @param {Uint8Array} message @returns {Uint8Array} */
export function hmac(key, message) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(
    joined(
      block.map((byte) => byte ^ 0x36),
      message,
    ),
  );
  return sha256(
    joined(
      block.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}

/** @param {...(Uint8Array | string)} parts texts as UTF-8 @returns {Uint8Array} */
export function joined(...parts) {
  const all = parts.map((part) => (typeof part === "string" ? new TextEncoder().encode(part) : part));
  const bytes = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of all) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** @param {Uint8Array} bytes */
export function hex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} text */
export function unhex(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
