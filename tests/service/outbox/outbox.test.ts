import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { PublishRequest } from '../../../service/outbox/types.ts';
import {
  DELIVERED,
  drain,
  figures,
  LAZY,
  makeFolder,
  makeOutbox,
  numberOf,
  PATIENCE,
  pushAll,
  range,
  segmentsIn,
  startOutbox,
  TestClock,
  takeThere,
} from './support.ts';

// Messages expire, so a fixed time would be too old some day.
const at = Date.now();

describe('an outbox', () => {
  test('gives what was pushed, first in first out, under its prefix', async () => {
    const { outbox } = await startOutbox(makeFolder());
    outbox.push({ topic: 'E1/measurement', payload: '{"a":1}', at });
    outbox.push({ topic: 'E2/measurement', payload: '{"°":2}', at });
    expect(outbox.size).toBe(2);
    expect(outbox.bytes).toBe(2 * 'E1/measurement'.length + 7 + 8);
    expect(outbox.take()).toEqual({
      topic: 'lab/E1/measurement',
      payload: '{"a":1}',
      qos: 1,
      retain: false,
      expiry: 604_800,
    });
    expect(outbox.take()?.topic).toBe('lab/E2/measurement');
    expect(outbox.take()).toBeUndefined();
    expect(outbox.size).toBe(2);
  });

  test('has no timer left once it stopped', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { outbox } = await startOutbox(makeFolder());
    expect(vi.getTimerCount()).toBe(1);
    await outbox.stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('counts what is settled, delivered or refused, in any order', async () => {
    const clock = new TestClock();
    const { outbox, lines } = await startOutbox(makeFolder(), { clock, qos: 2 });
    pushAll(outbox, range(1, 3));
    const [one, two, three] = takeThere(outbox);
    outbox.settle(three!, DELIVERED);
    outbox.settle(one!, { kind: 'refused', text: 'Topic name invalid (144).' });
    expect(figures(outbox)).toMatchObject({ size: 1, delivered: 1, dropped: 1 });
    outbox.settle(two!, DELIVERED);
    outbox.settle(two!, DELIVERED);
    expect(figures(outbox)).toMatchObject({ size: 0, bytes: 0, delivered: 2, dropped: 1 });
    expect(lines).toEqual(['discarded 1 message (rejected): Topic name invalid (144)']);
  });

  test('remembers the newest that was delivered, its payload cut', async () => {
    const clock = new TestClock();
    const { outbox } = await startOutbox(makeFolder(), { clock });
    expect(outbox.lastDelivered).toBeNull();
    outbox.push({ topic: 'E1/measurement', payload: 'x'.repeat(5000), at });
    outbox.settle(outbox.take()!, DELIVERED);
    const { topic, payload, at: time, deliveredAt = 0 } = outbox.lastDelivered ?? {};
    expect({ topic, payload, time }).toEqual({ topic: 'lab/E1/measurement', payload: 'x'.repeat(1024), time: at });
    expect(Math.abs(deliveredAt - Date.now())).toBeLessThan(PATIENCE.timeout);
  });

  test('gives again, in the same order, what was taken and not settled when the connection ended', async () => {
    const { outbox } = await startOutbox(makeFolder());
    pushAll(outbox, range(1, 5));
    const taken = takeThere(outbox, 4);
    outbox.settle(taken[1]!, DELIVERED);
    outbox.rewind();
    // What a session says of a connection that is over is not heard any more.
    outbox.settle(taken[0]!, DELIVERED);
    expect(takeThere(outbox).map(numberOf)).toEqual([1, 3, 4, 5]);
  });

  test('calls the taker in the very push, and a taker that fails hurts nobody', async () => {
    const { outbox, lines } = await startOutbox(makeFolder());
    const heard: number[] = [];
    outbox.onReady = () => heard.push(...takeThere(outbox).map(numberOf));
    pushAll(outbox, [1]);
    expect(heard).toEqual([1]);
    pushAll(outbox, [2, 3]);
    expect(heard).toEqual([1, 2, 3]);
    outbox.onReady = () => {
      throw new Error('a mistake');
    };
    pushAll(outbox, [4]);
    expect(lines.join()).toContain('a mistake');
    expect(takeThere(outbox).map(numberOf)).toEqual([4]);
  });

  test('lets only so much be on its way, and calls when there is room again', async () => {
    const { outbox } = await startOutbox(makeFolder(), { limits: { memoryMessages: 64 } });
    pushAll(outbox, range(1, 20));
    const taken = takeThere(outbox);
    expect(taken).toHaveLength(16);
    const onReady = vi.fn<() => void>();
    outbox.onReady = onReady;
    outbox.settle(taken[0]!, DELIVERED);
    expect(onReady).toHaveBeenCalledTimes(1);
    expect(takeThere(outbox).map(numberOf)).toEqual([17]);
  });

  test('refuses a message that no broker would take', async () => {
    const { outbox } = await startOutbox(makeFolder());
    outbox.push({ topic: 'E1', payload: 'x'.repeat(4 * 1024 * 1024), at });
    outbox.push({ topic: 'x'.repeat(20_000), payload: '', at });
    expect(figures(outbox)).toMatchObject({ size: 0, dropped: 2 });
    outbox.push({ topic: 'E1', payload: 'x'.repeat(4 * 1024 * 1024 - 2), at });
    expect(figures(outbox)).toMatchObject({ size: 1, dropped: 2 });
  });

  test('writes nothing while the broker keeps up', async () => {
    const folder = makeFolder();
    const { outbox } = await startOutbox(folder, { limits: { flushMs: 500 } });
    const until = performance.now() + 900;
    let onTheirWay: PublishRequest[] = [];
    for (let number = 1; performance.now() < until; number += 1) {
      pushAll(outbox, [number]);
      const taken = takeThere(outbox);
      for (const message of onTheirWay) outbox.settle(message, DELIVERED);
      onTheirWay = taken;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    for (const message of onTheirWay) outbox.settle(message, DELIVERED);
    expect(readdirSync(folder)).toEqual([]);
    await outbox.stop();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('writes what the broker does not confirm, for this user alone, and tidies up afterwards', async () => {
    const folder = makeFolder();
    const { outbox } = await startOutbox(folder);
    pushAll(outbox, range(1, 3));
    const taken = takeThere(outbox);
    const segment = join(folder, '0000000000000001.segment');
    await expect.poll(() => existsSync(segment) && statSync(segment).size, PATIENCE).toBeGreaterThan(0);
    await outbox.flush();
    if (process.platform !== 'win32') {
      expect(statSync(folder).mode & 0o777).toBe(0o700);
      expect(statSync(segment).mode & 0o777).toBe(0o600);
    }
    for (const message of taken) outbox.settle(message, DELIVERED);
    await expect.poll(() => segmentsIn(folder), PATIENCE).toEqual([]);
    expect(JSON.parse(readFileSync(join(folder, 'position.json'), 'utf8'))).toMatchObject({ settled: 3, dropped: 0 });
  });

  test('keeps everything over a clean stop, what was on its way included, and gives nothing twice', async () => {
    const folder = makeFolder();
    const first = await startOutbox(folder, { limits: LAZY });
    pushAll(first.outbox, range(1, 10));
    const taken = takeThere(first.outbox, 6);
    for (const index of [0, 1, 3]) first.outbox.settle(taken[index]!, DELIVERED);
    await first.outbox.flush();
    first.outbox.settle(taken[4]!, { kind: 'refused', text: '' });
    await first.outbox.stop();
    await first.outbox.stop();
    const second = await startOutbox(folder);
    expect(figures(second.outbox)).toMatchObject({ size: 6, delivered: 0, dropped: 1 });
    pushAll(second.outbox, [11]);
    expect(await drain(second.outbox)).toEqual([3, 6, 7, 8, 9, 10, 11]);
    expect(figures(second.outbox)).toMatchObject({ size: 0, bytes: 0, delivered: 7, dropped: 1 });
  });

  test('knows what was settled while it was written', async () => {
    const folder = makeFolder();
    const { outbox } = await startOutbox(folder, { limits: LAZY });
    pushAll(outbox, [1]);
    await outbox.flush();
    pushAll(outbox, [2, 3, 4]);
    const [, two, , four] = takeThere(outbox);
    const flushed = outbox.flush();
    outbox.settle(two!, DELIVERED);
    outbox.settle(four!, DELIVERED);
    await flushed;
    await outbox.stop();
    const second = await startOutbox(folder);
    expect(await drain(second.outbox)).toEqual([1, 3]);
    await second.outbox.stop();
    expect(segmentsIn(folder)).toEqual([]);
  });

  test('leaves no file behind for what was settled before it could be written', async () => {
    const folder = makeFolder();
    const { outbox } = await startOutbox(folder);
    pushAll(outbox, [1, 2]);
    const taken = takeThere(outbox);
    const flushed = outbox.flush();
    for (const message of taken) outbox.settle(message, DELIVERED);
    await flushed;
    await expect.poll(() => segmentsIn(folder), PATIENCE).toEqual([]);
  });

  test('never takes a new message for one that was settled long ago', async () => {
    const folder = makeFolder();
    mkdirSync(folder);
    // As after a crash right after the last segment was deleted.
    const position = { version: 1, settled: 3, also: [[5, 9]], dropped: 0 };
    writeFileSync(join(folder, 'position.json'), JSON.stringify(position));
    for (const numbers of [range(1, 10), range(11, 12)]) {
      const { outbox } = await startOutbox(folder, { limits: LAZY });
      pushAll(outbox, numbers);
      await outbox.stop();
    }
    expect(segmentsIn(folder)).toEqual(['0000000000000010.segment', '0000000000000020.segment']);
    const { outbox } = await startOutbox(folder);
    expect(await drain(outbox)).toEqual(range(1, 12));
  });

  test('passes over a file that is in the place of a new segment', async () => {
    const folder = makeFolder();
    const { outbox } = await startOutbox(folder, { limits: LAZY });
    writeFileSync(join(folder, '0000000000000001.segment'), 'not mine');
    pushAll(outbox, [1, 2]);
    await outbox.stop();
    expect(segmentsIn(folder)).toEqual(['0000000000000001.segment', '0000000000000002.segment']);
    const second = await startOutbox(folder);
    expect(await drain(second.outbox)).toEqual([1, 2]);
  });

  test('knows the bytes that wait after a restart', async () => {
    const folder = makeFolder();
    const first = await startOutbox(folder, { limits: { ...LAZY, segmentBytes: 4096 } });
    pushAll(first.outbox, range(1, 300));
    const taken = takeThere(first.outbox, 150);
    for (const message of taken.filter((_, index) => index % 3 !== 0)) first.outbox.settle(message, DELIVERED);
    const { size, bytes } = first.outbox;
    await first.outbox.stop();
    expect(segmentsIn(folder).length).toBeGreaterThan(2);
    const second = await startOutbox(folder);
    expect(figures(second.outbox)).toMatchObject({ size, bytes });
  });

  test('stopped or destroyed, gives and keeps nothing any more', async () => {
    const { outbox } = await startOutbox(makeFolder());
    await outbox.stop();
    pushAll(outbox, [1]);
    expect(outbox.take()).toBeUndefined();
    expect(figures(outbox)).toMatchObject({ size: 0, dropped: 1 });
  });

  test('destroyed, leaves no folder: started or not, stopping or starting', async () => {
    const endings: ((folder: string) => Promise<unknown>)[] = [
      async (folder) => makeOutbox(folder).outbox.destroy(),
      async (folder) => {
        const { outbox } = makeOutbox(folder);
        const started = outbox.start();
        pushAll(outbox, range(1, 100));
        return Promise.all([outbox.destroy(), started, outbox.stop(), outbox.destroy()]);
      },
      async (folder) => {
        const { outbox } = makeOutbox(folder);
        await outbox.start();
        pushAll(outbox, range(1, 100));
        return Promise.all([outbox.stop(), outbox.destroy()]);
      },
    ];
    for (const end of endings) {
      const folder = makeFolder();
      const { outbox } = await startOutbox(folder, { limits: LAZY });
      pushAll(outbox, range(1, 10));
      await outbox.stop();
      expect(segmentsIn(folder)).toHaveLength(1);
      await end(folder);
      expect(existsSync(folder)).toBe(false);
    }
  });

  test('stopped before it was started, writes what was pushed', async () => {
    const folder = makeFolder();
    const { outbox } = makeOutbox(folder);
    pushAll(outbox, [1, 2]);
    expect(outbox.take()).toBeUndefined();
    await outbox.stop();
    const second = await startOutbox(folder);
    expect(await drain(second.outbox)).toEqual([1, 2]);
  });
});
