import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextRange, niceStep, valueLabels, valueTicks } from '../../../renderer/features/charts/scene/value-range.ts';

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

  test('ends at multiples of its step around the values', () => {
    expect(nextRange(undefined, 16.5, 29.8, '°C', 4)).toEqual({ min: 15, max: 35, step: 5 });
    expect(nextRange(undefined, 20.1, 20.2, '°C', 5)).toEqual({ min: 19.9, max: 20.4, step: 0.1 });
  });

  test('does not magnify noise', () => {
    const range = nextRange(undefined, 101.3001, 101.3002, 'kPa', 4);
    expect(range && range.max - range.min).toBeGreaterThanOrEqual(0.05);
  });

  test('is undefined before the first value, and stays when values disappear', () => {
    const none = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] as const;
    expect(nextRange(undefined, ...none, '°C', 4)).toBeUndefined();
    const before = nextRange(undefined, 10, 20, '°C', 4);
    expect(nextRange(before, ...none, '°C', 4)).toBe(before);
  });

  test('does not extend below zero for values that are not negative', () => {
    expect(nextRange(undefined, 0, 40, '%rh', 4)?.min).toBe(0);
    expect(nextRange(undefined, 0, 0, 'ppm', 4)?.min).toBe(0);
    expect(nextRange(undefined, -40, 0, '°C', 4)?.max).toBe(0);
  });

  test('stays while values fit, grows at once, and shrinks only if much less suffices', () => {
    const first = nextRange(undefined, 20, 29, '°C', 5);
    expect(nextRange(first, 21, 28, '°C', 5)).toBe(first);
    const grown = nextRange(first, 20, 41, '°C', 5);
    expect(grown?.max).toBeGreaterThanOrEqual(41);
    const shrunk = nextRange(grown, 24, 25, '°C', 5);
    expect(shrunk && shrunk.max - shrunk.min).toBeLessThanOrEqual(2);
  });

  test('contains any values in a reasonable number of steps', () => {
    fc.assert(
      fc.property(
        finite,
        finite,
        fc.constantFrom('°C', 'kPa', '?'),
        fc.integer({ min: 2, max: 6 }),
        (a, b, unit, steps) => {
          const [min, max] = [Math.min(a, b), Math.max(a, b)];
          const range = nextRange(undefined, min, max, unit, steps);
          expect(range?.min).toBeLessThanOrEqual(min);
          expect(range?.max).toBeGreaterThanOrEqual(max);
          const ticks = range ? valueTicks(range) : [];
          expect(ticks.length).toBeGreaterThanOrEqual(2);
          expect(ticks.length).toBeLessThanOrEqual(steps + 3);
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
    const range = nextRange(undefined, min, max, '?', 4);
    const ticks = range ? valueTicks(range) : [];
    expect(ticks.length).toBeGreaterThanOrEqual(2);
    expect(ticks.every(Number.isFinite)).toBe(true);
    expect(range && valueLabels(range, 'en').length).toBe(ticks.length);
  });
});

describe('valueLabels', () => {
  test('have the decimals of the step', () => {
    expect(valueLabels({ min: 0.1, max: 0.3, step: 0.1 }, 'en')).toEqual(['0.1', '0.2', '0.3']);
    expect(valueLabels({ min: 101.2, max: 101.3, step: 0.05 }, 'en')).toEqual(['101.20', '101.25', '101.30']);
    expect(valueLabels({ min: -5, max: 5, step: 5 }, 'en')).toEqual(['-5', '0', '5']);
    expect(valueLabels({ min: 11_000, max: 12_000, step: 1000 }, 'de')).toEqual(['11.000', '12.000']);
  });

  test('use distinct powers of ten for very large and very fine axes', () => {
    expect(valueLabels({ min: 4.1e12, max: 4.2e12, step: 5e10 }, 'en')).toEqual(['4.1E12', '4.15E12', '4.2E12']);
    const fine = valueLabels({ min: 1, max: 1.000_000_002, step: 1e-9 }, 'en');
    expect(new Set(fine).size).toBe(3);
  });
});
