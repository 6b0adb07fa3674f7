/** Whatever happened to packed bytes: a clear error, soon, and nothing else. */
import { crc32 } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeBuckets, decodePoints, encodePoints } from '../../../../../service/history/core/index.ts';
import { StoreError } from '../../../../../service/history/parts.ts';

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

  test('of another kind are told', () => {
    expect(errorOf(() => decodeBuckets(SAMPLES[0] ?? new Uint8Array()))).toBeInstanceOf(StoreError);
  });

  test('whose length is beyond all measure are told before memory is taken', () => {
    // Points, then a length of 2^49 in seven bits to the byte.
    const bytes = signed(Uint8Array.of(0x11, 128, 128, 128, 128, 128, 128, 128, 1, 0, 0, 0, 0));
    expect(errorOf(() => decodePoints(bytes))).toMatchObject({ message: expect.stringContaining('too large') });
  });
});
