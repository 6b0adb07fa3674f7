import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  DELIVERED,
  drain,
  figures,
  LAZY,
  makeFolder,
  numbered,
  numberOf,
  PATIENCE,
  pushAll,
  range,
  segmentsIn,
  startOutbox,
  TestClock,
  takeNext,
  takeThere,
} from './support.ts';

const DAY = 24 * 3_600_000;

function bytesIn(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

describe('the bounds of an outbox', () => {
  test('memory stays flat while the broker is away, nothing is lost, and all comes back in order', async () => {
    const folder = makeFolder();
    const { outbox } = await startOutbox(folder, { limits: { memoryMessages: 8000 } });
    const most = { messages: 0, bytes: 0 };
    const COUNT = 60_000;
    for (let number = 1; number <= COUNT; number += 250) {
      pushAll(outbox, range(number, number + 249));
      do await new Promise(setImmediate);
      while (outbox.memory.messages > 3700);
      most.messages = Math.max(most.messages, outbox.memory.messages);
      most.bytes = Math.max(most.bytes, outbox.memory.bytes);
    }
    expect(figures(outbox)).toMatchObject({ size: COUNT, dropped: 0 });
    expect(most.messages).toBeLessThanOrEqual(8000);
    expect(most.bytes).toBeLessThan(2 * 1024 * 1024);
    let expected = 1;
    while (expected <= COUNT) {
      const message = await takeNext(outbox, 0);
      if (!message || numberOf(message) !== expected) expect(message && numberOf(message)).toBe(expected);
      outbox.settle(message!, DELIVERED);
      expected += 1;
    }
    expect(figures(outbox)).toMatchObject({ size: 0, bytes: 0, delivered: COUNT, dropped: 0 });
    await expect.poll(() => segmentsIn(folder), PATIENCE).toEqual([]);
  }, 120_000);

  test('memory is bounded even when nothing can be written in between: the oldest go, and are counted', async () => {
    const { outbox } = await startOutbox(makeFolder(), { limits: { memoryMessages: 1000 } });
    pushAll(outbox, range(1, 5000));
    expect(outbox.memory.messages).toBeLessThanOrEqual(1000);
    const { size, discarded: dropped } = outbox;
    expect(size + dropped).toBe(5000);
    // The first were being written when the others came.
    const left = await drain(outbox);
    expect(left).toHaveLength(size);
    expect(left.slice(-200)).toEqual(range(4801, 5000));
    expect(left).toEqual(left.toSorted((a, b) => a - b));
  });

  test('memory is bounded in bytes too', async () => {
    const { outbox } = await startOutbox(makeFolder(), { limits: { memoryBytes: 1024 * 1024 } });
    for (const number of range(1, 100)) pushAll(outbox, [number], 50_000);
    expect(outbox.memory.bytes).toBeLessThanOrEqual(1024 * 1024);
    const { size, discarded: dropped } = outbox;
    expect(size + dropped).toBe(100);
    await outbox.flush();
    const left = await drain(outbox);
    expect(left).toHaveLength(size);
    expect(left).toEqual(left.toSorted((a, b) => a - b));
    expect(left.at(-1)).toBe(100);
  });

  test.each([20_000, 64])(
    'the disk is bounded, with %i messages in memory: the oldest segments go, counted',
    async (most) => {
      const folder = makeFolder();
      const limits = { ...LAZY, maxBytes: 64 * 1024, memoryMessages: most };
      const first = await startOutbox(folder, { limits });
      // The oldest are on their way when they go.
      pushAll(first.outbox, range(1, 10));
      const taken = takeThere(first.outbox);
      for (const turn of range(0, 99)) {
        pushAll(first.outbox, range(11 + turn * 20, 30 + turn * 20));
        await first.outbox.flush();
        expect(bytesIn(folder)).toBeLessThan(64 * 1024 + 1024);
      }
      const { size, discarded: dropped } = first.outbox;
      expect(dropped).toBeGreaterThan(500);
      expect(size + dropped).toBe(2010);
      for (const message of taken) first.outbox.settle(message, DELIVERED);
      expect(figures(first.outbox)).toMatchObject({ size, dropped, delivered: 0 });
      await first.outbox.stop();
      const second = await startOutbox(folder, { limits });
      expect(figures(second.outbox)).toMatchObject({ size, dropped });
      expect(await drain(second.outbox)).toEqual(range(dropped + 1, 2010));
      expect(second.lines).toEqual([]);
      expect(first.lines).toEqual([
        expect.stringMatching(/^discarded \d+ messages \(outbox full on disk/),
        expect.stringMatching(/^discarded \d+ messages \(outbox full on disk/),
      ]);
    },
  );

  test('what is too old goes, from memory and from disk, and is counted', async () => {
    const clock = new TestClock();
    const folder = makeFolder();
    const { outbox } = await startOutbox(folder, { clock, limits: { ...LAZY, memoryMessages: 64 } });
    const push = async (numbers: number[]): Promise<void> => {
      for (const number of numbers) {
        outbox.push({ ...numbered(number), at: clock.now() });
        if (number % 10 === 0) await outbox.flush();
      }
    };
    await push(range(1, 100));
    clock.pass(4 * DAY);
    await push(range(101, 200));
    clock.pass(4 * DAY);
    expect(await drain(outbox)).toEqual(range(101, 200));
    expect(figures(outbox)).toMatchObject({ size: 0, delivered: 100, dropped: 100 });
  });

  test('what is too old goes also while nobody takes, after a restart', async () => {
    const clock = new TestClock();
    const folder = makeFolder();
    const first = await startOutbox(folder, { clock, limits: LAZY });
    for (const number of range(1, 5000)) first.outbox.push({ ...numbered(number), at: clock.now() - DAY });
    for (const number of range(5001, 5010)) first.outbox.push({ ...numbered(number), at: clock.now() });
    await first.outbox.stop();
    clock.pass(6.5 * DAY);
    const second = await startOutbox(folder, { clock, limits: { memoryMessages: 400 } });
    await expect.poll(() => second.outbox.size, PATIENCE).toBe(10);
    expect(second.outbox.discarded).toBe(5000);
    expect(await drain(second.outbox)).toEqual(range(5001, 5010));
  });

  test('a wall clock that jumps ahead for a moment, or back, costs no message', async () => {
    const clock = new TestClock();
    const { outbox } = await startOutbox(makeFolder(), { clock });
    pushAll(outbox, range(1, 10));
    clock.wallShift = 365 * DAY;
    expect(takeThere(outbox, 5)).toHaveLength(5);
    clock.wallShift = -365 * DAY;
    pushAll(outbox, range(11, 12));
    outbox.rewind();
    expect(takeThere(outbox).map(numberOf)).toEqual(range(1, 12));
    expect(outbox.discarded).toBe(0);
  });

  test('an expiry in seconds is never shorter than the age that messages may reach', async () => {
    const { outbox } = await startOutbox(makeFolder(), { limits: { maxAgeMs: 1500 } });
    pushAll(outbox, [1]);
    expect(outbox.take()?.expiry).toBe(2);
  });
});
