/** One serial number in two places: each family answers for what it has, one gateway speaks, and nothing flaps. */
import { expect, test } from 'vitest';
import { playRemotes, type Remotes } from '../emulator/gateway/remotes.ts';
import { atEnd } from '../support/at-end.ts';
import type { EventClient } from '../support/events.ts';
import { startMosquitto } from '../support/mqtt/mosquitto.ts';
import { subscribe } from '../support/mqtt/subscriber.ts';
import { plug } from '../support/rig.ts';
import { until } from '../support/until.ts';
import { publish, readFleet } from './support/publishing.ts';
import { hearsRemoval, readingsOf, removals } from './support/readings.ts';
import { ask, plugGateway } from './support/sensgates.ts';
import { openStation, type Station } from './support/station.ts';

const SERIAL = 'E24638';

/** The gateway that speaks, and the others that have it. */
async function places({ device }: Station): Promise<[speaker: string | undefined, others: string[] | undefined]> {
  const found = await device(SERIAL);
  return [found?.device.connections.gateway?.gateway_serial, found?.also_behind];
}

async function speaks(station: Station, speaker: string, others: string[]): Promise<void> {
  await until(`${speaker} to speak beside ${others.join()}`, async () => {
    expect(await places(station)).toEqual([speaker, others]);
    return true;
  });
}

/** The temperatures that were told, without repetitions: 24.87, 31. */
function temperatures(events: EventClient): (number | null | undefined)[] {
  return readingsOf(events, 'gateway', SERIAL)
    .map(({ values }) => values['temperature']?.magnitude)
    .filter((degrees, index, all) => degrees !== all[index - 1]);
}

test.concurrent('at a serial port here and behind a gateway: both families answer for theirs, and one is published', async () => {
  const broker = await startMosquitto();
  const witness = await subscribe(broker.port);
  const instrument = await plug({ values: ['100000', '10', '50'] });
  const gateway = await plugGateway({ instruments: [{ serial: SERIAL, values: ['100000', '30', '50'] }] });
  const station = await openStation([instrument]);
  await station.here.temperature(SERIAL, 10);
  await ask(station, gateway);
  await station.behind.temperature(SERIAL, 30);
  const events = await station.listen();
  await publish(station, broker.port, 'lab');

  expect((await station.here.devices())[SERIAL]?.connections).toEqual({
    usb: null,
    vcp: { port: instrument.options.path },
  });
  expect((await station.behind.devices())[SERIAL]?.connections).toMatchObject({ usb: null, vcp: null });
  for (const [family, degrees] of [
    ['usb', 10],
    ['gateway', 30],
  ] as const) {
    const { values } = (await station.behind.get(`/3.7.0/devices/${family}/${SERIAL}/measurement`)).json<{
      values: Record<string, { magnitude: number }>;
    }>();
    expect(values['temperature']?.magnitude, family).toBe(degrees);
  }
  const published = (): unknown[] =>
    witness
      .on(`lab/${SERIAL}/measurement`)
      .map(({ payload }) => JSON.parse(payload).values.temperature?.magnitude as unknown)
      .filter((degrees, index, all) => degrees !== all[index - 1]);
  await until('five published', () => witness.on(`lab/${SERIAL}/measurement`).length >= 5);
  expect(published()).toEqual([10]);

  // What is unplugged here stays behind the gateway, and is published from there.
  await instrument.stop();
  await station.here.gone(SERIAL);
  await until('the other one published', () => published().at(-1) === 30);
  expect(published()).toEqual([10, 30]);
  expect(await station.behind.values(SERIAL)).toMatchObject({ temperature: 30 });
  await instrument.start();
  await station.here.temperature(SERIAL, 10);
  await until('the first one published again', () => published().at(-1) === 10);
  expect(new Set(temperatures(events))).toEqual(new Set([30]));
  expect(removals(events)).toEqual([]);
});

