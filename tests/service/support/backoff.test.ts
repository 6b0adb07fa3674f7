import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { reconnectDelay } from '../../../service/mqtt/session/session.ts';
import { Backoff, backoffDelay, withJitter } from '../../../service/support/backoff.ts';

const DELAYS = { min_delay: 1000, max_delay: 60_000 };

test('a reconnect delay doubles from the shortest delay to the longest', () => {
  const longest = Array.from({ length: 8 }, (_, index) => reconnectDelay(DELAYS, index + 1, 1));
  expect(longest).toEqual([2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  const shortest = Array.from({ length: 8 }, (_, index) => reconnectDelay(DELAYS, index + 1, 0));
  expect(shortest).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
});

test('a reconnect delay is a random time in between', () => {
  expect(reconnectDelay(DELAYS, 3, 0.25)).toBe(5000);
});

test('a reconnect delay never leaves its bounds', () => {
  const bounds = fc.tuple(fc.integer({ min: 1, max: 86_400_000 }), fc.integer({ min: 1, max: 86_400_000 }));
  fc.assert(
    fc.property(
      bounds,
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (two, failures, random) => {
        const [min_delay = 1, max_delay = 1] = two.toSorted((a, b) => a - b);
        const delay = reconnectDelay({ min_delay, max_delay }, failures, random);
        expect(Number.isInteger(delay)).toBe(true);
        expect(delay).toBeGreaterThanOrEqual(min_delay);
        expect(delay).toBeLessThanOrEqual(max_delay);
      },
    ),
  );
});

test('doubles up to the longest pause, whatever the number of failures', () => {
  const range = { firstMs: 250, longestMs: 5000 };
  expect([1, 2, 3, 4, 5, 6, 1000].map((failures) => backoffDelay(range, failures))).toEqual([
    250, 500, 1000, 2000, 4000, 5000, 5000,
  ]);
});

test('jitter lies between half of the delay and the whole of it, and not below the shortest', () => {
  expect([0, 0.5, 1].map((random) => withJitter(1000, random))).toEqual([500, 750, 1000]);
  expect([0, 0.5, 1].map((random) => withJitter(1000, random, 800))).toEqual([800, 900, 1000]);
});

describe('Backoff', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('retries after growing pauses, and after the first one again when it succeeded', () => {
    const retry = vi.fn<() => void>();
    const backoff = new Backoff({ firstMs: 100, longestMs: 1000 });
    for (const pauseMs of [100, 200, 400]) {
      retry.mockClear();
      backoff.later(retry);
      vi.advanceTimersByTime(pauseMs - 1);
      expect([backoff.isPausing, retry.mock.calls.length]).toEqual([true, 0]);
      vi.advanceTimersByTime(1);
      expect([backoff.isPausing, retry.mock.calls.length]).toEqual([false, 1]);
    }
    backoff.succeeded();
    backoff.later(retry);
    vi.advanceTimersByTime(100);
    expect(retry).toHaveBeenCalledTimes(2);
  });

  test('does not retry after stop', () => {
    const retry = vi.fn<() => void>();
    const backoff = new Backoff({ firstMs: 100, longestMs: 1000 });
    backoff.later(retry);
    backoff.stop();
    vi.advanceTimersByTime(5000);
    expect([backoff.isPausing, retry.mock.calls.length]).toEqual([false, 0]);
  });
});
