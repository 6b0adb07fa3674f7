/** Reads one simulated device. Its samples are a pure function of seed, serial number and time. */
import type { Sample } from '../../devices/types.ts';
import type { SimulatedDevice } from './fleet.ts';
import type { SimulatedChannel } from './products.ts';
import { deriveSeed, gaussian, keyOf, uniform } from './random.ts';

/** Each interval of this length, in milliseconds, has at most one sensor error. */
const FAULT_WINDOW_MS = 15 * 60_000;

/** Share of the intervals with one. */
const FAULT_SHARE = 0.5;

/** Duration of a sensor error, in samples. */
const FAULT_SAMPLES = 3;

export class Sampler {
  readonly #place: number;
  readonly #faultKey: number;
  readonly #channels: readonly SimulatedChannel[];
  readonly #noiseKeys: readonly number[];
  readonly #faults: boolean;

  /** @param faults whether channels have occasional sensor errors */
  constructor({ description, product }: SimulatedDevice, seed: number, faults: boolean) {
    this.#place = keyOf(`${seed}/${description.serial}`);
    this.#faultKey = deriveSeed(this.#place, keyOf('fault'));
    this.#channels = product.channels;
    this.#noiseKeys = product.channels.map(({ label }) => deriveSeed(this.#place, keyOf(label)));
    this.#faults = faults;
  }

  /**
   * The samples of all real channels at a time (milliseconds since 1970).
   * @param periodMs the sampling period, which determines the duration of a sensor error
   */
  sample(at: number, periodMs: number): Sample[] {
    const failing = this.#faults ? this.#failingChannel(at, periodMs) : undefined;
    return this.#channels.map(({ label, curve, sensor }, index) => {
      if (index === failing) return { channel: label, magnitude: null, reason: 'sensor error' };
      const scatter = sensor.noise * gaussian(this.#noiseKeys[index] ?? 0, at);
      return { channel: label, magnitude: sensor.quantize(curve(this.#place, at) + scatter) };
    });
  }

  #failingChannel(at: number, periodMs: number): number | undefined {
    const window = Math.floor(at / FAULT_WINDOW_MS);
    if (uniform(this.#faultKey, window) >= FAULT_SHARE) return undefined;
    const length = FAULT_SAMPLES * periodMs;
    const latest = Math.max(0, FAULT_WINDOW_MS - length);
    const start = window * FAULT_WINDOW_MS + latest * uniform(deriveSeed(this.#faultKey, 1), window);
    if (at < start || at >= start + length) return undefined;
    return Math.floor(this.#channels.length * uniform(deriveSeed(this.#faultKey, 2), window));
  }
}