test.concurrent('behind two SensGates: the first speaks until it is gone, and does not take it back', async () => {
  const station = await openStation();
  const first = await plugGateway({ instruments: [{ serial: SERIAL, values: ['100000', '10', '50'] }] });
  const second = await plugGateway({ instruments: [{ serial: SERIAL, values: ['100000', '20', '50'] }] });
  const [one, two] = [`127.0.0.1:${first.port}`, `127.0.0.1:${second.port}`];
  const id = await ask(station, first);
  await station.behind.temperature(SERIAL, 10);
  const events = await station.listen();
  await ask(station, second);
  await speaks(station, one, [two]);
  const heard = readingsOf(events, 'gateway', SERIAL).length;
  await until('ten more readings', () => readingsOf(events, 'gateway', SERIAL).length >= heard + 10);
  expect(temperatures(events)).toEqual([10]);

  first.unplug(SERIAL);
  await speaks(station, two, []);
  await station.behind.temperature(SERIAL, 20);
  first.plug({ serial: SERIAL, values: ['100000', '11', '50'] });
  await speaks(station, two, [one]);
  const before = readingsOf(events, 'gateway', SERIAL).length;
  await until('ten more readings', () => readingsOf(events, 'gateway', SERIAL).length >= before + 10);
  expect(temperatures(events)).toEqual([10, 20]);
  // Between the last reading of one and the first of the other it was there all the time.
  expect(removals(events)).toEqual([]);

  await station.send('DELETE', `/app/v1/gateways/${id}`);
  await speaks(station, two, []);
  second.unplug(SERIAL);
  await station.behind.gone(SERIAL);
  await hearsRemoval(events, `${SERIAL}: no longer listed by the gateway`);
  expect(removals(events)).toHaveLength(1);
});

test.concurrent('behind two Mensuras and a SensGate: the next speaks when one dies, with its own values', async () => {
  const broker = await startMosquitto();
  const station = await openStation();
  await readFleet(station, broker.port, 'fleet/+');
  const play = async (number: number): Promise<Remotes> => {
    const played = await playRemotes({
      port: broker.port,
      remotes: 1,
      instruments: 1,
      periodMs: 200,
      prefix: () => `fleet/r${number}`,
      installation: () => `MS000000000${number}`,
      serial: () => SERIAL,
    });
    atEnd(() => played.stop());
    return played;
  };
  const first = await play(1);
  await speaks(station, 'MS0000000001', []);
  const events = await station.listen();
  const second = await play(2);
  await speaks(station, 'MS0000000001', ['MS0000000002']);
  const gateway = await plugGateway();
  await ask(station, gateway);
  const address = `127.0.0.1:${gateway.port}`;
  await speaks(station, 'MS0000000001', [address, 'MS0000000002']);
  expect((await station.device(SERIAL))?.product.info.name).toBe('VCP-RTD300-CAL');

  first.kill(0);
  await speaks(station, 'MS0000000002', [address]);
  await until('a reading of the second', () => {
    const newest = readingsOf(events, 'gateway', SERIAL).at(-1);
    return second.told(0, SERIAL).some(({ at }) => new Date(at).toISOString() === newest?.timestamp);
  });
  await first.restart(0);
  await speaks(station, 'MS0000000002', [address, 'MS0000000001']);
  await second.stop();
  await speaks(station, address, ['MS0000000001']);
  await station.behind.temperature(SERIAL, 24.87);
  // Another product has other channels, all of them with values of its own.
  expect(await station.behind.values(SERIAL)).toMatchObject({
    atmospheric_pressure: 102.466,
    relative_humidity: 66.81,
  });
  expect(removals(events)).toEqual([]);
  await gateway.stop();
  await speaks(station, 'MS0000000001', []);
  expect(removals(events)).toEqual([]);
  await first.stop();
  await station.behind.gone(SERIAL);
});

test.concurrent('behind one Mensura that two entries read: every reading once, and on with the other entry', async () => {
  const broker = await startMosquitto();
  const station = await openStation();
  const id = await readFleet(station, broker.port, 'fleet/+');
  const options = { port: broker.port, remotes: 1, instruments: 1, periodMs: 200, serial: () => SERIAL };
  const remotes = await playRemotes(options);
  atEnd(() => remotes.stop());
  const installation = remotes.installationOf(0);
  await speaks(station, installation, []);
  const events = await station.listen();
  const other = await station.add({ kind: 'mqtt', name: 'Again', client: 'reader', prefix: remotes.nameOf(0) });
  await station.sees('the instrument twice', other, ({ status }) => status.instruments === 1);
  const more = async (): Promise<void> => {
    const before = readingsOf(events, 'gateway', SERIAL).length;
    await until('ten more readings', () => readingsOf(events, 'gateway', SERIAL).length >= before + 10);
  };
  await more();
  const stamps = readingsOf(events, 'gateway', SERIAL).map(({ timestamp }) => timestamp);
  expect(new Set(stamps).size).toBe(stamps.length);
  await speaks(station, installation, []);
  const node = await station.nodeOf(SERIAL);
  await station.send('DELETE', `/app/v1/gateways/${id}`);
  await more();
  await speaks(station, installation, []);
  expect(await station.nodeOf(SERIAL)).toBe(node);
  expect(removals(events)).toEqual([]);
  await station.send('DELETE', `/app/v1/gateways/${other}`);
  await station.behind.gone(SERIAL);
});
