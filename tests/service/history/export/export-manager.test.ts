import { once } from 'node:events';
import { type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type CorrectionVersion, csvOptionsSchema } from '../../../../service/contract/index.ts';
import type { ExportSpec, ExportsOptions } from '../../../../service/history/export/export-manager.ts';
import { ExportManager } from '../../../../service/history/export/export-manager.ts';
import { StoreError } from '../../../../service/history/types.ts';
import { silentLogger } from '../../../../service/support/logger.ts';
import { workerFile } from '../../../../service/support/worker-file.ts';
import { ManualClock } from '../../devices/support.ts';
import { readCsv } from './support/csv-reader.ts';
import { computedSource, type Source } from './support/memory-source.ts';

const PATIENCE = { timeout: 20_000 };
const BEGIN = Date.UTC(2026, 10, 20);

/** A thread that is begun from there throws at once, as where the system gives no more threads. */
const NOWHERE = 'https://nowhere.invalid/';

const CHANNELS = ['temperature', 'pressure'].map((channel) => ({
  family: 'usb' as const,
  serial: 'E24638',
  channel,
  unit: '°C',
}));

const sourceOf = (perChannel: number): Source =>
  computedSource({
    channels: CHANNELS,
    perChannel,
    from: BEGIN,
    stepMs: 100,
    valueOf: (index, channel) => index / 8 + channel,
  });

/** A source that counts what it is asked for. */
function counted(source: Source): Source & { asked: number } {
  const counting = {
    ...source,
    asked: 0,
    read: ((...question) => {
      counting.asked += 1;
      return source.read(...question);
    }) as Source['read'],
  };
  return counting;
}

const wish = (changes: Partial<ExportSpec> = {}): ExportSpec => ({
  channels: CHANNELS.map(({ unit: _unit, ...ref }) => ref),
  from: BEGIN,
  to: BEGIN + 86_400_000,
  format: 'csv',
  layout: 'moments',
  csv: csvOptionsSchema.parse({ decimals: 'all' }),
  interval: undefined,
  splitRows: undefined,
  id: undefined,
  isPreview: false,
  ...changes,
});

let exports: ExportManager;
let logged: string[];
const create = (
  source: Source,
  others: Partial<Pick<ExportsOptions, 'clock' | 'stalledMs' | 'worker' | 'correctionsOf' | 'computedDecimals'>> = {},
): ExportManager => {
  logged = [];
  const note = (text: string): void => void logged.push(text);
  exports = new ExportManager({ source, logger: { ...silentLogger, info: note, warn: note }, ...others });
  return exports;
};

afterEach(() => exports.stop());

/** Takes everything. */
async function drain(stream: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** Waits until nothing happens any more. */
async function untilQuiet(count: () => number): Promise<void> {
  let quiet = 0;
  let last = count();
  await vi.waitFor(
    () => {
      quiet = count() === last ? quiet + 1 : 0;
      last = count();
      expect(quiet).toBeGreaterThan(10);
    },
    { ...PATIENCE, interval: 30 },
  );
}

/** A version of the first channel's correction, by the time of its beginning after that of the range. */
const version = (number: number, sinceMs: number): CorrectionVersion => ({
  version: number,
  since: new Date(BEGIN + sinceMs).toISOString(),
  correction: null,
  coefficients: null,
});

test('a Parquet file has the versions of corrections in its range', async () => {
  const versions = [version(4, 86_400_000), version(3, 1000), version(2, 0), version(1, -1000)];
  create(sourceOf(10), { correctionsOf: ({ channel }) => (channel === CHANNELS[0]?.channel ? versions : []) });
  const { stream } = await exports.start(wish({ format: 'parquet' }));
  const [text] = /\{"layout".*\}\]\}/.exec((await drain(stream)).toString()) ?? [];
  const { channels } = JSON.parse(text ?? '') as { channels: { corrections?: CorrectionVersion[] }[] };
  expect(channels[0]?.corrections?.map((one) => one.version)).toEqual([2, 3]);
  expect(channels[1]).not.toHaveProperty('corrections');
});

