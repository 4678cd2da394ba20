// As much msgpack as the wire uses: maps, arrays, strings, binary, integers, booleans, null and doubles.

export function encode(value) {
  const parts = [];
  write(value, parts);
  return Buffer.concat(parts);
}

function write(value, parts) {
  if (value === null || value === undefined) parts.push(Buffer.from([0xc0]));
  else if (value === false || value === true) parts.push(Buffer.from([value ? 0xc3 : 0xc2]));
  else if (typeof value === "number") parts.push(integer(value));
  else if (typeof value === "string") {
    const bytes = Buffer.from(value);
    parts.push(header(bytes.length, 0xa0, 31, 0xd9, 0xda), bytes);
  } else if (Array.isArray(value)) {
    parts.push(header(value.length, 0x90, 15, 0, 0xdc));
    for (const item of value) write(item, parts);
  } else {
    const entries = Object.entries(value).filter(([, v]) => v !== undefined);
    parts.push(header(entries.length, 0x80, 15, 0, 0xde));
    for (const [key, item] of entries) {
      write(key, parts);
      write(item, parts);
    }
  }
}

function header(length, fixed, most, byte, word) {
  if (length <= most) return Buffer.from([fixed | length]);
  if (byte && length < 256) return Buffer.from([byte, length]);
  return Buffer.from([word, length >> 8, length & 255]);
}

function integer(value) {
  if (value >= 0 && value < 128) return Buffer.from([value]);
  if (value < 0 && value >= -32) return Buffer.from([value & 255]);
  const bytes = Buffer.allocUnsafe(9);
  bytes[0] = 0xd3;
  bytes.writeBigInt64BE(BigInt(value), 1);
  return bytes;
}

export function decode(bytes) {
  return new Reader(bytes).value();
}

class Reader {
  at = 0;

  constructor(bytes) {
    this.bytes = bytes;
  }

  value() {
    const { bytes } = this;
    const head = bytes[this.at++];
    if (head < 0x80) return head;
    if (head < 0x90) return this.map(head & 15);
    if (head < 0xa0) return this.array(head & 15);
    if (head < 0xc0) return this.text(head & 31);
    if (head >= 0xe0) return head - 256;
    switch (head) {
      case 0xc0: return null;
      case 0xc2: return false;
      case 0xc3: return true;
      case 0xc4: return this.raw(this.number(1));
      case 0xc5: return this.raw(this.number(2));
      case 0xcb: return this.skip(8, bytes.readDoubleBE(this.at));
      case 0xcc: return this.number(1);
      case 0xcd: return this.number(2);
      case 0xce: return this.number(4);
      case 0xcf: return this.skip(8, Number(bytes.readBigUInt64BE(this.at)));
      case 0xd0: return this.skip(1, bytes.readInt8(this.at));
      case 0xd1: return this.skip(2, bytes.readInt16BE(this.at));
      case 0xd2: return this.skip(4, bytes.readInt32BE(this.at));
      case 0xd3: return this.skip(8, Number(bytes.readBigInt64BE(this.at)));
      case 0xd9: return this.text(this.number(1));
      case 0xda: return this.text(this.number(2));
      case 0xdb: return this.text(this.number(4));
      case 0xdc: return this.array(this.number(2));
      case 0xdd: return this.array(this.number(4));
      case 0xde: return this.map(this.number(2));
      default: throw new Error(`msgpack: 0x${head.toString(16)}`);
    }
  }

  skip(count, value) {
    this.at += count;
    return value;
  }

  number(count) {
    return this.skip(count, this.bytes.readUIntBE(this.at, count));
  }

  text(length) {
    return this.skip(length, this.bytes.toString("utf8", this.at, this.at + length));
  }

  raw(length) {
    return this.skip(length, this.bytes.subarray(this.at, this.at + length));
  }

  array(length) {
    const items = new Array(length);
    for (let i = 0; i < length; i++) items[i] = this.value();
    return items;
  }

  map(length) {
    const made = {};
    for (let i = 0; i < length; i++) {
      const key = this.value();
      made[key] = this.value();
    }
    return made;
  }
}
