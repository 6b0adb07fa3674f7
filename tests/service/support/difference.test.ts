import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { difference } from '../../../service/support/difference.ts';

test.each([
  [23.1, 21.1, 2],
  [0.3, 0.1, 0.2],
  [1013.25, 1013.2, 0.05],
  [-0.1, 0.2, -0.3],
  [5, 5, 0],
  [1e300, 1, 1e300],
  [1e-12, 2e-12, -1e-12],
  [0, 0, 0],
])('%d minus %d is %d', (a, b, expected) => {
  expect(difference(a, b)).toBe(expected);
  expect(difference(b, a)).toBe(expected === 0 ? 0 : -expected);
});

test('is the exact difference of decimal numbers', () => {
  const cents = fc.integer({ min: -1_000_000, max: 1_000_000 });
  fc.assert(
    fc.property(cents, cents, (a, b) => {
      expect(difference(a / 100, b / 100)).toBe((a - b) / 100);
    }),
  );
});

test('is within the last digit of the larger number', () => {
  const any = fc.double({ min: -1e9, max: 1e9, noNaN: true });
  fc.assert(
    fc.property(any, any, (a, b) => {
      const larger = Math.max(Math.abs(a), Math.abs(b));
      expect(Math.abs(difference(a, b) - (a - b))).toBeLessThanOrEqual(larger * 1e-14);
    }),
  );
});
