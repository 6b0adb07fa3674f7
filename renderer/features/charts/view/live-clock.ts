/** Maximum lag of the right edge, in milliseconds. */
const LONGEST_LAG_MS = 2000;

/** Lag in sampling intervals: slightly above 1 for the transmission of a sample. */
const LAG_INTERVALS = 1.1;

/** Relative change of the interval that changes the lag; smaller jitter does not move the edge. */
const LAG_TOLERANCE = 0.25;

/**
 * The right edge of a live view: the service's clock, one sampling interval behind. The line always reaches the edge, and
 * slides evenly instead of jumping with each sample.
 */
export class LiveClock {
  readonly #now: () => number;
  #lag = 0;

  /** @param now the service's time in milliseconds since 1970 */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** @param interval the usual time between samples in milliseconds, if known */
  edge(interval: number | undefined): number {
    const lag = Math.min((interval ?? 0) * LAG_INTERVALS, LONGEST_LAG_MS);
    if (Math.abs(lag - this.#lag) > LAG_TOLERANCE * this.#lag) this.#lag = lag;
    return Math.floor(this.#now() - this.#lag);
  }
}
