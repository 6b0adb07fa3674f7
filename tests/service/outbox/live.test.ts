import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  DELIVERED,
  drain,
  figures,
  LAZY,
  makeFolder,
  numberOf,
  pushAll,
  range,
  segmentsIn,
  startOutbox,
  takeThere,
} from './support.ts';

describe('an outbox that does not store', () => {
  test('keeps a little in memory for a broker that is slow, drops the oldest beyond it, and writes nothing', async () => {
    const folder = makeFolder();
    const { outbox, lines } = await startOutbox(folder, { storing: false, limits: { liveMessages: 40 } });
    pushAll(outbox, range(1, 50));
    expect(figures(outbox)).toMatchObject({ size: 20, dropped: 30 });
    expect(takeThere(outbox).map(numberOf)).toEqual(range(31, 40));
    // Longer than it takes to write what is stored.
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(existsSync(folder)).toBe(false);
    expect(lines).toEqual(['discarded 1 message (outbox full in memory, oldest first)']);
  });

  test('drops what waits when the broker goes, and what comes while it is away', async () => {
    for (const lostFirst of [true, false]) {
      const { outbox } = await startOutbox(makeFolder(), { storing: false });
      pushAll(outbox, range(1, 5));
      const [one, two] = takeThere(outbox, 2);
      outbox.settle(one!, DELIVERED);
      if (lostFirst) outbox.rewind();
      outbox.setConnected(false);
      if (!lostFirst) outbox.rewind();
      outbox.settle(two!, DELIVERED);
      expect(figures(outbox)).toMatchObject({ size: 0, delivered: 1, dropped: 4 });
      pushAll(outbox, [6]);
      expect(figures(outbox)).toMatchObject({ size: 0, dropped: 5 });
      outbox.setConnected(true);
      pushAll(outbox, [7]);
      expect(takeThere(outbox).map(numberOf)).toEqual([7]);
    }
  });

  test('remembers over a restart how many were lost, and writes no more than that', async () => {
    const folder = makeFolder();
    const first = await startOutbox(folder, { storing: false });
    first.outbox.setConnected(false);
    pushAll(first.outbox, range(1, 5));
    first.outbox.setConnected(true);
    pushAll(first.outbox, range(6, 7));
    await first.outbox.stop();
    expect(figures(first.outbox)).toMatchObject({ size: 0, dropped: 7 });
    expect(readdirSync(folder)).toEqual(['position.json']);
    const second = await startOutbox(folder, { storing: false });
    expect(second.outbox.discarded).toBe(7);
  });

  test('still delivers what an earlier run stored, before what comes now', async () => {
    const folder = makeFolder();
    const first = await startOutbox(folder, { limits: LAZY });
    pushAll(first.outbox, range(1, 100));
    await first.outbox.stop();
    const second = await startOutbox(folder, { storing: false, limits: { liveMessages: 40 } });
    second.outbox.setConnected(false);
    pushAll(second.outbox, range(101, 110));
    second.outbox.rewind();
    expect(figures(second.outbox)).toMatchObject({ size: 100, dropped: 10 });
    second.outbox.setConnected(true);
    pushAll(second.outbox, [111]);
    expect(await drain(second.outbox)).toEqual([...range(1, 100), 111]);
    await second.outbox.stop();
    expect(segmentsIn(folder)).toEqual([]);
  });
});
