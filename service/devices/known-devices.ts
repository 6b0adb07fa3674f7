/** Remembers devices with their last values after they disconnect. */
import type { Product, Value } from '../contract/index.ts';
import type { Clock } from '../support/clock.ts';
import { Emitter, logListenerErrors } from '../support/emitter.ts';
import { MensuraError } from '../support/errors.ts';
import type { Logger } from '../support/logger.ts';
import type { ChannelReading, DeviceState } from './device-state.ts';
import { type KnownDeviceStore, MAX_KNOWN_DEVICES, type StoredDevice } from './known-device-store.ts';
import type { Registry } from './registry.ts';
import {
  type CorrectionSource,
  type Correctors,
  type DetachReason,
  type DeviceDescription,
  type DeviceKey,
  deviceKey,
} from './types.ts';
import { applicableCorrectors, uncorrectedName, withUncorrected } from './uncorrected-channels.ts';

/** Time between two writes of the last values of connected devices, in milliseconds. */
const REFRESH_MS = 600_000;

/** Longest description that is stored, in characters of JSON: remote devices describe themselves. */
const MAX_DESCRIPTION = 32_768;

const NO_READING = 'no reading';

/** A device that was connected before. */
export interface DisconnectedDevice {
  readonly description: DeviceDescription;
  /** The last valid reading of each channel, in the product's order. */
  readonly readings: ReadonlyMap<string, ChannelReading>;
  /** Likewise of the uncorrected channels, which the contract does not have. */
  readonly uncorrected: ReadonlyMap<string, ChannelReading>;
  /** With the uncorrected channels. */
  readonly product: Product;
  /** When the newest sample set arrived: milliseconds since 1970, undefined if there was none. */
  readonly lastAt: number | undefined;
  /** When the device disconnected: milliseconds since 1970. After a crash, the time of the last write. */
  readonly lastSeen: number;
  /** Why it disconnected; empty if unknown. */
  readonly reason: string;
}

interface ConnectedDevice {
  readonly state: DeviceState;
  /** For the values of channels that have no reading since the device connected. */
  readonly before: DisconnectedDevice | undefined;
}

export interface KnownDevicesOptions {
  registry: Pick<Registry, 'events' | 'get'>;
  store: Pick<KnownDeviceStore, 'devices' | 'startWriting'> & {
    writes: Pick<KnownDeviceStore['writes'], 'request' | 'flush' | 'stop'>;
  };
  clock: Pick<Clock, 'now'>;
  logger: Logger;
  /** Left out: nothing is corrected. */
  corrections?: CorrectionSource;
}

/** Simulated devices are not remembered. */
export class KnownDevices {
  /** A disconnected device was added, changed or removed. */
  readonly events: Emitter<{ changed: DeviceKey }>;
  readonly #options: KnownDevicesOptions;
  readonly #connected = new Map<string, ConnectedDevice>();
  /** The longest unseen first. */
  readonly #disconnected = new Map<string, DisconnectedDevice>();
  #endings: (() => void)[] = [];
  #refresh: NodeJS.Timeout | undefined;

  constructor(options: KnownDevicesOptions) {
    this.#options = options;
    this.events = new Emitter(logListenerErrors(options.logger));
  }

