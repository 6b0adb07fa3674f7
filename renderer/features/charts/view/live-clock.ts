/** The samples that the clocks are compared by. */
const COMPARED = 16;

/** Clocks that differ by no more than this, and the way a sample takes, count as one clock. In milliseconds. */
const TOLERANCE_MS = 1000;

/** How far the right edge stays behind, at most, so that the newest sample is there before the edge is. In milliseconds. */
const LONGEST_LAG_MS = 2000;

/** The lag for each interval: a little longer, for the way a sample takes. */
const LAG_INTERVALS = 1.1;

/** The edge keeps its lag until the interval has changed by more than this part: it must not tremble with it. */
const LAG_TOLERANCE = 0.25;

/**
 * Where the right edge of a live view is. It runs with this computer's clock, one sampling interval behind, so that the
 * line reaches the edge at all times and slides evenly instead of jumping with each sample. Samples stamped by a clock
 * that differs from this computer's (a service reached through a tunnel) move the edge to where they are.
 */
export class LiveClock {
  readonly #now: () => number;
  readonly #ahead: number[] = [];
  #skew = 0;
  #lag = 0;

  /** @param now milliseconds since 1970 */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** A sample came in. @param at its time stamp */
  observe(at: number): void {
    this.#ahead.push(at - this.#now());
    if (this.#ahead.length > COMPARED) this.#ahead.shift();
    // The least delayed of the last few tells most about the clocks.
    const ahead = Math.max(...this.#ahead);
    const isAnotherClock = ahead > TOLERANCE_MS || (this.#ahead.length === COMPARED && ahead < -TOLERANCE_MS);
    this.#skew = isAnotherClock ? ahead : 0;
  }

  /** @param interval the usual time between samples in milliseconds, if known */
  edge(interval: number | undefined): number {
    const lag = Math.min((interval ?? 0) * LAG_INTERVALS, LONGEST_LAG_MS);
    if (Math.abs(lag - this.#lag) > LAG_TOLERANCE * this.#lag) this.#lag = lag;
    return Math.floor(this.#now() + this.#skew - this.#lag);
  }
}
