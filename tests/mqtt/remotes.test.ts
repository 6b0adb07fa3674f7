/** The played Mensuras over a real Mosquitto, as a witness sees them. */
import { expect, test } from 'vitest';
import { playRemotes, type Remotes, type RemotesOptions } from '../emulator/gateway/remotes.ts';
import { atEnd } from '../support/at-end.ts';
import { startMosquitto } from '../support/mqtt/mosquitto.ts';
import { type Subscriber, subscribe } from '../support/mqtt/subscriber.ts';
import { until } from '../support/until.ts';

interface Rig {
  remotes: Remotes;
  witness: Subscriber;
  pauseBroker(): void;
  resumeBroker(): void;
  restartBroker(): Promise<void>;
}

async function play(options: Partial<RemotesOptions> = {}): Promise<Rig> {
  const broker = await startMosquitto();
  const witness = await subscribe(broker.port);
  const remotes = await playRemotes({ port: broker.port, remotes: 3, instruments: 2, periodMs: 200, ...options });
  atEnd(() => remotes.stop());
  return {
    remotes,
    witness,
    pauseBroker: () => broker.pause(),
    resumeBroker: () => broker.resume(),
    restartBroker: () => broker.restart(),
  };
}

/** The payloads of a topic, in order, without immediate repetitions. */
function payloads(witness: Subscriber, topic: string): string[] {
  return witness
    .on(topic)
    .map(({ payload }) => payload)
    .filter((payload, index, all) => payload !== all[index - 1]);
}

test('what is retained, and readings at the period that are those told', async () => {
  const { remotes, witness } = await play({ prefix: (remote) => `fleet/site ${remote}` });
  expect(remotes.connected).toBe(3);
  expect(remotes.nameOf(2)).toBe('fleet/site 2');
  expect(remotes.serialsOf(2)).toEqual(['E10004', 'E10005']);
  await until('readings of all', () =>
    [0, 1, 2].every((remote) =>
      remotes.serialsOf(remote).every((serial) => witness.on(`fleet/site ${remote}/${serial}/measurement`).length >= 3),
    ),
  );
  expect(payloads(witness, 'fleet/site 2/status')).toEqual(['online']);
  expect(payloads(witness, 'fleet/site 2/about')).toEqual([
    '{"installation":"MS0000000002","service_name":"mensura-device-service","version":"3.7.0"}',
  ]);
  expect(payloads(witness, 'fleet/site 2/E10005/status')).toEqual(['online']);
  const [info = ''] = payloads(witness, 'fleet/site 2/E10005/info');
  expect(JSON.parse(info)).toMatchObject({ device: { info: { serial: 'E10005', product: 'VCP-PTH450-CAL' } } });
  await remotes.stop();
  await until('the last word', () => payloads(witness, 'fleet/site 2/status').includes('offline'));
  const topic = 'fleet/site 2/E10004/measurement';
  const told = remotes.told(2, 'E10004').map(({ at, values }) => ({ at, temperature: values['temperature'] }));
  const seen = witness.on(topic).map(({ payload }) => {
    const { timestamp, values } = JSON.parse(payload) as {
      timestamp: string;
      values: { temperature: { magnitude: number } };
    };
    return { at: Date.parse(timestamp), temperature: values.temperature.magnitude };
  });
  expect(seen.slice(-told.length)).toEqual(told);
  expect(told.length).toBeGreaterThanOrEqual(3);
  expect(witness.on(topic).every(({ qos, retain }) => qos === 1 && !retain)).toBe(true);
});

