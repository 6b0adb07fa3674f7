import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  constantSpan,
  nextRange,
  niceStep,
  type RangeOptions,
  smallestSpan,
} from '../../../service/contract/value-range.ts';
import { linearTicks } from '../../../service/contract/value-ticks.ts';

const usual: RangeOptions = { maxSteps: 5, constantSpan: 0.5, leastSpan: 0, keepsSign: true };

describe('niceStep', () => {
  test.each([
    [0.1, 0.1],
    [0.3, 0.5],
    [3, 5],
    [7, 10],
    [1001, 2000],
  ])('rounds %s up to %s', (least, step) => {
    expect(niceStep(least)).toBe(step);
  });
});

describe('nextRange', () => {
  const finite = fc.double({ min: -1e12, max: 1e12, noNaN: true });

  test('follows the values with a margin of a few percent', () => {
    expect(nextRange(undefined, 16.5, 29.8, usual)).toEqual({ min: 15, max: 31 });
    expect(nextRange(undefined, 20.1, 20.2, usual)).toEqual({ min: 20.09, max: 20.21 });
  });

  test('has no smallest range: a change of a thousandth fills the axis', () => {
    const range = nextRange(undefined, 101.3001, 101.3002, usual);
    expect(range && range.max - range.min).toBeLessThan(0.00015);
  });

  test('puts a constant line into the middle of a sensible range, also at zero', () => {
    expect(nextRange(undefined, 21, 21, usual)).toEqual({ min: 20.74, max: 21.26 });
    expect(nextRange(undefined, 0, 0, usual)).toEqual({ min: -0.26, max: 0.26 });
    // Rounding errors of a mean are no change.
    expect(nextRange(undefined, 21, 21 + 1e-13, usual)).toEqual({ min: 20.74, max: 21.26 });
  });

  test('is undefined before the first value, and stays when values disappear', () => {
    const none = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] as const;
    expect(nextRange(undefined, ...none, usual)).toBeUndefined();
    const before = nextRange(undefined, 10, 20, usual);
    expect(nextRange(before, ...none, usual)).toBe(before);
  });

  test('does not extend below zero for values that are not negative', () => {
    expect(nextRange(undefined, 0, 40, usual)?.min).toBe(0);
    expect(nextRange(undefined, -40, 0, usual)?.max).toBe(0);
    expect(nextRange(undefined, 0, 40, { ...usual, keepsSign: false })?.min).toBeLessThan(0);
  });

  test('is not narrower than asked, around the values or from zero', () => {
    const wide = { ...usual, leastSpan: 10 };
    expect(nextRange(undefined, 21, 22, wide)).toEqual({ min: 16.4, max: 26.8 });
    expect(nextRange(undefined, 1, 2, wide)).toEqual({ min: 0, max: 10 });
    expect(nextRange(undefined, -2, -1, wide)).toEqual({ min: -10, max: 0 });
    expect(nextRange(undefined, 0, 100, wide)?.max).toBeGreaterThan(100);
  });

  test('stays while values fit, grows at once, and shrinks only if much less suffices', () => {
    const first = nextRange(undefined, 20, 29, usual);
    expect(nextRange(first, 21, 28, usual)).toBe(first);
    const grown = nextRange(first, 20, 41, usual);
    expect(grown?.max).toBeGreaterThanOrEqual(41);
    const shrunk = nextRange(grown, 24, 25, usual);
    expect(shrunk && shrunk.max - shrunk.min).toBeLessThanOrEqual(1.4);
  });

  test('moves only the end that a rising line reaches', () => {
    const first = nextRange(undefined, 20, 29, usual);
    const next = nextRange(first, 20.5, 29.9, usual);
    expect(next?.min).toBe(first?.min);
    expect(next?.max).toBeGreaterThan(first?.max ?? 0);
  });

  test('seldom moves for noise', () => {
    let range = nextRange(undefined, 20.1, 20.9, usual);
    let changes = 0;
    for (let step = 0; step < 1000; step += 1) {
      const low = 20.1 + 0.03 * Math.sin(step * 7);
      const next = nextRange(range, low, low + 0.8, usual);
      if (next !== range) changes += 1;
      range = next;
    }
    expect(changes).toBeLessThanOrEqual(2);
  });

  test('contains any values in a reasonable number of steps', () => {
    fc.assert(
      fc.property(
        finite,
        finite,
        fc.constantFrom('°C', 'kPa', '?'),
        fc.integer({ min: 2, max: 6 }),
        (a, b, unit, maxSteps) => {
          const [min, max] = [Math.min(a, b), Math.max(a, b)];
          const span = constantSpan(unit, (min + max) / 2);
          const range = nextRange(undefined, min, max, { ...usual, maxSteps, constantSpan: span });
          expect(range?.min).toBeLessThanOrEqual(min);
          expect(range?.max).toBeGreaterThanOrEqual(max);
          const isConstant = max - min <= smallestSpan(min, max);
          // The margins, and the rounding of both ends to a fifth of a step.
          const most = isConstant ? span * 1.7 : (max - min) * (1.08 + 2 * (0.5 * 1.08));
          expect(range && range.max - range.min).toBeLessThanOrEqual(most * (1 + 1e-6));
          const ticks = range ? linearTicks(range, maxSteps).ticks : [];
          expect(ticks.length).toBeGreaterThanOrEqual(2);
          expect(ticks.length).toBeLessThanOrEqual(maxSteps + 3);
          expect(new Set(ticks).size).toBe(ticks.length);
        },
      ),
    );
  });

  test.each([
    [0, 0],
    [1e300, 1.7e308],
    [-1.7e308, 1.7e308],
    [5e-324, 5e-324],
    [4.2e15, 4.2e15],
  ])('handles %s to %s', (min, max) => {
    const range = nextRange(undefined, min, max, { ...usual, maxSteps: 4, constantSpan: constantSpan('?', min) });
    const ticks = range ? linearTicks(range, 4).ticks : [];
    expect(ticks.length).toBeGreaterThanOrEqual(2);
    expect(ticks.every(Number.isFinite)).toBe(true);
  });
});