test('a CSV file has the decimals of each channel: those of a computed one, and all if nothing is known', async () => {
  const source = computedSource({
    channels: [
      ...CHANNELS,
      { family: 'computed', serial: 'c1', channel: 'value', unit: '°C' },
      { family: 'usb', serial: 'E24638', channel: 'turns', unit: 'furlongs' },
    ],
    perChannel: 1,
    from: BEGIN,
    stepMs: 100,
    valueOf: () => 2 / 3,
  });
  create(source, { computedDecimals: (id) => (id === 'c1' ? 4 : undefined) });
  const channels = [
    { family: 'usb', serial: 'E24638', channel: 'temperature' },
    { family: 'computed', serial: 'c1', channel: 'value' },
    { family: 'usb', serial: 'E24638', channel: 'turns' },
  ] as const;
  const { stream } = await exports.start(wish({ channels, csv: csvOptionsSchema.parse({}) }));
  expect((await drain(stream)).toString()).toMatch(/Z,0\.67,0\.6667,0\.6666666666666666\r\n$/);
});

describe('an export', () => {
  test('is logged once, when it has ended, with its rows', async () => {
    create(sourceOf(100));
    const { file, stream } = await exports.start(wish());
    expect(logged).toEqual([]);
    await drain(stream);
    await vi.waitFor(() => expect(logged).toEqual([`done ${file} (100 rows)`]), PATIENCE);
  });

  test('for a preview is neither logged nor listed once it has ended', async () => {
    create(sourceOf(100));
    const whole = await exports.start(wish({ id: 'whole', isPreview: true }));
    await drain(whole.stream);
    const left = await exports.start(wish({ id: 'left', isPreview: true }));
    left.stream.destroy();
    await vi.waitFor(() => expect(exports.list()).toEqual({ exports: [] }), PATIENCE);
    const { stream } = await exports.start(wish({ id: 'mine' }));
    await drain(stream);
    await vi.waitFor(() => expect(logged).toHaveLength(1), PATIENCE);
    expect(exports.list().exports.map(({ id }) => id)).toEqual(['mine']);
  });

  test('is the whole file, and is followed to its end', async () => {
    create(sourceOf(10_000));
    const { id, file, contentType, stream } = await exports.start(wish({ id: 'mine' }));
    expect({ id, file, contentType }).toEqual({
      id: 'mine',
      file: 'mensura-E24638-20261120T000000Z-20261121T000000Z.csv',
      contentType: 'text/csv; charset=utf-8; header=present',
    });
    expect(exports.get('mine').state).toBe('running');
    const bytes = await drain(stream);
    const [heading, ...rows] = readCsv(bytes.toString().slice(1));
    expect(heading).toEqual(['time (UTC)', 'E24638 temperature (°C)', 'E24638 pressure (°C)']);
    expect(rows).toHaveLength(10_000);
    expect(rows.at(-1)).toEqual([new Date(BEGIN + 999_900).toISOString(), '1249.875', '1250.875']);
    await vi.waitFor(() => expect(exports.get('mine').state).toBe('done'), PATIENCE);
    expect(exports.get('mine')).toEqual({
      id: 'mine',
      state: 'done',
      file,
      started: expect.any(String) as string,
      rows: 10_000,
      readings: 20_000,
      readings_expected: 20_000,
      bytes: bytes.length,
      error: null,
    });
  });

  test.each([
    ['csv', 10, 'zip', 'application/zip'],
    ['jsonl', undefined, 'jsonl', 'application/jsonl; charset=utf-8'],
    ['parquet', undefined, 'parquet', 'application/vnd.apache.parquet'],
  ] as const)('as %s with split_rows %s is a .%s', async (format, splitRows, ending, type) => {
    create(sourceOf(100));
    const { file, contentType, stream } = await exports.start(wish({ format, splitRows }));
    expect(file.endsWith(`Z.${ending}`)).toBe(true);
    expect(contentType).toBe(type);
    expect((await drain(stream)).length).toBeGreaterThan(100);
  });

  test.each([
    [['E24638', 'E24638'], 'E24638'],
    [['E24638', 'E24639'], 'channels'],
    [['../../etc/"x"\r\nX: y', '../../etc/"x"\r\nX: y'], '_etc_x_X_y'],
    [['äöü', 'äöü'], '_'],
  ])('of %j is called after %s', async (serials, word) => {
    create(sourceOf(1));
    const channels = serials.map((serial, place) => ({ family: 'usb' as const, serial, channel: `c${place}` }));
    const { file, stream } = await exports.start(wish({ channels }));
    expect(file).toBe(`mensura-${word}-20261120T000000Z-20261121T000000Z.csv`);
    await drain(stream);
  });

  test('with a reader that stops is not worked on', async () => {
    const source = counted(sourceOf(5_000_000));
    create(source);
    const { id, stream } = await exports.start(wish());
    await vi.waitFor(() => expect(exports.get(id).bytes).toBeGreaterThan(0), PATIENCE);
    await untilQuiet(() => source.asked);
    const { bytes } = exports.get(id);
    // A few pieces and no more, of a file of half a gigabyte.
    expect(bytes).toBeLessThan(1_000_000);
    expect(source.asked).toBeLessThan(10);
    stream.resume();
    await vi.waitFor(() => expect(exports.get(id).bytes).toBeGreaterThan(3_000_000), PATIENCE);
  });

  test('whose reader goes away is cancelled', async () => {
    const source = counted(sourceOf(5_000_000));
    create(source);
    const { id, stream } = await exports.start(wish());
    await expect(
      pipeline(
        stream,
        new Writable({
          write: (_piece, _encoding, done) => done(new Error('gone')),
        }),
      ),
    ).rejects.toThrow('gone');
    expect(exports.get(id)).toMatchObject({ state: 'cancelled', error: null });
    await untilQuiet(() => source.asked);
  });

  test.each([5_000_000, 5])('whose reader takes nothing of %i readings for too long is cancelled', async (count) => {
    create(sourceOf(count), { stalledMs: 100 });
    const { id, stream } = await exports.start(wish());
    stream.on('error', () => {});
    // Has the first piece come to where it would be taken from.
    stream.read(0);
    await vi.waitFor(() => expect(exports.get(id).state).toBe('cancelled'), PATIENCE);
    expect(exports.get(id).error).toContain('stopped reading');
    expect(stream.destroyed).toBe(true);
  });

  test('that is cancelled breaks off', async () => {
    create(sourceOf(5_000_000));
    const { id, stream } = await exports.start(wish());
    const reading = drain(stream);
    await vi.waitFor(() => expect(exports.get(id).rows).toBeGreaterThan(0), PATIENCE);
    exports.cancel(id);
    await expect(reading).rejects.toThrow('The export was canceled.');
    expect(exports.get(id)).toMatchObject({ state: 'cancelled', error: null });
    exports.cancel(id);
  });

  test('that is cancelled ends its thread, also one that is stuck before its first word', async () => {
    create(sourceOf(10), { worker: new URL('./support/stuck-worker.mjs', import.meta.url) });
    const begun = once(process, 'worker') as Promise<[Worker]>;
    const refused = expect(exports.start(wish({ id: 'mine' }))).rejects.toThrow('The export was canceled.');
    const [thread] = await begun;
    await once(thread, 'online');
    const ended = once(thread, 'exit');
    exports.cancel('mine');
    await Promise.all([refused, ended]);
    expect(exports.get('mine')).toMatchObject({ state: 'cancelled', error: null });
  });

  test('that fails in the middle breaks off, and tells why', async () => {
    const source = sourceOf(5_000_000);
    let asked = 0;
    create({
      ...source,
      read: (...question) => {
        asked += 1;
        return asked > 6 ? Promise.reject(new StoreError('failed', 'disk I/O error')) : source.read(...question);
      },
    });
    const { id, stream } = await exports.start(wish());
    await expect(drain(stream)).rejects.toThrow('disk I/O error');
    expect(exports.get(id)).toMatchObject({ state: 'failed', error: 'disk I/O error' });
    expect(exports.get(id).bytes).toBeGreaterThan(0);
  });

  test('whose first readings cannot be had is refused', async () => {
    create({ ...sourceOf(10), read: () => Promise.reject(new StoreError('failed', 'disk I/O error')) });
    await expect(exports.start(wish({ id: 'x' }))).rejects.toMatchObject({
      code: 'storage-failed',
      message: 'Cannot export the readings: disk I/O error. The file is incomplete; export again.',
    });
    expect(exports.get('x').state).toBe('failed');
  });

  test('that is given no thread is refused, and is none of those that run', async () => {
    create(sourceOf(10), { worker: new URL(NOWHERE) });
    for (const id of ['a', 'b', 'c', 'd']) {
      await expect(exports.start(wish({ id }))).rejects.toMatchObject({ code: 'storage-failed' });
      expect(exports.get(id).state).toBe('failed');
    }
  });

  test('of a history that does not get on fails', async () => {
    const nothing = new Float64Array(0);
    create({ ...sourceOf(10), read: (_channel, from) => Promise.resolve({ at: nothing, value: nothing, next: from }) });
    await expect(exports.start(wish())).rejects.toThrow('returned no progress');
  });
});

