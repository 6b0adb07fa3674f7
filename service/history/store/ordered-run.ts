/** Where a line of readings is interrupted, by the same rule as the charts of the window have. */

/** Two readings this close are joined whatever the sampling period, in milliseconds. */
const ALWAYS_JOINED_MS = 2000;

/** Beyond that, two readings are joined when this many usual intervals or fewer lie between them. */
const JOINED_INTERVALS = 3;

/** The usual interval is the median of so many. */
const REMEMBERED = 5;

/** A line as it is kept in the file. */
export interface OrderedRunState {
  since: number;
  newest: number;
  interrupted: boolean;
  intervals: number[];
}

/** Readings of which each is as new as the one before or newer. Moments in milliseconds since 1970. */
export class OrderedRun {
  #since: number;
  #newest: number;
  #isInterrupted: boolean;
  readonly #intervals: number[];

  /** @param at the first reading's moment, or a line as it was kept */
  constructor(at: number | OrderedRunState) {
    const begin = typeof at === 'number' ? { since: at, newest: at, interrupted: false, intervals: [] } : at;
    this.#since = begin.since;
    this.#newest = begin.newest;
    this.#isInterrupted = begin.interrupted;
    this.#intervals = [...begin.intervals];
  }

  /** The first reading after the last interruption; where the line is interrupted: after the one before. */
  get since(): number {
    return this.#since;
  }

  get newest(): number {
    return this.#newest;
  }

  /** The longest time to the next reading that joins it with the newest, in milliseconds. */
  get reach(): number {
    const usual = this.#intervals.toSorted((a, b) => a - b)[this.#intervals.length >> 1] ?? 0;
    return Math.max(ALWAYS_JOINED_MS, JOINED_INTERVALS * usual);
  }

  /** Whether a reading would go on where the newest is. */
  joins(at: number): boolean {
    return at >= this.#newest && at - this.#newest <= this.reach;
  }

  /**
   * Takes the next reading.
   * @param at not before the newest
   * @returns whether a mark belongs between the one before and this
   */
  add(at: number): boolean {
    const interval = at - this.#newest;
    const breaks = !this.#isInterrupted && interval > ALWAYS_JOINED_MS && interval > this.reach;
    if (breaks || this.#isInterrupted) this.#since = at;
    if (interval > 0) {
      this.#intervals.push(interval);
      if (this.#intervals.length > REMEMBERED) this.#intervals.shift();
    }
    this.#newest = at;
    this.#isInterrupted = false;
    return breaks;
  }

  /** @returns whether a mark belongs after the newest: not where there is one */
  interrupt(): boolean {
    const breaks = !this.#isInterrupted;
    this.#isInterrupted = true;
    return breaks;
  }

  state(): OrderedRunState {
    return {
      since: this.#since,
      newest: this.#newest,
      interrupted: this.#isInterrupted,
      intervals: [...this.#intervals],
    };
  }
}
