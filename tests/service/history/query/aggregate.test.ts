/** Summaries: merged, or added up one by one, or of columns, they say the same; and large values lose nothing. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addReading, aggregate, emptyAggregate, mergeInto } from '../../../../service/history/query/aggregate.ts';
import { BucketBuilder } from '../../../../service/history/query/bucket-builder.ts';
import { type Aggregate, GAP } from '../../../../service/history/types.ts';
import { bucketOf, groupBy, isValid, type Point, summaryByDefinition } from './support/by-definition.ts';
import { expectNear } from './support/expected.ts';
import { columnsOf } from './support/fake-reader.ts';

const points: fc.Arbitrary<Point[]> = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.double({ min: -1000, max: 1000, noNaN: true }) },
      { weight: 1, arbitrary: fc.constantFrom(Number.NaN, GAP) },
    ),
    { maxLength: 40 },
  )
  .map((values) => values.map((value, index) => ({ at: index * 1000, value })));

function oneByOne(all: readonly Point[]): Aggregate {
  const summary = emptyAggregate();
  for (const { value } of all) addReading(summary, value);
  return summary;
}

function merge(a: Aggregate, b: Aggregate): Aggregate {
  const both = { ...a };
  mergeInto(both, b);
  return both;
}

function expectSummary(actual: Aggregate, all: readonly Point[]): void {
  const { mean, m2, ...exact } = summaryByDefinition(all);
  expect(actual).toMatchObject(exact);
  if (exact.count === 0) {
    expect(actual).toMatchObject({ mean: Number.NaN, m2: Number.NaN });
  } else {
    const largest = Math.max(...all.filter(isValid).map(({ value }) => Math.abs(value)));
    expectNear(actual.mean, mean, largest);
    expectNear(actual.m2, m2, largest ** 2);
  }
}

describe('a summary', () => {
  test('one reading after the other, in columns, and merged anywhere are one', () => {
    fc.assert(
      fc.property(points, fc.nat(), fc.nat(), (all, a, b) => {
        expectSummary(oneByOne(all), all);
        expectSummary(aggregate(columnsOf(all), 0, all.length), all);
        const [first, second] = [a % (all.length + 1), b % (all.length + 1)].toSorted((x, y) => x - y);
        const parts = [all.slice(0, first), all.slice(first, second), all.slice(second)].map(oneByOne);
        const [left = emptyAggregate(), middle = emptyAggregate(), right = emptyAggregate()] = parts;
        expectSummary(merge(merge(left, middle), right), all);
        expectSummary(merge(left, merge(middle, right)), all);
      }),
    );
  });

  test('merging leaves what is merged in as it was', () => {
    const [a, b] = [oneByOne([{ at: 0, value: 1 }]), oneByOne([{ at: 1, value: 3 }])];
    mergeInto(a, b);
    expect([a.count, b.count]).toEqual([2, 1]);
  });

  test('of a billion and a little noise keeps the noise', () => {
    // 1e9, 1e9 + 1, ... 1e9 + 9, a thousand times over: the mean of squares is that of 0 to 9, 8.25.
    const all = Array.from({ length: 10_000 }, (_, index) => ({ at: index, value: 1e9 + (index % 10) }));
    const whole = aggregate(columnsOf(all), 0, all.length);
    expectNear(whole.mean, 1e9 + 4.5);
    expectNear(whole.m2, 82_500);
    // One by one, the mean itself is only as exact as a double of its size: a part in 10^16 of a billion.
    expect(Math.abs(oneByOne(all).m2 / 82_500 - 1)).toBeLessThan(1e-6);
    const hundred = Array.from({ length: 100 }, (_, part) => aggregate(columnsOf(all), part * 100, part * 100 + 100));
    expect(Math.abs(hundred.reduce(merge).m2 / 82_500 - 1)).toBeLessThan(1e-6);
  });
});

describe('buckets', () => {
  test('are those of the readings, whichever way they are built', () => {
    fc.assert(
      fc.property(points, fc.constantFrom(1000, 3000, 7000), fc.nat(40_000), (all, width, beginning) => {
        const moved = all.map(({ at, value }) => ({ at: at + beginning - 20_000, value }));
        const single = new BucketBuilder(width);
        for (const { at, value } of moved) single.add(at, value);
        const columns = new BucketBuilder(width);
        columns.addPoints(columnsOf(moved));
        const fine = new BucketBuilder(1000);
        fine.addPoints(columnsOf(moved));
        const coarse = new BucketBuilder(width);
        coarse.addBuckets(fine.build());
        const wanted = groupBy(moved, ({ at }) => bucketOf(at, width));
        for (const builder of [single, columns, width % 1000 === 0 ? coarse : columns]) {
          const { at, count, failed, min, max, gaps, broken } = builder.build();
          const summaries = wanted.map(([, members]) => summaryByDefinition(members));
          expect([...at]).toEqual(wanted.map(([start]) => start));
          expect([...count]).toEqual(summaries.map((summary) => summary.count));
          expect([...failed]).toEqual(summaries.map((summary) => summary.failed));
          expect([...min]).toEqual(summaries.map((summary) => summary.min));
          expect([...max]).toEqual(summaries.map((summary) => summary.max));
          expect([...gaps]).toEqual(summaries.map((summary) => summary.gaps));
          expect([...broken]).toEqual(
            summaries.map(({ brokenBefore, brokenAfter }) => (brokenBefore ? 1 : 0) + (brokenAfter ? 2 : 0)),
          );
        }
      }),
    );
  });

  test('hold the same readings in whatever order those come', () => {
    const moment = fc.integer({ min: -100, max: 100 }).map((steps) => steps * 250);
    const value = fc.oneof({ weight: 5, arbitrary: fc.integer() }, { weight: 1, arbitrary: fc.constant(Number.NaN) });
    fc.assert(
      fc.property(fc.array(fc.record({ at: moment, value }), { maxLength: 100 }), (all) => {
        const builder = new BucketBuilder(1000);
        for (const point of all) builder.add(point.at, point.value);
        const { at, count, failed, min, max, mean } = builder.build();
        const inTime = all.toSorted((a, b) => a.at - b.at);
        const wanted = groupBy(inTime, (point) => bucketOf(point.at, 1000)).map(
          ([start, members]) => [start, summaryByDefinition(members)] as const,
        );
        expect([...at]).toEqual(wanted.map(([start]) => start));
        expect([...count]).toEqual(wanted.map(([, summary]) => summary.count));
        expect([...failed]).toEqual(wanted.map(([, summary]) => summary.failed));
        expect([...min]).toEqual(wanted.map(([, summary]) => summary.min));
        expect([...max]).toEqual(wanted.map(([, summary]) => summary.max));
        wanted.forEach(([, summary], index) => {
          if (summary.count > 0) expectNear(mean[index] ?? null, summary.mean, 2 ** 32);
        });
      }),
    );
  });

  test('take a late reading into the bucket where it belongs', () => {
    const builder = new BucketBuilder(1000);
    for (const [at, value] of [
      [0, 1],
      [1500, 5],
      [2500, 9],
      [1200, 7],
      [-1, 4],
    ] as const)
      builder.add(at, value);
    const { at, count, mean } = builder.build();
    expect({ at: [...at], count: [...count], mean: [...mean] }).toEqual({
      at: [-1000, 0, 1000, 2000],
      count: [1, 1, 2, 1],
      mean: [4, 1, 6, 9],
    });
    expect(builder.size).toBe(4);
  });
});
