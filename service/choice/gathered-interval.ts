import type { ReadingChoice } from '../contract/index.ts';
import type { Spread } from './types.ts';

/** The value of an interval, and its time. */
export interface IntervalValue {
  /** Milliseconds since 1970. */
  at: number;
  magnitude: number;
  spread?: Spread;
}

/** The readings of one channel in the current interval. Intervals start at multiples of their length since 1970. */
export class GatheredInterval {
  readonly #length: number;
  readonly #isMean: boolean;
  /** Start of the current interval, in milliseconds since 1970. */
  #start = 0;
  #count = 0;
  #newest = 0;
  #newestAt = 0;
  #sum = 0;
  #minimum = 0;
  #maximum = 0;

  constructor({ interval_s, interval_value }: Pick<ReadingChoice, 'interval_s' | 'interval_value'>) {
    this.#length = interval_s * 1000;
    this.#isMean = interval_value === 'mean';
  }

  /** Adds a reading. @returns the value of the former interval, if the reading is in another */
  add(at: number, value: number): IntervalValue | undefined {
    const start = Math.floor(at / this.#length) * this.#length;
    const former = start === this.#start ? undefined : this.#take(start > this.#start);
    if (this.#count === 0) {
      this.#start = start;
      this.#sum = 0;
      this.#minimum = value;
      this.#maximum = value;
    }
    this.#count += 1;
    this.#newest = value;
    this.#newestAt = at;
    this.#sum += value;
    this.#minimum = Math.min(this.#minimum, value);
    this.#maximum = Math.max(this.#maximum, value);
    return former;
  }

  /** The value of the interval, if it is over: its end was reached, or the clock went back by more than its length. */
  due(now: number): IntervalValue | undefined {
    if (this.#count === 0) return undefined;
    const isComplete = now >= this.#start + this.#length;
    return isComplete || now < this.#start - this.#length ? this.#take(isComplete) : undefined;
  }

  /** The value of what was gathered so far. */
  end(): IntervalValue | undefined {
    return this.#take(false);
  }

  /** @param isComplete a mean then has the end of the interval as its time, otherwise that of its newest reading */
  #take(isComplete: boolean): IntervalValue | undefined {
    const count = this.#count;
    if (count === 0) return undefined;
    this.#count = 0;
    if (!this.#isMean) return { at: this.#newestAt, magnitude: this.#newest };
    const [minimum, maximum] = [this.#minimum, this.#maximum];
    // A rounded or overflowed sum must not be outside of its readings.
    const magnitude = Math.min(maximum, Math.max(minimum, this.#sum / count));
    const at = isComplete ? this.#start + this.#length : this.#newestAt;
    return { at, magnitude, spread: { minimum, maximum, count } };
  }
}
