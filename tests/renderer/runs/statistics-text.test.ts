import { expect, test } from 'vitest';
import { formatLimits, formatOutside } from '../../../renderer/features/runs/view/statistics-text.ts';
import { displayUnit } from '../../../service/contract/index.ts';

test.each([
  [{ low: 2, high: 8 }, '°C', '2 to 8'],
  [{ low: -2.5, high: null }, '°C', 'at least −2.5'],
  [{ low: null, high: 8 }, '°C', 'at most 8'],
  [{ low: null, high: null }, '°C', '–'],
  [{ low: 2, high: 8 }, '°F', '35.6 to 46.4'],
])('limits %j in %s are %s', (limits, shown, text) => {
  expect(formatLimits(limits, displayUnit('°C', shown))).toBe(text);
});

test.each([
  [0, 1_000_000, '0 s (0 %)'],
  [200_000, 1_000_000, '3 min 20 s (20.0 %)'],
  [12_345, 1_000_000, '12 s (1.2 %)'],
  [1500, 1_000_000, '1.5 s (0.2 %)'],
  [100, 1_000_000, '0.1 s (<0.1 %)'],
  // A single reading covers no time.
  [0, 0, '0 s'],
  [null, 1_000_000, '–'],
])('%d ms of %d ms outside are %s', (outside_ms, covered_ms, text) => {
  expect(formatOutside({ outside_ms, covered_ms })).toBe(text);
});
