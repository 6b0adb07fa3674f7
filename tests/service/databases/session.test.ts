/** What waits is written in batches, and retried until the server accepts it. */
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type DatabaseInput, databaseInputSchema } from '../../../service/contract/index.ts';
import { databaseConfig } from '../../../service/databases/configs.ts';
import type { PendingLine } from '../../../service/databases/line-writer.ts';
import {
  DatabaseSession,
  DEFAULT_SESSION_LIMITS,
  OUTBOX_LIMITS,
  type SessionLimits,
} from '../../../service/databases/session.ts';
import type { OutboxLimits } from '../../../service/outbox/options.ts';
import { Outbox } from '../../../service/outbox/outbox.ts';
import { OutboxStore } from '../../../service/outbox/store.ts';
import { systemClock } from '../../../service/support/clock.ts';
import { silentLogger } from '../../../service/support/logger.ts';
import { freshFolder } from '../../support/process.ts';
import { until } from '../../support/until.ts';
import { ACCEPTED, type LineServer, startLineServer } from './line-server.ts';

const LIMITS: Partial<SessionLimits> = {
  batchMs: 10,
  checkMs: 5,
  retry: { firstMs: 5, longestMs: 20 },
  slowRetry: { firstMs: 3_600_000, longestMs: 3_600_000 },
};

interface Rig {
  session: DatabaseSession;
  outbox: Outbox;
  push(...lines: string[]): void;
}

async function startSession(
  server: Pick<LineServer, 'url'>,
  input: Partial<DatabaseInput> = {},
  {
    folder = join(freshFolder(), 'outbox'),
    outbox: limits = {},
  }: { folder?: string; outbox?: Partial<OutboxLimits> } = {},
): Promise<Rig> {
  const parsed = databaseInputSchema.parse({
    kind: 'influxdb2',
    name: 'lab',
    url: server.url,
    bucket: 'readings',
    organization: 'my org',
    token: 'secret',
    ...input,
  });
  const config = databaseConfig('b00000001', undefined, parsed);
  const common = { clock: systemClock, logger: silentLogger };
  const outbox = new Outbox({ ...common, folder, owner: 'database "lab"', prefix: '', qos: 1, storing: true, limits });
  const session = new DatabaseSession({ ...common, config, source: outbox, limits: LIMITS });
  await outbox.start();
  session.start();
  onTestFinished(async () => {
    await session.stop();
    await outbox.stop();
  });
  const push = (...lines: string[]): void => {
    for (const line of lines) outbox.push({ topic: 'line', payload: line, at: Date.now() });
  };
  return { session, outbox, push };
}

const lines = (count: number, name = 'x'): string[] =>
  Array.from({ length: count }, (_, index) => `m ${name}=${index} ${1_700_000_000_000 + index}`);

test('a request is as InfluxDB 2 specifies it', async () => {
  const server = await startLineServer();
  const { session, push } = await startSession(server);
  push(...lines(3));
  await until('the lines', () => server.lines.length === 3);
  const [request] = server.requests;
  // https://docs.influxdata.com/influxdb/v2/api/#operation/PostWrite
  expect(request?.method).toBe('POST');
  expect(request?.url).toBe('/api/v2/write?org=my%20org&bucket=readings&precision=ms');
  expect(request?.headers).toMatchObject({
    authorization: 'Token secret',
    'content-encoding': 'gzip',
    'content-type': 'text/plain; charset=utf-8',
  });
  await until('it to be online', () => session.status.state === 'online');
  expect(session.status.error).toBeNull();
});

test('lines that wait are written together, at most 5,000 at a time, in order', async () => {
  const server = await startLineServer(() => ({ status: 503 }));
  const { push, outbox } = await startSession(server);
  const all = lines(12_000);
  for (let start = 0; start < all.length; start += 4000) {
    push(...all.slice(start, start + 4000));
    // Memory has room for 10,000 lines that are not on disk yet.
    await outbox.flush();
  }
  await until('a refusal', () => server.requests.length > 1);
  server.respond = () => ACCEPTED;
  await until('all lines', () => server.lines.length >= all.length);
  expect(server.lines).toEqual(all);
  expect(Math.max(...server.requests.map((request) => request.lines.length))).toBe(5000);
  await until('an empty outbox', () => outbox.size === 0);
});

test('at 10,000 lines a second, a batch is written before the outbox stores its lines on disk', async () => {
  const server = await startLineServer();
  const { push, outbox } = await startSession(server, {}, { outbox: { ...OUTBOX_LIMITS, flushMs: 600_000 } });
  const append = vi.spyOn(OutboxStore.prototype, 'append');
  onTestFinished(() => append.mockRestore());
  const { batchLines, checkMs } = DEFAULT_SESSION_LIMITS;
  push(...lines(batchLines + 10 * checkMs));
  await until('an empty outbox', () => outbox.size === 0);
  expect(append).not.toHaveBeenCalled();
});

