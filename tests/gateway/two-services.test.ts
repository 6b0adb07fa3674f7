/** One service sees the instrument of another over a real broker: the same values, and gone when the other is. */
import { beforeAll, expect, test } from 'vitest';
import type { MqttClientView } from '../../service/contract/index.ts';
import type { Emulator } from '../emulator/emulator.ts';
import { line } from '../emulator/lines.ts';
import type { EventClient } from '../support/events.ts';
import { startMosquitto } from '../support/mqtt/mosquitto.ts';
import { startProxy, type TcpProxy } from '../support/mqtt/proxy.ts';
import { freshFolder } from '../support/process.ts';
import { plug } from '../support/rig.ts';
import { freshPortPath } from '../support/serial/folder.ts';
import { until } from '../support/until.ts';
import { installationOf, publish, readFleet } from './support/publishing.ts';
import { type HeardReadings, hearsRemoval, keptTemperatures, readingsOf, removals } from './support/readings.ts';
import { openStation, type Station } from './support/station.ts';

/** Readings that are compared one by one. */
const RUN = 40;

/** Faster than a second, so that a run is short. In milliseconds. */
const PERIOD_MS = 100;

/** How long a run may take on a busy machine, in milliseconds: a bound, not an expectation. */
const PATIENCE_MS = 40_000;

/** What the remote publishes under, and another port of it. */
const NAME = 'fleet/hall 2';
const SECOND_PORT = freshPortPath();

/** Short, so that a remote that went silent is soon found out: the broker waits for one and a half of it. In seconds. */
const KEEP_ALIVE_S = 3;

interface Pair {
  instrument: Emulator;
  remote: Station;
  reader: Station;
  /** The id of the gateway at the reader. */
  id: string;
  /** What the remote publishes goes through it. */
  line: TcpProxy;
  /** The installation of the remote. */
  installation: string;
  restartRemote(): Promise<void>;
  restartReader(): Promise<void>;
}

/** Everyone's: a test leaves the instrument plugged in, or the next one plugs it in. */
let pair: Pair;
beforeAll(async () => {
  const broker = await startMosquitto();
  const proxy = await startProxy(broker.port);
  const instrument = await plug({ values: [] });
  const remoteDir = freshFolder();
  const readerDir = freshFolder();
  const startRemote = (): Promise<Station> => openStation([instrument, SECOND_PORT], { dataDir: remoteDir });
  const startReader = (): Promise<Station> => openStation([], { dataDir: readerDir });
  const [remote, reader] = await Promise.all([startRemote(), startReader()]);
  await publish(remote, proxy.port, NAME);
  const id = await readFleet(reader, broker.port, 'fleet/+');
  await until('the instrument at the reader', async () => (await reader.behind.devices())['E24638']);
  pair = {
    instrument,
    remote,
    reader,
    id,
    line: proxy,
    installation: await installationOf(remote),
    restartRemote: async () => {
      pair.remote = await startRemote();
    },
    restartReader: async () => {
      await pair.reader.service.stop();
      pair.reader = await startReader();
    },
  };
});

/** Waits until the reader has a reading that is not older than the call. */
async function measures(serial: string): Promise<void> {
  const since = Date.now();
  await until(`a new reading of ${serial}`, async () => {
    const { last_reading = null } = (await pair.reader.device(serial)) ?? {};
    return last_reading !== null && Date.parse(last_reading) >= since;
  });
}

type Run = Omit<HeardReadings, 'at'>[];

/** Readings without when they came. A moment without any value is no reading. */
function measured(readings: readonly HeardReadings[]): Run {
  return readings
    .filter(({ values }) => Object.values(values).some(({ magnitude }) => magnitude !== null))
    .map(({ timestamp, values }) => ({ timestamp, values }));
}

/** Waits for a run at both, from the first reading on that both were told: one stream begins before the other. */
function commonRuns(there: EventClient, here: EventClient): Promise<[original: Run, run: Run]> {
  return until(
    'a run of readings at both',
    () => {
      const original = measured(readingsOf(there, 'usb', 'E24638'));
      const run = measured(readingsOf(here, 'gateway', 'E24638'));
      const begins = new Set(run.map(({ timestamp }) => timestamp));
      const first = original.find(({ timestamp }) => begins.has(timestamp))?.timestamp;
      const [theirs, ours] = [original, run].map((all) => {
        const begin = all.findIndex(({ timestamp }) => timestamp === first);
        return all.slice(begin, begin + RUN);
      }) as [Run, Run];
      return theirs.length === RUN && ours.length === RUN && [theirs, ours];
    },
    PATIENCE_MS,
  ) as Promise<[Run, Run]>;
}

