import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { silentLogger } from '../../../service/support/logger.ts';
import { ShutdownStack } from '../../../service/support/shutdown-stack.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('parts end in reverse order, past one that fails and one that takes too long', async () => {
  const ended: string[] = [];
  const parts = new ShutdownStack(silentLogger, 5000);
  parts.add('first', () => ended.push('first'));
  parts.add('second', () => Promise.reject(new Error('stuck')));
  parts.add('third', () => new Promise(() => {}));
  parts.add('fourth', () => ended.push('fourth'));
  const stopped = parts.stop();
  expect(parts.stop()).toBe(stopped);
  await vi.advanceTimersByTimeAsync(5000);
  await stopped;
  expect(ended).toEqual(['fourth', 'first']);
});

test.each([
  ['all have ended', async () => {}, true],
  ['one has not in time', () => new Promise(() => {}), false],
  ['one failed to', () => Promise.reject(new Error('stuck')), false],
  ['one has by the time the others have', () => new Promise((resolve) => setTimeout(resolve, 6000)), true],
])('whether %s is answered, also to whoever asks later', async (_what, stop, isStopped) => {
  const parts = new ShutdownStack(silentLogger, 5000);
  parts.add('slow', () => new Promise((resolve) => setTimeout(resolve, 4000)));
  parts.add('history', stop);
  const stopped = parts.stop();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await stopped).toBe(isStopped);
  expect(await parts.stop()).toBe(isStopped);
});
