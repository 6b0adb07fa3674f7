import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { KnownDeviceStore, MAX_KNOWN_DEVICES } from '../../../service/devices/known-device-store.ts';
import { KnownDevices } from '../../../service/devices/known-devices.ts';
import { silentLogger } from '../../../service/support/logger.ts';
import { PlayedKnownStore } from '../../support/played/known-devices.ts';
import { createBench, describePth, type RegistryBench } from './support.ts';

let bench: RegistryBench;
let store: PlayedKnownStore;
let known: KnownDevices;

beforeEach(() => {
  bench = createBench();
  store = new PlayedKnownStore();
  known = startKnown(store);
});

/** Ends with the test. */
function startKnown(from: PlayedKnownStore | KnownDeviceStore): KnownDevices {
  const devices = new KnownDevices({ ...bench, store: from, logger: silentLogger });
  devices.start();
  onTestFinished(() => devices.stop());
  return devices;
}

const attach = (serial: string, changes = {}): void =>
  bench.driver.events.emit('attached', describePth(serial, changes));

const detach = (serial: string, reason = 'unplugged'): void =>
  bench.driver.events.emit('detached', { family: 'usb', serial, reason });

const measure = (serial: string, temperature: number | null): void =>
  bench.driver.events.emit('readings', {
    family: 'usb',
    serial,
    at: bench.clock.now(),
    samples: [{ channel: 'temperature', magnitude: temperature }],
  });

const serials = (devices = known): string[] => devices.list().map(({ description }) => description.serial);

const temperature = (devices: KnownDevices, serial: string) =>
  devices.get({ family: 'usb', serial })?.readings.get('temperature')?.value?.magnitude;

describe('a device that disconnects', () => {
  test('stays with its last values, the reason and the time', () => {
    attach('E1');
    measure('E1', 21.5);
    const readAt = bench.clock.now();
    bench.clock.advance(700);
    expect(serials()).toEqual([]);
    detach('E1', 'the port vanished');
    const device = known.get({ family: 'usb', serial: 'E1' });
    expect(device).toMatchObject({ reason: 'the port vanished', lastAt: readAt, lastSeen: readAt + 700 });
    expect(device?.readings.get('temperature')).toMatchObject({ value: { magnitude: 21.5, unit: '°C' }, reason: '' });
    expect(device?.readings.get('atmospheric_pressure')).toEqual({ value: null, reason: 'no reading' });
  });

  test('after silence or a sensor error still has its last valid value', () => {
    for (const serial of ['E1', 'E2']) {
      attach(serial);
      measure(serial, 20);
    }
    measure('E1', null);
    bench.clock.advance(60_000);
    const silent = bench.registry.get({ family: 'usb', serial: 'E2' });
    expect(silent?.checkSilence(bench.clock.monotonic())).toBe(true);
    detach('E1');
    detach('E2');
    expect(temperature(known, 'E1')).toBe(20);
    expect(temperature(known, 'E2')).toBe(20);
  });

  test('that was back only without a reading has the values of before', () => {
    attach('E1');
    measure('E1', 20);
    detach('E1');
    attach('E1');
    expect(serials()).toEqual([]);
    detach('E1');
    expect(temperature(known, 'E1')).toBe(20);
  });

  test('is not remembered if it is simulated, or describes itself at more length than is stored', async () => {
    attach('S1', { simulated: true });
    attach('E1', { vendor: 'x'.repeat(40_000) });
    await store.writes.flush();
    expect(store.devices).toEqual([]);
    detach('S1');
    detach('E1');
    expect(serials()).toEqual([]);
  });

  test('is reported before the device is removed, and is removed after the device is reported', async () => {
    const events: string[] = [];
    known.events.on('changed', (key) => events.push(known.get(key) ? 'disconnected' : 'not disconnected'));
    bench.registry.events.on('attached', () => events.push('attached'));
    bench.registry.events.on('removed', () => events.push('removed'));
    attach('E1');
    detach('E1');
    attach('E1');
    await Promise.resolve();
    expect(events).toEqual(['attached', 'disconnected', 'removed', 'attached', 'not disconnected']);
  });
});

