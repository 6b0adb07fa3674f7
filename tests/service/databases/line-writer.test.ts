/** What a server refuses is split until the bad lines alone are discarded. */
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Failure } from '../../../service/databases/failures.ts';
import { LineWriter, type PendingLine } from '../../../service/databases/line-writer.ts';
import { systemClock } from '../../../service/support/clock.ts';
import { ACCEPTED, type LineServer, type Respond, startLineServer } from './line-server.ts';

interface Bench {
  server: LineServer;
  writer: LineWriter;
  accepted: string[];
  refused: string[];
  dropped: Failure[];
  lines(texts: readonly string[]): PendingLine[];
}

async function createBench(respond?: Respond, options: { gzip?: boolean; limitMs?: number } = {}): Promise<Bench> {
  const server = await startLineServer(respond);
  const accepted: string[] = [];
  const refused: string[] = [];
  const dropped: Failure[] = [];
  const writer = new LineWriter({
    endpoint: { url: new URL(`${server.url}/write?db=plant`), headers: { Authorization: 'Token secret' } },
    gzip: options.gzip ?? true,
    tls: undefined,
    clock: systemClock,
    ...(options.limitMs !== undefined && { limitMs: options.limitMs }),
    onRefused: () => {},
    onDropped: (failure) => dropped.push(failure),
  });
  onTestFinished(() => writer.close());
  const lines = (texts: readonly string[]): PendingLine[] =>
    texts.map((text, at) => ({
      text,
      at,
      accept: () => accepted.push(text),
      refuse: () => refused.push(text),
    }));
  return { server, writer, accepted, refused, dropped, lines };
}

const texts = (count: number): string[] => Array.from({ length: count }, (_, index) => `m x=${index} ${index}`);
const never = new AbortController().signal;

/** As InfluxDB 1.6 responds to a type conflict, except that it writes nothing of the request. */
function refuseEach(bad: ReadonlySet<string>): Respond {
  return ({ lines }) =>
    lines.some((line) => bad.has(line))
      ? { status: 400, body: JSON.stringify({ error: `unable to parse '${[...bad][0]}': bad timestamp` }) }
      : ACCEPTED;
}

test('writes all lines in one compressed request', async () => {
  const { server, writer, accepted, lines } = await createBench();
  expect(await writer.write(lines(texts(5000)), never)).toEqual({ kind: 'done' });
  expect(server.requests).toHaveLength(1);
  expect(server.requests[0]?.headers).toMatchObject({ authorization: 'Token secret', 'content-encoding': 'gzip' });
  expect(server.lines).toEqual(texts(5000));
  expect(accepted).toHaveLength(5000);
});

test('writes uncompressed lines', async () => {
  const { server, writer, lines } = await createBench(undefined, { gzip: false });
  await writer.write(lines(['m x=1 1']), never);
  expect(server.requests[0]?.headers['content-encoding']).toBeUndefined();
  expect(server.lines).toEqual(['m x=1 1']);
});

describe('a refused request', () => {
  test.each([
    ['first', 0],
    ['middle', 617],
    ['last', 999],
  ])('discards the bad line alone: the %s', async (_where, index) => {
    const all = texts(1000);
    const bad = all[index] ?? '';
    const { server, writer, accepted, refused, lines } = await createBench(refuseEach(new Set([bad])));
    expect(await writer.write(lines(all), never)).toEqual({ kind: 'done' });
    expect(refused).toEqual([bad]);
    expect(accepted.toSorted()).toEqual(all.filter((text) => text !== bad).toSorted());
    expect(new Set(server.lines)).toEqual(new Set(all.filter((text) => text !== bad)));
    // Halving 1,000 lines: at most two requests for each of 10 halvings, and the first.
    expect(server.requests.length).toBeLessThanOrEqual(21);
  });

  test('discards every bad line of several', async () => {
    const all = texts(100);
    const bad = new Set([all[3] ?? '', all[4] ?? '', all[77] ?? '']);
    const { writer, accepted, refused, lines } = await createBench(refuseEach(bad));
    expect(await writer.write(lines(all), never)).toEqual({ kind: 'done' });
    expect(new Set(refused)).toEqual(bad);
    expect(accepted).toHaveLength(97);
  });

  test('discards nothing if its reason is not a line', async () => {
    const refusal = { status: 400, body: '{"error":"database is required"}' };
    const { server, writer, accepted, refused, lines } = await createBench(() => refusal);
    const result = await writer.write(lines(texts(5000)), never);
    expect(result).toMatchObject({ kind: 'failed', failure: { code: 'line-refused', status: 400, isLasting: true } });
    expect([accepted, refused]).toEqual([[], []]);
    expect(server.requests.length).toBeLessThan(60);
  });

  test('finds a bad line that the reason does not name', async () => {
    const all = texts(5000);
    const respond: Respond = ({ lines }) => (lines.includes(all[4321] ?? '') ? { status: 400, body: 'no' } : ACCEPTED);
    const { writer, accepted, refused, lines } = await createBench(respond);
    expect(await writer.write(lines(all), never)).toEqual({ kind: 'done' });
    expect(refused).toEqual([all[4321]]);
    expect(accepted).toHaveLength(4999);
  });

  test('discards all lines of a partial write that left all out, without splitting', async () => {
    const body = JSON.stringify({ error: 'partial write: field type conflict: ... dropped=50' });
    const { server, writer, refused, lines } = await createBench(() => ({ status: 400, body }));
    expect(await writer.write(lines(texts(50)), never)).toEqual({ kind: 'done' });
    expect(refused).toHaveLength(50);
    expect(server.requests).toHaveLength(1);
  });

  test('splits a request that is too large', async () => {
    const respond: Respond = ({ lines }) => (lines.length > 10 ? { status: 413 } : ACCEPTED);
    const { server, writer, accepted, lines } = await createBench(respond);
    expect(await writer.write(lines(texts(100)), never)).toEqual({ kind: 'done' });
    expect(accepted).toHaveLength(100);
    expect(server.lines).toEqual(texts(100));
  });
});

