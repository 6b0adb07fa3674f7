import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RateLimit } from '../../electron/rate-limit.ts';
import { ReloadLimiter } from '../../electron/reload-limiter.ts';

describe('RateLimit', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  test('runs at once, then once for all requests within the interval', () => {
    const run = vi.fn<() => void>();
    const limit = new RateLimit({ intervalMs: 1000, run });
    for (let count = 0; count < 50; count += 1) limit.request();
    expect(run).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1000);
    expect(run).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(5000);
    expect(run).toHaveBeenCalledTimes(2);
  });

  test('runs at once again after an idle interval', () => {
    const run = vi.fn<() => void>();
    const limit = new RateLimit({ intervalMs: 1000, run });
    limit.request();
    vi.advanceTimersByTime(1000);
    expect(vi.getTimerCount()).toBe(0);
    limit.request();
    expect(run).toHaveBeenCalledTimes(2);
  });

  test('does not run after stop', () => {
    const run = vi.fn<() => void>();
    const limit = new RateLimit({ intervalMs: 1000, run });
    limit.request();
    limit.request();
    limit.stop();
    limit.stop();
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(5000);
    expect(run).toHaveBeenCalledTimes(1);
  });
});

describe('ReloadBudget', () => {
  test('allows three reloads a minute', () => {
    const budget = new ReloadLimiter();
    expect([0, 1000, 2000, 3000].map((now) => budget.take(now))).toEqual([true, true, true, false]);
    expect(budget.take(60_500)).toBe(true);
  });
});
