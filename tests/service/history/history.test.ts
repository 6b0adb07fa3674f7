import { describe, expect, test } from 'vitest';
import type { EntityChange } from '../../../service/contract/index.ts';
import { StoreError } from '../../../service/history/types.ts';
import { createHistoryBench, RETENTION, START, startHistoryBench } from './support/bench.ts';

const T = { family: 'usb', serial: 'E1', channel: 'temperature' } as const;

test('data of runs beyond the limit is a problem while the store reports it', async () => {
  const { store, pass, problems } = startHistoryBench();
  store.facts = { ...store.facts, heldExcess: 2 ** 30 };
  await pass(10_000);
  expect(problems()).toEqual([['history-over-limit', expect.stringMatching(/^The history is 1\.0 GiB larger than/)]]);
  store.facts = { ...store.facts, heldExcess: 0 };
  await pass(10_000);
  expect(problems()).toEqual([]);
});

describe('questions', () => {
  test('are passed on, and answered with the channels in their order', async () => {
    const { history, store, pass } = startHistoryBench();
    await pass(0);
    const other = { ...T, channel: 'co2' };
    await expect(history.query([T, other], START - 1000, START, 100)).resolves.toEqual({
      from: '2026-11-20T14:45:11.318Z',
      to: '2026-11-20T14:45:12.318Z',
      until: '2026-11-20T14:45:12.318Z',
      channels: [
        { ...T, unit: '', parts: [] },
        { ...other, unit: '', parts: [] },
      ],
    });
    expect(store.calls).toContainEqual(['query', [T, other], { from: START - 1000, to: START, points: 100 }]);
    await expect(history.statistics([T], START - 1000, START)).resolves.toMatchObject({
      from: '2026-11-20T14:45:11.318Z',
      channels: [{ ...T, unit: '°C', count: 1 }],
    });
    await expect(history.channels()).resolves.toEqual({ channels: [] });
    await history.deleteDevice({ family: 'usb', serial: 'E1' });
    expect(store.calls).toContainEqual(['deleteDevice', { family: 'usb', serial: 'E1' }]);
  });

  test('say up to when the answer is whole: to what has not been committed yet', async () => {
    const { history, store, pass, attach, measure } = startHistoryBench();
    await pass(0);
    const until = async (): Promise<string> => (await history.query([T], START - 1000, START + 100_000, 2)).until;
    attach('E1');
    await pass(1000);
    expect(await until()).toBe('2026-11-20T14:45:13.318Z');
    store.failures.commit = new Error('not now');
    measure('E1', { temperature: 20 });
    await pass(1000);
    measure('E1', { temperature: 21 });
    expect(await until()).toBe('2026-11-20T14:45:13.318Z');
    store.failures.commit = undefined;
    await pass(2000);
    expect(await until()).toBe('2026-11-20T14:45:16.318Z');
    // It came late: what is before it may be incomplete.
    measure('E1', { temperature: 18 });
    measure('E1', { temperature: 19 }, START - 500);
    expect(await until()).toBe('2026-11-20T14:45:11.818Z');
    await pass(500);
    await expect(history.query([T], START - 1000, START, 2)).resolves.toMatchObject({
      until: '2026-11-20T14:45:12.318Z',
    });
  });

  test('are sixteen at a time; one more is refused, and the next after an answer is not', async () => {
    const { history, store, pass } = startHistoryBench();
    await pass(0);
    store.holds = true;
    const asked = Array.from({ length: 16 }, () => history.channels());
    await expect(history.markers(0, 1, null)).rejects.toMatchObject({
      code: 'too-many',
      message: '16 history queries are already running. Try again when one has ended.',
    });
    await pass(0);
    store.release();
    await Promise.all(asked);
    await expect(history.markers(0, 1, null)).resolves.toEqual({ markers: [] });
  });

  test('that the disk does not answer are refused with its reason', async () => {
    const { history, store, pass } = startHistoryBench();
    await pass(0);
    store.failures.ask = new StoreError('failed', 'disk I/O error');
    await expect(history.channels()).rejects.toMatchObject({
      code: 'storage-failed',
      message: 'Cannot access stored readings: disk I/O error.',
    });
    store.failures.ask = new TypeError('a mistake');
    await expect(history.channels()).rejects.toThrow(TypeError);
  });

  test('wait for the store to be open, but not for long', async () => {
    const { history, store, pass } = createHistoryBench();
    const opened = Promise.withResolvers<void>();
    store.open = () => opened.promise;
    history.start({ record: true, retention: RETENTION });
    const impatient = history.channels();
    const verdict = expect(impatient).rejects.toMatchObject({
      message: 'Cannot read the history: it is still opening. Try again when it is open.',
    });
    await pass(5000);
    await verdict;
    const patient = history.channels();
    opened.resolve();
    await expect(patient).resolves.toEqual({ channels: [] });
  });

  test('of exports and of the log of alarms go to the store itself', async () => {
    const { history, store, pass } = startHistoryBench();
    await pass(0);
    await expect(history.source.read(T, 1, 2, 3)).resolves.toMatchObject({ next: null });
    await expect(history.source.count([T], 1, 2)).resolves.toBe(1);
    await history.source.alarms.put([]);
    await history.source.alarms.list({ from: 1, to: 2, limit: 3 });
    expect(store.calls.filter(([name]) => name !== 'configure' && name !== 'status')).toEqual([
      ['read', T, 1, 2, 3],
      ['count', [T], 1, 2],
      ['alarms', []],
      ['alarm log', { from: 1, to: 2, limit: 3 }],
    ]);
  });
});

