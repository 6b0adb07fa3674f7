/** Stored readings of a range are written once, in order, and continued after a restart. */
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { databaseInputSchema, type ReadingChoice } from '../../../service/contract/index.ts';
import { DatabaseBackfill, type StoredReadings, type StoredSet } from '../../../service/databases/backfill.ts';
import { databaseConfig } from '../../../service/databases/configs.ts';
import { LineSource } from '../../../service/databases/line-source.ts';
import { DatabaseSession } from '../../../service/databases/session.ts';
import { systemClock } from '../../../service/support/clock.ts';
import { isMensuraError } from '../../../service/support/errors.ts';
import { silentLogger } from '../../../service/support/logger.ts';
import { freshFolder } from '../../support/process.ts';
import { until } from '../../support/until.ts';
import { createBench, describePth } from '../devices/support.ts';
import { ACCEPTED, type LineServer, startLineServer } from './line-server.ts';

const FROM = Date.UTC(2026, 10, 20);
const RANGE = { from: new Date(FROM).toISOString(), to: new Date(FROM + 3_600_000).toISOString() };

/** One reading a second of two devices, in portions of 500; a null each 10 s. */
function playedHistory(seconds: number): StoredReadings {
  const set = (index: number): StoredSet => ({
    at: FROM + index * 1000,
    samples: [{ channel: 'temperature', magnitude: index % 10 === 9 ? null : index }],
  });
  return {
    devices: async () => ['A', 'B'].map((serial) => ({ family: 'usb', serial, channels: ['temperature'] })),
    async *sets(_device, from, to) {
      const all = Array.from({ length: seconds }, (_, index) => set(index)).filter(({ at }) => at >= from && at < to);
      for (let start = 0; start < all.length; start += 500) yield all.slice(start, start + 500);
    },
    describe: ({ serial }) => describePth(serial),
  };
}

interface Rig {
  backfill: DatabaseBackfill;
  stop(): Promise<void>;
}

async function startRig(
  server: LineServer,
  folder: string,
  history: StoredReadings,
  readings: Partial<ReadingChoice> = {},
): Promise<Rig> {
  const { registry } = createBench();
  const input = databaseInputSchema.parse({ kind: 'victoriametrics', name: 'x', url: server.url, readings });
  const config = databaseConfig('b00000001', undefined, input);
  const common = { clock: systemClock, logger: silentLogger };
  const queue = { take: () => undefined, settle: () => {}, rewind: () => {}, onReady: undefined, size: 0 };
  const session = new DatabaseSession({
    ...common,
    config,
    source: queue,
    limits: { retry: { firstMs: 5, longestMs: 10 }, slowRetry: { firstMs: 5, longestMs: 10 } },
  });
  session.start();
  const source = new LineSource({
    registry,
    devices: { get: () => ({ alias: '' }), events: { on: () => () => {} } },
    installation: 'MS0123456789',
    writesSimulated: false,
    fields: config.fields,
    clock: systemClock,
    push: () => {},
  });
  const backfill = new DatabaseBackfill({
    ...common,
    path: join(folder, 'backfill.json'),
    source,
    session,
    history,
    intervalMs: config.fields.readings.interval_s * 1000,
    onChange: () => {},
  });
  await backfill.resume();
  const stop = async (): Promise<void> => {
    await backfill.stop();
    await session.stop();
  };
  onTestFinished(stop);
  return { backfill, stop };
}

const times = (lines: readonly string[], serial: string): number[] =>
  lines.filter((line) => line.includes(`serial=${serial} `)).map((line) => Number(line.split(' ').at(-1)));

/** Each second of a range that has a value. */
const seconds = (count: number): number[] =>
  Array.from({ length: count }, (_, index) => index)
    .filter((index) => index % 10 !== 9)
    .map((index) => FROM + index * 1000);

