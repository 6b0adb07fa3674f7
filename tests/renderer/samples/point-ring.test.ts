import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MemoryBudget } from '../../../renderer/data/samples/memory-budget.ts';
import { PointRing } from '../../../renderer/data/samples/point-ring.ts';
import { pairs, roomy } from './support.ts';

function ringOf(times: readonly number[], limit = 1024): PointRing {
  const ring = new PointRing(limit, roomy());
  for (const time of times) ring.append(time, time * 10);
  return ring;
}

describe('PointRing', () => {
  test('keeps the newest points and their order beyond its limit', () => {
    const ring = ringOf(
      Array.from({ length: 700 }, (_, index) => index),
      256,
    );
    expect(ring.length).toBe(256);
    expect([ring.firstTime, ring.lastTime]).toEqual([444, 699]);
    expect(pairs(ring)).toEqual(Array.from({ length: 256 }, (_, index) => [444 + index, (444 + index) * 10]));
  });

  test('has no point outside its length', () => {
    const ring = ringOf([1, 2]);
    for (const index of [-1, 2]) {
      expect(ring.time(index)).toBeNaN();
      expect(ring.value(index)).toBeNaN();
    }
    expect(new PointRing(128, roomy()).firstTime).toBeNaN();
  });

  test('joins breaks, and begins with none', () => {
    const ring = new PointRing(128, roomy());
    for (const value of [Number.NaN, 1, Number.NaN, Number.NaN, 2]) ring.append(5, value);
    expect(pairs(ring)).toEqual([
      [5, 1],
      [5, null],
      [5, 2],
    ]);
  });

  test('drops a break that has become the oldest point', () => {
    const ring = new PointRing(128, roomy());
    ring.append(0, 1);
    ring.append(0, Number.NaN);
    for (let time = 1; time <= 127; time += 1) ring.append(time, 1);
    expect(ring.firstTime).toBe(1);
    expect(ring.value(0)).toBe(1);
  });

  test('stops growing where the shared memory ends, and gives it back', () => {
    const budget = new MemoryBudget(128 * 16 * 2);
    const ring = new PointRing(1024, budget);
    for (let time = 0; time < 1000; time += 1) ring.append(time, time);
    expect(ring.length).toBe(256);
    expect(ring.firstTime).toBe(744);
    expect(budget.used).toBe(256 * 16);
    ring.release();
    expect(budget.used).toBe(0);
  });

  test('finds times as a search from end to end does', () => {
    const times = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 300 });
    fc.assert(
      fc.property(times, fc.integer({ min: -1, max: 51 }), (unsorted, time) => {
        const sorted = unsorted.toSorted((a, b) => a - b);
        const ring = ringOf(sorted, 128);
        const kept = sorted.slice(-128);
        const from = kept.findIndex((at) => at >= time);
        const after = kept.findIndex((at) => at > time);
        expect(ring.indexFrom(time)).toBe(from === -1 ? kept.length : from);
        expect(ring.indexAfter(time)).toBe(after === -1 ? kept.length : after);
      }),
    );
  });

  test('drops what is later than a time', () => {
    const ring = ringOf([1, 2, 3, 4]);
    ring.truncate(3);
    expect(pairs(ring).map(([time]) => time)).toEqual([1, 2]);
  });
});
