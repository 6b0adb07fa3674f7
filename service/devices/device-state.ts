import { type DeviceStateName, type Product, SEA_LEVEL_PRESSURE_PA, type Value } from '../contract/index.ts';
import type { Correctors, DeviceDescription, Sample, SampleSet } from './types.ts';
import { applicableCorrectors, uncorrectedName, withUncorrected } from './uncorrected-channels.ts';
import { computedChannels, VIRTUAL_CHANNELS } from './virtual-channels.ts';

const NOT_MEASURED_YET = 'no reading yet';
const NO_DATA = 'no data';
const OUTSIDE_RANGE = 'outside the corrected range';

const standardSeaLevelPressure = (): number => SEA_LEVEL_PRESSURE_PA.default;

const NONE: ReadonlyMap<string, ChannelReading> = new Map();

/** A channel's last valid reading, or the reason why there is none. */
export interface ChannelReading {
  value: Value | null;
  reason: string;
}

/** A complete sample set. */
export interface CompleteSamples {
  /** The accepted ones: known real channels, corrected, then the virtual ones, of the source or computed of them. */
  readonly samples: Sample[];
  /** Of the uncorrected channels; undefined for a device without corrections. */
  readonly uncorrected?: readonly Sample[];
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
  readonly #uncorrected = new Map<string, ChannelReading>();
  #description: DeviceDescription;
  #product: Product;
  /** All current ones of the device, also of channels that it does not have. */
  #given: Correctors | undefined;
  #correctors: Correctors | undefined;
  #virtual: string[] = [];
  #state: DeviceStateName = 'starting';
  #lastAt: number | undefined;
  #lastMonotonic: number;
  #revision = 0;
  #samplings = 0;
  readonly #seaLevelPressure: () => number;
  rejected = 0;

