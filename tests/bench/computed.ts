/** What computed channels cost, beside the devices they are computed of, and beside as many ordinary devices. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createComputed } from '../../service/composition/computed.ts';
import { ComputedStore } from '../../service/computed/computed-store.ts';
import { IntegralStates } from '../../service/computed/integral-states.ts';
import { computedInputSchema } from '../../service/contract/index.ts';
import { createProduct, VENDOR } from '../../service/devices/catalogue.ts';
import type { Claim } from '../../service/devices/ownership.ts';
import { channelOf } from '../../service/devices/quantities.ts';
import { Registry } from '../../service/devices/registry.ts';
import type { DeviceDescription, Sample } from '../../service/devices/types.ts';
import { virtualChannelsOf } from '../../service/devices/virtual-channels.ts';
import { DeviceSettingsStore } from '../../service/settings/device-memory.ts';
import { systemClock } from '../../service/support/clock.ts';
import { silentLogger } from '../../service/support/logger.ts';
import { type Result, resultOf, type Section } from './results.ts';

const DEVICES = 100;
const COMPUTED = 500;

/** Samplings before the measurement, for the compiler. */
const WARM_UP = 300;

const FORMULAS = [
  '[usb/DEVICE/temperature] - [usb/DEVICE/dew_point]',
  'dew_point([usb/DEVICE/temperature], [usb/DEVICE/relative_humidity])',
  'mean([usb/DEVICE/temperature], [usb/DEVICE/humidex])',
  'mean_over([usb/DEVICE/temperature], 60)',
  'max(0, [usb/DEVICE/temperature] - 20)',
] as const;

export interface ComputedOptions {
  rounds: number;
  /** Of all devices, in each round. */
  samplings: number;
}

type Subject = 'devices' | 'devices and no computed channel' | 'computed channels' | 'ordinary devices';

export async function measureComputed({ rounds, samplings }: ComputedOptions): Promise<Section> {
  const times: Record<Subject, number[]> = {
    devices: [],
    'devices and no computed channel': [],
    'computed channels': [],
    'ordinary devices': [],
  };
  for (let round = 0; round < rounds; round += 1) {
    for (const subject of Object.keys(times) as Subject[]) times[subject].push(await timeOf(subject, samplings));
  }
  const devices = times.devices;
  const beyond = (subject: Subject): number[] =>
    times[subject].map((time, round) => time - (devices[round] ?? Number.NaN));
  const of = (name: string, subject: Subject): Result => resultOf(`${name}: time of a sampling`, 'µs', times[subject]);
  const [computed, ordinary] = [beyond('computed channels'), beyond('ordinary devices')];
  return {
    title: 'Computed channels',
    method:
      `${DEVICES} devices with 7 channels (3 measured, 4 virtual) in the registry, sampled ${samplings} times as fast ` +
      `as possible; alone, with ${COMPUTED} computed channels over them (differences, psychrometrics, means over a ` +
      `minute), and with ${COMPUTED} ordinary devices of one channel instead. Processor time of the thread for one ` +
      `sampling of everything, without history, MQTT and HTTP, which cost the same for both. ${rounds} rounds in turn.`,
    results: [
      of(`${DEVICES} devices`, 'devices'),
      of(`${DEVICES} devices, computed channels not used`, 'devices and no computed channel'),
      of(`with ${COMPUTED} computed channels`, 'computed channels'),
      of(`with ${COMPUTED} ordinary devices`, 'ordinary devices'),
      resultOf(
        'a computed channel, in ordinary devices of one channel',
        '',
        computed.map((time, round) => time / (ordinary[round] ?? Number.NaN)),
      ),
      resultOf(
        `${COMPUTED} computed channels beyond ordinary devices, in the ${DEVICES} devices`,
        '',
        computed.map((time, round) => (time - (ordinary[round] ?? Number.NaN)) / (devices[round] ?? Number.NaN)),
      ),
    ],
  };
}

