/** Where a run of readings has a gap, by the same rule as in the charts. */

/** Interval up to which two readings are always joined, in milliseconds. */
const ALWAYS_JOINED_MS = 2000;

/** Otherwise two readings are joined up to this many usual intervals. */
const JOINED_INTERVALS = 3;

/** Number of intervals whose median is the usual one. */
const REMEMBERED = 5;

/** A run as stored in the file. */
export interface OrderedRunState {
  since: number;
  newest: number;
  interrupted: boolean;
  intervals: number[];
}

/** Readings with ascending or equal timestamps. Milliseconds since 1970. */
export class OrderedRun {
  #since: number;
  #newest: number;
  #isInterrupted: boolean;
  readonly #intervals: number[];

  /** @param at the first reading's timestamp, or a stored run */
  constructor(at: number | OrderedRunState) {
    const state = typeof at === 'number' ? { since: at, newest: at, interrupted: false, intervals: [] } : at;
    this.#since = state.since;
    this.#newest = state.newest;
    this.#isInterrupted = state.interrupted;
    this.#intervals = [...state.intervals];
  }

  /** The first reading after the last gap; if the run ends with a gap, after the one before it. */
  get since(): number {
    return this.#since;
  }

  get newest(): number {
    return this.#newest;
  }

  /** Longest time to a next reading that joins the newest, in milliseconds. */
  get reach(): number {
    const usual = this.#intervals.toSorted((a, b) => a - b)[this.#intervals.length >> 1] ?? 0;
    return Math.max(ALWAYS_JOINED_MS, JOINED_INTERVALS * usual);
  }

  /** Whether a reading at `at` would join the newest. */
  joins(at: number): boolean {
    return at >= this.#newest && at - this.#newest <= this.reach;
  }

  /**
   * @param at not before the newest
   * @returns whether a gap belongs before this reading
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

  /** @returns whether a gap belongs after the newest reading; false if there is one */
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
