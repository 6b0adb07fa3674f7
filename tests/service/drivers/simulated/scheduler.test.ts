import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Scheduler } from '../../../../service/drivers/simulated/scheduler.ts';
import { systemClock } from '../../../../service/support/clock.ts';
import { useFakeTime } from './setup.ts';

/** Runs a scheduler on a clock of its own, and writes down who was called when. */
function setUp(clock = systemClock) {
  const calls: [member: string, at: number][] = [];
  const begin = clock.monotonic();
  const scheduler = new Scheduler<string>(clock, (members) => {
    for (const member of members) calls.push([member, Math.round(clock.monotonic() - begin)]);
  });
  const timesOf = (wanted: string): number[] => calls.filter(([member]) => member === wanted).map(([, at]) => at);
  return { scheduler, calls, timesOf };
}

describe('the scheduler of simulated instruments', () => {
  beforeEach(useFakeTime);
  afterEach(() => {
    vi.useRealTimers();
  });

  test('needs one timer for each period, however many members there are', () => {
    const { scheduler } = setUp();
    for (let member = 0; member < 500; member += 1) scheduler.set(String(member), member % 2 ? 100 : 1000);
    expect(vi.getTimerCount()).toBe(2);
    scheduler.stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('keeps its grid over a long time although every call comes late', async () => {
    const { scheduler, timesOf } = setUp();
    let lateness = 0;
    const late = { ...systemClock, monotonic: () => systemClock.monotonic() + lateness };
    const { scheduler: lateScheduler, timesOf: lateTimes } = setUp(late);
    scheduler.set('a', 100);
    lateScheduler.set('b', 100);
    for (let tick = 0; tick < 1000; tick += 1) {
      lateness = 0.3 + (tick % 7);
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(timesOf('a')).toHaveLength(1001);
    expect(lateTimes('b').length).toBeGreaterThanOrEqual(1000);
    expect((lateTimes('b').at(-1) ?? 0) - 100_000).toBeLessThan(10);
    scheduler.stop();
    lateScheduler.stop();
  });

  test('leaves out what it missed in a stall instead of making up for it', async () => {
    let stall = 0;
    const clock = { ...systemClock, monotonic: () => systemClock.monotonic() + stall };
    const { scheduler, timesOf } = setUp(clock);
    scheduler.set('a', 100);
    await vi.advanceTimersByTimeAsync(250);
    stall = 5030;
    await vi.advanceTimersByTimeAsync(300);
    expect(timesOf('a')).toEqual([0, 100, 200, 5330, 5400, 5500]);
    scheduler.stop();
  });

  test('leaves out a time that would have the timestamp of the late call before', async () => {
    let stall = 0;
    const clock = { ...systemClock, monotonic: () => systemClock.monotonic() + stall };
    const { scheduler, timesOf } = setUp(clock);
    scheduler.set('a', 100);
    await vi.advanceTimersByTimeAsync(50);
    stall = 99;
    await vi.advanceTimersByTimeAsync(250);
    expect(timesOf('a')).toEqual([0, 199, 300]);
    scheduler.stop();
  });

  test('moves a member to another period without touching the others', async () => {
    const { scheduler, timesOf } = setUp();
    scheduler.set('a', 100);
    scheduler.set('b', 100);
    await vi.advanceTimersByTimeAsync(150);
    scheduler.set('b', 50);
    await vi.advanceTimersByTimeAsync(100);
    expect(timesOf('a')).toEqual([0, 100, 200]);
    expect(timesOf('b')).toEqual([0, 100, 200, 250]);
    scheduler.stop();
  });

  test('ends the timer of a period with its last member, even from inside a call', async () => {
    const calls: string[] = [];
    const scheduler = new Scheduler<string>(systemClock, (members) => {
      for (const member of members) {
        calls.push(member);
        scheduler.remove(member);
      }
    });
    scheduler.set('a', 100);
    await vi.advanceTimersByTimeAsync(1000);
    expect(calls).toEqual(['a']);
    expect(vi.getTimerCount()).toBe(0);
  });
});
