/** Whatever happened to packed bytes: a clear error, soon, and nothing else. */
import { crc32, deflateRawSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeBuckets, decodePoints, encodePoints } from '../../../../../service/history/query/codec/buckets.ts';
import { StoreError } from '../../../../../service/history/types.ts';

const LENGTH = 300;
const column = (value: (index: number) => number): Float64Array =>
  Float64Array.from({ length: LENGTH }, (_, i) => value(i));
const at = column((index) => 1_780_000_000_000 + index * 1000 + (index % 3));
/** One for each way to pack values. */
const SAMPLES = [
  column((index) => Math.round(1e4 * Math.sin(index)) / 1e4),
  column((index) => Math.fround(80 + Math.sin(index))),
  column((index) => (index % 7) / 3),
  column((index) => 8.5 + Math.sin(index) / 3),
  column((index) => Math.sin(index) * 10 ** ((index % 200) - 100)),
  column((index) => (index % 10 === 0 ? Number.NaN : index)),
].map((value) => encodePoints({ at, value }));

function errorOf(run: () => unknown): unknown {
  try {
    run();
    return undefined;
  } catch (error) {
    return error;
  }
}

/** With a check sum that is right for the damage, so that it gets further. */
function signed(bytes: Uint8Array): Uint8Array {
  const copy = bytes.slice();
  new DataView(copy.buffer).setUint32(copy.length - 4, crc32(copy.subarray(0, -4)), true);
  return copy;
}

const flips = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 4 });

function flipped(bytes: Uint8Array, places: readonly (readonly [number, number])[]): Uint8Array {
  const copy = bytes.slice();
  for (const [place, bits] of places) copy[place % copy.length] = (copy[place % copy.length] ?? 0) ^ bits;
  return copy;
}

describe('damaged bytes', () => {
  test('that were flipped are told', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SAMPLES), flips, (bytes, places) => {
        const changed = flipped(bytes, places);
        fc.pre(Buffer.compare(changed, bytes) !== 0);
        const error = errorOf(() => decodePoints(changed));
        expect(error).toBeInstanceOf(StoreError);
        expect(error).toMatchObject({ fault: 'damaged', message: expect.stringMatching(/damaged: .+\.$/) });
      }),
      { numRuns: 1000 },
    );
  });

  test('with a check sum that happens to be right are told, or make columns of one length', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SAMPLES), flips, (bytes, places) => {
        const changed = signed(flipped(bytes, places));
        const error = errorOf(() => {
          const points = decodePoints(changed);
          expect(points.at.length).toBe(points.value.length);
          expect(points.at.length).toBeLessThanOrEqual(2 ** 20);
        });
        if (error !== undefined) expect(error).toBeInstanceOf(StoreError);
      }),
      { numRuns: 3000 },
    );
  });

  test('of no sense at all are told', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (bytes, isSigned) => {
        const changed = isSigned && bytes.length >= 4 ? signed(bytes) : bytes;
        for (const decode of [decodePoints, decodeBuckets]) {
          const error = errorOf(() => decode(changed));
          if (error !== undefined || !isSigned) expect(error).toBeInstanceOf(StoreError);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('cut off anywhere are told', () => {
    for (const bytes of SAMPLES) {
      for (let length = 0; length < bytes.length; length += 1) {
        expect(errorOf(() => decodePoints(bytes.subarray(0, length)))).toBeInstanceOf(StoreError);
      }
    }
  });

  // A check sum that is right, so that only the part itself can tell. By hand: the kind 0x11 (points), the rows; then
  // of the first column how many are odd (0), its form, and what that form has.
  const FULL = 4;
  const zeros = (length: number): number[] => [...deflateRawSync(new Uint8Array(length))];
  const packedSize = zeros(400_000).length;
  const varint = [(packedSize % 128) | 128, packedSize >> 7];
  test.each<[string, number[], string]>([
    ['a kind of its own', [0x12, 1], 'unknown block type'],
    ['nothing after the kind', [0x11], 'unexpected end'],
    // 2^49 in seven bits to the byte.
    ['a length beyond all measure', [0x11, 128, 128, 128, 128, 128, 128, 128, 1], 'number too large'],
    ['a number that does not end', [0x11, 1, 0, 0, 0, 0, ...Array.from({ length: 9 }, () => 255)], 'number too'],
    ['more odd ones than rows', [0x11, 1, 2], 'number too large'],
    ['a form that is none', [0x11, 1, 0, 9], 'unknown column type'],
    ['too many decimals', [0x11, 1, 0, 0, 10], 'too many decimals'],
    ['an order that is none', [0x11, 5, 0, 0, 0, 3, 0, 0, 0, 0], 'unknown column type'],
    ['more bytes to a number than there can be', [0x11, 1, 0, 0, 0, 32, 0], 'unknown column type'],
    ['bytes that are missing', [0x11, 2, 0, 0, 0, 0, 0, 0, FULL, 0, 1, 2, 3], 'unexpected end'],
    ['packed bytes that come to more', [0x11, 100, 0, FULL, ...varint, ...zeros(400_000)], 'cannot decompress'],
    ['packed bytes that come to less', [0x11, 100, 0, FULL, zeros(799).length, ...zeros(799)], 'length mismatch'],
    ['packed bytes that are none', [0x11, 100, 0, FULL, 2, 255, 255], 'cannot decompress'],
    // Three rows of two values, the third of which is not among them: 0, 0, 2.
    [
      'a value that is missing',
      [0x11, 3, 0, 2, 1, 0, ...Array.from({ length: 8 }, () => 0), 4, 0, 0, 0, 0, 4],
      'missing value',
    ],
    ['a place beyond its column', [0x11, 2, 1, 0, 10, 0, 0, 0, 0, 0, 0], 'index out of range'],
  ])('that have %s are told', (_, bytes, reason) => {
    const error = errorOf(() => decodePoints(signed(Uint8Array.from([...bytes, 0, 0, 0, 0]))));
    expect(error).toMatchObject({ fault: 'damaged', message: expect.stringContaining(reason) });
  });

  test('that go on after their end are told', () => {
    const longer = signed(Uint8Array.from([...(SAMPLES[0] ?? []), 0]));
    expect(errorOf(() => decodePoints(longer))).toMatchObject({ message: expect.stringContaining('trailing data') });
  });

  test('of another kind are told', () => {
    const error = errorOf(() => decodeBuckets(SAMPLES[0] ?? new Uint8Array()));
    expect(error).toMatchObject({ message: expect.stringContaining('unknown block type') });
  });
});
