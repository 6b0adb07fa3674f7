import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SleepDetector } from '../../../service/support/sleep-detector.ts';

let now = 0;
const woke: number[] = [];
const subject = new SleepDetector({ clock: { now: () => now }, onWake: (ms) => woke.push(ms) });

/** The timers see so much time go by, the wall clock another. */
function pass(timerMs: number, wallMs: number): void {
  now += wallMs;
  vi.advanceTimersByTime(timerMs);
}

beforeEach(() => {
  vi.useFakeTimers();
  now = 1_800_000_000_000;
  woke.length = 0;
  subject.start();
});

afterEach(() => {
  subject.stop();
  vi.useRealTimers();
});

test('stopped, it leaves no timer behind', () => {
  subject.stop();
  expect(vi.getTimerCount()).toBe(0);
});

test('time that passes as it should is no sleep, nor is a computer that is busy', () => {
  for (let look = 0; look < 100; look += 1) pass(2000, 2000);
  pass(2000, 11_000);
  expect(woke).toEqual([]);
});

test('sleep is told once, with its length', () => {
  pass(2000, 2000);
  pass(2000, 3_600_000);
  pass(2000, 2000);
  expect(woke).toEqual([3_598_000]);
});

test('a clock that is set back is no sleep, and the next sleep is noticed all the same', () => {
  pass(2000, -3_600_000);
  pass(2000, 2000);
  expect(woke).toEqual([]);
  pass(2000, 30_000);
  expect(woke).toEqual([28_000]);
});
