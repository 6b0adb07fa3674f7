import type { DeviceStateName, Value } from '../contract/index.ts';
import type { DeviceDescription, Sample, SampleSet } from './types.ts';
import { computedChannels, VIRTUAL_CHANNELS } from './virtual-channels.ts';

const NOT_MEASURED_YET = 'no reading yet';

/** A channel's last valid reading, or the reason why there is none. */
export interface ChannelReading {
  value: Value | null;
  reason: string;
}

/** Time without a sample after which a device is silent, in milliseconds: three periods, at least two seconds. */
export function silenceLimit(periodMs: number): number {
  return Math.max(3 * periodMs, 2000);
}

/** A connected device: its description, the last reading of each channel and its counters. Only the registry writes. */
export class DeviceState {
  readonly #readings = new Map<string, ChannelReading>();
  /** Of channels that have no valid reading any more. */
  readonly #lastValid = new Map<string, Value>();
  #description: DeviceDescription;
  #virtual: string[] = [];
  #state: DeviceStateName = 'starting';
  #lastAt: number | undefined;
  #lastMonotonic: number;
  #revision = 0;
  #samplings = 0;
  rejected = 0;

  constructor(description: DeviceDescription, monotonic: number) {
    this.#description = description;
    this.#lastMonotonic = monotonic;
    this.describe(description, monotonic);
  }

  get description(): DeviceDescription {
    return this.#description;
  }

  get state(): DeviceStateName {
    return this.#state;
  }

  /** When the newest sample arrived: milliseconds since 1970, undefined before the first. */
  get lastAt(): number | undefined {
    return this.#lastAt;
  }

  /** Increases with every change that a response could show. */
  get revision(): number {
    return this.#revision;
  }

  /** Sample sets since the device connected. */
  get samplings(): number {
    return this.#samplings;
  }

  /** In the product's order. */
  get readings(): ReadonlyMap<string, ChannelReading> {
    return this.#readings;
  }

  /** The last valid reading of each channel, however old; without channels that never had one. */
  lastValues(): Map<string, Value> {
    const values = new Map<string, Value>();
    for (const [label, { value }] of this.#readings) {
      const last = value ?? this.#lastValid.get(label);
      if (last) values.set(label, last);
    }
    return values;
  }

  /**
   * Replaces the description; readings of channels that still exist stay.
   * @param monotonic now, in milliseconds: a changed period restarts the time without a sample
   */
  describe(description: DeviceDescription, monotonic: number): void {
    const before = new Map(this.#readings);
    if (description.periodMs !== this.#description.periodMs) this.#lastMonotonic = monotonic;
    this.#description = description;
    this.#virtual = computedChannels(description.product);
    this.#readings.clear();
    for (const label of Object.keys(description.product.channels)) {
      this.#readings.set(label, before.get(label) ?? { value: null, reason: NOT_MEASURED_YET });
    }
    this.#revision += 1;
  }

  /**
   * Applies a sample set and computes its virtual channels.
   * @returns the accepted samples: known real channels first, then the virtual ones
   */
  sample(moment: SampleSet, monotonic: number): Sample[] {
    const entered = this.complete(moment.samples);
    const timestamp = new Date(moment.at).toISOString();
    for (const sample of entered) this.#enter(sample, timestamp);
    this.#lastAt = moment.at;
    this.#lastMonotonic = monotonic;
    this.#samplings += 1;
    this.#revision += 1;
    this.#state = this.#hasValue() ? 'measuring' : 'failing';
    return entered;
  }

  /** Returns what `sample` would, and changes nothing. */
  complete(samples: readonly Sample[]): Sample[] {
    const known: Sample[] = [];
    for (const sample of samples) if (this.#readings.has(sample.channel)) known.push(withoutNonsense(sample));
    for (const label of this.#virtual) {
      const computed = computeVirtual(label, known);
      if (computed) known.push(computed);
    }
    return known;
  }

  /** True once when the device becomes silent: every value is null from then on. */
  checkSilence(monotonic: number): boolean {
    if (this.#state === 'silent') return false;
    if (monotonic - this.#lastMonotonic <= silenceLimit(this.#description.periodMs)) return false;
    // A device that never sampled stays `starting`: it has no old value that could pass for a new one.
    if (this.#state === 'starting') return false;
    for (const label of this.#readings.keys()) this.#setReading(label, { value: null, reason: 'no data' });
    this.#state = 'silent';
    this.#revision += 1;
    return true;
  }

  #hasValue(): boolean {
    for (const { value } of this.#readings.values()) if (value) return true;
    return false;
  }

  #setReading(label: string, reading: ChannelReading): void {
    const before = this.#readings.get(label)?.value;
    if (before && !reading.value) this.#lastValid.set(label, before);
    this.#readings.set(label, reading);
  }

  #enter({ channel, magnitude, reason }: Sample, timestamp: string): void {
    const unit = this.#description.product.channels[channel]?.unit ?? '';
    this.#setReading(
      channel,
      magnitude === null
        ? { value: null, reason: reason ?? 'sensor error' }
        : { value: { magnitude, timestamp, unit }, reason: '' },
    );
  }
}

/** JSON has no NaN and no infinity, so such a magnitude becomes null. */
function withoutNonsense(sample: Sample): Sample {
  return sample.magnitude === null || Number.isFinite(sample.magnitude)
    ? sample
    : { channel: sample.channel, magnitude: null, reason: 'not a number' };
}

/** Undefined when an input was not sampled in this set. */
function computeVirtual(label: string, samples: readonly Sample[]): Sample | undefined {
  const virtual = VIRTUAL_CHANNELS[label];
  if (!virtual) return undefined;
  const magnitudes: number[] = [];
  let failed = '';
  let isSampled = false;
  for (const name of virtual.inputs) {
    const input = samples.find(({ channel }) => channel === name);
    if (input) isSampled = true;
    if (typeof input?.magnitude === 'number') magnitudes.push(input.magnitude);
    else failed += failed === '' ? name : `, ${name}`;
  }
  if (!isSampled) return undefined;
  if (failed !== '') return { channel: label, magnitude: null, reason: `requires ${failed}` };
  return withoutNonsense({ channel: label, magnitude: virtual.compute(...magnitudes) });
}
