/** Intervals of the local clock, and what the readings of one channel in an interval amount to. */
import type { IntervalValue } from '../../contract/index.ts';
import { localTime, type TimeZone } from './csv/time-zone.ts';

/** Clock changes move local time by one hour; shorter intervals are unaffected. */
const HOUR_MS = 3_600_000;

/** Keeps a sum finite that the plain one is not. */
const SCALE = 2 ** -40;

/**
 * The end of the interval of a reading, in milliseconds since 1970. An interval includes its end, not its start.
 * Intervals start on the hour of the local clock where they divide it evenly.
 * @param intervalMs above 0
 */
export function intervalEnd(at: number, intervalMs: number, zone: TimeZone): number {
  const local = localTime(at, zone);
  const localEnd = Math.ceil(local / intervalMs) * intervalMs;
  const end = at + localEnd - local;
  if (intervalMs <= HOUR_MS) return end;
  // A clock change lengthens or shortens a long interval, so that it still ends at its local time.
  const changed = end + localEnd - localTime(end, zone);
  return localTime(changed, zone) === localEnd ? changed : end;
}

/** The readings of a channel in one interval. Takes the same memory for any number of them. */
export class IntervalSummary {
  #readings = 0;
  #newest = Number.NaN;
  #count = 0;
  #min = Number.NaN;
  #max = Number.NaN;
  #sum = 0;
  /** Digits that the sum lost (Neumaier), so that the mean does not depend on the order or number of readings. */
  #lost = 0;
  #scaledSum = 0;

  /** Readings with a value or without. */
  get readings(): number {
    return this.#readings;
  }

  /** @param value not finite: a sensor error */
  add(value: number): void {
    this.#readings += 1;
    this.#newest = value;
    if (!Number.isFinite(value)) return;
    const sum = this.#sum + value;
    this.#lost += Math.abs(this.#sum) >= Math.abs(value) ? this.#sum - sum + value : value - sum + this.#sum;
    this.#sum = sum;
    this.#scaledSum += value * SCALE;
    this.#count += 1;
    if (!(value >= this.#min)) this.#min = value;
    if (!(value <= this.#max)) this.#max = value;
  }

  /** NaN without a value: a newest reading that is a sensor error; a mean, minimum or maximum of sensor errors alone. */
  value(name: IntervalValue): number {
    if (name === 'newest') return this.#newest;
    if (name === 'mean') return this.#mean();
    if (name === 'min') return this.#min;
    return name === 'max' ? this.#max : this.#count;
  }

  clear(): void {
    this.#readings = 0;
    this.#newest = Number.NaN;
    this.#count = 0;
    this.#min = Number.NaN;
    this.#max = Number.NaN;
    this.#sum = 0;
    this.#lost = 0;
    this.#scaledSum = 0;
  }

  #mean(): number {
    if (this.#count === 0) return Number.NaN;
    const sum = this.#sum + this.#lost;
    const mean = Number.isFinite(sum) ? sum / this.#count : this.#scaledSum / this.#count / SCALE;
    // Rounding may take it past the only value.
    return Math.min(this.#max, Math.max(this.#min, mean));
  }
}
