/** One rhythm for many: each of them once a period, evenly spread over it, from a single timer. */

/** How often it is looked who is due, in milliseconds. */
const TICK_MS = 10;

export class Beat {
  readonly #count: number;
  readonly #periodMs: number;
  readonly #due: (index: number) => void;
  #timer: NodeJS.Timeout | null = null;
  #startedAt = 0;
  #next = 0;
  #skipped = 0;
  #latestMs = 0;

  /**
   * @param count how many take part
   * @param periodMs how often each is due
   * @param due called with the index of the one that is due
   */
  constructor(count: number, periodMs: number, due: (index: number) => void) {
    this.#count = count;
    this.#periodMs = periodMs;
    this.#due = due;
  }

  /** Times that were left out, because this process was late by a whole period or more. */
  get skipped(): number {
    return this.#skipped;
  }

  /** How late anything was called at most, in milliseconds; a tick of 10 ms is not late. */
  get latestMs(): number {
    return this.#latestMs;
  }

  /** May be called twice. */
  start(): void {
    if (this.#timer || this.#count === 0) return;
    this.#startedAt = performance.now();
    this.#next = 0;
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
  }

  /** May be called twice. */
  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  #tick(): void {
    const elapsed = performance.now() - this.#startedAt;
    const due = Math.floor((elapsed * this.#count) / this.#periodMs);
    if (this.#next < due) {
      const wasDue = ((this.#next + 1) * this.#periodMs) / this.#count;
      this.#latestMs = Math.max(this.#latestMs, elapsed - wasDue - TICK_MS);
    }
    const late = due - this.#next - this.#count;
    if (late > 0) {
      this.#skipped += late;
      this.#next += late;
    }
    for (; this.#next < due && this.#timer; this.#next += 1) this.#due(this.#next % this.#count);
  }
}
