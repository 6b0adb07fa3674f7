import { expect, test } from 'vitest';
import { previewPath, previewRange } from '../../../renderer/features/computed/editor/preview-path.ts';

const HOUR = 3_600_000;

/** The path of results at parts of an hour. */
function pathOf(results: readonly (readonly [part: number, value: number | null])[]): string {
  const preview = { at: results.map(([part]) => part * HOUR), magnitudes: results.map(([, value]) => value) };
  const range = previewRange(preview);
  return range ? previewPath(preview, range) : '';
}

test('the line reaches from the smallest to the largest result, and from an hour before the last one', () => {
  expect(
    pathOf([
      [0, 2],
      [0.5, 6],
      [1, 4],
    ]),
  ).toBe('M0 100L300 0L600 50');
});

test('a missing result is a gap, and a lone one a dash', () => {
  expect(
    pathOf([
      [0, 0],
      [0.25, 4],
      [0.5, null],
      [0.75, 2],
      [1, null],
    ]),
  ).toBe('M0 100L150 0M450 50h1');
});

test('a constant line is in the middle', () => {
  expect(
    pathOf([
      [0, 7],
      [1, 7],
    ]),
  ).toBe('M0 50L600 50');
});

test('without a result there is no range', () => {
  expect(previewRange({ at: [], magnitudes: [] })).toBeUndefined();
  expect(previewRange({ at: [0], magnitudes: [null] })).toBeUndefined();
});