test('markers are told of when they come, change and go', async () => {
  const { history, pass } = startHistoryBench();
  await pass(0);
  const told: EntityChange<'marker'>[] = [];
  history.events.on('marker', (event) => told.push(event));
  const marker = await history.addMarker({ at: 1, text: 'one', device: 'usb/E1' });
  await history.changeMarker(marker.id, { at: 2, text: 'two', device: null });
  await history.removeMarker(marker.id);
  await expect(history.removeMarker(marker.id)).rejects.toMatchObject({ code: 'not-found' });
  await expect(history.changeMarker(9, { at: 2, text: 'two', device: null })).rejects.toMatchObject({
    code: 'not-found',
  });
  expect(told).toEqual([
    { key: '1', value: { id: 1, at: 1, text: 'one', device: 'usb/E1' } },
    { key: '1', value: { id: 1, at: 2, text: 'two', device: null } },
    { key: '1', value: null },
  ]);
});

test('how long things are kept reaches the store when it opens, and when it changes', async () => {
  const { history, store, pass } = createHistoryBench();
  const configured = (): unknown[] => store.calls.filter(([name]) => name === 'configure').map(([, wanted]) => wanted);
  history.start({ record: true, retention: RETENTION });
  await pass(0);
  expect(configured()).toEqual([RETENTION]);
  await history.change({ record: false, retention: RETENTION });
  expect(configured()).toHaveLength(1);
  const shorter = { ...RETENTION, rawDays: 1 };
  await history.change({ record: false, retention: shorter });
  expect(configured()).toEqual([RETENTION, shorter]);
  expect(history.figures().limit_bytes).toBe(RETENTION.maxBytes);
});

test('a file that was set aside is a problem that names it', async () => {
  const { store, pass, problems, registry } = startHistoryBench();
  await pass(0);
  store.setAside('/data/history/history.sqlite.damaged-1', 'database disk image is malformed');
  expect(problems()).toEqual([
    [
      'history-damaged',
      'The history file was damaged (database disk image is malformed). It was renamed to /data/history/history.sqlite.damaged-1, and a new file was started.',
    ],
  ]);
  expect(registry.problems()[0]).toMatchObject({ subject: '/data/history/history.sqlite.damaged-1' });
});

describe('what the disk says', () => {
  test('is not asked any more when the end came while the file was being opened', async () => {
    const { history, store, pass } = createHistoryBench();
    const opened = Promise.withResolvers<void>();
    store.open = () => opened.promise;
    history.start({ record: true, retention: RETENTION });
    await pass(0);
    const stopped = history.stop();
    await pass(0);
    opened.resolve();
    await pass(0);
    await stopped;
    const asked = (): number => store.calls.filter(([name]) => name === 'status').length;
    const before = asked();
    history.storage();
    await pass(60_000);
    expect(asked()).toBe(before);
  });

  test('is asked every ten seconds, and every second for somebody who looks', async () => {
    const { history, store, pass } = startHistoryBench();
    const asked = (): number => store.calls.filter(([name]) => name === 'status').length;
    await pass(0);
    expect(asked()).toBe(1);
    for (let second = 0; second < 30; second += 1) {
      history.figures();
      await pass(1000);
    }
    expect(asked()).toBe(4);
    store.facts = { ...store.facts, bytes: 12_345 };
    for (let tenth = 0; tenth < 50; tenth += 1) {
      history.storage();
      await pass(100);
    }
    expect(history.storage().bytes).toBe(12_345);
    expect(asked()).toBeGreaterThanOrEqual(8);
    expect(asked()).toBeLessThanOrEqual(10);
    await history.stop();
    const before = asked();
    history.storage();
    await pass(60_000);
    expect(asked()).toBe(before);
  });
});
