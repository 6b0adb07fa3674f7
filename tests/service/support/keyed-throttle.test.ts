import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KeyedThrottle } from '../../../service/support/keyed-throttle.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a change is told at once, and those that follow soon are told as one when the pause is over', () => {
  const told: string[] = [];
  const teller = new KeyedThrottle(200, (subject) => told.push(subject));
  for (let time = 0; time < 1000; time += 1) {
    teller.changed('lab');
    vi.advanceTimersByTime(1);
  }
  // At the start, and at the end of five pauses.
  expect(told.length).toBe(6);
  vi.advanceTimersByTime(1000);
  expect(told.length).toBe(6);
  teller.changed('lab');
  expect(told.length).toBe(7);
});

test('subjects do not wait for each other', () => {
  const told: string[] = [];
  const teller = new KeyedThrottle(200, (subject) => told.push(subject));
  for (const subject of ['a', 'b', 'a', 'b']) teller.changed(subject);
  expect(told).toEqual(['a', 'b']);
});

test('what was forgotten is told no more, and nothing is told after the end', () => {
  const told: string[] = [];
  const teller = new KeyedThrottle(200, (subject) => told.push(subject));
  for (const subject of ['a', 'a', 'b', 'b']) teller.changed(subject);
  teller.cancel('a');
  teller.stop();
  vi.advanceTimersByTime(1000);
  expect(told).toEqual(['a', 'b']);
  expect(vi.getTimerCount()).toBe(0);
});
