import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Beat } from './remote/beat.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('each once a period, evenly spread', () => {
  const times: number[][] = [[], [], [], []];
  const start = performance.now();
  const beat = new Beat(4, 1000, (index) => times[index]?.push(performance.now() - start));
  beat.start();
  beat.start();
  vi.advanceTimersByTime(3000);
  expect(times).toEqual([
    [250, 1250, 2250],
    [500, 1500, 2500],
    [750, 1750, 2750],
    [1000, 2000, 3000],
  ]);
  expect(beat.skipped).toBe(0);
  beat.stop();
  beat.stop();
  expect(vi.getTimerCount()).toBe(0);
});

test('who is late by more than a period leaves out what is over, and counts it', () => {
  const due: number[] = [];
  const beat = new Beat(4, 100, (index) => due.push(index));
  beat.start();
  const now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now + 350);
  vi.advanceTimersByTime(10);
  // 14 were due; the newest period is made up for.
  expect(beat.skipped).toBe(10);
  expect(due).toEqual([2, 3, 0, 1]);
  beat.stop();
  vi.restoreAllMocks();
});

test('a beat that is stopped from within ends at once', () => {
  const due: number[] = [];
  const beat: Beat = new Beat(10, 10, (index) => {
    due.push(index);
    beat.stop();
  });
  beat.start();
  vi.advanceTimersByTime(100);
  expect(due).toEqual([0]);
});

test('how late the latest was is told', () => {
  const beat = new Beat(2, 1000, () => {});
  beat.start();
  vi.advanceTimersByTime(2000);
  expect(beat.latestMs).toBe(0);
  // What was due after 2500 ms is called after 2900 ms; a tick of 10 ms is not late.
  vi.setSystemTime(Date.now());
  const now = performance.now() + 890;
  vi.spyOn(performance, 'now').mockReturnValue(now);
  vi.advanceTimersByTime(10);
  expect(beat.latestMs).toBeCloseTo(380, 0);
  vi.restoreAllMocks();
  beat.stop();
});
