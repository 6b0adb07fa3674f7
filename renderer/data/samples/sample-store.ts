import type { AppDevice } from '../../../service/contract/index.ts';
import type { EntityMirror } from '../stream/mirror.ts';
import { MEMORY_LIMIT } from './limits.ts';
import { MemoryBudget } from './memory-budget.ts';
import { NEW_RING_BYTES, SampleRing } from './sample-ring.ts';

type SampleSink = Pick<SampleStore, 'push' | 'gap' | 'removeDevice'>;

/** Feeds readings and gaps from the event stream into the sample store. */
export class SampleFeed {
  readonly #samples: SampleSink;
  readonly #known = new Set<string>();

  constructor(mirror: EntityMirror, samples: SampleSink) {
    this.#samples = samples;
    mirror.onReadings(({ values, timestamp }, key) => {
      const magnitudes = Object.entries(values).map(([label, { magnitude }]) => [label, magnitude] as const);
      this.#push(key, timestamp, Object.fromEntries(magnitudes));
    });
    mirror.onChange('device', ({ key, value: device }) => {
      // Its current values, for a device with a long period; known ones are ignored.
      if (device && device.state !== 'silent') this.#present(key, device);
      else this.#samples.gap(key);
    });
    // A resumed stream sends what was missed; otherwise there is a gap.
    mirror.onReset(() => {
      for (const key of this.#known) this.#samples.gap(key, true);
    });
  }

  /** The device will not return. */
  remove(key: string): void {
    this.#known.delete(key);
    this.#samples.removeDevice(key);
  }

  #present(key: string, device: AppDevice): void {
    if (device.last_reading === null) return;
    const channels = Object.entries(device.device.channels);
    const magnitudes = channels.map(([label, { value }]) => [label, value?.magnitude ?? null] as const);
    this.#push(key, device.last_reading, Object.fromEntries(magnitudes));
  }

  #push(key: string, timestamp: string, values: Record<string, number | null>): void {
    this.#known.add(key);
    this.#samples.push(key, Date.parse(timestamp), values);
  }
}

type PushListener = (deviceKey: string) => void;

interface DeviceSamples {
  readonly channels: Map<string, SampleRing>;
  lastAt: number;
  /** Complete since then; NaN: from the next sample on. */
  wholeFrom: number;
}

/** Live samples of all devices, for the charts. Outside React: samples are not UI state. */
export class SampleStore {
  readonly #budget: MemoryBudget;
  readonly #devices = new Map<string, DeviceSamples>();
  readonly #listeners = new Set<PushListener>();

  /** @param memoryLimit bytes for all devices */
  constructor(memoryLimit: number = MEMORY_LIMIT) {
    this.#budget = new MemoryBudget(memoryLimit);
  }

  get memory(): number {
    return this.#budget.used;
  }

  /**
   * Adds a sample set (see SampleRing.push). Samples more than three usual intervals and two seconds apart are not
   * joined.
   * @param at milliseconds since 1970; ignored if not finite
   * @param values by channel; null for a sensor error
   */
  push(deviceKey: string, at: number, values: Readonly<Record<string, number | null>>): void {
    if (!Number.isFinite(at)) return;
    const device = this.#device(deviceKey);
    device.lastAt = at;
    if (Number.isNaN(device.wholeFrom) || at < device.wholeFrom) device.wholeFrom = at;
    for (const [channel, value] of Object.entries(values)) this.#ring(device, channel)?.push(at, value);
    this.#notify(deviceKey);
  }

  /**
   * The device was silent or disconnected, or the stream was interrupted: breaks every line.
   * @param isMissed because of the stream: readings may be missing
   */
  gap(deviceKey: string, isMissed = false): void {
    const device = this.#devices.get(deviceKey);
    if (!device) return;
    if (isMissed) device.wholeFrom = Number.NaN;
    for (const ring of device.channels.values()) ring.breakLine();
    this.#notify(deviceKey);
  }

  removeDevice(deviceKey: string): void {
    const device = this.#devices.get(deviceKey);
    if (!device) return;
    for (const ring of device.channels.values()) ring.release();
    this.#devices.delete(deviceKey);
    this.#notify(deviceKey);
  }

  /** Undefined before the first sample. Do not cache: it can be dropped to free memory. */
  series(deviceKey: string, channel: string): SampleRing | undefined {
    return this.#devices.get(deviceKey)?.channels.get(channel);
  }

  /** Since when all readings of a device are present, memory permitting; NaN: none yet. */
  wholeFrom(deviceKey: string): number {
    return this.#devices.get(deviceKey)?.wholeFrom ?? Number.NaN;
  }

  /** @returns unsubscribes */
  onPush(listener: PushListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #device(key: string): DeviceSamples {
    const known = this.#devices.get(key);
    if (known) return known;
    const created: DeviceSamples = { channels: new Map(), lastAt: Number.NaN, wholeFrom: Number.NaN };
    this.#devices.set(key, created);
    return created;
  }

  /** Undefined without memory, even after dropping other devices. */
  #ring(device: DeviceSamples, channel: string): SampleRing | undefined {
    const known = device.channels.get(channel);
    if (known) return known;
    while (!this.#budget.has(NEW_RING_BYTES)) {
      const silent = this.#longestSilent(device);
      if (silent === undefined) return undefined;
      this.removeDevice(silent);
    }
    const created = new SampleRing(this.#budget);
    device.channels.set(channel, created);
    return created;
  }

  #longestSilent(except: DeviceSamples): string | undefined {
    let oldest: string | undefined;
    let oldestAt = Number.POSITIVE_INFINITY;
    for (const [key, device] of this.#devices) {
      if (device === except || device.lastAt >= oldestAt) continue;
      oldest = key;
      oldestAt = device.lastAt;
    }
    return oldest;
  }

  #notify(deviceKey: string): void {
    for (const listener of this.#listeners) listener(deviceKey);
  }
}
