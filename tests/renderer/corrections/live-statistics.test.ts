import { describe, expect, test } from 'vitest';
import { liveStatistics } from '../../../renderer/data/corrections/live-statistics.ts';
import { MemoryBudget } from '../../../renderer/data/samples/memory-budget.ts';
import { PointRing } from '../../../renderer/data/samples/point-ring.ts';

/** A reading per second, the last one at 100 s. */
function ringOf(values: readonly number[], periodMs = 1000): PointRing {
  const ring = new PointRing(1024, new MemoryBudget(1 << 20));
  for (const [index, value] of values.entries()) ring.append(100_000 - (values.length - 1 - index) * periodMs, value);
  return ring;
}

const WINDOW = { now: 100_000, windowMs: 10_000, resolution: 0.01 };

describe('the statistics of the newest readings', () => {
  test('are mean, sample standard deviation and change along the least-squares line', () => {
    // By hand: squares 9+1+1+1+0+0+4+16 = 32. Times -3.5 to 3.5 s: Σt² = 42, Σtv = -25+59 = 34, over 7 s.
    const { readings, coveredMs, mean, deviation, drift } = liveStatistics(ringOf([2, 4, 4, 4, 5, 5, 7, 9]), WINDOW);
    expect([readings, coveredMs, mean]).toEqual([8, 8000, 5]);
    expect(deviation).toBeCloseTo(Math.sqrt(32 / 7), 12);
    expect(drift).toBeCloseTo((7 * 34) / 42, 12);
  });

  test('leave out older readings', () => {
    const { readings, mean } = liveStatistics(
      ringOf([...Array<number>(50).fill(900), ...Array<number>(11).fill(20)]),
      WINDOW,
    );
    expect([readings, mean]).toEqual([11, 20]);
  });

  test('leave out readings from before the last switch of the correction', () => {
    const ring = ringOf([19, 19, 19, 20, 20]);
    expect(liveStatistics(ring, { ...WINDOW, since: 99_000 })).toMatchObject({ readings: 2, mean: 20 });
  });

  test('lose no digits on large values', () => {
    const { mean, deviation } = liveStatistics(ringOf([1e9 + 1, 1e9 + 2, 1e9 + 3]), WINDOW);
    expect([mean, deviation]).toEqual([1e9 + 2, 1]);
  });
});

describe('a channel', () => {
  const noisy = [0.1, -0.1, 0.1, -0.1, 0.1, -0.1, 0.1, -0.1, 0.1, -0.1];

  test.each([
    ['has no readings', [], 'none'],
    ['collects fewer than five readings', [20, 20, 20, 20], 'collecting'],
    ['collects readings of less than the window', [20, 20, 20, 20, 20, 20, 20], 'collecting'],
    ['is stable if nothing changes', Array<number>(10).fill(20), 'stable'],
    ['is stable if it only varies', noisy.map((part) => 20 + part), 'stable'],
    ['is stable if it drifts by less than its last digit', noisy.map((_, index) => 20 + index * 0.001), 'stable'],
    ['rises', noisy.map((_, index) => 20 + index * 0.01), 'rising'],
    ['falls', noisy.map((part, index) => 20 + part - index * 0.1), 'falling'],
    ['is interrupted by a sensor error', [20, 20, 20, 20, Number.NaN, 20, 20, 20, 20, 20], 'interrupted'],
  ] as const)('%s', (_title, values, state) => {
    expect(liveStatistics(ringOf(values), WINDOW).state).toBe(state);
  });

  test('with a long period is stable over a window of five readings', () => {
    const ring = ringOf([20, 20, 20, 20, 20], 60_000);
    expect(liveStatistics(ring, { ...WINDOW, windowMs: 300_000 }).state).toBe('stable');
    expect(liveStatistics(ring, { ...WINDOW, windowMs: 60_000 }).state).toBe('collecting');
  });

  test('without a ring has no readings', () => {
    expect(liveStatistics(undefined, WINDOW).state).toBe('none');
  });
});