test('a server that comes back gets everything; while it is away, the state says so', async () => {
  const server = await startLineServer(() => ({ status: 500, body: '{"error":"engine closed"}' }));
  const { session, push, outbox } = await startSession(server);
  push(...lines(5));
  await until('it to wait', () => session.status.state === 'waiting' && session.status.error);
  expect(session.status.error).toMatchObject({ code: 'server-error', http_status: 500 });
  expect(outbox.size).toBe(5);
  server.respond = () => ACCEPTED;
  await until('the lines', () => server.lines.length === 5);
  await until('it to be online', () => session.status.state === 'online');
  expect(session.status.error).toBeNull();
  expect(outbox.discarded).toBe(0);
});

test('refused credentials are tried rarely, and at once on request', async () => {
  const server = await startLineServer(() => ({
    status: 401,
    body: '{"code":"unauthorized","message":"unauthorized access"}',
  }));
  const { session, push } = await startSession(server);
  push(...lines(1));
  await until('it to fail', () => session.status.state === 'failed');
  expect(session.status.error).toMatchObject({ code: 'credentials-refused', http_status: 401 });
  expect(session.status.nextRetry).toBeGreaterThan(Date.now());
  const before = server.requests.length;
  push(...lines(1, 'y'));
  server.respond = () => ACCEPTED;
  session.connectNow();
  await until('the lines', () => server.lines.length === 2);
  expect(server.requests.length).toBe(before + 1);
});

test('a redirect is not followed', async () => {
  const other = await startLineServer();
  const server = await startLineServer(() => ({ status: 307, headers: { Location: `${other.url}/api/v2/write` } }));
  const { session, push } = await startSession(server);
  push(...lines(1));
  await until('it to fail', () => session.status.state === 'failed');
  expect(session.status.error?.code).toBe('redirected');
  expect(other.requests).toEqual([]);
});

test('lines that were not written at the stop are written by the next run', async () => {
  const server = await startLineServer(() => ({ status: 503 }));
  const folder = join(freshFolder(), 'outbox');
  const first = await startSession(server, {}, { folder });
  first.push(...lines(10));
  await until('a refusal', () => server.requests.length > 0);
  await first.session.stop();
  await first.outbox.stop();
  server.respond = () => ACCEPTED;
  await startSession(server, {}, { folder });
  await until('the lines', () => server.lines.length === 10);
  expect(server.lines).toEqual(lines(10));
});

test('a discarded line is shown with its reason', async () => {
  const server = await startLineServer(({ lines: received }) =>
    received.includes('m x=1 1700000000001') ? { status: 400, body: '{"message":"unable to parse"}' } : ACCEPTED,
  );
  const { session, push, outbox } = await startSession(server);
  push(...lines(3));
  await until('the refused line', () => session.status.refused);
  expect(session.status.refused).toMatchObject({ line: 'm x=1 1700000000001', text: 'unable to parse' });
  await until('the others', () => new Set(server.lines).size === 2);
  expect(outbox.discarded).toBe(1);
});

test('lines of a backfill are written beside those of the outbox, and retried like them', async () => {
  const server = await startLineServer(() => ({ status: 503 }));
  const { session, push } = await startSession(server);
  const settled: string[] = [];
  const extra = lines(3, 'old').map(
    (text): PendingLine => ({ text, at: 0, accept: () => settled.push(text), refuse: () => {} }),
  );
  const done = session.writeExtra(extra, new AbortController().signal);
  push(...lines(2));
  await until('a refusal', () => server.requests.length > 0);
  server.respond = () => ACCEPTED;
  await done;
  expect(settled).toEqual(lines(3, 'old'));
  await until('the new lines', () => server.lines.includes(lines(2)[1] ?? ''));
});

test('an aborted backfill ends without the server', async () => {
  const server = await startLineServer(() => undefined);
  const { session } = await startSession(server);
  const abort = new AbortController();
  const pending: PendingLine = { text: 'm x=1 1', at: 1, accept: () => {}, refuse: () => {} };
  const done = session.writeExtra([pending], abort.signal);
  await until('the request', () => server.requests.length === 1);
  abort.abort();
  await done;
});

test('unreadable secrets are asked for, and nothing is sent', async () => {
  const server = await startLineServer();
  const parsed = databaseInputSchema.parse({ kind: 'influxdb2', name: 'x', url: server.url, bucket: 'b', token: 't' });
  const config = { ...databaseConfig('b00000001', undefined, parsed), secrets: null };
  const source = { take: () => undefined, settle: () => {}, rewind: () => {}, onReady: undefined, size: 0 };
  const session = new DatabaseSession({ config, source, clock: systemClock, logger: silentLogger });
  session.start();
  expect(session.status).toMatchObject({ state: 'failed', error: { code: 'secret-needed' } });
  await session.stop();
  expect(server.requests).toEqual([]);
});
