/** A broker that goes, comes back or forgets, and an MQTT client that is no more. */
import { expect, test } from 'vitest';
import type { GatewayView } from '../../service/contract/index.ts';
import { playRemotes, type Remotes } from '../emulator/gateway/remotes.ts';
import { atEnd } from '../support/at-end.ts';
import type { MosquittoBroker } from '../support/mqtt/broker.ts';
import { startMosquitto } from '../support/mqtt/mosquitto.ts';
import { freshFolder } from '../support/process.ts';
import { until } from '../support/until.ts';
import { addReader, readFleet } from './support/publishing.ts';
import { hearsRemoval, readingsOf, removals } from './support/readings.ts';
import { openStation, type Station } from './support/station.ts';

const SERIAL = 'E10000';

interface Rig {
  broker: MosquittoBroker;
  remotes: Remotes;
  station: Station;
  /** The id of the gateway. */
  id: string;
  dataDir: string;
}

/** One remote with one instrument, seen here. */
async function open(persistence = false): Promise<Rig> {
  const broker = await startMosquitto({ persistence });
  const remotes = await playRemotes({ port: broker.port, remotes: 1, instruments: 1, periodMs: 200 });
  atEnd(() => remotes.stop());
  const dataDir = freshFolder();
  const station = await openStation([], { dataDir });
  const id = await readFleet(station, broker.port, 'fleet/+');
  await untilMeasuring(station);
  return { broker, remotes, station, id, dataDir };
}

async function untilMeasuring({ behind }: Station): Promise<void> {
  await until('a value', async () => (await behind.values(SERIAL))?.['temperature']);
}

/** Whether something must be changed, as the list of problems says. */
async function isProblem({ behind }: Station): Promise<boolean> {
  return (await behind.app()).problems.some(({ code, subject }) => code === 'gateway-failed' && subject === 'Fleet');
}

const hasCode =
  (code: string) =>
  ({ status }: GatewayView): boolean =>
    status.error?.code === code;

test('a broker that dies is a state with a cause; what it had goes on with it, without a break', async () => {
  const { broker, station, id } = await open();
  const events = await station.listen();
  const node = await station.nodeOf(SERIAL);
  await broker.kill();
  const { status } = await station.sees(
    'the broker away',
    id,
    (view) => hasCode('broker')(view) && view.status.next_retry !== null,
  );
  expect(status.state).toBe('waiting');
  expect(status.error?.text).toContain(String(broker.port));
  expect(await isProblem(station)).toBe(false);
  // Without readings it has no values, and is no device less.
  await station.behind.silence(SERIAL);
  const told = readingsOf(events, 'gateway', SERIAL).length;
  await broker.start();
  await until('new readings', () => readingsOf(events, 'gateway', SERIAL).length >= told + 5);
  expect((await station.view(id)).status).toMatchObject({ state: 'online', error: null, instruments: 1 });
  expect(await station.nodeOf(SERIAL)).toBe(node);
  expect(removals(events)).toEqual([]);
});

test('an MQTT client that is removed takes its instruments along, and brings them back', async () => {
  const { broker, station, id } = await open();
  const events = await station.listen();
  expect((await station.send('DELETE', '/app/v1/mqtt/clients/reader')).status).toBe(200);
  const { status } = await station.sees('the client missing', id, hasCode('client-missing'));
  expect(status).toMatchObject({
    state: 'failed',
    error: { text: 'MQTT client "reader" does not exist.' },
    instruments: 0,
  });
  await hearsRemoval(events, `${SERIAL}: MQTT client "reader" was deleted`);
  expect(await station.behind.devices()).toEqual({});
  expect(await isProblem(station)).toBe(true);
  await addReader(station, broker.port);
  await untilMeasuring(station);
  expect((await station.view(id)).status).toMatchObject({ state: 'online', error: null });
  expect(await isProblem(station)).toBe(false);
});

test('a remote of which a broker lost the will has no values, though it is "online" there for ever', async () => {
  const { broker, remotes, station, dataDir } = await open(true);
  await broker.save();
  await broker.kill();
  remotes.kill(0);
  await broker.start();
  await station.behind.silence(SERIAL);
  await station.service.stop();
  const again = await openStation([], { dataDir });
  await until('what the broker keeps', async () => (await again.behind.devices())[SERIAL]);
  expect(await again.behind.values(SERIAL)).toEqual({});
  expect((await again.behind.get('/3.7.0/devices/gateway/measurements')).json()).toEqual([]);
  expect(await again.device(SERIAL)).toMatchObject({ state: 'starting', last_reading: null });
  await remotes.restart(0);
  await untilMeasuring(again);
});
