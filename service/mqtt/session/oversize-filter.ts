/** Removes oversize messages from a broker's data before their bytes are collected. */

export interface SkippedMessage {
  topic: string;
  /** Of the whole packet. */
  bytes: number;
  /** Packet identifier to acknowledge; undefined with QoS 0. */
  id: number | undefined;
}

/** The fixed header (MQTT 5.0, 2.1): its size, and that of the whole packet, in bytes. */
interface Header {
  header: number;
  packet: number;
}

const PUBLISH = 3;

/** A remaining length has at most four bytes, each with seven bits and a continuation flag. */
const LENGTH_BYTES = 4;

/** Longest topic with its length and the packet identifier, in bytes. */
const MAX_HEAD = 2 + 65_535 + 2;

export class OversizeFilter {
  readonly #largest: number;
  readonly #onLeftOut: (message: SkippedMessage) => void;
  /** The start of an incomplete header. */
  #partialHeader: Buffer = Buffer.alloc(0);
  /** Remaining bytes of the current packet. */
  #rest = 0;
  /** The message being skipped, and its first bytes. */
  #out: { bytes: number; qos: number; head: Buffer[]; gathered: number } | undefined;
  #isBroken = false;

  /**
   * @param largest packet that passes, in bytes; 65,600 or more
   * @param onLeftOut called with the last byte of a skipped message
   */
  constructor(largest: number, onLeftOut: (message: SkippedMessage) => void) {
    this.#largest = largest;
    this.#onLeftOut = onLeftOut;
  }

  /** Returns the bytes that pass, in order, as views. Data that is not MQTT passes; the parser reports it. */
  pass(bytes: Buffer): Buffer[] {
    const passed: Buffer[] = [];
    const all = this.#partialHeader.length > 0 ? Buffer.concat([this.#partialHeader, bytes]) : bytes;
    this.#partialHeader = Buffer.alloc(0);
    // Start of the bytes that pass and are not returned yet.
    let from = 0;
    let at = 0;
    while (at < all.length && !this.#isBroken) {
      if (this.#rest === 0) {
        const read = readHeader(all, at);
        if (read === undefined) {
          this.#partialHeader = Buffer.from(all.subarray(at));
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
      if (this.#rest === 0) this.#reportSkipped();
    }
    if (all.length > from) passed.push(from === 0 ? all : all.subarray(from));
    return passed;
  }

  #leaveOut(bytes: Buffer): void {
    const out = this.#out;
    if (!out || out.gathered >= MAX_HEAD) return;
    // A copy, so that the larger buffer is released.
    out.head.push(Buffer.from(bytes.subarray(0, MAX_HEAD - out.gathered)));
    out.gathered += bytes.length;
  }

  #reportSkipped(): void {
    const out = this.#out;
    this.#out = undefined;
    if (!out) return;
    const head = Buffer.concat(out.head);
    const end = 2 + head.readUInt16BE(0);
    const id = out.qos > 0 ? head.readUInt16BE(end) : undefined;
    this.#onLeftOut({ topic: head.toString('utf8', 2, end), bytes: out.bytes, id });
  }
}

/** @returns undefined if the header is incomplete */
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
