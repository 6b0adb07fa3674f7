/** Clocks this close, plus the transfer time, count as equal. */
const TOLERANCE_MS = 1000;

/** Comparison interval, longer than the pause between two responses. */
const RANGE_MS = 5000;

/**
 * Time of the service, from its status: through a tunnel its clock may differ from this computer's.
 * The response with the least delay counts. A clock that is ahead shows at once; one that is behind looks like a delay,
 * and counts after a whole comparison interval.
 */
export class ServiceClock {
  readonly #now: () => number;
  #rangeStart = Number.NEGATIVE_INFINITY;
  #present = Number.NEGATIVE_INFINITY;
  #previous = Number.NEGATIVE_INFINITY;
  #offset = 0;

  /** @param now this computer's time in milliseconds since 1970 */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** In milliseconds; 0 while the clocks count as equal. */
  get offset(): number {
    return this.#offset;
  }

  /** The service's time in milliseconds since 1970. */
  readonly now = (): number => this.#now() + this.#offset;

  /** @param at milliseconds since 1970; ignored if not finite */
  observe(at: number): void {
    if (!Number.isFinite(at)) return;
    const now = this.#now();
    // This computer's clock may be set back.
    if (now - this.#rangeStart >= RANGE_MS || now < this.#rangeStart) {
      this.#previous = this.#present;
      this.#present = Number.NEGATIVE_INFINITY;
      this.#rangeStart = now;
    }
    this.#present = Math.max(this.#present, at - now);
    const ahead = Math.max(this.#present, this.#previous);
    const isBehind = ahead < -TOLERANCE_MS && this.#previous !== Number.NEGATIVE_INFINITY;
    this.#offset = ahead > TOLERANCE_MS || isBehind ? ahead : 0;
  }
}
