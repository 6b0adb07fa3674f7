import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { backoffDelay } from '../../../../service/mqtt/session/backoff.ts';

const DELAYS = { min_delay: 1000, max_delay: 60_000 };

test('it doubles from the shortest delay to the longest', () => {
  const longest = Array.from({ length: 8 }, (_, index) => backoffDelay(DELAYS, index + 1, 1));
  expect(longest).toEqual([2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  const shortest = Array.from({ length: 8 }, (_, index) => backoffDelay(DELAYS, index + 1, 0));
  expect(shortest).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
});

test('it is a moment in between, as chance has it', () => {
  expect(backoffDelay(DELAYS, 3, 0.25)).toBe(5000);
});

test('it never leaves the bounds, however often it fails', () => {
  const bounds = fc.tuple(fc.integer({ min: 1, max: 86_400_000 }), fc.integer({ min: 1, max: 86_400_000 }));
  fc.assert(
    fc.property(
      bounds,
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (two, failures, random) => {
        const [min_delay = 1, max_delay = 1] = two.toSorted((a, b) => a - b);
        const delay = backoffDelay({ min_delay, max_delay }, failures, random);
        expect(Number.isInteger(delay)).toBe(true);
        expect(delay).toBeGreaterThanOrEqual(min_delay);
        expect(delay).toBeLessThanOrEqual(max_delay);
      },
    ),
  );
});
