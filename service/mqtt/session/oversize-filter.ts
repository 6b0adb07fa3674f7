/** Takes messages that are too large out of what a broker sends, before anything gathers their bytes. */

/** A message that was left out. */
export interface SkippedMessage {
  topic: string;
  /** The size of the whole packet. */
  bytes: number;
  /** What the broker wants to have confirmed; undefined with QoS 0. */
  id: number | undefined;
}

/** The fixed header (MQTT 5.0, 2.1): the bytes of it, and of the whole packet. */
interface Header {
  header: number;
  packet: number;
}

const PUBLISH = 3;

/** A remaining length has four bytes at most, each with seven bits of it and a sign that another follows. */
const LENGTH_BYTES = 4;

/** The longest topic, with its length before it and the packet identifier after it, in bytes. */
const MAX_HEAD = 2 + 65_535 + 2;

export class OversizeFilter {
  readonly #largest: number;
  readonly #onLeftOut: (message: SkippedMessage) => void;
  /** The beginning of a header, whose rest is still to come. */
  #kept: Buffer = Buffer.alloc(0);
  /** Bytes of the packet at hand that are still to come. */
  #rest = 0;
  /** The message that is being left out, and its first bytes. */
  #out: { bytes: number; qos: number; head: Buffer[]; gathered: number } | undefined;
  #isBroken = false;

  /**
   * @param largest packet that passes, in bytes; 65,600 or more
   * @param onLeftOut called when the last byte of such a message came
   */
  constructor(largest: number, onLeftOut: (message: SkippedMessage) => void) {
    this.#largest = largest;
    this.#onLeftOut = onLeftOut;
  }

  /** What passes of these bytes, in order, as views into them. What is no MQTT passes: others tell of it. */
  pass(bytes: Buffer): Buffer[] {
    const passed: Buffer[] = [];
    const all = this.#kept.length > 0 ? Buffer.concat([this.#kept, bytes]) : bytes;
    this.#kept = Buffer.alloc(0);
    // From here to `at` is what passes and is not among it yet.
    let from = 0;
    let at = 0;
    while (at < all.length && !this.#isBroken) {
      if (this.#rest === 0) {
        const read = readHeader(all, at);
        if (read === undefined) {
          this.#kept = Buffer.from(all.subarray(at));
          if (at > from) passed.push(all.subarray(from, at));
          return passed;
        }
        this.#isBroken = read === 'broken';
        if (read === 'broken') break;
        this.#rest = read.packet - read.header;
        if ((all[at] ?? 0) >> 4 === PUBLISH && read.packet > this.#largest) {
          if (at > from) passed.push(all.subarray(from, at));
          this.#out = { bytes: read.packet, qos: ((all[at] ?? 0) >> 1) & 3, head: [], gathered: 0 };
        }
        at += read.header;
      }
      const end = Math.min(all.length, at + this.#rest);
      if (this.#out) this.#leaveOut(all.subarray(at, end));
      this.#rest -= end - at;
      at = end;
      if (!this.#out) continue;
      from = at;
      if (this.#rest === 0) this.#tell();
    }
    if (all.length > from) passed.push(from === 0 ? all : all.subarray(from));
    return passed;
  }

  #leaveOut(bytes: Buffer): void {
    const out = this.#out;
    if (!out || out.gathered >= MAX_HEAD) return;
    // A copy: the bytes around them are many more.
    out.head.push(Buffer.from(bytes.subarray(0, MAX_HEAD - out.gathered)));
    out.gathered += bytes.length;
  }

  #tell(): void {
    const out = this.#out;
    this.#out = undefined;
    if (!out) return;
    const head = Buffer.concat(out.head);
    const end = 2 + head.readUInt16BE(0);
    const id = out.qos > 0 ? head.readUInt16BE(end) : undefined;
    this.#onLeftOut({ topic: head.toString('utf8', 2, end), bytes: out.bytes, id });
  }
}

/** @returns undefined where it does not end within these bytes */
function readHeader(bytes: Buffer, at: number): Header | 'broken' | undefined {
  let length = 0;
  for (let index = 0; index < LENGTH_BYTES; index += 1) {
    const byte = bytes[at + 1 + index];
    if (byte === undefined) return undefined;
    length += (byte & 0x7f) * 128 ** index;
    const header = 2 + index;
    if (byte < 0x80) return { header, packet: header + length };
  }
  return 'broken';
}
