/** What is packed comes back bit for bit, and small. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BucketBuilder } from '../../../../../service/history/query/bucket-builder.ts';
import {
  decodeBuckets,
  decodePoints,
  encodeBuckets,
  encodePoints,
} from '../../../../../service/history/query/codec/buckets.ts';
import { GAP, type Points } from '../../../../../service/history/types.ts';

const NOON = Date.UTC(2026, 5, 1, 12);

const odd = fc.constantFrom(Number.NaN, GAP, Number.NEGATIVE_INFINITY, -0, 0, 5e-324, -Number.MAX_VALUE);
const decimal = (digits: number): fc.Arbitrary<number> =>
  fc.integer({ min: -(10 ** 7), max: 10 ** 7 }).map((whole) => whole / 10 ** digits);
const double = fc.double({ noNaN: true });
const kinds: readonly fc.Arbitrary<number>[] = [
  ...[0, 1, 4, 9].map(decimal),
  fc.float({ noNaN: true }),
  double,
  fc.double({ min: 8, max: 9, noNaN: true }),
  fc.double({ min: -9, max: -8, noNaN: true }),
  fc.constantFrom(23.4512, -1.5, 0.1 + 0.2),
  fc.maxSafeInteger(),
  odd,
];
const columnOf = (length: number): fc.Arbitrary<number[]> =>
  fc.oneof(
    ...kinds.flatMap((kind) => [
      fc.array(kind, { minLength: length, maxLength: length }),
      fc.array(fc.oneof({ weight: 9, arbitrary: kind }, { weight: 1, arbitrary: odd }), {
        minLength: length,
        maxLength: length,
      }),
    ]),
    // Few values again and again.
    fc
      .array(double, { minLength: 1, maxLength: 5 })
      .chain((values) => fc.array(fc.constantFrom(...values), { minLength: length, maxLength: length })),
  );
const momentsOf = (length: number): fc.Arbitrary<number[]> =>
  fc.oneof(
    fc
      .array(fc.oneof(fc.nat(1003), fc.integer({ min: -1e9, max: 1e9 })), { minLength: length, maxLength: length })
      .map((steps) => steps.map((_, index) => NOON + steps.slice(0, index).reduce((sum, step) => sum + step, 0))),
    fc.array(fc.double({ noNaN: true, min: -8.64e15, max: 8.64e15 }), { minLength: length, maxLength: length }),
  );

const manyPoints: fc.Arbitrary<Points> = fc
  .oneof(fc.nat(5), fc.nat(120))
  .chain((length) => fc.tuple(momentsOf(length), columnOf(length)))
  .map(([at, value]) => ({ at: Float64Array.from(at), value: Float64Array.from(value) }));

/** The bits: `toEqual` takes -0 for another number, too, but no two bit patterns for one. */
function bitsOf(column: Float64Array): BigUint64Array {
  return new BigUint64Array(column.slice().buffer);
}

describe('points', () => {
  test('come back bit for bit', () => {
    fc.assert(
      fc.property(manyPoints, (points) => {
        const back = decodePoints(encodePoints(points));
        expect(bitsOf(back.at)).toEqual(bitsOf(points.at));
        expect(bitsOf(back.value)).toEqual(bitsOf(points.value));
      }),
      { numRuns: 500 },
    );
  });

  test('come back where they lie at the end of what can be packed', () => {
    const edges = [0, 2 ** 51, -(2 ** 51), 2 ** 49, -(2 ** 49), 2 ** 53, -(2 ** 53), 2 ** 31, 1e15];
    const nearEdge = fc
      .tuple(fc.constantFrom(...edges), fc.integer({ min: -3, max: 3 }))
      .map(([edge, by]) => edge + by);
    fc.assert(
      fc.property(fc.array(nearEdge, { minLength: 1, maxLength: 8 }), (values) => {
        const column = Float64Array.from(values);
        const back = decodePoints(encodePoints({ at: column, value: column }));
        expect(bitsOf(back.at)).toEqual(bitsOf(column));
        expect(bitsOf(back.value)).toEqual(bitsOf(column));
      }),
      { numRuns: 3000 },
    );
  });

  test('come back where one is large, and another has many decimals', () => {
    const column = Float64Array.of(2e15 + 1, 0.1234);
    expect(decodePoints(encodePoints({ at: column, value: column }))).toEqual({ at: column, value: column });
  });

  test('none are packed, too', () => {
    const none = { at: new Float64Array(0), value: new Float64Array(0) };
    expect(decodePoints(encodePoints(none))).toEqual(none);
  });

  test('more than a million are refused', () => {
    const many = new Float64Array(2 ** 20 + 1);
    expect(() => encodePoints({ at: many, value: many })).toThrow(RangeError);
  });
});

describe('buckets', () => {
  test('come back bit for bit', () => {
    fc.assert(
      fc.property(manyPoints, fc.constantFrom(1000, 60_000, 3_600_000), (points, width) => {
        const builder = new BucketBuilder(width);
        points.at.forEach((at, index) => {
          builder.add(at, points.value[index] ?? 0);
        });
        const buckets = builder.build();
        expect(decodeBuckets(encodeBuckets(buckets))).toEqual(buckets);
      }),
    );
  });
});

describe('what readings take, in bytes', () => {
  const LENGTH = 4096;
  // No random numbers: the same in every run. Between 0 and 1.
  const noise = (index: number): number => Math.abs(Math.sin(index * 12.9898) * 43_758.5453) % 1;
  const scatter = (index: number): number => noise(index) + noise(index + 0.5) + noise(index + 0.25) - 1.5;
  const packed = (value: (index: number) => number, jitter = 0): number => {
    const at = Float64Array.from(
      { length: LENGTH },
      (_, index) => NOON + index * 1000 + Math.round(jitter * noise(-index)),
    );
    return (
      encodePoints({ at, value: Float64Array.from({ length: LENGTH }, (_, index) => value(index)) }).length / LENGTH
    );
  };

  test('that never change: next to nothing', () => {
    expect(packed(() => 23.4512)).toBeLessThan(0.02);
  });

  test('with a clock that jitters by 3 ms: half a byte more', () => {
    expect(packed(() => 23.4512, 3)).toBeLessThan(0.5);
  });

  test('of four decimals, with noise: about one', () => {
    expect(
      packed((index) => Math.round(1e4 * (23 + Math.sin(index / 600) + 0.002 * scatter(index))) / 1e4),
    ).toBeLessThan(1.2);
  });

  test('of a sensor of 16 bits, computed in full doubles: about one', () => {
    const sensor = (value: number): number => -45 + (175 * Math.round(((value + 45) * 65_535) / 175)) / 65_535;
    expect(packed((index) => sensor(23 + 0.5 * Math.sin(index / 600) + 0.012 * scatter(index)))).toBeLessThan(1.4);
  });

  test('in single precision: about two', () => {
    expect(packed((index) => Math.fround(80 + Math.sin(index / 600) + 0.002 * scatter(index)))).toBeLessThan(2.1);
  });

  test('in full doubles: about six', () => {
    expect(packed((index) => 8.5 + 0.3 * Math.sin(index / 600) + 0.01 * scatter(index))).toBeLessThan(6.3);
  });
});