describe('forgetting', () => {
  test('removes a disconnected device, and writes at once', async () => {
    attach('E1');
    detach('E1');
    await store.writes.flush();
    const changed: string[] = [];
    known.events.on('changed', ({ serial }) => changed.push(serial));
    await known.forget({ family: 'usb', serial: 'E1' });
    expect(serials()).toEqual([]);
    expect(store.devices).toEqual([]);
    expect(changed).toEqual(['E1']);
  });

  test('refuses a connected device and an unknown one', async () => {
    attach('E1');
    await expect(known.forget({ family: 'usb', serial: 'E1' })).rejects.toMatchObject({ code: 'conflict' });
    await expect(known.forget({ family: 'gateway', serial: 'E1' })).rejects.toMatchObject({ code: 'not-found' });
    expect(bench.registry.get({ family: 'usb', serial: 'E1' })).toBeDefined();
  });

  test('begins with the longest unseen beyond the limit', () => {
    for (let index = 0; index <= MAX_KNOWN_DEVICES; index += 1) {
      attach(`E${index}`);
      detach(`E${index}`);
    }
    expect(serials()).toHaveLength(MAX_KNOWN_DEVICES);
    expect(serials()[0]).toBe('E1');
    attach('E1');
    detach('E1');
    attach('E2000');
    detach('E2000');
    expect(serials()[0]).toBe('E3');
    expect(serials().slice(-2)).toEqual(['E1', 'E2000']);
  });
});

describe('the file', () => {
  test('has connected devices too, and is read after a restart', async () => {
    const dataDir = await folder();
    const first = await openStore(dataDir);
    const before = startKnown(first);
    attach('E1', { labels: { temperature: 'Tank' }, alsoBehind: ['G1'] });
    measure('E1', 21.5);
    attach('E2', { protocol: null });
    detach('E2', 'the cable was pulled');
    await before.stop();

    bench = createBench();
    const after = startKnown(await openStore(dataDir));
    expect(serials(after)).toEqual(['E2', 'E1']);
    expect(temperature(after, 'E1')).toBe(21.5);
    expect(after.get({ family: 'usb', serial: 'E1' })).toMatchObject({
      reason: '',
      description: { ...describePth('E1'), labels: { temperature: 'Tank' }, alsoBehind: ['G1'] },
    });
    expect(after.get({ family: 'usb', serial: 'E2' })).toMatchObject({
      reason: 'the cable was pulled',
      lastAt: undefined,
    });
  });

  test('that is damaged is set aside', async () => {
    const dataDir = await folder();
    await writeFile(join(dataDir, 'known-devices.json'), '{"version":1,"devices":[{"family":"usb"}]}');
    const damaged = new KnownDeviceStore(dataDir, silentLogger);
    expect(await damaged.start()).toMatch(/^known-devices\.json is not valid .* renamed to /);
    expect(damaged.devices).toEqual([]);
    expect(await readdir(dataDir)).toEqual([expect.stringMatching(/^known-devices\.json\.damaged-/)]);
  });

  test('is written again by a disconnection, not by each reading', async () => {
    attach('E1');
    const { requests } = store;
    for (let count = 0; count < 10; count += 1) measure('E1', count);
    expect(store.requests).toBe(requests);
    detach('E1');
    expect(store.requests).toBe(requests + 1);
  });

  test('is not written before the next minute, except at the end', async () => {
    const dataDir = await folder();
    const devices = startKnown(await openStore(dataDir));
    attach('E1');
    expect(await readdir(dataDir)).toEqual([]);
    await devices.stop();
    const written = JSON.parse(await readFile(join(dataDir, 'known-devices.json'), 'utf8')) as object;
    expect(written).toMatchObject({ version: 1, devices: [{ serial: 'E1', reason: '' }] });
  });
});

async function folder(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mensura-known-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  return dataDir;
}

async function openStore(dataDir: string): Promise<KnownDeviceStore> {
  const opened = new KnownDeviceStore(dataDir, silentLogger);
  expect(await opened.start()).toBeUndefined();
  return opened;
}