describe('a backfill', () => {
  test('writes every stored reading of the range, and nothing for null', async () => {
    const server = await startLineServer();
    const { backfill } = await startRig(server, freshFolder(), playedHistory(1200));
    await backfill.start(RANGE);
    const view = await until('its end', () => (backfill.view?.ended ? backfill.view : undefined));
    expect(view).toMatchObject({ state: 'done', written: 2160, discarded: 0, progress: 1, error: null });
    expect(times(server.lines, 'A')).toEqual(seconds(1200));
    expect(times(server.lines, 'B')).toEqual(seconds(1200));
    expect(server.lines[0]).toBe(
      `mensura,family=usb,installation=MS0123456789,model=VCP-PTH450-CAL/v1,serial=A temperature=0 ${FROM}`,
    );
  });

  test('respects the range and the choice of the database', async () => {
    const server = await startLineServer();
    const readings: Partial<ReadingChoice> = { devices: 'only', device_list: ['usb/B'], interval_s: 60 };
    const { backfill } = await startRig(server, freshFolder(), playedHistory(1200), readings);
    await backfill.start({ ...RANGE, to: new Date(FROM + 600_000).toISOString() });
    await until('its end', () => backfill.view?.ended);
    expect(times(server.lines, 'A')).toEqual([]);
    // The newest reading of each minute; each tenth is null, so it ends gathered intervals too.
    const written = times(server.lines, 'B');
    expect(written.length).toBeGreaterThanOrEqual(10);
    expect(written.every((at) => at >= FROM && at < FROM + 600_000)).toBe(true);
  });

  test('waits for a server that is away, and says why', async () => {
    const server = await startLineServer(() => ({ status: 503 }));
    const { backfill } = await startRig(server, freshFolder(), playedHistory(10));
    await backfill.start(RANGE);
    await until('the reason', () => backfill.view?.error?.includes('HTTP 503'));
    server.respond = () => ACCEPTED;
    const view = await until('its end', () => (backfill.view?.ended ? backfill.view : undefined));
    expect(view).toMatchObject({ state: 'done', written: 18, error: null });
  });

  test('pauses, resumes and refuses a second one', async () => {
    const server = await startLineServer();
    const { backfill } = await startRig(server, freshFolder(), playedHistory(3000));
    await backfill.start(RANGE);
    await until('the first lines', () => server.lines.length > 0);
    expect(await backfill.setPaused(true)).toMatchObject({ state: 'paused', ended: null });
    const paused = server.lines.length;
    expect(await backfill.start(RANGE).catch((error: unknown) => isMensuraError(error) && error.code)).toBe('conflict');
    expect(server.lines.length).toBe(paused);
    await backfill.setPaused(false);
    await until('its end', () => backfill.view?.ended);
    expect(new Set(times(server.lines, 'B'))).toEqual(new Set(seconds(3000)));
  });

  test('is canceled', async () => {
    const server = await startLineServer();
    const { backfill } = await startRig(server, freshFolder(), playedHistory(3000));
    await backfill.start(RANGE);
    await until('the first lines', () => server.lines.length > 0);
    const view = await backfill.cancel();
    expect(view).toMatchObject({ state: 'canceled', ended: expect.any(String) });
    expect(await backfill.cancel()).toEqual(view);
    expect(server.lines.length).toBeLessThan(5400);
  });

  test('continues after a restart, where it was', async () => {
    const folder = freshFolder();
    const server = await startLineServer();
    const first = await startRig(server, folder, playedHistory(3000));
    await first.backfill.start(RANGE);
    await until('some lines', () => server.lines.length > 1000);
    await first.stop();
    const before = server.lines.length;
    expect(before).toBeLessThan(5400);
    const second = await startRig(server, folder, playedHistory(3000));
    const view = await until('its end', () => (second.backfill.view?.ended ? second.backfill.view : undefined));
    expect(view.state).toBe('done');
    for (const serial of ['A', 'B']) expect(new Set(times(server.lines, serial))).toEqual(new Set(seconds(3000)));
    // A portion in progress at the stop is written again, no more.
    expect(server.lines.length).toBeLessThanOrEqual(5400 + 500);
  });

  test('fails if the history cannot be read', async () => {
    const server = await startLineServer();
    const history = { ...playedHistory(1), devices: () => Promise.reject(new Error('The disk cannot be read.')) };
    const { backfill } = await startRig(server, freshFolder(), history);
    await backfill.start(RANGE);
    const view = await until('its end', () => (backfill.view?.ended ? backfill.view : undefined));
    expect(view).toMatchObject({ state: 'failed', error: 'The disk cannot be read.' });
  });
});
