/** A running Mensura writes to a real InfluxDB 1; InfluxQL reads the values back. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Emulator } from '../emulator/emulator.ts';
import { freshFolder } from '../support/process.ts';
import { measured, plug, serve } from '../support/rig.ts';
import type { RunningService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { DatabaseApi } from './support/administration.ts';
import { type InfluxDB, type StoredValue, startInfluxDB } from './support/servers.ts';

let server: InfluxDB;
let instrument: Emulator;
let service: RunningService;
let api: DatabaseApi;
const dataDir = freshFolder();

async function startMensura(): Promise<void> {
  service = await serve([instrument], { dataDir });
  api = new DatabaseApi(service);
  await measured(service);
}

/** Once the database has every stored reading; those of the last seconds may be on their way. */
async function complete(field: string, since = 0): Promise<StoredValue[]> {
  return until(`every reading of ${field} in the database`, async () => {
    const stored = [...(await api.stored(field)).keys()].filter((at) => at >= since);
    const written = await server.values('plant', field);
    const there = new Set(written.map(({ at }) => at));
    return stored.length > 0 && stored.every((at) => there.has(at)) && written;
  });
}

beforeAll(async () => {
  server = await startInfluxDB();
  await server.query('CREATE DATABASE plant');
  instrument = await plug();
  await startMensura();
});

describe('InfluxDB 1', () => {
  test('the test tells a missing database, then accepts it', async () => {
    const input = { kind: 'influxdb1', name: 'x', url: server.url, database: 'nope' } as const;
    const missing = await api.test(input);
    expect(missing).toMatchObject({ ok: false, error: { code: 'not-found', http_status: 404 } });
    expect(missing.steps.map(({ outcome }) => outcome)).toEqual(['passed', 'failed', 'skipped']);
    const found = await api.test({ ...input, database: 'plant' });
    expect(found).toMatchObject({ ok: true, error: null, notes: [] });
    expect(found.steps[0]?.text).toContain('InfluxDB 1.6');
    const policy = await api.test({ ...input, database: 'plant', retention_policy: 'nope' });
    expect(policy).toMatchObject({ ok: false, error: { code: 'not-found' } });
    expect(await server.query('SHOW MEASUREMENTS', { database: 'plant' })).toEqual([]);
  });

  test('has every reading, with its tags and time', async () => {
    const tags = ['site=Hall 2, west'];
    const { id } = await api.add({ kind: 'influxdb1', name: 'Plant', url: server.url, database: 'plant', tags });
    await api.status(id, 'lines to be written', ({ status }) => status.state === 'online' && status.written > 2);
    const begin = Date.now();
    await api.send('PATCH', 'devices/usb/E24638', { alias: 'Fridge, "1" = cold\\' });
    await until(
      'three readings since',
      async () => [...(await api.stored('temperature')).keys()].filter((at) => at >= begin).length > 2,
    );
    const written = await complete('temperature', begin);
    const values = new Map(written.map(({ at, value }) => [at, value]));
    for (const [at, value] of await api.stored('temperature'))
      if (at >= begin && values.has(at)) expect(values.get(at)).toBe(value);
    const newest = written.toSorted((one, other) => other.at - one.at)[0];
    expect(newest?.tags).toEqual({
      installation: expect.stringMatching(/^MS\w{10}$/),
      family: 'usb',
      serial: 'E24638',
      model: expect.any(String),
      name: 'Fridge, "1" = cold',
      site: 'Hall 2, west',
    });
    // A line has all channels of a sample set.
    expect((await server.values('plant', 'atmospheric_pressure')).length).toBeGreaterThan(2);
    expect((await server.query('SHOW FIELD KEYS', { database: 'plant' }))[0]?.values).toContainEqual([
      'temperature',
      'float',
    ]);
  });

  test('has every reading after a SIGKILL of the server and of its own restart', async () => {
    const begin = Date.now();
    await server.kill();
    await until('readings while it is away', async () => {
      const since = [...(await api.stored('temperature')).keys()].filter((at) => at >= begin);
      return since.length > 5;
    });
    const away = (await api.send<{ databases: { status: { state: string; waiting: number } }[] }>('GET', 'databases'))
      .databases[0];
    expect(away?.status.state).toBe('waiting');
    expect(await service.stop()).toBe(0);
    await startMensura();
    await server.start();
    const [database] = (await api.send<{ databases: { id: string }[] }>('GET', 'databases')).databases;
    await api.send('POST', `databases/${database?.id}/connect`);
    await complete('temperature', begin);
  });

  test('has all but the last seconds after a SIGKILL of Mensura', async () => {
    const begin = Date.now();
    await until(
      'readings',
      async () => [...(await api.stored('temperature')).keys()].filter((at) => at >= begin).length > 8,
    );
    const killed = Date.now();
    const ended = new Promise((resolve) => service.process.once('exit', resolve));
    service.process.kill('SIGKILL');
    await ended;
    await startMensura();
    const stored = [...(await api.stored('temperature')).keys()].filter((at) => at >= begin && at <= killed);
    // Lines are on disk, or at the server, within 2.5 s of their arrival.
    const safe = stored.filter((at) => at <= killed - 5000);
    expect(safe.length).toBeGreaterThan(0);
    await until('the older readings', async () => {
      const there = new Set((await server.values('plant', 'temperature')).map(({ at }) => at));
      return safe.every((at) => there.has(at));
    });
  });

  test('has all stored readings after a backfill', async () => {
    await server.query('CREATE DATABASE later');
    const { id } = await api.add({ kind: 'influxdb1', name: 'Later', url: server.url, database: 'later' });
    const stored = await api.stored('temperature');
    const now = Date.now();
    const range = { from: new Date(now - 3_600_000).toISOString(), to: new Date(now).toISOString() };
    await until('the backfill to start', () =>
      api.send('POST', `databases/${id}/backfill`, range).then(
        () => true,
        () => false,
      ),
    );
    const backfill = await until('its end', async () => {
      const view = await api.backfill(id);
      return view.ended !== null && view;
    });
    expect(backfill).toMatchObject({ state: 'done', discarded: 0, progress: 1, error: null });
    const written = new Map((await server.values('later', 'temperature')).map(({ at, value }) => [at, value]));
    expect(stored.size).toBeGreaterThan(5);
    for (const [at, value] of stored) expect([at, written.get(at)]).toEqual([at, value]);
  });

  test('tells a wrong password, and a user without the right to write', async () => {
    const guarded = await startInfluxDB({ authentication: true });
    await guarded.query("CREATE USER root WITH PASSWORD 'r00t' WITH ALL PRIVILEGES");
    const account = { user: 'root', password: 'r00t' };
    await guarded.query('CREATE DATABASE plant', { account });
    await guarded.query("CREATE USER reader WITH PASSWORD 'pass word'", { account });
    const input = { kind: 'influxdb1', name: 'x', url: guarded.url, database: 'plant', username: 'root' } as const;
    expect(await api.test({ ...input, password: 'r00t' })).toMatchObject({ ok: true });
    expect(await api.test({ ...input, password: 'wrong' })).toMatchObject({
      ok: false,
      error: { code: 'credentials-refused', http_status: 401 },
    });
    expect(await api.test({ ...input, username: 'reader', password: 'pass word' })).toMatchObject({
      ok: false,
      error: { code: 'not-authorized', http_status: 403 },
    });
  });
});
