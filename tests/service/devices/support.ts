/** A driver played by the test, and a clock that only the test moves. */

import { createProduct, VENDOR, withVirtualChannels } from '../../../service/devices/catalogue.ts';
import type { DeviceDescription } from '../../../service/devices/instrument.ts';
import { channelOf } from '../../../service/devices/quantities.ts';
import { Registry } from '../../../service/devices/registry.ts';
import type { Driver, DriverEvents } from '../../../service/drivers/driver.ts';
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

/** A driver that says what the test tells it to say. */
export class PlayedDriver implements Driver {
  readonly name: string;
  readonly events = new Emitter<DriverEvents>((error) => {
    throw error;
  });
  readonly periods: [string, number][] = [];
  readonly protocols: [string, string][] = [];

  constructor(name = 'played') {
    this.name = name;
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
    product: createProduct('VCP-PTH450-CAL', VENDOR, withVirtualChannels(real)),
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
  registry.connect(driver);
  return { clock, registry, driver };
}
