import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Pair, pairs, sampleRing } from './support.ts';

const HOUR = 3_600_000;

function every(interval: number, count: number, start = 0): Pair[] {
  return Array.from({ length: count }, (_, index): Pair => [start + index * interval, index]);
}

describe('SampleRing', () => {
  test('knows its newest sample', () => {
    const ring = sampleRing([[1000, 20.5]]);
    expect([ring.lastTime, ring.lastValue, ring.interval]).toEqual([1000, 20.5, undefined]);
    ring.push(2000, null);
    expect(ring.lastTime).toBe(2000);
    expect(ring.lastValue).toBeNaN();
    expect(ring.interval).toBe(1000);
  });

  test.each([null, Number.NaN, Number.POSITIVE_INFINITY])('breaks the line at %s', (value) => {
    const ring = sampleRing([
      [0, 1],
      [1000, value],
      [2000, 3],
    ]);
    expect(pairs(ring.raw)).toEqual([
      [0, 1],
      [1000, null],
      [2000, 3],
    ]);
  });

  test('drops samples that come late or twice', () => {
    const ring = sampleRing([
      [10_000, 1],
      [11_000, 2],
      [11_000, 3],
      [6000, 4],
    ]);
    expect(pairs(ring.raw)).toEqual([
      [10_000, 1],
      [11_000, 2],
    ]);
  });

  test('follows a clock that was set back, and breaks the line there', () => {
    const ring = sampleRing([...every(1000, 61), [20_500, 99]]);
    const kept = pairs(ring.raw);
    expect(kept.slice(-3)).toEqual([
      [20_000, 20],
      [20_500, null],
      [20_500, 99],
    ]);
    for (const { ring: tier } of ring.tiers) {
      const times = pairs(tier).map(([time]) => time);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
    }
  });

  test('does not join samples that are further apart than two seconds and three usual intervals', () => {
    const fast = sampleRing([...every(500, 6), [2500 + 2000, 7], [4500 + 2001, 8]]);
    expect(pairs(fast.raw).slice(-3)).toEqual([
      [4500, 7],
      [4500, null],
      [6501, 8],
    ]);
    const slow = sampleRing([...every(10_000, 6), [80_000, 7], [110_001, 8]]);
    expect(pairs(slow.raw).slice(-4)).toEqual([
      [50_000, 5],
      [80_000, 7],
      [80_000, null],
      [110_001, 8],
    ]);
  });

  test('believes a longer period after three samples', () => {
    const ring = sampleRing([...every(1000, 6), ...every(20_000, 6, 25_000)]);
    expect(ring.interval).toBe(20_000);
    expect(pairs(ring.raw).slice(-2)).toEqual([
      [105_000, 4],
      [125_000, 5],
    ]);
  });

  test('breaks the line once on request', () => {
    const ring = sampleRing([[0, 1]]);
    ring.breakLine();
    ring.breakLine();
    ring.push(500, 2);
    expect(pairs(ring.raw)).toEqual([
      [0, 1],
      [0, null],
      [500, 2],
    ]);
    const empty = sampleRing();
    empty.breakLine();
    expect(empty.firstTime).toBeNaN();
  });

  test('still reaches a day back at 10 Hz, extremes and all', () => {
    const ring = sampleRing();
    const count = (26 * HOUR) / 100;
    const spike = 3 * HOUR;
    for (let index = 0; index < count; index += 1) ring.push(index * 100, index * 100 === spike ? 1000 : index % 7);
    expect(ring.lastTime - ring.firstTime).toBeGreaterThan(24 * HOUR);
    expect(ring.tiers.map((tier) => tier.ring.length)).toEqual([16_384, 8192, expect.any(Number)]);
    const [, , coarse] = ring.tiers;
    expect(coarse && pairs(coarse.ring).filter(([, value]) => value === 1000)).toEqual([[spike, 1000]]);
  });

  test('never goes back in time, whatever it is given', () => {
    const sample = fc.tuple(fc.integer({ min: 0, max: 60_000 }), fc.option(fc.double()));
    fc.assert(
      fc.property(fc.array(sample, { maxLength: 300 }), (samples) => {
        const ring = sampleRing(samples);
        for (const { ring: tier } of ring.tiers) {
          const times = pairs(tier).map(([time]) => time);
          expect(times).toEqual(times.toSorted((a, b) => a - b));
        }
      }),
    );
  });
});
