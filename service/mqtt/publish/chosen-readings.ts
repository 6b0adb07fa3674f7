import { AlignedTimer } from '../../choice/aligned-timer.ts';
import type { ReadingFilter } from '../../choice/reading-filter.ts';
import type { ChosenSet } from '../../choice/types.ts';
import { type DeviceKey, UNCORRECTED_SUFFIX } from '../../contract/index.ts';
import type { Clock } from '../../support/clock.ts';
import type { PublishedDevice, PublishedSampleSet } from '../types.ts';
import type { DevicePublisher } from './device-publisher.ts';
import { valueJson } from './value-json.ts';

export interface ChosenReadingsOptions {
  filter: ReadingFilter;
  /** Length of an interval, in milliseconds; 0: none. */
  intervalMs: number;
  publisher: DevicePublisher;
  clock: Pick<Clock, 'now'>;
  publish(sampleSet: PublishedSampleSet): void;
}

interface ChosenDevice {
  key: DeviceKey;
  product: PublishedDevice['product'];
  /** By channel, of this product and of the one before: a removed channel ends with a null. */
  units: ReadonlyMap<string, string>;
}

function unitsOf({ channels }: PublishedDevice['product']): [string, string][] {
  return Object.entries(channels).map(([channel, { unit }]) => [channel, unit]);
}

/** The readings of a client that does not publish all of them, with payloads of its own. */
export class ChosenReadings {
  readonly #options: ChosenReadingsOptions;
  readonly #timer: AlignedTimer | undefined;
  /** By serial number. */
  readonly #devices = new Map<string, ChosenDevice>();
  #endings: (() => void)[] = [];

  constructor(options: ChosenReadingsOptions) {
    const { filter, intervalMs, clock } = options;
    this.#options = options;
    if (intervalMs === 0) return;
    this.#timer = new AlignedTimer({ intervalMs, clock, onTick: (now) => this.#publish(filter.tick(now)) });
  }

  start(): void {
    if (this.#endings.length > 0) return;
    const { events, devices } = this.#options.publisher;
    for (const device of devices.values()) this.#describe(device);
    this.#endings = [
      events.on('device', (device) => this.#describe(device)),
      events.on('removed', (serial) => this.#remove(serial)),
      events.on('sampleSet', ({ serial, at, samples }) => {
        const device = this.#devices.get(serial);
        if (device) this.#publish(this.#options.filter.push(device.key, at, samples));
      }),
      events.on('uncorrected', ({ serial, at, samples }) => {
        const device = this.#devices.get(serial);
        if (device) this.#publish(this.#options.filter.push(device.key, at, samples));
      }),
    ];
    this.#timer?.start();
  }

  /** Publishes what was gathered, and stops. */
  stop(): void {
    this.#timer?.stop();
    for (const end of this.#endings) end();
    this.#endings = [];
    this.#publish(this.#options.filter.end());
    this.#devices.clear();
  }

  #describe(published: PublishedDevice): void {
    const { family, serial } = published;
    const { product } = published.uncorrected ?? published;
    const before = this.#devices.get(serial);
    if (before && before.key.family !== family) this.#remove(serial);
    else if (before?.product === product) return;
    const former = before ? unitsOf(before.product) : [];
    const units = unitsOf(product);
    if (before) {
      // With the former units: a value of another unit must not be part of a mean.
      const kept = units.filter(([channel, unit]) => before.units.get(channel) === unit).map(([channel]) => channel);
      this.#publish(this.#options.filter.keepChannels(before.key, new Set(kept)));
      this.#endUncorrected(before, product);
    }
    this.#devices.set(serial, { key: { family, serial }, product, units: new Map([...former, ...units]) });
  }

  /** Publishes null for uncorrected channels whose correction was removed; other removed channels have their own null. */
  #endUncorrected({ key, product }: ChosenDevice, { channels }: PublishedDevice['product']): void {
    const { filter, clock } = this.#options;
    const removed = Object.keys(product.channels).filter(
      (channel) => channel.endsWith(UNCORRECTED_SUFFIX) && !Object.hasOwn(channels, channel),
    );
    if (removed.length === 0) return;
    this.#publish(
      filter.push(
        key,
        clock.now(),
        removed.map((channel) => ({ channel, magnitude: null })),
      ),
    );
  }

  #remove(serial: string): void {
    const device = this.#devices.get(serial);
    if (!device) return;
    this.#publish(this.#options.filter.removeDevice(device.key));
    this.#devices.delete(serial);
  }

  #publish(sets: readonly ChosenSet[]): void {
    for (const set of sets) this.#options.publish(this.#sampleSetOf(set));
  }

  #sampleSetOf({ device: { serial }, at, samples: chosen }: ChosenSet): PublishedSampleSet {
    const units = this.#devices.get(serial)?.units;
    const samples = chosen
      .toSorted((one, other) => (one.channel < other.channel ? -1 : 1))
      .map(({ channel, magnitude, spread }) => {
        const unit = units?.get(channel) ?? '';
        return spread ? { channel, magnitude, unit, spread } : { channel, magnitude, unit };
      });
    const values = samples.map(
      ({ channel, magnitude, unit, spread }) =>
        `${JSON.stringify(channel)}:${valueJson(magnitude, `"unit":${JSON.stringify(unit)}`, spread)}`,
    );
    const timestamp = new Date(at).toISOString();
    const payload = `{"serial":${JSON.stringify(serial)},"timestamp":"${timestamp}","values":{${values.join(',')}}}`;
    return { serial, at, samples, payload };
  }
}
