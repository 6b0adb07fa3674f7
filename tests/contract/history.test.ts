/** What the history answers is what the event stream said, reading by reading, also after a restart and a crash. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ChannelRef,
  channelPath,
  decodeHistory,
  HISTORY_BINARY_TYPE,
  type HistoryReadings,
  type HistoryResult,
  type HistoryStatistics,
  type HistoryStorage,
  type ReadingsEvent,
  type StoredChannels,
} from '../../service/contract/index.ts';
import { openEvents } from '../support/events.ts';
import { type RunningService, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** A channel's readings: moment in milliseconds since 1970, and value. */
type Readings = [at: number, magnitude: number | null][];

/** How old a reading may be, at most, that a kill costs on a computer that keeps up, in milliseconds. */
const LOST_MS = 1000;

const ARGS = ['--simulate=2x1', '--simulate-publish', '--simulate-seed', '3', '--simulate-period', '50'];

let dataDir: string;
let service: RunningService;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mensura-history-'));
  service = await startService({ args: ARGS, dataDir });
});
afterAll(async () => {
  await service.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function read<Answer>(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(`${service.url}/app/v1/${path}`, { headers });
  expect(response.status).toBe(200);
  return (await response.json()) as Answer;
}

function question(channels: readonly ChannelRef[], from: number, to: number): string {
  const named = channels.map((channel) => `channel=${encodeURIComponent(channelPath(channel))}`);
  return `history?${named.join('&')}&from=${from}&to=${to}&points=20000`;
}

/** All readings of a run as the event stream tells them, by channel. */
async function listen(): Promise<{ readings: () => Map<string, Readings>; close: () => void }> {
  const stream = await openEvents(service.url);
  return {
    close: () => stream.close(),
    readings: () => {
      const found = new Map<string, Readings>();
      for (const { event, data } of stream.seen) {
        if (event !== 'readings') continue;
        const { family, serial, timestamp, values } = data as unknown as ReadingsEvent;
        for (const [channel, { magnitude }] of Object.entries(values)) {
          const path = channelPath({ family, serial, channel });
          const known = found.get(path) ?? [];
          found.set(path, known);
          known.push([Date.parse(timestamp), magnitude]);
        }
      }
      return found;
    },
  };
}

async function stored(from: number, to: number): Promise<{ answer: HistoryResult; readings: Map<string, Readings> }> {
  const { channels } = await read<StoredChannels>('history/channels');
  const answer = await read<HistoryResult>(question(channels, from, to));
  const readings = answer.channels.map(({ parts, ...channel }): [string, Readings] => {
    const all = parts as HistoryReadings[];
    return [
      channelPath(channel),
      all.flatMap(({ at, magnitude }) => at.map((moment, index) => [moment, magnitude[index] ?? null])),
    ];
  });
  return { answer, readings: new Map(readings) };
}

/** Until everything that was measured before a moment is on disk. */
async function untilStored(moment: number): Promise<void> {
  const [channel] = await until('a channel', async () => {
    const { channels } = await read<StoredChannels>('history/channels');
    return channels.length > 0 && channels;
  });
  await until('everything to be stored', async () => {
    const answer = await read<HistoryResult>(question(channel ? [channel] : [], moment - 1, Date.now() + 60_000));
    return Date.parse(answer.until) >= moment;
  });
}

/** Those of one run, from its first that the stream told on, up to a moment. */
function between(all: Readings, from: number, to: number): Readings {
  return all.filter(([at]) => at >= from && at <= to);
}

function expectSame(told: Map<string, Readings>, kept: Map<string, Readings>, to: number): number {
  let compared = 0;
  for (const [path, readings] of told) {
    const from = readings[0]?.[0] ?? 0;
    const expected = between(readings, from, to);
    expect([path, between(kept.get(path) ?? [], from, to)]).toEqual([path, expected]);
    compared += expected.length;
  }
  return compared;
}

const begun = Date.now();
/** What the stream told in each run, and when its last reading was stored for certain. */
const runs: { told: Map<string, Readings>; to: number }[] = [];

/** Listens for a while, and until all of it is stored. */
async function measureFor(readings: number): Promise<void> {
  const stream = await listen();
  await until(`${readings} readings of a channel`, () =>
    [...stream.readings().values()].some((all) => all.length >= readings),
  );
  const to = Date.now();
  await untilStored(to);
  runs.push({ told: stream.readings(), to });
  stream.close();
}

describe('the history of a service', () => {
  test('is what the event stream said, to the bit and the millisecond', async () => {
    await measureFor(80);
    const { told, to } = runs[0] ?? { told: new Map<string, Readings>(), to: 0 };
    const { answer, readings } = await stored(begun, to + 1);
    expect(told.size).toBeGreaterThanOrEqual(8);
    expect(expectSame(told, readings, to)).toBeGreaterThan(500);
    for (const { parts } of answer.channels) expect(parts.every(({ kind }) => kind === 'readings')).toBe(true);
    const facts = await read<HistoryStorage>('history/storage');
    expect(facts).toMatchObject({ state: 'recording', dropped_total: 0 });
    expect(facts.stored_total).toBeGreaterThan(500);
    expect(facts.lag_ms).toBeLessThan(30_000);
  });

  test('is the same in the compact form', async () => {
    const { channels } = await read<StoredChannels>('history/channels');
    const path = question(channels, begun, runs[0]?.to ?? 0);
    const json = await read<HistoryResult>(path);
    const response = await fetch(`${service.url}/app/v1/${path}`, { headers: { Accept: HISTORY_BINARY_TYPE } });
    const columns = decodeHistory(await response.arrayBuffer());
    const plain = JSON.parse(
      JSON.stringify(columns, (_key, value: unknown) => (value instanceof Float64Array ? [...value] : value)),
    ) as HistoryResult;
    expect(plain.channels).toEqual(json.channels);
  });

  test('has the statistics of its readings', async () => {
    const { readings } = await stored(begun, runs[0]?.to ?? 0);
    const { channels } = await read<StoredChannels>('history/channels');
    const path = question(channels, begun, runs[0]?.to ?? 0).replace('history?', 'history/statistics?');
    const statistics = await read<HistoryStatistics>(path.replace('&points=20000', ''));
    for (const { count, failed, min, max, mean, ...channel } of statistics.channels) {
      const all = readings.get(channelPath(channel)) ?? [];
      const valid = all.flatMap(([, magnitude]) => (magnitude === null ? [] : [magnitude]));
      expect([count, failed, min, max]).toEqual([
        valid.length,
        all.length - valid.length,
        Math.min(...valid),
        Math.max(...valid),
      ]);
      expect(mean).toBeCloseTo(valid.reduce((sum, value) => sum + value, 0) / valid.length, 9);
    }
  });

  test('is whole after a restart, with a gap between the runs', async () => {
    const stream = await listen();
    await until('readings', () => stream.readings().size > 0);
    await service.stop();
    const down = Date.now();
    // The last reading that was told before the end was stored too: nothing is lost in a clean stop.
    runs.push({ told: stream.readings(), to: down });
    service = await startService({ args: ARGS, dataDir });
    await measureFor(20);
    const { answer, readings } = await stored(begun, Date.now());
    for (const { told, to } of runs) expectSame(told, readings, to);
    let gaps = 0;
    for (const { parts } of answer.channels) {
      for (const part of parts as HistoryReadings[]) {
        const first = part.at.findIndex((at) => at >= down);
        if (first > 0) gaps += Number(part.broken.includes(first));
      }
    }
    expect(gaps).toBeGreaterThan(3);
  });

  test('loses one second at most when the service is killed', { timeout: 180_000 }, async () => {
    await measureFor(20);
    const stream = await listen();
    // Six seconds of them: half is older than what a kill may cost.
    const many = (): boolean => [...stream.readings().values()].some((all) => all.length >= 120);
    await until('120 readings', many, 60_000);
    const { channels } = await read<StoredChannels>('history/channels');
    // A busy computer is late with the disk: the kill comes when it is not.
    const onDisk = await until('what is on disk to be young', async () => {
      const answer = await read<HistoryResult>(question(channels, Date.now() - LOST_MS, Date.now()));
      const moment = Date.parse(answer.until);
      return Date.now() - moment < LOST_MS && moment;
    });
    const ended = once(service.process, 'exit');
    service.process.kill('SIGKILL');
    await ended;
    const told = stream.readings();
    service = await startService({ args: ARGS, dataDir });
    const { readings } = await stored(begun, Date.now());
    for (const { told: earlier, to } of runs) expectSame(earlier, readings, to);
    expect(expectSame(told, readings, onDisk - 1)).toBeGreaterThan(100);
    expect((await read<{ status: string }>('status')).status).toBe('ok');
  });

  test('is not of a device that was dropped', async () => {
    const { channels } = await read<StoredChannels>('history/channels');
    const dropped = channels[0]?.serial ?? '';
    // It goes on measuring, and is recorded anew.
    const response = await fetch(`${service.url}/app/v1/history/devices/usb/${dropped}`, {
      method: 'DELETE',
      headers: { 'Content-Type': 'application/json' },
    });
    expect(response.status).toBe(200);
    const now = Date.now();
    const { readings } = await stored(begun, now - 2000);
    for (const [path, all] of readings) {
      if (path.startsWith(`usb/${dropped}/`)) expect(all).toEqual([]);
      else expect(all.length).toBeGreaterThan(0);
    }
  });
});
