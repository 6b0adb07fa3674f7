import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AlignedTimer } from '../../../service/choice/aligned-timer.ts';
import { NOON } from './support.ts';

const clock = { now: () => Date.now() };

beforeEach(() => void vi.useFakeTimers({ now: NOON + 400 }));
afterEach(() => void vi.useRealTimers());

test('ticks at the multiples of its interval until it is stopped', () => {
  const ticks: number[] = [];
  const timer = new AlignedTimer({ intervalMs: 1000, clock, onTick: (now) => ticks.push(now - NOON) });
  timer.start();
  timer.start();
  vi.advanceTimersByTime(599);
  expect(ticks).toEqual([]);
  vi.advanceTimersByTime(2001);
  expect(ticks).toEqual([1000, 2000, 3000]);
  timer.stop();
  expect(vi.getTimerCount()).toBe(0);
});

test('reads the clock at least once a minute, and may be stopped by a tick', () => {
  const ticks: number[] = [];
  const timer = new AlignedTimer({
    intervalMs: 86_400_000,
    clock,
    onTick: (now) => {
      ticks.push(now - NOON);
      timer.stop();
    },
  });
  timer.start();
  vi.advanceTimersByTime(86_400_000);
  expect(ticks).toEqual([60_400]);
});