function describe(serial: string, names: readonly ('temperature' | 'relative_humidity' | 'atmospheric_pressure')[]) {
  const real = names.map((name) => channelOf(name));
  const description: DeviceDescription = {
    family: 'usb',
    serial,
    product: createProduct('VCP-PTH450-CAL', VENDOR, [...real, ...virtualChannelsOf(real)]),
    vendor: VENDOR,
    productName: 'VCP-PTH450-CAL',
    firmware: { major: 2, minor: 4 },
    connections: { usb: null, vcp: null },
    protocols: {},
    protocol: null,
    periodMs: 100,
    simulated: false,
  };
  return description;
}

/** Processor time of one sampling of everything, in microseconds. */
async function timeOf(subject: Subject, samplings: number): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mensura-bench-'));
  let wall = Date.UTC(2026, 10, 20);
  const clock = { now: () => wall, monotonic: () => systemClock.monotonic() };
  const registry = new Registry({ clock, logger: silentLogger });
  const claims = registry.connect('bench');
  const source = { setPeriod: async () => {} };
  const real = Array.from({ length: DEVICES }, (_, number) =>
    claims.claim(source, describe(`D${number}`, ['atmospheric_pressure', 'temperature', 'relative_humidity'])),
  );
  const others =
    subject === 'ordinary devices'
      ? Array.from({ length: COMPUTED }, (_, number) => claims.claim(source, describe(`O${number}`, ['temperature'])))
      : [];
  const manager =
    subject === 'devices' || subject === 'ordinary devices' ? undefined : await start(dataDir, registry, clock);
  if (subject === 'computed channels') {
    const entries = Array.from({ length: COMPUTED }, (_, number) => {
      const formula = (FORMULAS[number % FORMULAS.length] ?? '').replaceAll('DEVICE', `D${number % DEVICES}`);
      const id = `c${number.toString(16).padStart(8, '0')}`;
      return { id, computed: computedInputSchema.parse({ name: `${number}`, formula }) };
    });
    await manager?.replaceAll(entries);
    // Windows are filled from a history without readings.
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  const sample = (count: number): void => {
    for (let turn = 0; turn < count; turn += 1) {
      wall += 100;
      for (const claim of real) read(claim, wall, turn);
      for (const claim of others) claim.readings(wall, [{ channel: 'temperature', magnitude: 20 + (turn % 7) }]);
    }
  };
  sample(WARM_UP);
  const before = process.threadCpuUsage();
  sample(samplings);
  const { user, system } = process.threadCpuUsage(before);
  await manager?.stop();
  await rm(dataDir, { recursive: true, force: true });
  return (user + system) / samplings;
}

function read(claim: Claim, at: number, turn: number): void {
  const samples: Sample[] = [
    { channel: 'atmospheric_pressure', magnitude: 101 + (turn % 5) / 10 },
    { channel: 'temperature', magnitude: 20 + (turn % 7) },
    { channel: 'relative_humidity', magnitude: 40 + (turn % 11) },
  ];
  claim.readings(at, samples);
}

async function start(dataDir: string, registry: Registry, clock: { now(): number; monotonic(): number }) {
  const logger = silentLogger;
  const computed = new ComputedStore(dataDir, logger);
  const integrals = new IntegralStates(dataDir, logger);
  const memory = new DeviceSettingsStore({
    dataDir,
    logger,
    setPeriod: async () => {},
    currentPeriod: () => undefined,
  });
  await computed.start();
  await integrals.start();
  const manager = createComputed({
    stores: { computed, integrals, memory },
    registry,
    known: { forget: async () => {} },
    history: {
      query: async (channels, from, to) => ({
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
        until: new Date(to).toISOString(),
        channels: channels.map(({ family, serial, channel }) => ({ family, serial, channel, unit: '', parts: [] })),
      }),
    },
    clock,
    logger,
  });
  manager.start();
  return manager;
}
