/** A running Mensura writes to a real VictoriaMetrics, by both of its addresses. */
import { beforeAll, expect, test } from 'vitest';
import { measured, plug, serve } from '../support/rig.ts';
import { until } from '../support/until.ts';
import { DatabaseApi } from './support/administration.ts';
import { startVictoriaMetrics, type VictoriaMetrics } from './support/servers.ts';

let server: VictoriaMetrics;
let api: DatabaseApi;

beforeAll(async () => {
  server = await startVictoriaMetrics();
  const service = await serve([await plug()]);
  api = new DatabaseApi(service);
  await measured(service);
});

async function complete(measurement: string, since: number): Promise<void> {
  await until(`every reading in ${measurement}`, async () => {
    const stored = await api.stored('temperature');
    const wanted = [...stored].filter(([at]) => at >= since);
    const written = new Map((await server.values('temperature', measurement)).map(({ at, value }) => [at, value]));
    return wanted.length > 2 && wanted.every(([at, value]) => written.get(at) === value);
  });
}

test.each([
  ['its own kind', { kind: 'victoriametrics', name: 'own', measurement: 'own' }],
  ['the kind of InfluxDB 2', { kind: 'influxdb2', name: 'v2', bucket: 'any', measurement: 'v2' }],
  ['the kind of InfluxDB 1', { kind: 'influxdb1', name: 'v1', database: 'any', measurement: 'v1' }],
] as const)('has every reading through %s, also after SIGKILL', async (_kind, fields) => {
  const input = { ...fields, url: server.url };
  expect(await api.test(input)).toMatchObject({ ok: true });
  const { id } = await api.add(input);
  await api.status(id, 'lines to be written', ({ status }) => status.state === 'online' && status.written > 0);
  const begin = Date.now();
  await complete(fields.measurement, begin);
  // It acknowledges before it writes to disk: what it received in the last seconds dies with it.
  const killed = Date.now();
  await server.kill();
  await api.status(id, 'the server to be missed', ({ status }) => status.state === 'waiting');
  await server.start();
  await api.send('POST', `databases/${id}/connect`);
  await api.status(id, 'lines to be written again', ({ status }) => status.state === 'online');
  const { status } = await api.get(id);
  expect(status.discarded).toBe(0);
  await complete(fields.measurement, killed);
});

test('a path that the server does not have is told', async () => {
  const input = { kind: 'victoriametrics', name: 'x', url: server.url, path: '/nope' } as const;
  expect(await api.test(input)).toMatchObject({ ok: false, error: { code: 'not-found' } });
});
