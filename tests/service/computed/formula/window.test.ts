import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Aggregate,
  MAXIMUM,
  MINIMUM,
  MOMENTS,
  REGRESSION,
} from '../../../../service/computed/formula/aggregates.ts';
import { Window } from '../../../../service/computed/formula/window.ts';

interface Point {
  at: number;
  value: number;
}

/** The same figures of all points at once, by the textbook. */
const REFERENCES: [name: string, aggregate: Aggregate, ofAll: (points: Point[]) => number[]][] = [
  ['minimum', MINIMUM, (points) => [Math.min(...points.map(({ value }) => value))]],
  ['maximum', MAXIMUM, (points) => [Math.max(...points.map(({ value }) => value))]],
  [
    'moments',
    MOMENTS,
    (points) => {
      const mean = points.reduce((sum, { value }) => sum + value, 0) / points.length;
      return [points.length, mean, points.reduce((sum, { value }) => sum + (value - mean) ** 2, 0)];
    },
  ],
  [
    'regression',
    REGRESSION,
    (points) => {
      const count = points.length;
      const time = points.reduce((sum, { at }) => sum + at / 1000, 0) / count;
      const mean = points.reduce((sum, { value }) => sum + value, 0) / count;
      const squares = points.reduce((sum, { at }) => sum + (at / 1000 - time) ** 2, 0);
      const products = points.reduce((sum, { at, value }) => sum + (at / 1000 - time) * (value - mean), 0);
      return [count, time, mean, squares, products];
    },
  ],
];

function expectClose(actual: Float64Array | undefined, expected: number[]): void {
  expect(actual).toHaveLength(expected.length);
  for (const [index, value] of expected.entries()) {
    expect(Math.abs((actual?.[index] ?? Number.NaN) - value)).toBeLessThan(1e-7 * (1 + Math.abs(value)));
  }
}

describe.each(REFERENCES)('%s', (_name, aggregate, ofAll) => {
  test('equals the figures of all points of the window, whatever comes and leaves', () => {
    const step = fc.record({
      wait: fc.integer({ min: 0, max: 40 }),
      value: fc.integer({ min: -50, max: 50 }),
      isNone: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), fc.integer({ min: 1, max: 300 }), (steps, durationMs) => {
        const window = new Window(aggregate, durationMs);
        const points: Point[] = [];
        let at = 0;
        for (const { wait, value, isNone } of steps) {
          at += wait;
          // The reference has its first point at 0 too.
          if (points.length === 0) at = 0;
          if (!isNone) points.push({ at, value });
          const inside = points.filter((point) => point.at > at - durationMs);
          const actual = window.push(at, isNone ? Number.NaN : value);
          if (inside.length === 0) expect(actual).toBeUndefined();
          else expectClose(actual, ofAll(inside));
        }
      }),
    );
  });
});

describe('more points than are stored one by one', () => {
  /** A day at 10 Hz in a window of an hour: 36,000 points inside. */
  const DURATION_MS = 3_600_000;
  const valueAt = (index: number): number => Math.sin(index / 700) * 10 + (index % 7);

  test('are joined: memory stays small, and readings leave at most a thousandth of the duration late', () => {
    const window = new Window(MOMENTS, DURATION_MS);
    let size = 0;
    let late = 0;
    for (let index = 0; index < 100_000; index += 1) {
      const [count = 0, mean = 0] = window.push(index * 100, valueAt(index)) ?? [];
      size = Math.max(size, window.size);
      // All points are whole: the window has the newest `count` ones.
      const inside = Math.min(index + 1, DURATION_MS / 100);
      expect(count).toBeGreaterThanOrEqual(inside);
      late = Math.max(late, count - inside);
      if (index % 9973 === 0) {
        let sum = 0;
        for (let back = 0; back < count; back += 1) sum += valueAt(index - back);
        expect(mean).toBeCloseTo(sum / count, 8);
      }
    }
    expect(size).toBeLessThanOrEqual(5010);
    expect(late).toBeGreaterThan(0);
    expect(late).toBeLessThanOrEqual(DURATION_MS / 1000 / 100);
  });

  test('extremes are those of the points that are inside or leave late', () => {
    const window = new Window(MAXIMUM, DURATION_MS);
    for (let index = 0; index < 60_000; index += 1) window.push(index * 100, index === 30_000 ? 1000 : valueAt(index));
    const after = (ms: number): number | undefined => window.push(3_000_000 + ms, 0)?.[0];
    expect(after(DURATION_MS - 1)).toBe(1000);
    expect(after(DURATION_MS + DURATION_MS / 1000)).toBeLessThan(20);
  });

  test('up to 4,000 readings are exact to the millisecond', () => {
    const window = new Window(MOMENTS, 400_000);
    for (let index = 0; index < 20_000; index += 1) {
      const [count = 0] = window.push(index * 100, 1) ?? [];
      expect(count).toBe(Math.min(index + 1, 4000));
    }
  });
});