describe('lines beyond the retention of the server', () => {
  // The text of InfluxDB 1.6.7; InfluxDB 2 responds 422 with the same text in `message`.
  test.each([
    [400, { error: 'partial write: points beyond retention policy dropped=2' }],
    [
      422,
      {
        code: 'unprocessable entity',
        message: 'failure writing points to database: partial write: points beyond retention policy dropped=2',
      },
    ],
  ])('with status %d are discarded and reported; the others count as written', async (status, body) => {
    const { server, writer, accepted, refused, dropped, lines } = await createBench(() => ({
      status,
      body: JSON.stringify(body),
    }));
    expect(await writer.write(lines(texts(5)), never)).toEqual({ kind: 'done' });
    expect(refused).toEqual(texts(2));
    expect(accepted).toEqual(texts(5).slice(2));
    expect(server.requests).toHaveLength(1);
    expect(dropped[0]).toMatchObject({ code: 'clock-wrong', text: expect.stringContaining('2 lines were discarded') });
  });
});

describe('a failure', () => {
  test.each([
    [401, 'credentials-refused', true],
    [403, 'not-authorized', true],
    [404, 'not-found', true],
    [302, 'redirected', true],
    [200, 'not-a-database', true],
    [429, 'busy', false],
    [503, 'busy', false],
    [500, 'server-error', false],
    [502, 'server-error', false],
  ])('HTTP %d is %s, and discards nothing', async (status, code, isLasting) => {
    const { server, writer, accepted, refused, lines } = await createBench(() => ({
      status,
      headers: { Location: 'http://127.0.0.1:9/' },
    }));
    const result = await writer.write(lines(texts(3)), never);
    expect(result).toMatchObject({ kind: 'failed', failure: { code, isLasting, status } });
    expect([accepted, refused]).toEqual([[], []]);
    expect(server.requests).toHaveLength(1);
  });

  // The responses of InfluxDB 1.6.7 and VictoriaMetrics 1.79.5.
  test.each([
    [500, '{"error":"retention policy not found: nope"}'],
    [400, 'remoteAddr: "127.0.0.1:1"; requestURI: /x/write; unsupported path requested: "/x/write"'],
    [404, '{"error":"database not found: \\"nope\\""}'],
  ])('a missing database, policy or path is told: %d %s', async (status, body) => {
    const { writer, lines } = await createBench(() => ({ status, body }));
    const result = await writer.write(lines(texts(3)), never);
    expect(result).toMatchObject({ kind: 'failed', failure: { code: 'not-found', isLasting: true } });
  });

  test.each([
    ['7', 7000],
    ['0', 1000],
    ['86400', 3_600_000],
    ['soon', undefined],
  ])('honors Retry-After: %s', async (header, retryMs) => {
    const { writer, lines } = await createBench(() => ({ status: 503, headers: { 'Retry-After': header } }));
    expect(await writer.write(lines(texts(1)), never)).toMatchObject({ kind: 'failed', retryMs });
  });

  test('honors Retry-After as a date', async () => {
    const date = new Date(Date.now() + 60_000).toUTCString();
    const { writer, lines } = await createBench(() => ({ status: 429, headers: { 'Retry-After': date } }));
    const result = await writer.write(lines(texts(1)), never);
    expect(result).toMatchObject({ kind: 'failed', retryMs: expect.any(Number) });
    const { retryMs = 0 } = result as { retryMs?: number };
    // A slow machine only makes it shorter; the date has whole seconds.
    expect(retryMs).toBeGreaterThanOrEqual(1000);
    expect(retryMs).toBeLessThanOrEqual(60_000);
  });

  test('with a body larger than what is read is told by its status', async () => {
    const { writer, lines } = await createBench(() => ({ status: 502, body: 'x'.repeat(1_000_000) }));
    const result = await writer.write(lines(texts(1)), never);
    expect(result).toMatchObject({ kind: 'failed', failure: { code: 'server-error', status: 502 } });
  });

  test('a server that does not respond is reported', async () => {
    const { writer, lines } = await createBench(() => undefined, { limitMs: 50 });
    const result = await writer.write(lines(texts(1)), never);
    expect(result).toMatchObject({ kind: 'failed', failure: { code: 'no-answer', isLasting: false } });
  });

  test('ends when it is aborted', async () => {
    const abort = new AbortController();
    const { writer, lines } = await createBench(() => {
      abort.abort();
      return undefined;
    });
    expect(await writer.write(lines(texts(1)), abort.signal)).toEqual({ kind: 'aborted' });
  });
});
