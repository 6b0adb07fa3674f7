import { expect, test } from 'vitest';
import { PointBuffer } from '../../../renderer/features/charts/data/point-buffer.ts';
import { rangeOf } from '../../../renderer/features/charts/scene/legend-range.ts';

test('the range of a view is that of its points, with their bands and without gaps and neighbors', () => {
  const points = new PointBuffer();
  points.append(0, 99);
  points.append(10, 5, 3, 6);
  points.append(20, Number.NaN);
  points.append(30, 4);
  points.append(40, -99);
  expect(rangeOf(points, { from: 10, to: 30 })).toEqual({ min: 3, max: 6 });
  expect(rangeOf(points, { from: 12, to: 28 })).toBeUndefined();
});