async function expectGone(): Promise<void> {
  const { reader, id } = pair;
  await reader.behind.gone('E24638');
  for (const path of ['/3.7.0/devices/gateway/E24638/measurement', '/3.7.0/devices/gateway/E24638']) {
    expect((await reader.behind.get(path)).status, path).toBe(404);
  }
  expect((await reader.behind.get('/3.7.0/devices/gateway/measurements')).json()).toEqual([]);
  const { status } = await reader.view(id);
  expect(status).toMatchObject({ state: 'online', instruments: 0, gateways: [{ online: false, instruments: 0 }] });
}

test('every reading is there, with the same values and the same timestamp; what the instrument is, too', async () => {
  const { remote, reader, instrument, installation } = pair;
  await until('the period', async () => (await remote.here.patch('E24638', { period_ms: PERIOD_MS })).status === 200);
  const [told, heard] = await Promise.all([remote.listen(), reader.listen()]);
  const [original, run] = await commonRuns(told, heard);
  expect(run).toEqual(original);
  // The waves move: equal readings are not equal because nothing changes.
  expect(new Set(run.map(({ values }) => values['temperature']?.magnitude)).size).toBeGreaterThan(RUN / 2);
  expect(Object.keys(run[0]?.values ?? {}).toSorted()).toEqual([
    'altitude',
    'atmospheric_pressure',
    'dew_point',
    'heat_index',
    'humidex',
    'relative_humidity',
    'temperature',
  ]);

  const there = (await remote.here.get('/3.7.0/devices/usb')).json<Record<string, Record<string, unknown>>>();
  const mine = (await reader.behind.get('/3.7.0/devices/gateway')).json<Record<string, Record<string, unknown>>>();
  expect(mine['products']).toEqual(there['products']);
  const device = (await reader.behind.devices())['E24638'];
  expect(installation).toMatch(/^MS[0-9A-Z]{10}$/);
  expect(device?.connections).toEqual({
    gateway: { gateway_serial: installation, node_id: expect.any(Number) },
    usb: null,
    vcp: { port: instrument.options.path },
  });
  expect(Number.isInteger(device?.connections['gateway']?.['node_id'])).toBe(true);
  const { channel_list, config, info, model } = (await remote.here.devices())['E24638'] ?? {};
  expect(device).toMatchObject({ channel_list, config, info, model });
  expect(device?.channels['temperature']?.period_ms).toBe(PERIOD_MS);
  expect((await reader.here.devices())['E24638']).toBeUndefined();
  // The period is the remote's to set.
  expect((await reader.behind.patch('E24638', { period_ms: 1000 })).status).toBe(409);
});

test('readings that the remote stamped with one millisecond are all there', async () => {
  const { instrument, remote, reader } = pair;
  const [told, heard] = await Promise.all([remote.listen(), reader.listen()]);
  const degrees = Array.from({ length: 10 }, (_, index) => 30 + index / 10);
  const form = { upperCaseCrc: false, wrongCrc: false, bareLineFeed: false };
  const lines = degrees.map((degree) =>
    line(['D', 'VCP-PTH450-CAL', 'E24638', '', '102466', 'Pa', String(degree), 'C', '66.81', '%'], form),
  );
  // In one go, so that the remote has them from one read.
  instrument.sendRaw(Buffer.from(lines.join(''), 'latin1'));
  const burst = (events: EventClient, family: string): HeardReadings[] =>
    readingsOf(events, family, 'E24638').filter(({ values }) =>
      degrees.includes(values['temperature']?.magnitude ?? 0),
    );
  await until('the burst', () => burst(told, 'usb').length >= degrees.length);
  await until('the last of it here', () => burst(heard, 'gateway').at(-1)?.values['temperature']?.magnitude === 30.9);
  expect(new Set(burst(told, 'usb').map(({ timestamp }) => timestamp)).size).toBeLessThan(degrees.length);
  expect(measured(burst(heard, 'gateway'))).toEqual(measured(burst(told, 'usb')));
});

