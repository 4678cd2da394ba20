// The part of msgpack that the protocol uses: maps, arrays, strings, binary, integers, booleans, null and doubles.

const made = Buffer.alloc(65536);
let end = 0;

export function encode(value) {
  end = 0;
  write(value);
  return Buffer.from(made.subarray(0, end));
}

function write(value) {
  if (value === null || value === undefined) made[end++] = 0xc0;
  else if (value === false || value === true) made[end++] = value ? 0xc3 : 0xc2;
  else if (typeof value === "number") integer(value);
  else if (typeof value === "string") {
    const length = Buffer.byteLength(value);
    header(length, 0xa0, 31, 0xd9, 0xda);
    end += made.write(value, end);
  } else if (Array.isArray(value)) {
    header(value.length, 0x90, 15, 0, 0xdc);
    for (const item of value) write(item);
  } else {
    const keys = Object.keys(value).filter((key) => value[key] !== undefined);
    header(keys.length, 0x80, 15, 0, 0xde);
    for (const key of keys) {
      write(key);
      write(value[key]);
    }
  }
}

function header(length, fixed, most, byte, word) {
  if (length <= most) made[end++] = fixed | length;
  else if (byte && length < 256) {
    made[end++] = byte;
    made[end++] = length;
  } else {
    made[end++] = word;
    end = made.writeUInt16BE(length, end);
  }
}

function integer(value) {
  if (value >= -32 && value < 128) made[end++] = value & 255;
  else {
    made[end++] = 0xd3;
    end = made.writeBigInt64BE(BigInt(value), end);
  }
}

export function decode(bytes) {
  return new Reader(bytes).value();
}

export class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
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
      case 0xc0:
        return null;
      case 0xc2:
        return false;
      case 0xc3:
        return true;
      case 0xc4:
        return this.raw(this.number(1));
      case 0xc5:
        return this.raw(this.number(2));
      case 0xcb:
        return this.skip(8, bytes.readDoubleBE(this.at));
      case 0xcc:
        return this.number(1);
      case 0xcd:
        return this.number(2);
      case 0xce:
        return this.number(4);
      case 0xcf:
        return this.skip(8, Number(bytes.readBigUInt64BE(this.at)));
      case 0xd0:
        return this.skip(1, bytes.readInt8(this.at));
      case 0xd1:
        return this.skip(2, bytes.readInt16BE(this.at));
      case 0xd2:
        return this.skip(4, bytes.readInt32BE(this.at));
      case 0xd3:
        return this.skip(8, Number(bytes.readBigInt64BE(this.at)));
      case 0xd9:
        return this.text(this.number(1));
      case 0xda:
        return this.text(this.number(2));
      case 0xdb:
        return this.text(this.number(4));
      case 0xdc:
        return this.array(this.number(2));
      case 0xdd:
        return this.array(this.number(4));
      case 0xde:
        return this.map(this.number(2));
      default:
        throw new Error(`msgpack: 0x${head.toString(16)}`);
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