test('a killed one: the broker says its will; it comes back with everything retained', async () => {
  const { remotes, witness } = await play();
  remotes.kill(1);
  remotes.kill(1);
  await until('the will', () => payloads(witness, 'fleet/r1/status').at(-1) === 'offline');
  expect(remotes.connected).toBe(2);
  const before = witness.on('fleet/r1/E10002/measurement').length;
  const others = witness.on('fleet/r0/E10000/measurement').length;
  await until('readings of another', () => witness.on('fleet/r0/E10000/measurement').length >= others + 3);
  expect(witness.on('fleet/r1/E10002/measurement')).toHaveLength(before);
  await remotes.restart(1);
  await until('readings again', () => witness.on('fleet/r1/E10002/measurement').length > before);
  expect(payloads(witness, 'fleet/r1/status')).toEqual(['online', 'offline', 'online']);
  expect(payloads(witness, 'fleet/r0/status')).toEqual(['online']);
  remotes.kill(1);
  const starting = remotes.restart(1);
  remotes.kill(1);
  await expect(starting).rejects.toThrow('closed');
  await remotes.restart(1);
  await until('it again', () => payloads(witness, 'fleet/r1/status').length === 5);
  await remotes.halt(1);
  await until('the farewell', () => payloads(witness, 'fleet/r1/status').length === 6);
});

test('a sensor that fails is null once; an instrument is pulled out and plugged in', async () => {
  const { remotes, witness } = await play({ remotes: 1, layout: 'both' });
  const nulls = (): number =>
    witness.on('fleet/r0/E10001/measurement').filter(({ payload }) => payload.includes('null')).length;
  await until('a reading', () => remotes.told(0, 'E10001').length > 0);
  remotes.failSensor(0, 'E10001', 'temperature');
  await until('the null', () => nulls() === 1);
  const count = witness.on('fleet/r0/E10001/measurement').length;
  await until('more', () => witness.on('fleet/r0/E10001/measurement').length >= count + 2);
  expect(nulls()).toBe(1);
  expect(payloads(witness, 'fleet/r0/E10001/channel/temperature').at(-1)).toContain('"magnitude":null');
  expect(witness.on('fleet/r0/E10001/measurement').at(-1)?.payload).not.toContain('"temperature"');
  remotes.healSensor(0, 'E10001', 'temperature');
  // A number, whatever time of the day it is at the emulated instrument.
  const value = /"temperature":\{"magnitude":-?\d/;
  await until('the value', () => value.test(witness.on('fleet/r0/E10001/measurement').at(-1)?.payload ?? ''));
  await remotes.unplug(0, 'E10001');
  const told = remotes.told(0, 'E10001').at(-1);
  const others = witness.on('fleet/r0/E10000/measurement').length;
  await until('readings of the other', () => witness.on('fleet/r0/E10000/measurement').length >= others + 3);
  expect(remotes.told(0, 'E10001').at(-1)).toBe(told);
  await remotes.plug(0, 'E10001');
  expect(() => remotes.told(0, 'E9')).toThrow('has no E9');
  await until('both', () => payloads(witness, 'fleet/r0/E10001/status').length === 3);
  expect(payloads(witness, 'fleet/r0/E10001/status')).toEqual(['online', 'offline', 'online']);
});

test('nonsense under a name; a broker that restarts is told everything again', async () => {
  const { remotes, witness, restartBroker } = await play({ remotes: 1 });
  await remotes.publish(0, 'E10000/measurement', Buffer.from([0xff, 0x00]));
  await until('the nonsense', () => witness.messages.some(({ payload }) => payload.startsWith('\uFFFD')));
  await restartBroker();
  const fresh = witness.on('fleet/r0/about').length;
  await until('a reconnection', () => remotes.connected === 1);
  await until('about again', () => witness.on('fleet/r0/about').length > fresh);
});

test('stops in bounded time at a broker that does not answer', async () => {
  const { remotes, pauseBroker, resumeBroker } = await play({ remotes: 2 });
  pauseBroker();
  const start = performance.now();
  await remotes.stop();
  await remotes.stop();
  expect(performance.now() - start).toBeLessThan(15_000);
  resumeBroker();
});

test('says when there is no broker', async () => {
  const broker = await startMosquitto();
  await broker.stop();
  await expect(playRemotes({ port: broker.port, remotes: 2, instruments: 1, periodMs: 1000 })).rejects.toThrow();
});