test('a sensor that fails at the remote is null here, and heals here', async () => {
  const { instrument, reader } = pair;
  instrument.show(['102466', '24.87', '66.81']);
  await reader.behind.temperature('E24638', 24.87);
  instrument.faults.errorColumns = new Set([2]);
  const channel = async (name: string): Promise<unknown> =>
    (await reader.behind.devices())['E24638']?.channels[name]?.value;
  await until('no temperature', async () => (await channel('temperature')) === null);
  expect(await reader.behind.values('E24638')).toEqual({
    // 102466 Pa and 66.81 %rh, and the altitude, which needs the pressure alone.
    atmospheric_pressure: 102.466,
    relative_humidity: 66.81,
    altitude: expect.any(Number),
  });
  expect((await reader.device('E24638'))?.reasons['temperature']).toBe('sensor error (remote)');
  const compact = (await reader.behind.get('/3.7.0/devices/gateway/E24638/measurement')).text;
  expect(compact).not.toContain('temperature');
  instrument.faults.errorColumns = new Set();
  await reader.behind.temperature('E24638', 24.87);
  // The whole instrument: gone there is gone here.
  await instrument.stop();
  await reader.behind.gone('E24638');
  await instrument.start();
  await reader.behind.temperature('E24638', 24.87);
  // Two equal readings of one millisecond would be taken for one that came twice.
  instrument.show([]);
});

test('a remote that is killed is gone with the will of the broker, and back when it is started again', async () => {
  const events = await pair.reader.listen();
  await measures('E24638');
  const node = await pair.reader.nodeOf('E24638');
  pair.remote.service.process.kill('SIGKILL');
  await expectGone();
  await hearsRemoval(events, `E24638: remote Mensura ${pair.installation} disconnected`);
  expect(removals(events)).toHaveLength(1);
  await pair.restartRemote();
  await measures('E24638');
  expect(await pair.reader.nodeOf('E24638')).toBe(node);
});

test('a remote whose network is cut is gone after one and a half of its keep-alive', async () => {
  const keepAlive = async (keep_alive: number): Promise<void> => {
    const client = { host: '127.0.0.1', port: pair.line.port, name: NAME, keep_alive };
    expect((await pair.remote.send('PUT', '/app/v1/mqtt/clients/lab', client)).status).toBe(200);
  };
  await keepAlive(KEEP_ALIVE_S);
  await measures('E24638');
  pair.line.stall();
  const cutAt = performance.now();
  await expectGone();
  // Mosquitto looks once in a while, so it may be later, and must not be much sooner.
  expect(performance.now() - cutAt).toBeGreaterThan(1000);
  pair.line.resume();
  // As it was: a remote on a busy machine must not be taken for a dead one.
  await keepAlive(60);
  await measures('E24638');
});

test('what waited at a remote over its restart is kept here, though its instrument is not there any more', async () => {
  const queued = async ({ behind }: Station): Promise<number> =>
    (await behind.get('/app/v1/mqtt/clients/lab')).json<MqttClientView>().status.queued;
  await measures('E24638');
  const cutAt = Date.now();
  await pair.line.refuse();
  await pair.reader.behind.gone('E24638');
  // More than the five readings below: the state of the device waits, too.
  await until('readings that wait', async () => (await queued(pair.remote)) >= 8);
  await pair.instrument.stop();
  await pair.remote.here.gone('E24638');
  await pair.remote.service.stop();
  await pair.restartRemote();
  await until('what waits to be found again', async () => (await queued(pair.remote)) >= 8);
  await pair.line.accept();
  await until('all to be sent', async () => (await queued(pair.remote)) === 0);
  const original = await keptTemperatures(pair.remote, 'usb', cutAt);
  expect(original.length).toBeGreaterThanOrEqual(5);
  await until('the last of them here', async () => {
    const [newest] = (await keptTemperatures(pair.reader, 'gateway', cutAt)).slice(-1);
    return newest?.at === original.at(-1)?.at;
  });
  expect(await keptTemperatures(pair.reader, 'gateway', cutAt)).toEqual(original);
  expect(await pair.reader.device('E24638')).toBeUndefined();
});

test('a node number stays the same over restarts of the reader, whoever else comes and goes', async () => {
  await pair.instrument.start();
  await measures('E24638');
  expect(await pair.reader.nodeOf('E24638')).toBe(1);
  await plug({ path: SECOND_PORT, serial: 'E10001' });
  await measures('E10001');
  expect(await pair.reader.nodeOf('E10001')).toBe(2);
  // With the first one away the number of the second is not the one that would be given now.
  await pair.instrument.stop();
  await pair.reader.behind.gone('E24638');
  await pair.restartReader();
  await measures('E10001');
  expect(await pair.reader.nodeOf('E10001')).toBe(2);
  await pair.instrument.start();
  await measures('E24638');
  expect(await pair.reader.nodeOf('E24638')).toBe(1);
});
