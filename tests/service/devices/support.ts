/** A driver played by the test, a clock that only the test moves, and the devices that come of claims. */

import { createProduct, VENDOR } from '../../../service/devices/catalogue.ts';
import { type Claim, type DeviceSource, Ownership } from '../../../service/devices/ownership.ts';
import type { ProblemReport } from '../../../service/devices/problems.ts';
import { channelOf } from '../../../service/devices/quantities.ts';
import { Registry } from '../../../service/devices/registry.ts';
import {
  type DetachReason,
  type DeviceDescription,
  type DeviceKey,
  deviceKey,
  type SampleSet,
} from '../../../service/devices/types.ts';
import { virtualChannelsOf } from '../../../service/devices/virtual-channels.ts';
import type { Driver } from '../../../service/drivers/driver.ts';
import type { Clock } from '../../../service/support/clock.ts';
import { Emitter } from '../../../service/support/emitter.ts';
import { silentLogger } from '../../../service/support/logger.ts';

export class ManualClock implements Clock {
  wall = Date.UTC(2026, 10, 20, 14, 45, 12, 318);
  elapsed = 0;

  now(): number {
    return this.wall;
  }

  monotonic(): number {
    return this.elapsed;
  }

  advance(ms: number): void {
    this.wall += ms;
    this.elapsed += ms;
  }
}

function rethrow(error: unknown): never {
  throw error;
}

/** What a driver reports of its devices, and what comes of the claims on them. */
export interface DeviceEvents {
  attached: DeviceDescription;
  readings: SampleSet;
  /** @param absent description of a device that is not connected */
  late: SampleSet & { absent?: DeviceDescription };
  rejected: DeviceKey;
  detached: DetachReason;
  problem: ProblemReport;
  cleared: Pick<ProblemReport, 'code' | 'subject'>;
}

/** The claims of drivers without a registry: what comes of them as events. */
export class OwnershipBench {
  readonly events = new Emitter<DeviceEvents>(rethrow);
  readonly ownership: Ownership;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    const { events } = this;
    this.ownership = new Ownership(
      {
        attached: (description) => events.emit('attached', description),
        readings: ({ description: { family, serial } }, at, samples) =>
          events.emit('readings', { family, serial, at, samples }),
        late: (set, absent) => events.emit('late', { ...set, ...(absent && { absent }) }),
        rejected: (key) => events.emit('rejected', key),
        detached: (loss) => events.emit('detached', loss),
        raise: (report) => events.emit('problem', report),
        clear: (report) => events.emit('cleared', report),
      },
      clock,
    );
  }

  /** Through the device's owner. */
  async setPeriod(key: DeviceKey, periodMs: number): Promise<void> {
    await this.#sourceOf(key).setPeriod(key, periodMs);
  }

  /** The same. */
  async setProtocol(key: DeviceKey, protocol: 'usb' | 'vcp'): Promise<void> {
    await this.#sourceOf(key).setProtocol?.(key, protocol);
  }

  #sourceOf(key: DeviceKey): DeviceSource {
    const owner = this.ownership.ownerOf(key);
    if (!owner) throw new Error(`Nobody owns ${deviceKey(key)}.`);
    return owner.source;
  }
}

/** A driver that says what the test tells it to say. */
export class PlayedDriver implements Driver, DeviceSource {
  readonly name: string;
  readonly events = new Emitter<DeviceEvents>(rethrow);
  readonly periods: [string, number][] = [];
  readonly protocols: [string, string][] = [];

  constructor(name = 'played') {
    this.name = name;
  }

  /**
   * Claims what it says that it has, once for each registry.
   * @returns ends the claims
   */
  connect(registry: Pick<Ownership, 'connect'>, devices = registry.connect(this.name)): () => void {
    const claims = new Map<string, Claim>();
    const { events } = this;
    events.on('attached', (description) => {
      const id = deviceKey(description);
      claims.set(id, devices.claim(this, description, claims.get(id)));
    });
    events.on('readings', ({ at, samples, ...key }) => claims.get(deviceKey(key))?.readings(at, samples));
    events.on('late', ({ at, samples, absent, ...key }) => {
      const claim = claims.get(deviceKey(key));
      if (claim) claim.late(at, samples);
      else if (absent) devices.lateOf(absent, at, samples);
    });
    events.on('rejected', (key) => claims.get(deviceKey(key))?.rejected());
    events.on('detached', ({ reason, ...key }) => {
      claims.get(deviceKey(key))?.release(reason);
      claims.delete(deviceKey(key));
    });
    events.on('problem', (report) => devices.raise(report));
    events.on('cleared', (report) => devices.clear(report));
    return () => devices.end('driver stopped');
  }

  async start(): Promise<void> {}

  async stop(): Promise<void> {}

  async setPeriod({ serial }: { serial: string }, periodMs: number): Promise<void> {
    this.periods.push([serial, periodMs]);
  }

  async setProtocol({ serial }: { serial: string }, protocol: string): Promise<void> {
    this.protocols.push([serial, protocol]);
  }
}

/** A climate and pressure instrument with seven channels. */
export function describePth(serial: string, changes: Partial<DeviceDescription> = {}): DeviceDescription {
  const real = [channelOf('atmospheric_pressure'), channelOf('temperature'), channelOf('relative_humidity')];
  return {
    family: 'usb',
    serial,
    product: createProduct('VCP-PTH450-CAL', VENDOR, [...real, ...virtualChannelsOf(real)]),
    vendor: VENDOR,
    productName: 'VCP-PTH450-CAL',
    firmware: { major: 2, minor: 4 },
    connections: { usb: null, vcp: { port: '/dev/ttyACM0' } },
    protocols: { usb: true, vcp: true },
    protocol: 'vcp',
    periodMs: 1000,
    simulated: false,
    ...changes,
  };
}

/** An instrument with two temperatures, which its own labels tell apart, and a humidity. */
export function describeTwoProbes(serial: string): DeviceDescription {
  const channels = [
    channelOf('temperature'),
    channelOf('temperature', false, 'temperature_2'),
    channelOf('relative_humidity'),
  ];
  return describePth(serial, {
    product: createProduct('VCP-NEW', VENDOR, channels),
    productName: 'VCP-NEW',
    labels: { temperature: 'Tank A', temperature_2: 'Tank B', relative_humidity: 'RH' },
  });
}

export interface RegistryBench {
  clock: ManualClock;
  registry: Registry;
  driver: PlayedDriver;
}

export function createBench(): RegistryBench {
  const clock = new ManualClock();
  const registry = new Registry({ clock, logger: silentLogger });
  const driver = new PlayedDriver();
  driver.connect(registry);
  return { clock, registry, driver };
}
