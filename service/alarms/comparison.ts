import { difference } from '../support/difference.ts';
import type { FlapMonitor, FlapResult } from './flap-monitor.ts';

/** Age at which a reading is no longer compared, in milliseconds. */
const MAX_AGE_MS = 600_000;

interface NewestReading {
  magnitude: number;
  unit: string;
  /** On the monotonic clock, in milliseconds. */
  at: number;
}

/** Passes the differences of a channel to its reference on to a monitor, while both have new readings. */
export class Comparison {
  readonly monitor: FlapMonitor;
  #channel: NewestReading | undefined;
  #reference: NewestReading | undefined;

  constructor(monitor: FlapMonitor) {
    this.monitor = monitor;
  }

  /** The units of both channels if they differ: they cannot be compared. */
  get differingUnits(): readonly [channel: string, reference: string] | undefined {
    if (!this.#channel || !this.#reference || this.#channel.unit === this.#reference.unit) return undefined;
    return [this.#channel.unit, this.#reference.unit];
  }

  /** Records a valid reading of the channel or the reference. */
  set(isReference: boolean, reading: NewestReading): void {
    if (isReference) this.#reference = reading;
    else this.#channel = reading;
  }

  /** Compares the newest readings. Called after all readings of a sample set. */
  evaluate(now: number): FlapResult | undefined {
    const [channel, reference] = [this.#channel, this.#reference];
    if (!channel || !reference || channel.unit !== reference.unit) return undefined;
    if (now - Math.min(channel.at, reference.at) > MAX_AGE_MS) return undefined;
    return this.monitor.add(difference(channel.magnitude, reference.magnitude), now);
  }

  /** The age of readings from before sleep is unknown. */
  wake(): void {
    this.#channel = undefined;
    this.#reference = undefined;
  }
}
