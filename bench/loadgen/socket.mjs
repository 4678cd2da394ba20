// A small WebSocket client over node:net, which costs less than any server that it drives.
// It counts bytes of TCP payload.
import crypto from "node:crypto";
import net from "node:net";

export class Socket {
  onmessage = (/** @type {Buffer} */ _payload, /** @type {boolean} */ _binary) => {};
  closed = false;
  #mask = crypto.randomBytes(4);
  #rest = Buffer.alloc(0);

  constructor(address) {
    const url = new URL(address);
    this.opened = new Promise((resolve, reject) => {
      this.line = net.connect({ host: url.hostname, port: Number(url.port) }, () => {
        this.line.write(
          `GET ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\n` +
            "Upgrade: websocket\r\nConnection: Upgrade\r\n" +
            `Sec-WebSocket-Key: ${crypto.randomBytes(16).toString("base64")}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
        );
      });
      this.line.setNoDelay(true);
      let head = Buffer.alloc(0);
      const onHead = (chunk) => {
        head = Buffer.concat([head, chunk]);
        const end = head.indexOf("\r\n\r\n");
        if (end < 0) return;
        const status = head.subarray(0, head.indexOf("\r\n")).toString();
        if (!status.includes(" 101 ")) return reject(new Error(status));
        this.line.off("data", onHead);
        this.line.on("data", (data) => this.#take(data));
        resolve();
        if (head.length > end + 4) setImmediate(() => this.#take(head.subarray(end + 4)));
      };
      this.line.on("data", onHead);
      this.line.on("error", reject);
      this.line.on("close", () => (this.closed = true));
    });
  }

  get bytesIn() {
    return this.line.bytesRead;
  }

  get bytesOut() {
    return this.line.bytesWritten;
  }

  sendText(text) {
    this.#send(Buffer.from(text), 1);
  }

  sendBin(bytes) {
    this.#send(bytes, 2);
  }

  #send(payload, opcode) {
    const length = payload.length;
    const head = length < 126 ? 2 : 4;
    const out = Buffer.allocUnsafe(head + 4 + length);
    out[0] = 0x80 | opcode;
    out[1] = 0x80 | (head === 2 ? length : 126);
    if (head === 4) out.writeUInt16BE(length, 2);
    this.#mask.copy(out, head);
    for (let i = 0; i < length; i++) out[head + 4 + i] = payload[i] ^ this.#mask[i & 3];
    this.line.write(out);
  }

  #take(chunk) {
    const data = this.#rest.length ? Buffer.concat([this.#rest, chunk]) : chunk;
    let at = 0;
    for (;;) {
      if (data.length - at < 2) break;
      let length = data[at + 1] & 127;
      let head = 2;
      if (length === 126) {
        if (data.length - at < 4) break;
        length = data.readUInt16BE(at + 2);
        head = 4;
      } else if (length === 127) {
        if (data.length - at < 10) break;
        length = Number(data.readBigUInt64BE(at + 2));
        head = 10;
      }
      if (data.length - at < head + length) break;
      const opcode = data[at] & 15;
      const payload = data.subarray(at + head, at + head + length);
      at += head + length;
      if (opcode === 8) this.line.destroy();
      else if (opcode === 9) this.#send(payload, 10);
      else if (opcode < 3) this.onmessage(payload, opcode === 2);
    }
    this.#rest = data.subarray(at);
  }
}
