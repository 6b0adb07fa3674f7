import type { MonitorResult } from './monitor.ts';

/** Least time between two alarms of one monitor, in milliseconds, for a value that flickers around the limit. */
const MIN_INTERVAL_MS = 1000;

export interface ThresholdOptions {
  /** An amount above it is beyond the limit. */
  limit: number;
  /** The alarm clears at this amount; at most the limit. */
  clearsAt: number;
  /** How long all amounts must be beyond the limit, in milliseconds. */
  delayMs: number;
  /** The furthest value of an active alarm; undefined if there is none. */
  peak: number | undefined;
  /** How far beyond the limit a value of an alarm is. */
  amountOf(value: number): number;
}

/** The states of an alarm with a limit, a delay before it is raised and a hysteresis before it clears. */
export class Threshold {
  readonly #options: ThresholdOptions;
  #isActive: boolean;
  /** When the alarm is raised; undefined while the newest value is inside, and while the alarm is active. */
  #due: number | undefined;
  #newest = 0;
  #peak: number;
  #raisedAt = Number.NEGATIVE_INFINITY;

  constructor(options: ThresholdOptions) {
    this.#options = options;
    this.#isActive = options.peak !== undefined;
    this.#peak = options.peak ?? 0;
  }

  get isActive(): boolean {
    return this.#isActive;
  }

  get due(): number | undefined {
    return this.#due;
  }

  /** @param now on the monotonic clock, in milliseconds */
  add(value: number, now: number): MonitorResult | undefined {
    return this.#isActive ? this.#follow(value) : this.#evaluate(value, now);
  }

  check(now: number): MonitorResult | undefined {
    if (this.#due === undefined || now < this.#due) return undefined;
    this.#due = undefined;
    this.#isActive = true;
    this.#raisedAt = now;
    return { kind: 'raised', magnitude: this.#newest, peak: this.#peak };
  }

  /** A delay that runs starts again with the next value beyond the limit. */
  cancel(): void {
    this.#due = undefined;
  }

  #evaluate(value: number, now: number): MonitorResult | undefined {
    const { limit, delayMs, amountOf } = this.#options;
    if (amountOf(value) <= limit) {
      this.#due = undefined;
      return undefined;
    }
    if (this.#due === undefined) {
      this.#due = Math.max(now + delayMs, this.#raisedAt + MIN_INTERVAL_MS);
      this.#peak = value;
    } else if (this.#isFurther(value)) this.#peak = value;
    this.#newest = value;
    return this.check(now);
  }

  #follow(value: number): MonitorResult | undefined {
    const { clearsAt, amountOf } = this.#options;
    if (amountOf(value) <= clearsAt) {
      this.#isActive = false;
      return { kind: 'ended' };
    }
    if (!this.#isFurther(value)) return undefined;
    this.#peak = value;
    return { kind: 'further', peak: value };
  }

  #isFurther(value: number): boolean {
    const { amountOf } = this.#options;
    return amountOf(value) > amountOf(this.#peak);
  }
}
