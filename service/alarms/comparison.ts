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
    if (!channel || !reference || channel.unit !== reference.unit || this.#isStale(now)) return undefined;
    return this.monitor.add(difference(channel.magnitude, reference.magnitude), now);
  }

  /** As of the monitor. Readings that became too old during a delay raise no alarm. */
  check(now: number): FlapResult | undefined {
    if (this.#isStale(now)) this.monitor.wake(now);
    return this.monitor.check(now);
  }

  /** The age of readings from before sleep is unknown. */
  wake(now: number): void {
    this.#channel = undefined;
    this.#reference = undefined;
    this.monitor.wake(now);
  }

  #isStale(now: number): boolean {
    const oldest = Math.min(
      this.#channel?.at ?? Number.NEGATIVE_INFINITY,
      this.#reference?.at ?? Number.NEGATIVE_INFINITY,
    );
    return now - oldest > MAX_AGE_MS;
  }
}
