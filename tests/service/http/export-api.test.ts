import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ExportJob, ExportJobs } from '../../../service/contract/index.ts';
import { ExportManager } from '../../../service/history/export/export-manager.ts';
import { silentLogger } from '../../../service/support/logger.ts';
import { computedSource, memorySource, type Source } from '../history/export/support/memory-source.ts';
import { type Answer, ask, messageOf, write } from './support/ask.ts';
import { type Host, startHost } from './support/host.ts';

const PATIENCE = { timeout: 20_000 };
const BEGIN = Date.UTC(2026, 10, 20);
const TEMPERATURE = { family: 'usb' as const, serial: 'E24638', channel: 'temperature', unit: '°C' };

const few = memorySource([
  {
    ...TEMPERATURE,
    readings: [
      [BEGIN, 21.5],
      [BEGIN + 1000, -1.25],
    ],
  },
]);

/** Half a gigabyte of CSV. */
const many = computedSource({
  channels: [TEMPERATURE],
  perChannel: 10_000_000,
  from: BEGIN,
  stepMs: 100,
  valueOf: (index) => index / 7,
});

let host: Host;
let exports: ExportManager;

async function start(source: Source): Promise<void> {
  exports = new ExportManager({ source, logger: silentLogger });
  host = await startHost({ exports });
}

afterEach(async () => {
  exports.stop();
  await host.stop();
});

const QUERY = 'channel=usb%2FE24638%2Ftemperature&from=2026-11-20T00:00:00Z&to=2027-11-20T00:00:00Z';
const get = (query: string, method = 'GET'): Promise<Answer> => ask(host.port, `/app/v1/export?${query}`, { method });
const jobs = async (): Promise<ExportJob[]> => ((await ask(host.port, '/app/v1/exports')).json() as ExportJobs).exports;

/** Begins to read, and stops after the first piece. */
async function begin(query: string): Promise<IncomingMessage> {
  const outgoing = request({ host: '127.0.0.1', port: host.port, path: `/app/v1/export?${query}`, agent: false });
  outgoing.on('error', () => {});
  outgoing.end();
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  incoming.on('error', () => {});
  await once(incoming, 'readable');
  return incoming;
}

