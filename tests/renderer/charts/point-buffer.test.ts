import { expect, test } from 'vitest';
import { PointBuffer } from '../../../renderer/features/charts/data/point-buffer.ts';

const GAP = Number.NaN;

test.each([
  [15, 25, [10, 10, 20, 30]],
  [20, 30, [10, 10, 20, 30, 30, 40]],
  [21, 21, [20, 30]],
  [-5, 0, [0, 10]],
  [40, 99, [30, 30, 40, 50, 50]],
  [45, 48, [40, 50, 50]],
  [60, 70, [50]],
])('a buffer shows the points of another from %d to %d, and one more on each side', (from, to, times) => {
  const whole = new PointBuffer(1);
  for (const [time, value] of [
    [0, 1],
    [10, 2],
    [10, GAP],
    [20, 3],
    [30, 4],
    [30, GAP],
    [40, 5],
    [50, GAP],
    [50, 6],
  ] as const)
    whole.append(time, value);
  const shown = new PointBuffer();
  shown.show(whole, from, to);
  expect(Array.from({ length: shown.length }, (_, index) => shown.time(index))).toEqual(times);
  expect(shown.value(0)).not.toBe(GAP);
  shown.clear();
  shown.append(7, 70);
  expect([shown.length, shown.value(0), whole.value(0)]).toEqual([1, 70, 1]);
});
