import { expect, test } from 'vitest';
import { NO_READINGS, recentReadings, storedReadings } from '../../../renderer/data/alarms/recent-readings.ts';
import { MemoryBudget } from '../../../renderer/data/samples/memory-budget.ts';
import { PointRing } from '../../../renderer/data/samples/point-ring.ts';

const NOW = 1_000_000;

function ringOf(...points: (readonly [number, number])[]): PointRing {
  const ring = new PointRing(128, new MemoryBudget(1e6));
  for (const [time, value] of points) ring.append(time, value);
  return ring;
}

test('live readings of the last ten minutes follow stored ones, without errors and breaks', () => {
  const stored = { times: [NOW - 600_001, NOW - 600_000, NOW - 3000, NOW - 2000], values: [1, 2, 3, 4] };
  const live = ringOf([NOW - 700_000, 0], [NOW - 3000, 5], [NOW - 2000, Number.NaN], [NOW, 6]);
  expect(recentReadings(stored, undefined, NOW)).toEqual({ times: stored.times.slice(1), values: [2, 3, 4] });
  expect(recentReadings(stored, live, NOW)).toEqual({ times: [NOW - 600_000, NOW - 3000, NOW], values: [2, 5, 6] });
  expect(recentReadings(NO_READINGS, undefined, NOW)).toEqual(NO_READINGS);
});

test('stored aggregates are not readings', () => {
  const at = Float64Array.of(1, 2);
  const readings = { kind: 'readings' as const, at, magnitude: Float64Array.of(20, Number.NaN), broken: at };
  const buckets = { kind: 'buckets' as const, width_ms: 1, at, count: at, min: at, max: at, mean: at, broken: at };
  const ref = { family: 'usb' as const, serial: 'E1', channel: 'temperature', unit: '°C' };
  const range = { from: '', to: '', until: '' };
  expect(storedReadings({ ...range, channels: [{ ...ref, parts: [buckets, readings] }] })).toEqual({
    times: [1],
    values: [20],
  });
  expect(storedReadings({ ...range, channels: [] })).toEqual(NO_READINGS);
});