  /** Call it before the first device connects, and before listeners of the registry that also listen to this. */
  start(): void {
    if (this.#endings.length > 0) return;
    const { registry, store, corrections } = this.#options;
    for (const stored of store.devices) {
      this.#disconnected.set(deviceKey(stored), fromStored(stored, corrections?.current(stored)));
    }
    store.startWriting(() => this.#stored());
    this.#endings = [
      registry.events.on('attached', (device) => this.#attach(device)),
      registry.events.on('removed', (loss) => this.#detach(loss)),
    ];
    if (corrections) this.#endings.push(corrections.events.on('changed', (key) => this.#correct(key)));
    this.#refresh = setInterval(() => {
      if (this.#connected.size > 0) store.writes.request();
    }, REFRESH_MS);
  }

  /** Writes all devices; those still connected are stored as such. May be called twice. */
  async stop(): Promise<void> {
    for (const end of this.#endings) end();
    this.#endings = [];
    clearInterval(this.#refresh);
    const { writes } = this.#options.store;
    if (this.#connected.size > 0) writes.request();
    await writes.stop();
  }

  /** The disconnected devices, the longest unseen first. */
  list(): DisconnectedDevice[] {
    return [...this.#disconnected.values()];
  }

  /** Undefined for an unknown device and while the device is connected. */
  get(key: DeviceKey): DisconnectedDevice | undefined {
    return this.#disconnected.get(deviceKey(key));
  }

  /**
   * Forgets a disconnected device. Its history and user settings stay.
   * @throws MensuraError `not-found`; `conflict` while it is connected
   */
  async forget(key: DeviceKey): Promise<void> {
    const { registry, store } = this.#options;
    if (registry.get(key)) {
      throw new MensuraError('conflict', `${key.serial} is connected. Only a disconnected device can be forgotten.`);
    }
    if (!this.#disconnected.delete(deviceKey(key))) {
      throw new MensuraError('not-found', `No ${key.family} device with serial number ${key.serial}.`);
    }
    this.events.emit('changed', key);
    store.writes.request();
    await store.writes.flush();
  }

  #attach(state: DeviceState): void {
    const { description } = state;
    if (description.simulated) return;
    const id = deviceKey(description);
    const before = this.#disconnected.get(id);
    this.#connected.set(id, { state, before });
    this.#options.store.writes.request();
    if (!this.#disconnected.delete(id)) return;
    // After all listeners of this event: the connected device must be seen before the disconnected one is removed.
    queueMicrotask(() => this.events.emit('changed', description));
  }

  #detach({ reason, ...key }: DetachReason): void {
    const id = deviceKey(key);
    const connected = this.#connected.get(id);
    if (!connected) return;
    this.#connected.delete(id);
    const device = this.#snapshotOf(connected, this.#options.clock.now(), reason);
    if (!device) return;
    this.#disconnected.set(id, device);
    this.#options.store.writes.request();
    this.events.emit('changed', key);
    const [oldest] = this.#disconnected.values();
    if (!oldest || this.#disconnected.size <= MAX_KNOWN_DEVICES) return;
    this.#disconnected.delete(deviceKey(oldest.description));
    this.events.emit('changed', oldest.description);
  }

  #correct(key: DeviceKey): void {
    const device = this.get(key);
    if (!device) return;
    const corrected = disconnectedDevice(device, valuesOf(device), this.#options.corrections?.current(key));
    this.#disconnected.set(deviceKey(key), corrected);
    this.events.emit('changed', key);
  }

  /** Undefined if its description is too long. */
  #snapshotOf({ state, before }: ConnectedDevice, lastSeen: number, reason: string): DisconnectedDevice | undefined {
    const { description, lastAt } = state;
    if (JSON.stringify(description).length > MAX_DESCRIPTION) return undefined;
    const values = before ? valuesOf(before) : new Map<string, Value>();
    for (const [label, value] of state.lastValues()) values.set(label, value);
    const described = { description, lastAt: lastAt ?? before?.lastAt, lastSeen, reason };
    return disconnectedDevice(described, values, this.#options.corrections?.current(description));
  }

  #stored(): StoredDevice[] {
    const now = this.#options.clock.now();
    const connected = [...this.#connected.values()].flatMap((device) => this.#snapshotOf(device, now, '') ?? []);
    return [...this.#disconnected.values(), ...connected].slice(-MAX_KNOWN_DEVICES).map(toStored);
  }
}

/** @param values by channel, also of uncorrected ones */
function disconnectedDevice(
  described: Pick<DisconnectedDevice, 'description' | 'lastAt' | 'lastSeen' | 'reason'>,
  values: ReadonlyMap<string, Value>,
  current: Correctors | undefined,
): DisconnectedDevice {
  const { product } = described.description;
  const correctors = applicableCorrectors(product, current);
  return {
    ...described,
    readings: readingsOf(Object.keys(product.channels), values),
    uncorrected: readingsOf([...(correctors?.keys() ?? [])].map(uncorrectedName), values),
    product: withUncorrected(product, correctors),
  };
}

function readingsOf(labels: readonly string[], values: ReadonlyMap<string, Value>): Map<string, ChannelReading> {
  return new Map(
    labels.map((label) => {
      const value = values.get(label) ?? null;
      return [label, { value, reason: value ? '' : NO_READING }];
    }),
  );
}

/** The last valid readings, also of uncorrected channels. */
function valuesOf({ readings, uncorrected }: DisconnectedDevice): Map<string, Value> {
  return new Map(
    [...readings, ...uncorrected].flatMap(([label, { value }]) => (value ? [[label, value] as const] : [])),
  );
}

function toStored(device: DisconnectedDevice): StoredDevice {
  const { description, lastAt, lastSeen, reason } = device;
  const { family, serial, product, vendor, productName, firmware, connections, protocols, protocol } = description;
  return {
    family,
    serial,
    product,
    vendor,
    product_name: productName,
    firmware,
    connections,
    protocols,
    protocol,
    period_ms: description.periodMs,
    labels: { ...description.labels },
    also_behind: [...(description.alsoBehind ?? [])],
    last_reading: lastAt === undefined ? null : new Date(lastAt).toISOString(),
    last_seen: new Date(lastSeen).toISOString(),
    reason,
    values: Object.fromEntries(valuesOf(device)),
  };
}

function fromStored(stored: StoredDevice, current: Correctors | undefined): DisconnectedDevice {
  const { product_name: productName, period_ms: periodMs, also_behind: alsoBehind, values, ...rest } = stored;
  const { last_reading: lastReading, last_seen: lastSeen, reason, ...described } = rest;
  const description: DeviceDescription = { ...described, productName, periodMs, alsoBehind, simulated: false };
  const lastAt = lastReading === null ? undefined : Date.parse(lastReading);
  const device = { description, lastAt, lastSeen: Date.parse(lastSeen), reason };
  return disconnectedDevice(device, new Map(Object.entries(values)), current);
}
