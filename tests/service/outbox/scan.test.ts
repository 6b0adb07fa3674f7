import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeRecord, RECORD_OVERHEAD } from '../../../service/outbox/record.ts';
import { scan } from '../../../service/outbox/segment-file.ts';

const ALL = { after: 0, last: Number.MAX_SAFE_INTEGER, most: Infinity };

function record(ordinal: number, payload = `payload ${ordinal}`): Buffer {
  const buffer = Buffer.alloc(RECORD_OVERHEAD + 5 + Buffer.byteLength(payload));
  encodeRecord(buffer, 0, ordinal, { topic: 'topic', payload, at: 0 });
  return buffer;
}

function ordinalsIn(piece: Buffer, options: Partial<Parameters<typeof scan>[1]> = {}): number[] {
  return scan(piece, { ...ALL, final: true, ...options }).found.map(({ message }) => message.ordinal);
}

/** Reads in pieces of a size, as a segment is read. */
function scanInPieces(segment: Buffer, size: number): number[] {
  const ordinals: number[] = [];
  let [offset, needs] = [0, 0];
  while (offset < segment.length) {
    const end = Math.min(segment.length, offset + Math.max(size, needs));
    const final = end === segment.length;
    const result = scan(segment.subarray(offset, end), { ...ALL, after: ordinals.at(-1) ?? 0, final });
    ordinals.push(...result.found.map(({ message }) => message.ordinal));
    if (!final && result.next === 0) expect(result.needs).toBeGreaterThan(end - offset);
    offset += result.next;
    needs = result.needs;
  }
  return ordinals;
}

describe('scanning a segment', () => {
  const three = [record(1), record(2), record(3)];

  test('finds each message and where it is', () => {
    const { found, next } = scan(Buffer.concat(three), { ...ALL, final: true });
    const length = three[0]!.length;
    expect(found.map(({ offset, message }) => [message.ordinal, offset])).toEqual([
      [1, 0],
      [2, length],
      [3, 2 * length],
    ]);
    expect(next).toBe(3 * length);
  });

  test('passes over what is damaged, up to the next whole message', () => {
    for (let place = 0; place < three[1]!.length; place += 1) {
      const damaged = Buffer.concat(three);
      damaged[three[0]!.length + place]! ^= 0x55;
      expect(ordinalsIn(damaged)).toEqual([1, 3]);
    }
    expect(ordinalsIn(Buffer.concat([Buffer.alloc(500), three[1]!, Buffer.from('garbage'), three[2]!]))).toEqual([
      2, 3,
    ]);
  });

  test('finds nothing in zeros, nor in nothing', () => {
    expect(ordinalsIn(Buffer.alloc(10_000))).toEqual([]);
    expect(ordinalsIn(Buffer.alloc(0))).toEqual([]);
  });

  test('takes no message of another segment, none twice and none out of order', () => {
    expect(ordinalsIn(Buffer.concat([record(2), record(2), record(1), record(3)]))).toEqual([2, 3]);
    expect(ordinalsIn(Buffer.concat(three), { last: 2 })).toEqual([1, 2]);
    expect(ordinalsIn(Buffer.concat(three), { after: 1 })).toEqual([2, 3]);
    expect(ordinalsIn(Buffer.concat([record(1.5), record(Number.NaN), record(Infinity), record(4)]))).toEqual([4]);
  });

  test('finds the same in pieces of any size as in the whole, whatever is between the messages', () => {
    const part = fc.oneof(
      fc.constant('record'),
      fc.uint8Array({ maxLength: 50 }),
      fc.constantFrom('fffe4d01', 'fffe4d', 'ff', '00'),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), fc.integer({ min: 1, max: 300 }), (parts, size) => {
        let ordinal = 0;
        const segment = Buffer.concat(
          parts.map((each) => {
            if (each === 'record') return record((ordinal += 1), 'x'.repeat(ordinal * 17));
            return typeof each === 'string' ? Buffer.from(each, 'hex') : Buffer.from(each);
          }),
        );
        const all = Array.from({ length: ordinal }, (_, index) => index + 1);
        expect(ordinalsIn(segment)).toEqual(all);
        expect(scanInPieces(segment, size)).toEqual(all);
      }),
    );
  });
});
