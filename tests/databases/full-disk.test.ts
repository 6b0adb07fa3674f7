/**
 * Full disks while a running Mensura writes: that of a real server, and that of Mensura. Every reading is accounted for
 * against the history.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import type { AppStatus } from '../../service/contract/index.ts';
import { freshFolder } from '../support/process.ts';
import { serve } from '../support/rig.ts';
import { MAY_MOUNT, mountSmallDisk, type SmallDisk } from '../support/small-disk.ts';
import { until } from '../support/until.ts';
import { DatabaseApi } from './support/administration.ts';
import { type StoredValue, startInfluxDB, startVictoriaMetrics } from './support/servers.ts';

const SERIAL = 'SIM00001';
const ARGS = ['--simulate=3x0', '--simulate-period=100', '--simulate-faults=false', '--simulate-publish'];

/** Once the database has each stored reading of one device from a time on. VictoriaMetrics rounds the 16th digit. */
async function complete(api: DatabaseApi, since: number, valuesOf: () => Promise<StoredValue[]>): Promise<void> {
  await until('every reading in the database', async () => {
    const wanted = [...(await api.stored('temperature', SERIAL))].filter(([at]) => at >= since);
    const mine = (await valuesOf()).filter(({ tags }) => tags['serial'] === SERIAL);
    const there = new Map(mine.map(({ at, value }) => [at, value]));
    const missing = wanted.filter(([at, value]) => !(Math.abs((there.get(at) ?? Number.NaN) - value) < 1e-9));
    if (missing.length > 0)
      throw new Error(`${missing.length} of ${wanted.length} are missing: ${missing.slice(0, 3).join(' ')}`);
    return wanted.length > 10;
  });
}

async function untilWaiting(api: DatabaseApi, id: string, lines: number) {
  const what = `${lines} lines to wait`;
  return (await api.status(id, what, ({ status }) => status.state === 'waiting' && status.waiting > lines)).status;
}

const SERVER_FULL = {
  code: 'server-error',
  text: expect.stringMatching(/^The disk of the server is full \(HTTP 50[03]: /),
  remedy: 'Free up disk space on the server. InfluxDB 1 must be restarted afterwards.',
};

describe.skipIf(!MAY_MOUNT)('a server whose disk is full', () => {
  let api: DatabaseApi;

  beforeAll(async () => {
    api = new DatabaseApi(await serve([], { args: ARGS }));
  });

  test('InfluxDB has every reading once there is room and it was restarted', async () => {
    const disk = mountSmallDisk('32m');
    const server = await startInfluxDB({ folder: disk.folder });
    await server.query('CREATE DATABASE plant');
    const { id } = await api.add({ kind: 'influxdb1', name: 'Influx', url: server.url, database: 'plant' });
    await api.status(id, 'lines to be written', ({ status }) => status.written > 10);
    const begin = Date.now();
    disk.fill();
    expect((await untilWaiting(api, id, 100)).error).toMatchObject({ ...SERVER_FULL, http_status: 500 });
    disk.free();
    // InfluxDB 1 goes on to refuse with the same error until it is restarted.
    await server.kill();
    await server.start();
    await api.send('POST', `databases/${id}/connect`);
    await api.status(id, 'it to be online', ({ status }) => status.state === 'online' && status.error === null);
    await complete(api, begin, () => server.values('plant', 'temperature'));
    expect((await api.get(id)).status.discarded).toBe(0);
    await api.send('DELETE', `databases/${id}`);
  });

  test('VictoriaMetrics, short of room, has every reading once there is some', async () => {
    const disk = mountSmallDisk('48m');
    const server = await startVictoriaMetrics({ folder: disk.folder });
    const { id } = await api.add({ kind: 'victoriametrics', name: 'Victoria', url: server.url });
    await api.status(id, 'lines to be written', ({ status }) => status.written > 10);
    const begin = Date.now();
    // It refuses below 10 MB.
    disk.fill(8_000_000);
    expect((await untilWaiting(api, id, 100)).error).toMatchObject({ ...SERVER_FULL, http_status: 503 });
    disk.free();
    await until('it to be online', async () => {
      await api.send('POST', `databases/${id}/connect`);
      return (await api.get(id)).status.state === 'online';
    });
    await complete(api, begin, () => server.values('temperature'));
    expect((await api.get(id)).status.discarded).toBe(0);
    await api.send('DELETE', `databases/${id}`);
  });

  test('VictoriaMetrics, which a full disk ends, has every reading after its restart and a backfill', async () => {
    const disk = mountSmallDisk('48m');
    const server = await startVictoriaMetrics({ folder: disk.folder });
    const { id } = await api.add({ kind: 'victoriametrics', name: 'Crash', url: server.url });
    await api.status(id, 'lines to be written', ({ status }) => status.written > 10);
    const begin = Date.now();
    disk.fill();
    await until('its end', () => server.hasEnded);
    await api.status(id, 'the state', ({ status }) => status.error?.code === 'port-refused');
    disk.free();
    await server.start();
    await api.send('POST', `databases/${id}/connect`);
    await api.status(id, 'it to be online', ({ status }) => status.state === 'online' && status.waiting < 100);
    // What it had accepted, but not stored, died with it.
    const range = { from: new Date(begin - 60_000).toISOString(), to: new Date().toISOString() };
    await api.send('POST', `databases/${id}/backfill`, range);
    await until('the end of the backfill', async () => (await api.backfill(id)).state === 'done');
    await complete(api, begin, () => server.values('temperature'));
    await api.send('DELETE', `databases/${id}`);
  });
});

describe.skipIf(!MAY_MOUNT)("Mensura's own full disk", () => {
  test('is a problem of the database, whose readings wait in memory and all arrive', async () => {
    const disk: SmallDisk = mountSmallDisk('24m');
    const server = await startInfluxDB({ folder: freshFolder() });
    await server.query('CREATE DATABASE plant');
    const service = await serve([], { dataDir: disk.folder, args: ARGS });
    const api = new DatabaseApi(service);
    const { id } = await api.add({ kind: 'influxdb1', name: 'Own', url: server.url, database: 'plant' });
    await api.status(id, 'lines to be written', ({ status }) => status.written > 10);
    const begin = Date.now();
    await server.kill();
    await untilWaiting(api, id, 100);
    disk.fill();
    const problems = async () =>
      (await api.send<AppStatus>('GET', 'status')).problems.filter(({ code }) => code === 'outbox-unusable');
    const [problem] = await until('the problem', async () => {
      const found = await problems();
      return found.length > 0 && found;
    });
    expect(problem).toMatchObject({
      subject: 'Own',
      text: expect.stringMatching(
        /^Cannot store the outbox of database "Own" in \S+: the disk is full\. Messages are held in memory/,
      ),
      remedy: 'Free up disk space. Mensura retries automatically.',
    });
    const { waiting } = (await api.get(id)).status;
    await untilWaiting(api, id, waiting + 100);
    await server.start();
    await api.send('POST', `databases/${id}/connect`);
    await api.status(id, 'it to be online', ({ status }) => status.state === 'online' && status.waiting < 100);
    disk.free();
    await until('the end of the problem', async () => (await problems()).length === 0);
    await complete(api, begin, () => server.values('plant', 'temperature'));
    expect((await api.get(id)).status.discarded).toBe(0);
    expect(await service.stop()).toBe(0);
  });
});
