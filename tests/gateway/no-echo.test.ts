/** Two services that publish to one broker and read each other there: nothing goes round. */
import { beforeAll, expect, test } from 'vitest';
import { startMosquitto } from '../support/mqtt/mosquitto.ts';
import { type Subscriber, subscribe } from '../support/mqtt/subscriber.ts';
import { plug } from '../support/rig.ts';
import { until } from '../support/until.ts';
import { installationOf, publish } from './support/publishing.ts';
import { ask, plugGateway } from './support/sensgates.ts';
import { openStation, type Station } from './support/station.ts';

/** Readings of each that are waited for: an echo that doubles with each of them could not hide. */
const READINGS = 15;

interface Side {
  name: string;
  serial: string;
  station: Station;
  /** The id of the gateway that reads the others. */
  id: string;
  installation: string;
}

/** A service that reads over the client that also publishes, under a prefix that has both. */
async function open(port: number, name: string, serial: string): Promise<Side> {
  const station = await openStation([await plug({ serial, values: [] })]);
  await until('the instrument', async () => (await station.here.patch(serial, { period_ms: 200 })).status === 200);
  await publish(station, port, name);
  const id = await station.add({ kind: 'mqtt', name: 'Others', client: 'lab', prefix: 'fleet/+' });
  return { name, serial, station, id, installation: await installationOf(station) };
}

/** Everyone's. */
let sides: [east: Side, west: Side];
let witness: Subscriber;
beforeAll(async () => {
  const broker = await startMosquitto();
  witness = await subscribe(broker.port);
  // One after the other: what a failure leaves behind is ended with the file.
  const east = await open(broker.port, 'fleet/east', 'E24638');
  const west = await open(broker.port, 'fleet/west', 'E10001');
  sides = [east, west];
});

/** Waits until each sees the other's instrument, and both told more. */
async function talk(): Promise<void> {
  const [east, west] = sides;
  for (const [side, other] of [
    [east, west],
    [west, east],
  ] as const) {
    await until(
      `${other.serial} at ${side.name}`,
      async () => (await side.station.behind.values(other.serial))?.['temperature'],
    );
  }
  const before = sides.map(({ name, serial }) => witness.on(`${name}/${serial}/measurement`).length);
  await until('readings of both', () =>
    sides.every(
      ({ name, serial }, index) =>
        witness.on(`${name}/${serial}/measurement`).length >= (before[index] ?? 0) + READINGS,
    ),
  );
}

test('each shows what the other has, and nothing of its own', async () => {
  await talk();
  for (const [index, { station, id, serial }] of sides.entries()) {
    const other = sides[1 - index];
    expect(Object.keys(await station.behind.devices())).toEqual([other?.serial]);
    expect(Object.keys(await station.here.devices())).toEqual([serial]);
    const { status } = await station.view(id);
    expect(status).toMatchObject({
      state: 'online',
      error: null,
      refused: 0,
      instruments: 1,
      gateways: [{ gateway_serial: other?.installation, online: true, instruments: 1 }],
    });
  }

  // Whatever was published by whom: each has its own instrument under its name, and nobody anything else.
  const topics = new Set(witness.messages.map(({ topic }) => topic));
  const own = sides.flatMap(({ name, serial }) => [
    `${name}/status`,
    `${name}/about`,
    `${name}/${serial}/alarm`,
    `${name}/${serial}/info`,
    `${name}/${serial}/status`,
    `${name}/${serial}/measurement`,
  ]);
  expect([...topics].toSorted()).toEqual(own.toSorted());
  for (const { name, serial } of sides) {
    const readings = witness.on(`${name}/${serial}/measurement`).map(({ payload }) => payload);
    expect(new Set(readings).size, `different ones among the readings of ${serial}`).toBe(readings.length);
    // Said at the beginning, and again with the period that changed: what goes round would not end.
    expect(witness.on(`${name}/${serial}/info`).length).toBeLessThanOrEqual(4);
    expect(witness.on(`${name}/status`).length).toBe(1);
    expect(witness.on(`${name}/${serial}/status`).length).toBeLessThanOrEqual(2);
  }
});

test('what one has behind a SensGate the other has behind it, and nothing comes back', async () => {
  const [east, west] = sides;
  const gateway = await plugGateway({ instruments: [{ serial: 'E30303', values: ['100000', '33', '50'] }] });
  await ask(east.station, gateway);
  await west.station.behind.temperature('E30303', 33);
  await talk();
  expect(await east.station.device('E30303')).toMatchObject({
    also_behind: [],
    device: { connections: { gateway: { gateway_serial: `127.0.0.1:${gateway.port}` } } },
  });
  expect(await west.station.device('E30303')).toMatchObject({
    also_behind: [],
    device: { connections: { gateway: { gateway_serial: east.installation } } },
  });
  expect(witness.messages.filter(({ topic }) => topic.startsWith('fleet/west/E30303'))).toEqual([]);
  gateway.unplug('E30303');
  await Promise.all(sides.map(({ station }) => station.behind.gone('E30303')));
});