describe('GET /app/v1/export', () => {
  test('returns a named file', async () => {
    await start(few);
    const answer = await get(`${QUERY}&separator=semicolon&decimal_mark=comma`);
    expect(answer.status).toBe(200);
    const file = 'mensura-E24638-20261120T000000Z-20271120T000000Z.csv';
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${file}"; filename*=UTF-8''${file}`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'transfer-encoding': 'chunked',
    });
    expect(answer.text).toBe(
      '\uFEFFtime (UTC);E24638 temperature (°C)\r\n2026-11-20T00:00:00.000Z;21,5\r\n2026-11-20T00:00:01.000Z;-1,25\r\n',
    );
    expect(await jobs()).toMatchObject([{ state: 'done', file, rows: 2, readings: 2, readings_expected: 2 }]);
  });

  test.each([
    ['format=jsonl', 'application/jsonl; charset=utf-8', '{"timestamp"'],
    ['format=parquet', 'application/vnd.apache.parquet', 'PAR1'],
    ['split_rows=1', 'application/zip', 'PK'],
    ['format=xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'PK'],
    [
      'interval_s=60.5&values=mean,count',
      'text/csv; charset=utf-8; header=present',
      '\uFEFFtime (UTC),E24638 temperature mean (°C),E24638 temperature count\r\n',
    ],
    [
      'interval_s=1&format=jsonl&layout=readings',
      'application/jsonl; charset=utf-8',
      '{"timestamp":"2026-11-20T00:00:00.000Z","family":"usb","serial":"E24638","channel":"temperature","mean":21.5,"unit":"°C"}',
    ],
    ['layout=readings&time=unix_ms', 'text/csv; charset=utf-8; header=present', '\uFEFFtime (ms since 1970),family'],
  ])('%s', async (query, type, beginning) => {
    await start(few);
    const answer = await get(`${QUERY}&${query}`);
    expect(answer.headers['content-type']).toBe(type);
    expect(answer.text.startsWith(beginning)).toBe(true);
  });

  test('does not use up the ID for HEAD', async () => {
    await start(few);
    const head = await get(`${QUERY}&id=mine`, 'HEAD');
    expect(head).toMatchObject({ status: 200, text: '' });
    expect(head.headers['content-disposition']).toContain('attachment');
    expect((await get(`${QUERY}&id=mine`)).status).toBe(200);
  });

  test.each([
    ['from=2026-11-20T00:00:00Z', 'channel'],
    [`${QUERY}&format=ods`, 'format'],
    [`${QUERY}&layout=pivot`, 'layout'],
    [`${QUERY}&separator=%2C`, 'separator'],
    [`${QUERY}&decimal_mark=comma`, 'decimal_mark'],
    [`${QUERY}&time=excel`, 'time'],
    [`${QUERY}&split_rows=0`, 'split_rows'],
    [`${QUERY}&interval_s=-1`, 'interval_s: must be a number'],
    [`${QUERY}&interval_s=86401`, 'interval_s: must be at most 86400, got 86401'],
    [`${QUERY}&interval_s=1e3`, 'interval_s: must be a number'],
    [`${QUERY}&interval_s=`, 'interval_s: must be a number'],
    [`${QUERY}&values=mean`, 'values: requires an interval (interval_s)'],
    [`${QUERY}&interval_s=60&values=`, 'must be one of newest, mean, min, max, count, got ""'],
    [`${QUERY}&interval_s=60&values=mean,median`, 'must be one of newest, mean, min, max, count, got "median"'],
    [`${QUERY}&interval_s=60&values=mean,mean`, 'values: must not list a value twice'],
    [`${QUERY}&split_rows=1048576`, 'split_rows'],
    [`${QUERY}&format=jsonl&split_rows=5`, 'split_rows'],
    [`${QUERY}&id=a%0Ab`, 'id'],
    [`${QUERY}&id=`, 'id'],
    [`${QUERY}&colour=red`, 'colour'],
    [`${QUERY}&format=csv&format=jsonl`, 'format'],
    ['channel=usb/E24638/temperature&from=5&to=5', 'from'],
  ])('refuses %s', async (query, name) => {
    await start(few);
    const answer = await get(query);
    expect(answer.status).toBe(400);
    expect(messageOf(answer)).toContain(name);
    expect(await jobs()).toEqual([]);
  });

  test('responds 500 before the first byte if the history cannot be read', async () => {
    await start({ ...few, read: () => Promise.reject(new Error('disk I/O error')) });
    const answer = await get(QUERY);
    expect(answer.status).toBe(500);
    expect(messageOf(answer)).toBe('Cannot export the readings: disk I/O error. The file is incomplete; export again.');
  });

  test('aborts the connection if the export fails midway', async () => {
    let asked = 0;
    await start({
      ...many,
      read: (...question) => {
        asked += 1;
        return asked > 4 ? Promise.reject(new Error('disk I/O error')) : many.read(...question);
      },
    });
    await expect(get(QUERY)).rejects.toThrow('aborted');
    expect(await jobs()).toMatchObject([{ state: 'failed', error: 'disk I/O error' }]);
  });

  test('cancels the export if its caller disconnects', async () => {
    await start(many);
    const incoming = await begin(QUERY);
    expect(await jobs()).toMatchObject([{ state: 'running', readings_expected: 10_000_000 }]);
    incoming.destroy();
    await vi.waitFor(async () => expect(await jobs()).toMatchObject([{ state: 'cancelled' }]), PATIENCE);
  });

  test('cancels the export if its caller disconnects before the first byte', async () => {
    const gate = Promise.withResolvers<void>();
    await start({ ...many, read: (...question) => gate.promise.then(() => many.read(...question)) });
    const outgoing = request({ host: '127.0.0.1', port: host.port, path: `/app/v1/export?${QUERY}`, agent: false });
    outgoing.on('error', () => {});
    outgoing.end();
    await vi.waitFor(async () => expect(await jobs()).toMatchObject([{ state: 'preparing' }]), PATIENCE);
    const closed = new Promise((resolve) => outgoing.once('close', resolve));
    outgoing.destroy();
    await closed;
    // By the time that these are answered, the service knows of it.
    await jobs();
    await jobs();
    gate.resolve();
    await vi.waitFor(async () => expect(await jobs()).toMatchObject([{ state: 'cancelled' }]), PATIENCE);
  });

  test('runs three exports at a time', async () => {
    await start(many);
    const running = await Promise.all([1, 2, 3].map(() => begin(QUERY)));
    expect((await get(QUERY)).status).toBe(503);
    for (const incoming of running) incoming.destroy();
  });
});

describe('/app/v1/exports/{id}', () => {
  test('follows an export, and cancels it', async () => {
    await start(many);
    const incoming = await begin(`${QUERY}&id=mine`);
    const path = '/app/v1/exports/mine';
    const one = await ask(host.port, path);
    expect(one.json()).toMatchObject({ id: 'mine', state: 'running' });
    expect((await get(`${QUERY}&id=mine`)).status).toBe(409);
    incoming.resume();
    expect((await write(host.port, 'DELETE', path)).json()).toEqual({});
    await vi.waitFor(() => expect(incoming.closed).toBe(true), PATIENCE);
    expect(incoming.complete).toBe(false);
    expect((await ask(host.port, path)).json()).toMatchObject({ state: 'cancelled', error: null });
  });

  test('responds 404 to an unknown ID', async () => {
    await start(few);
    expect((await ask(host.port, '/app/v1/exports/nobody')).status).toBe(404);
    expect((await write(host.port, 'DELETE', '/app/v1/exports/nobody')).status).toBe(404);
  });
});
