/** How long the right edge stays behind, at most, so that the newest sample is there before the edge is. In milliseconds. */
const LONGEST_LAG_MS = 2000;

/** The lag for each interval: a little longer, for the way a sample takes. */
const LAG_INTERVALS = 1.1;

/** The edge keeps its lag until the interval has changed by more than this part: it must not tremble with it. */
const LAG_TOLERANCE = 0.25;

/**
 * Where the right edge of a live view is. It runs with the service's clock, one sampling interval behind, so that the
 * line reaches the edge at all times and slides evenly instead of jumping with each sample.
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
