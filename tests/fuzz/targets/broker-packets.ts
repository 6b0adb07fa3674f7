/** Anything as what a broker sends: what the sieve lets pass, in pieces however they come. */
import { OversizeFilter, type SkippedMessage } from '../../../service/mqtt/session/oversize-filter.ts';
import { must, type Target } from '../engine/target.ts';
import { chunks } from '../support/chunks.ts';

/** The most that an input stands for, in bytes: two large packets and a little. */
const MAX_BYTES = 150_000;

/** The least that may be asked of it, in bytes. */
const LARGEST = 65_600;

/** In an input this byte and the two after it stand for so many others: so large packets need no large inputs. */
const RUN = 0xfe;

/** Those others: where they are read as packets themselves, they are few, of 129 bytes each. */
const FILLER = 0x7f;

function grown(input: Uint8Array): Buffer {
  const parts: Uint8Array[] = [];
  let total = 0;
  for (let at = 0; at < input.length; at += 1) {
    const length = input[at] === RUN ? 256 * (input[at + 1] ?? 0) + (input[at + 2] ?? 0) : 1;
    if ((total += length) > MAX_BYTES) break;
    parts.push(input[at] === RUN ? new Uint8Array(length).fill(FILLER) : input.subarray(at, at + 1));
    if (input[at] === RUN) at += 2;
  }
  return Buffer.concat(parts);
}

/** What passes and what is left out of whole bytes, by the words of MQTT 5.0, 2.1. */
function byTheStandard(bytes: Buffer): { passed: Buffer; out: SkippedMessage[] } {
  const passed: Buffer[] = [];
  const out: SkippedMessage[] = [];
  for (let at = 0; at < bytes.length; ) {
    let length = 0;
    let size = 0;
    do {
      size += 1;
      if (at + size >= bytes.length && size <= 4) return { passed: Buffer.concat(passed), out };
      length += ((bytes[at + size] ?? 0) & 0x7f) * 128 ** (size - 1);
    } while (size < 4 && (bytes[at + size] ?? 0) >= 0x80);
    if ((bytes[at + size] ?? 0) >= 0x80) return { passed: Buffer.concat([...passed, bytes.subarray(at)]), out };
    const end = at + 1 + size + length;
    const isOut = (bytes[at] ?? 0) >> 4 === 3 && 1 + size + length > LARGEST;
    if (!isOut) passed.push(bytes.subarray(at, end));
    else if (end <= bytes.length) {
      const topicEnd = at + 1 + size + 2 + bytes.readUInt16BE(at + 1 + size);
      const id = ((bytes[at] ?? 0) & 6) === 0 ? undefined : bytes.readUInt16BE(topicEnd);
      out.push({ topic: bytes.toString('utf8', at + 1 + size + 2, topicEnd), bytes: 1 + size + length, id });
    }
    at = end;
  }
  return { passed: Buffer.concat(passed), out };
}

function run(input: Uint8Array): void {
  const [seed = 0] = input;
  const bytes = grown(input.subarray(1));
  const out: SkippedMessage[] = [];
  const sieve = new OversizeFilter(LARGEST, (message) => out.push(message));
  const pieces =
    bytes.length > 4096
      ? [bytes.subarray(0, bytes.length >> 1), bytes.subarray(bytes.length >> 1)]
      : chunks(bytes, seed);
  const passed = Buffer.concat(pieces.flatMap((piece) => sieve.pass(Buffer.from(piece))));
  const expected = byTheStandard(bytes);
  must(passed.equals(expected.passed), `${passed.length} bytes pass instead of ${expected.passed.length}`);
  must(
    JSON.stringify(out) === JSON.stringify(expected.out),
    `${out.length} messages are left out instead of ${expected.out.length}`,
  );
}

const SMALL = [0x30, 0x07, 0, 3, 0x61, 0x2f, 0x62, 0x68, 0x69];
const LARGE = [0x32, 0xc0, 0x84, 0x04, 0, 1, 0x61, 0, 9, RUN, 0xff, 0xff, RUN, 2, 0x3c];

export const target: Target = {
  covers: ['service/mqtt/session/oversize-filter.ts'],
  words: [
    Uint8Array.from(SMALL),
    Uint8Array.from(LARGE),
    Uint8Array.of(RUN, 0xff, 0xff),
    Uint8Array.of(0x34, 0xff, 0xff, 0x7f),
    Uint8Array.of(0x80, 0x80, 0x80, 0x80),
    Uint8Array.of(0xd0, 0),
  ],
  maxBytes: 512,
  seeds: [
    Uint8Array.from([1, ...SMALL, ...SMALL, 0xd0, 0]),
    Uint8Array.from([0, ...SMALL, ...LARGE, ...SMALL]),
    Uint8Array.from([0, ...LARGE, ...LARGE]),
    // A length in four bytes where one would do.
    Uint8Array.from([1, 0x30, 0x87, 0x80, 0x80, 0, ...SMALL.slice(2), ...LARGE, ...SMALL]),
  ],
  open: () => ({ run }),
};