describe('exports', () => {
  test('three run at a time', async () => {
    create(sourceOf(5_000_000));
    const running = await Promise.all([1, 2, 3].map(() => exports.start(wish())));
    await expect(exports.start(wish())).rejects.toMatchObject({ code: 'too-many' });
    exports.cancel(running[0]?.id ?? '');
    await exports.start(wish());
  });

  test('an id is used once', async () => {
    create(sourceOf(10));
    const [first, second] = await Promise.allSettled([
      exports.start(wish({ id: 'a' })),
      exports.start(wish({ id: 'a' })),
    ]);
    expect(first?.status).toBe('fulfilled');
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 'conflict' } });
    await expect(exports.start(wish({ id: 'a' }))).rejects.toMatchObject({ code: 'conflict' });
  });

  test('what is wrong is refused', async () => {
    create(sourceOf(10));
    await expect(exports.start(wish({ channels: [] }))).rejects.toMatchObject({ code: 'bad-request' });
    await expect(exports.start(wish({ from: 5, to: 5 }))).rejects.toMatchObject({ code: 'bad-request' });
    await expect(exports.start(wish({ format: 'jsonl', splitRows: 5 }))).rejects.toMatchObject({ code: 'bad-request' });
    expect(() => exports.get('nobody')).toThrow('No export with ID nobody.');
    expect(() => exports.cancel('nobody')).toThrow('No export with ID nobody.');
  });

  test('those that ended are kept for ten minutes, and twenty of them', async () => {
    const clock = new ManualClock();
    const worker = new URL(workerFile('export-worker'));
    create(sourceOf(1), { clock, worker });
    // Most fail without a thread, which takes no time: how they ended makes no difference.
    for (let turn = 0; turn < 22; turn += 1) {
      const ends = turn % 7 === 0;
      worker.href = ends ? workerFile('export-worker').href : NOWHERE;
      const started = exports.start(wish({ id: `e${turn}` }));
      if (ends) await drain((await started).stream);
      else await expect(started).rejects.toMatchObject({ code: 'storage-failed' });
      await vi.waitFor(() => expect(exports.get(`e${turn}`).state).toBe(ends ? 'done' : 'failed'), PATIENCE);
      clock.advance(10);
    }
    const kept = exports.list().exports.map(({ id }) => id);
    expect(kept).toEqual(Array.from({ length: 20 }, (_, place) => `e${21 - place}`));
    clock.advance(600_001);
    expect(exports.list().exports).toEqual([]);
  });

  test('end with the service', async () => {
    create(sourceOf(5_000_000));
    const { id, stream } = await exports.start(wish());
    exports.stop();
    await expect(drain(stream)).rejects.toThrow();
    expect(exports.get(id).state).toBe('cancelled');
    await expect(exports.start(wish())).rejects.toMatchObject({ code: 'conflict' });
  });
});