  /** @param seaLevelPressure in pascals; read at each sample of a channel that uses it */
  constructor(
    description: DeviceDescription,
    monotonic: number,
    correctors?: Correctors,
    seaLevelPressure = standardSeaLevelPressure,
  ) {
    this.#seaLevelPressure = seaLevelPressure;
    this.#description = description;
    this.#product = description.product;
    this.#lastMonotonic = monotonic;
    this.#given = correctors;
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

  /** Of the contract's channels, in the product's order. */
  get readings(): ReadonlyMap<string, ChannelReading> {
    return this.#readings;
  }

  /** Of the uncorrected channels, which the contract does not have. */
  get uncorrected(): ReadonlyMap<string, ChannelReading> {
    return this.#correctors ? this.#uncorrected : NONE;
  }

  /** With the uncorrected channels; the description's own product while nothing is corrected. */
  get product(): Product {
    return this.#product;
  }

  /** The last valid reading of each channel, however old; without channels that never had one. */
  lastValues(): Map<string, Value> {
    const values = new Map<string, Value>();
    for (const [label, { value }] of [...this.#readings, ...this.#uncorrected]) {
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
      const reading = before.get(label);
      this.#readings.set(label, reading && !this.#isWaiting ? reading : { value: null, reason: this.#absence });
    }
    this.#applyCorrectors();
    this.#revision += 1;
  }

  /** Corrects the readings from now on; current readings stay as they are. Undefined: nothing is corrected. */
  correct(correctors: Correctors | undefined): void {
    this.#given = correctors;
    this.#applyCorrectors();
    this.#revision += 1;
  }

  #applyCorrectors(): void {
    const { product } = this.#description;
    this.#correctors = applicableCorrectors(product, this.#given);
    this.#product = withUncorrected(product, this.#correctors);
    const before = new Map(this.#uncorrected);
    this.#uncorrected.clear();
    for (const channel of this.#correctors?.keys() ?? []) {
      const label = uncorrectedName(channel);
      this.#uncorrected.set(label, before.get(label) ?? { value: null, reason: NOT_MEASURED_YET });
    }
  }

  /** Applies a sample set: corrects it, and computes its virtual channels. */
  sample(moment: Pick<SampleSet, 'at' | 'samples'>, monotonic: number): CompleteSamples {
    const entered = this.complete(moment.samples);
    const timestamp = timestampOf(moment.at);
    for (const sample of entered.samples) this.#enter(this.#readings, sample, timestamp);
    for (const sample of entered.uncorrected ?? []) this.#enter(this.#uncorrected, sample, timestamp);
    this.#lastAt = moment.at;
    this.#lastMonotonic = monotonic;
    this.#samplings += 1;
    this.#revision += 1;
    this.#state = this.#hasValue() ? 'measuring' : 'failing';
    return entered;
  }

  /** Returns what `sample` would, and changes nothing. */
  complete(samples: readonly Sample[]): CompleteSamples {
    return this.#complete(samples, this.#correctors);
  }

  /** The same with the corrections that were in force at the time of the samples. */
  completePast(samples: readonly Sample[], correctors: Correctors | undefined): CompleteSamples {
    return this.#complete(samples, applicableCorrectors(this.#description.product, correctors));
  }

  #complete(samples: readonly Sample[], correctors: Correctors | undefined): CompleteSamples {
    const known: Sample[] = [];
    const given: Sample[] = [];
    for (const sample of samples) {
      if (!this.#readings.has(sample.channel)) continue;
      (this.#virtual.includes(sample.channel) ? given : known).push(withoutNonsense(sample));
    }
    const uncorrected = correctors && correctSamples(known, correctors);
    for (const label of this.#virtual) {
      const isGiven = given.length > 0 && !mustCompute(label, correctors);
      const own = isGiven ? given.find(({ channel }) => channel === label) : undefined;
      const sample =
        typeof own?.magnitude === 'number' ? own : (computeVirtual(label, known, this.#seaLevelPressure) ?? own);
      if (sample) known.push(sample);
    }
    return uncorrected ? { samples: known, uncorrected } : { samples: known };
  }

  /** True once when the device becomes silent: every value is null from then on. */
  checkSilence(monotonic: number): boolean {
    if (this.#state === 'silent') return false;
    if (monotonic - this.#lastMonotonic <= silenceLimit(this.#description.periodMs)) return false;
    // A device that never sampled stays `starting`: it has no old value that could pass for a new one.
    if (this.#state === 'starting') return false;
    const reason = this.#description.missing ?? NO_DATA;
    for (const readings of [this.#readings, this.#uncorrected]) {
      for (const label of readings.keys()) this.#setReading(readings, label, { value: null, reason });
    }
    this.#state = 'silent';
    this.#revision += 1;
    return true;
  }

  /** It has no current reading of any channel. */
  get #isWaiting(): boolean {
    return this.#state === 'starting' || this.#state === 'silent';
  }

  /** Why a channel has no reading. */
  get #absence(): string {
    return this.#description.missing ?? (this.#state === 'silent' ? NO_DATA : NOT_MEASURED_YET);
  }

  #hasValue(): boolean {
    for (const { value } of this.#readings.values()) if (value) return true;
    return false;
  }

  #setReading(readings: Map<string, ChannelReading>, label: string, reading: ChannelReading): void {
    const before = readings.get(label)?.value;
    if (before && !reading.value) this.#lastValid.set(label, before);
    readings.set(label, reading);
  }

  #enter(readings: Map<string, ChannelReading>, { channel, magnitude, reason }: Sample, timestamp: string): void {
    const unit = this.#product.channels[channel]?.unit ?? '';
    this.#setReading(
      readings,
      channel,
      magnitude === null
        ? { value: null, reason: reason ?? 'sensor error' }
        : { value: { magnitude, timestamp, unit }, reason: '' },
    );
  }
}

/** Computed channels have the time of the readings they follow, so the text of the last time is often needed again. */
function timestampOf(at: number): string {
  if (at !== newestTimestamp.at) newestTimestamp = { at, text: new Date(at).toISOString() };
  return newestTimestamp.text;
}

let newestTimestamp = { at: Number.NaN, text: '' };

/** JSON has no NaN and no infinity, so such a magnitude becomes null. */
function withoutNonsense(sample: Sample): Sample {
  return sample.magnitude === null || Number.isFinite(sample.magnitude)
    ? sample
    : { channel: sample.channel, magnitude: null, reason: 'not a number' };
}

/**
 * Replaces samples by corrected ones.
 * @returns the former ones, under the names of their uncorrected channels
 */
function correctSamples(samples: Sample[], correctors: Correctors): Sample[] {
  const uncorrected: Sample[] = [];
  for (const [index, sample] of samples.entries()) {
    const { channel, magnitude } = sample;
    const corrector = correctors.get(channel);
    if (!corrector) continue;
    uncorrected.push({ ...sample, channel: uncorrectedName(channel) });
    if (magnitude === null) continue;
    const corrected = corrector.correct(magnitude);
    samples[index] =
      corrected === null
        ? { channel, magnitude: null, reason: OUTSIDE_RANGE }
        : withoutNonsense({ channel, magnitude: corrected });
  }
  return uncorrected;
}

/** Whether a value that the source has computed itself, of its own inputs, does not hold here. */
function mustCompute(label: string, correctors: Correctors | undefined): boolean {
  const { inputs = [], usesSeaLevelPressure = false } = VIRTUAL_CHANNELS[label] ?? {};
  return usesSeaLevelPressure || (correctors !== undefined && inputs.some((input) => correctors.has(input)));
}

/** Null if an input failed; undefined if all that were sampled have a value, and one was not sampled in this set. */
function computeVirtual(label: string, samples: readonly Sample[], seaLevelPressure: () => number): Sample | undefined {
  const virtual = VIRTUAL_CHANNELS[label];
  if (!virtual) return undefined;
  const magnitudes: number[] = [];
  let failed = '';
  for (const name of virtual.inputs) {
    const input = samples.find(({ channel }) => channel === name);
    if (typeof input?.magnitude === 'number') magnitudes.push(input.magnitude);
    else if (input) failed += failed === '' ? name : `, ${name}`;
  }
  if (failed !== '') return { channel: label, magnitude: null, reason: `requires ${failed}` };
  if (magnitudes.length < virtual.inputs.length) return undefined;
  if (virtual.usesSeaLevelPressure) magnitudes.push(seaLevelPressure());
  return withoutNonsense({ channel: label, magnitude: virtual.compute(...magnitudes) });
}
