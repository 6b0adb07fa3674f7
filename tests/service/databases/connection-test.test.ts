/** What a connection test finds, without writing a reading. */
import { expect, test } from 'vitest';
import { type DatabaseInput, databaseInputSchema } from '../../../service/contract/index.ts';
import { databaseConfig } from '../../../service/databases/configs.ts';
import { testDatabase } from '../../../service/databases/connection-test.ts';
import { systemClock } from '../../../service/support/clock.ts';
import { ACCEPTED, type Respond, startLineServer } from './line-server.ts';

async function tested(respond: Respond, input: Partial<DatabaseInput> = {}) {
  const server = await startLineServer(respond);
  const parsed = databaseInputSchema.parse({
    kind: 'influxdb2',
    name: 'lab',
    url: server.url,
    bucket: 'readings',
    token: 'secret',
    ...input,
  });
  const config = databaseConfig('b00000001', undefined, parsed);
  const result = await testDatabase({ config, clock: systemClock, signal: new AbortController().signal });
  return { result, server };
}

const outcomes = ({ result }: Awaited<ReturnType<typeof tested>>): string[] =>
  result.steps.map(({ name, outcome }) => `${name} ${outcome}`);

test('a server that accepts passes all steps; the ping carries no token, and no reading is written', async () => {
  const run = await tested(() => ACCEPTED);
  expect(run.result).toMatchObject({ ok: true, error: null, notes: [] });
  expect(outcomes(run)).toEqual(['connect passed', 'access passed', 'write passed']);
  const [ping, write] = run.server.requests;
  expect([ping?.method, ping?.url, ping?.headers.authorization]).toEqual(['GET', '/ping', undefined]);
  expect([write?.url, write?.headers.authorization]).toEqual([
    '/api/v2/write?bucket=readings&precision=ms',
    'Token secret',
  ]);
  expect(run.server.lines).toEqual([]);
});

test('InfluxDB 2 refuses an empty write only for that', async () => {
  const body = '{"code":"invalid","message":"writing requires points"}';
  const run = await tested(({ method }) => (method === 'GET' ? ACCEPTED : { status: 400, body }));
  expect(outcomes(run)).toEqual(['connect passed', 'access passed', 'write passed']);
});

test.each([
  [401, '{"code":"unauthorized","message":"unauthorized access"}', 'credentials-refused'],
  [404, '{"code":"not found","message":"bucket \\"readings\\" not found"}', 'not-found'],
])('HTTP %d fails the step of access', async (status, body, code) => {
  const run = await tested(({ method }) => (method === 'GET' ? ACCEPTED : { status, body }));
  expect(run.result).toMatchObject({ ok: false, error: { code, http_status: status } });
  expect(outcomes(run)).toEqual(['connect passed', 'access failed', 'write skipped']);
  expect(JSON.stringify(run.result)).not.toContain('secret');
});

test('a server that is not there fails the first step', async () => {
  const run = await tested(() => ACCEPTED, { url: 'http://127.0.0.1:1' });
  expect(run.result.error?.code).toBe('port-refused');
  expect(outcomes(run)).toEqual(['connect failed', 'access skipped', 'write skipped']);
});

test('InfluxDB 2 written to as version 1, and a wrong clock, are noted', async () => {
  const headers = { 'X-Influxdb-Version': 'v2.7.1', Date: new Date(Date.now() - 3_600_000).toUTCString() };
  const run = await tested(() => ({ ...ACCEPTED, headers }), {
    kind: 'influxdb1',
    bucket: '',
    token: '',
    database: 'x',
  });
  expect(run.result.ok).toBe(true);
  expect(run.result.notes).toEqual([
    expect.stringContaining('stores readings for 3 days only'),
    expect.stringMatching(/^The clock of the server is (59|60|61) min behind/),
  ]);
});
