import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CancellableDelay } from '../../../service/support/cancellable-delay.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Whether it has resolved by now. */
async function isOver(waiting: Promise<void>): Promise<boolean> {
  return Promise.race([waiting.then(() => true), Promise.resolve().then(() => Promise.resolve(false))]);
}

test('resolves after its time, and not before', async () => {
  const delay = new CancellableDelay();
  const waiting = delay.wait(99.5);
  await vi.advanceTimersByTimeAsync(99);
  expect(await isOver(waiting)).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await isOver(waiting)).toBe(true);
  expect(delay.end()).toBe(false);
});

test('another caller ends it, and the next one takes its own time', async () => {
  const delay = new CancellableDelay();
  const first = delay.wait(1000);
  expect(delay.end()).toBe(true);
  expect(delay.end()).toBe(false);
  await first;
  expect(vi.getTimerCount()).toBe(0);
  const second = delay.wait(1000);
  expect(await isOver(second)).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  await second;
});

test('closed, neither the current one nor a later one waits', async () => {
  const delay = new CancellableDelay();
  const waiting = delay.wait(1000);
  delay.close();
  await waiting;
  await delay.wait(1000);
  expect(vi.getTimerCount()).toBe(0);
});
