import { expect, test } from 'vitest';
import { formatExactDuration } from '../../../service/contract/index.ts';

test.each([
  [0, '0 s'],
  [1, '0.001 s'],
  [59_499, '59.499 s'],
  [59_500, '1 min'],
  [61_000, '1 min 1 s'],
  [3_612_400, '1 h 0 min 12 s'],
  [7_200_000, '2 h'],
  [86_400_000 + 60_000, '1 d 0 h 1 min'],
])('a duration of %i ms is written to the second: %s', (ms, text) => {
  expect(formatExactDuration(ms)).toBe(text);
});
