/** The points that the cursors snap to. */
import { describe, expect, test } from 'vitest';
import { PointBuffer } from '../../../renderer/features/charts/data/point-buffer.ts';
import { nextTime, pointLabel, pointOf } from '../../../renderer/features/charts/scene/read-point.ts';
import { sampleRing } from '../samples/support.ts';

const MINUTE = 60_000;
const at = new Date(2026, 10, 20, 14, 5, 9, 250).getTime();

/** Readings at 0 and 1 s, a gap, and one at 6 s. */
function drawn(): PointBuffer {
  const points = new PointBuffer();
  points.append(0, 1);
  points.append(1000, 2);
  points.append(1000, Number.NaN);
  points.append(6000, 3);
  return points;
}

describe.each([
  ['stored readings', { isStored: true, ring: undefined }, drawn()],
  [
    'live readings',
    {
      isStored: false,
      ring: sampleRing([
        [0, 1],
        [1000, 2],
        [1001, Number.NaN],
        [6000, 3],
      ]),
    },
    new PointBuffer(),
  ],
])('of %s', (_, source, points) => {
  test('the nearest end of the line counts, and in a gap a point within reach', () => {
    expect(pointOf(points, source, 400, 1)).toMatchObject({ time: 0, value: 1, width: 0 });
    expect(pointOf(points, source, 600, 1)).toMatchObject({ time: 1000, value: 2 });
    expect(pointOf(points, source, 3500, 1)).toBeUndefined();
    expect(pointOf(points, source, 5900, 50)).toMatchObject({ time: 6000, value: 3 });
  });

  test('the next one in a direction skips gaps', () => {
    expect(nextTime(points, source, 0, 1)).toBe(1000);
    expect(nextTime(points, source, 1000, 1)).toBe(6000);
    expect(nextTime(points, source, 6000, -1)).toBe(1000);
    expect(nextTime(points, source, 6000, 1)).toBeUndefined();
    expect(nextTime(points, source, 0, -1)).toBeUndefined();
  });
});

test('a reading is labeled with its own time, a bucket with its range', () => {
  expect(pointLabel({ time: at, width: 0 }, 90)).toBe('14:05:09.250');
  expect(pointLabel({ time: at, width: 0 }, 1300)).toBe('14:05:09');
  const minute = new Date(2026, 10, 20, 14, 5).getTime();
  expect(pointLabel({ time: minute + MINUTE / 2, width: MINUTE }, 1300)).toBe('14:05 to 14:06');
  expect(pointLabel({ time: minute + 100, width: 200 }, 90)).toBe('14:05:00.000 to 14:05:00.200');
  expect(pointLabel({ time: minute + 5000, width: 10_000 }, 8000)).toBe('14:05:00 to 14:05:10');
});
