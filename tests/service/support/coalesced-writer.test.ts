import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CoalescedWriter } from '../../../service/support/coalesced-writer.ts';

describe('gathered writes', () => {
  /** Ends of the writes that were begun. */
  let ends: ((isWritten?: boolean) => void)[];
  let writes: CoalescedWriter;

  beforeEach(() => {
    vi.useFakeTimers();
    ends = [];
    writes = new CoalescedWriter(() => new Promise((resolve) => ends.push((isWritten = true) => resolve(isWritten))));
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  test('requests of a quarter of a second are one write', async () => {
    writes.request();
    await vi.advanceTimersByTimeAsync(200);
    writes.request();
    expect(ends).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(50);
    expect(ends).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(ends).toHaveLength(1);
  });

  test('what is asked for during a write is written after it, gathered again', async () => {
    writes.request();
    await vi.advanceTimersByTimeAsync(250);
    writes.request();
    writes.request();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await vi.advanceTimersByTimeAsync(249);
    expect(ends).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(ends).toHaveLength(2);
  });

  test('retries a write that failed every five seconds, and once more at the end', async () => {
    writes.request();
    await vi.advanceTimersByTimeAsync(250);
    for (let turn = 1; turn < 4; turn += 1) {
      ends[turn - 1]?.(false);
      await vi.advanceTimersByTimeAsync(4999);
      expect(ends).toHaveLength(turn);
      await vi.advanceTimersByTimeAsync(1);
      expect(ends).toHaveLength(turn + 1);
    }
    ends[3]?.(false);
    await vi.advanceTimersByTimeAsync(0);
    const stopped = writes.stop();
    await vi.advanceTimersByTimeAsync(0);
    expect(ends).toHaveLength(5);
    ends[4]?.(false);
    await stopped;
    expect(vi.getTimerCount()).toBe(0);
  });

  test('flush and stop wait for the write under way, and make the one that is due', async () => {
    writes.request();
    await vi.advanceTimersByTimeAsync(250);
    writes.request();
    let isStopped = false;
    const stopped = writes.stop().then(() => {
      isStopped = true;
    });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(ends).toHaveLength(2);
    expect(isStopped).toBe(false);
    ends[1]?.();
    await stopped;
    expect(vi.getTimerCount()).toBe(0);
    writes.request();
    expect(vi.getTimerCount()).toBe(0);
    await writes.flush();
    expect(ends).toHaveLength(2);
  });

  test('flush waits for what was due when it was asked, not for what comes on and on', async () => {
    let finished = 0;
    writes.request();
    await vi.advanceTimersByTimeAsync(250);
    writes.request();
    const count = (): number => (finished += 1);
    const flushed = Promise.all([writes.flush().then(count), writes.flush().then(count)]);
    ends[0]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect([ends.length, finished]).toEqual([2, 0]);
    writes.request();
    ends[1]?.();
    await vi.advanceTimersByTimeAsync(0);
    await flushed;
    expect(ends).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(250);
    expect(ends).toHaveLength(3);
  });
});
