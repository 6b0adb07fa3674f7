import { describe, expect, test } from 'vitest';
import type { PointBuffer } from '../../../../renderer/features/charts/data/point-buffer.ts';
import {
  alignedPoints,
  alignedView,
  elapsedAxis,
  formatElapsed,
} from '../../../../renderer/features/runs/compare/aligned-points.ts';

const STARTED = Date.UTC(2026, 10, 20, 14);
const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** From 30 s before the start to 10 min after it. */
const TIMES = { from: STARTED - 30 * SECOND, to: STARTED + 10 * MINUTE, started: STARTED };

const readings = (seconds: number[], magnitude: number[], broken: number[] = []) =>
  ({
    kind: 'readings',
    at: Float64Array.from(seconds, (second) => STARTED + second * SECOND),
    magnitude: Float64Array.from(magnitude),
    broken: Float64Array.from(broken),
  }) as const;

/** Seconds since the start, and value. */
const seen = (points: PointBuffer) =>
  Array.from({ length: points.length }, (_, index) => [points.time(index) / SECOND, points.value(index)]);

describe('the points of a run', () => {
  test('are at the time since its start, negative before it', () => {
    const points = alignedPoints([readings([-30, 0, 1], [20, 21, 22])], TIMES);
    expect(seen(points)).toEqual([
      [-30, 20],
      [0, 21],
      [1, 22],
    ]);
  });

  test('have a gap where the history has one, and at a sensor error', () => {
    const points = alignedPoints([readings([0, 1, 2, 3, 4], [20, 21, Number.NaN, 23, 24], [1])], TIMES);
    expect(seen(points)).toEqual([
      [0, 20],
      [1, Number.NaN],
      [1, 21],
      [2, Number.NaN],
      [3, 23],
      [4, 24],
    ]);
  });

  test('of buckets are at their middle, with minimum and maximum, without what is behind the end', () => {
    const column = (...values: number[]): Float64Array => Float64Array.from(values);
    const buckets = {
      kind: 'buckets',
      width_ms: MINUTE,
      at: column(STARTED, STARTED + MINUTE, STARTED + 20 * MINUTE),
      count: column(60, 60, 60),
      min: column(20, 21, 30),
      max: column(22, 23, 32),
      mean: column(21, 22, 31),
      broken: column(0, 2, 0),
    } as const;
    const points = alignedPoints([buckets], TIMES);
    expect(seen(points)).toEqual([
      [30, 21],
      [90, 22],
    ]);
    expect([points.low(1), points.high(1), points.width(1)]).toEqual([21, 23, MINUTE]);
  });
});

test('the view begins with the earliest reading before a start, and ends with the longest run', () => {
  const longer = { from: STARTED, to: STARTED + 60 * MINUTE, started: STARTED };
  expect(alignedView([TIMES, longer])).toEqual({ from: -30 * SECOND, to: 60 * MINUTE });
  expect(alignedView([{ from: STARTED, to: STARTED, started: STARTED }])).toEqual({ from: 0, to: 1 });
});

describe('the axis', () => {
  test('counts from the start', () => {
    expect(elapsedAxis({ from: -30 * SECOND, to: 90 * SECOND }, 520)).toEqual([
      { at: 0, label: '−30 s' },
      { at: 0.25, label: '0 s' },
      { at: 0.5, label: '30 s' },
      { at: 0.75, label: '1 min' },
    ]);
  });

  test('leaves room for the label of the cursor', () => {
    const ticks = elapsedAxis({ from: 0, to: 120 * SECOND }, 520, 260, 60);
    expect(ticks.map(({ label }) => label)).toEqual(['0 s', '30 s', '1 min 30 s']);
  });

  test.each([
    [0, '0 s'],
    [-0.4, '0 s'],
    [-1500, '−1.5 s'],
    [5_400_000, '1 h 30 min'],
    [172_800_000, '2 d'],
  ])('writes %d ms as %s', (ms, text) => {
    expect(formatElapsed(ms)).toBe(text);
  });
});
