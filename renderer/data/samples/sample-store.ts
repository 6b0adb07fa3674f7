import { MEMORY_LIMIT } from './limits.ts';
import { MemoryBudget } from './memory-budget.ts';
import { NEW_RING_BYTES, SampleRing } from './sample-ring.ts';

type PushListener = (deviceKey: string) => void;

interface DeviceSamples {
  readonly channels: Map<string, SampleRing>;
  lastAt: number;
  /** From this moment on nothing is missing that the service sent; NaN: from the next sample on. */
  wholeFrom: number;
}

/** What the window was told of every device, for the charts. It lives outside React: samples are no state. */
export class SampleStore {
  readonly #budget: MemoryBudget;
  readonly #devices = new Map<string, DeviceSamples>();
  readonly #listeners = new Set<PushListener>();

  /** @param memoryLimit bytes for all devices together */
  constructor(memoryLimit: number = MEMORY_LIMIT) {
    this.#budget = new MemoryBudget(memoryLimit);
  }

  /** Bytes taken now. */
  get memory(): number {
    return this.#budget.used;
  }

  /**
   * Adds what a device measured at one moment. Late and repeated samples are dropped and a clock that was set back is
   * followed (see SampleRing.push); two samples further apart than three usual intervals and two seconds are not joined.
   * @param at milliseconds since 1970; what is not a finite number is ignored
   * @param values by channel; null: the sensor gave no valid reading
   */
  push(deviceKey: string, at: number, values: Readonly<Record<string, number | null>>): void {
    if (!Number.isFinite(at)) return;
    const device = this.#device(deviceKey);
    device.lastAt = at;
    if (Number.isNaN(device.wholeFrom) || at < device.wholeFrom) device.wholeFrom = at;
    for (const [channel, value] of Object.entries(values)) this.#ring(device, channel)?.push(at, value);
    this.#tell(deviceKey);
  }

  /**
   * The device fell silent or left, or the stream was interrupted: every line of it is broken after its newest sample.
   * @param isMissed by the stream's fault: the device may have measured meanwhile
   */
  gap(deviceKey: string, isMissed = false): void {
    const device = this.#devices.get(deviceKey);
    if (!device) return;
    if (isMissed) device.wholeFrom = Number.NaN;
    for (const ring of device.channels.values()) ring.breakLine();
    this.#tell(deviceKey);
  }

  /** Drops all samples of a device. */
  forget(deviceKey: string): void {
    const device = this.#devices.get(deviceKey);
    if (!device) return;
    for (const ring of device.channels.values()) ring.release();
    this.#devices.delete(deviceKey);
    this.#tell(deviceKey);
  }

  /** One channel's past; undefined before its first sample. Ask again each time: it can be dropped for want of memory. */
  series(deviceKey: string, channel: string): SampleRing | undefined {
    return this.#devices.get(deviceKey)?.channels.get(channel);
  }

  /** From when on all readings of a device are here, as far as there is room for them; NaN: none yet. */
  wholeFrom(deviceKey: string): number {
    return this.#devices.get(deviceKey)?.wholeFrom ?? Number.NaN;
  }

  /** @returns the function that ends the subscription */
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

  /** The channel's ring; undefined when there is no memory for it, even without the other devices. */
  #ring(device: DeviceSamples, channel: string): SampleRing | undefined {
    const known = device.channels.get(channel);
    if (known) return known;
    while (!this.#budget.has(NEW_RING_BYTES)) {
      const silent = this.#longestSilent(device);
      if (silent === undefined) return undefined;
      this.forget(silent);
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

  #tell(deviceKey: string): void {
    for (const listener of this.#listeners) listener(deviceKey);
  }
}
