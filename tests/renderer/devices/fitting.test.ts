import { expect, test } from 'vitest';
import { countFitting } from '../../../renderer/features/devices/fitting.ts';

test.each([
  ['all, to the last pixel', [80, 60, 60], 224, false, 3],
  ['fewer, with room for the count of the others', [80, 60, 60], 223, false, 2],
  ['the first alone, if the count does not fit beside the second', [80, 60, 60], 187, false, 1],
  ['the first, even if it is too wide', [80, 60], 40, false, 1],
  ['a single one without a count', [80], 80, false, 1],
  ['fewer, if there are others without a width', [80, 60, 60], 224, true, 2],
  ['all with the count of others', [80, 60, 60], 260, true, 3],
])('shows %s', (_what, widths, available, isPartial, expected) => {
  expect(countFitting(widths, available, isPartial)).toBe(expected);
});
