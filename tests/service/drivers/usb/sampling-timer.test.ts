import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SamplingTimer } from '../../../../service/drivers/usb/sampling-timer.ts';
import { systemClock } from '../../../../service/support/clock.ts';

/** Runs a metronome until it is stopped; `moment` is how long each moment takes, in milliseconds. */
function run(periodMs: number, moment: (tick: number) => number = () => 0, lateMs: () => number = () => 0) {
  const begin = systemClock.monotonic();
  const clock = { ...systemClock, monotonic: () => systemClock.monotonic() + lateMs() };
  const metronome = new SamplingTimer(clock, periodMs);
  const ticks: number[] = [];
  const done = (async () => {
    while (await metronome.next()) {
      ticks.push(Math.round(systemClock.monotonic() - begin));
      const ms = moment(ticks.length);
      if (ms > 0) await new Promise((resolve) => void setTimeout(resolve, ms));
    }
  })();
  return { metronome, ticks, done };
}

describe('the sampling moments of an instrument', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('stand on a grid, however long each takes', async () => {
    const { metronome, ticks, done } = run(100, (tick) => (tick * 37) % 90);
    await vi.advanceTimersByTimeAsync(1000);
    metronome.stop();
    await vi.advanceTimersByTimeAsync(100);
    await done;
    expect(ticks).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('do not drift although every timer comes late', async () => {
    let tick = 0;
    const { metronome, ticks } = run(
      100,
      () => 0,
      () => (tick += 1) % 3,
    );
    await vi.advanceTimersByTimeAsync(100_000);
    metronome.stop();
    expect(ticks.length).toBeGreaterThanOrEqual(1000);
    expect(ticks.length).toBeLessThanOrEqual(1002);
  });

  test('are left out while one takes longer than the period, and never made up for', async () => {
    const { metronome, ticks } = run(100, (tick) => (tick === 2 ? 250 : 10));
    await vi.advanceTimersByTimeAsync(650);
    metronome.stop();
    await vi.advanceTimersByTimeAsync(300);
    expect(ticks).toEqual([0, 100, 400, 500, 600]);
  });

  test('take a new period at once', async () => {
    const { metronome, ticks } = run(60_000);
    await vi.advanceTimersByTimeAsync(250);
    metronome.setPeriod(100);
    await vi.advanceTimersByTimeAsync(220);
    metronome.setPeriod(1000);
    await vi.advanceTimersByTimeAsync(1000);
    metronome.stop();
    // 250: a period after the last moment has passed. Then its grid: 200, 300, 400; then 1000 after the last.
    expect(ticks).toEqual([0, 250, 300, 400, 1400]);
  });

  test('are not left out when work between them takes too long', async () => {
    const metronome = new SamplingTimer(systemClock, 100);
    const begin = systemClock.monotonic();
    const seen: [string, number][] = [];
    const done = (async () => {
      for (;;) {
        // At 50 and at 350 there is work until 70 after the next tick; while it runs, none.
        const next = await metronome.next((due) => ((due - begin) % 300 === 100 ? due - 50 : undefined));
        if (!next) return;
        seen.push([next, Math.round(systemClock.monotonic() - begin)]);
        if (next === 'work') await new Promise((resolve) => void setTimeout(resolve, 120));
      }
    })();
    await vi.advanceTimersByTimeAsync(650);
    metronome.stop();
    await vi.advanceTimersByTimeAsync(200);
    await done;
    expect(seen).toEqual([
      ['tick', 0],
      ['work', 50],
      ['tick', 170],
      ['tick', 200],
      ['tick', 300],
      ['work', 350],
      ['tick', 470],
      ['tick', 500],
      ['tick', 600],
      ['work', 650],
    ]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('end when it is stopped, also before the first', async () => {
    const { metronome, ticks, done } = run(100);
    metronome.stop();
    await done;
    expect(ticks.length).toBeLessThanOrEqual(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});
