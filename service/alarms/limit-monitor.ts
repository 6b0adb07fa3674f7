/** Compares readings with a limit, with a delay before the alarm is raised and a hysteresis before it clears. */
import { clearingValue } from '../support/hysteresis.ts';
import type { Monitor, MonitorResult } from './monitor.ts';

/** Least time between two alarms of one monitor, in milliseconds, for a value that flickers around the limit. */
const MIN_INTERVAL_MS = 1000;

export interface LimitWatchOptions {
  kind: 'above' | 'below';
  limit: number;
  hysteresis: number;
  /** How long all readings must be beyond the limit, in milliseconds. */
  delayMs: number;
  /** The furthest reading of an active alarm; undefined if there is none. */
  peak: number | undefined;
}

export class LimitMonitor implements Monitor {
  readonly kind: LimitWatchOptions['kind'];
  readonly #options: LimitWatchOptions;
  /** 1 if larger is further, -1 if smaller is. */
  readonly #sign: 1 | -1;
  /** The alarm clears at this reading. */
  readonly #clearsAt: number;
  #isActive: boolean;
  /** When the alarm is raised; undefined while the newest reading is inside, and while the alarm is active. */
  #due: number | undefined;
  #newest = 0;
  #peak: number;
  #raisedAt = Number.NEGATIVE_INFINITY;

  constructor(options: LimitWatchOptions) {
    this.kind = options.kind;
    this.#options = options;
    this.#sign = options.kind === 'above' ? 1 : -1;
    this.#clearsAt = clearingValue(options.limit, this.#sign * options.hysteresis);
    this.#isActive = options.peak !== undefined;
    this.#peak = options.peak ?? 0;
  }

  get due(): number | undefined {
    return this.#due;
  }

  add(magnitude: number, now: number): MonitorResult | undefined {
    return this.#isActive ? this.#follow(magnitude) : this.#evaluate(magnitude, now);
  }

  check(now: number): MonitorResult | undefined {
    if (this.#due === undefined || now < this.#due) return undefined;
    this.#due = undefined;
    this.#isActive = true;
    this.#raisedAt = now;
    return { kind: 'raised', magnitude: this.#newest, peak: this.#peak };
  }

  #evaluate(magnitude: number, now: number): MonitorResult | undefined {
    const { limit, delayMs } = this.#options;
    if ((magnitude - limit) * this.#sign <= 0) {
      this.#due = undefined;
      return undefined;
    }
    if (this.#due === undefined) {
      this.#due = Math.max(now + delayMs, this.#raisedAt + MIN_INTERVAL_MS);
      this.#peak = magnitude;
    } else if (this.#isFurther(magnitude)) this.#peak = magnitude;
    this.#newest = magnitude;
    return this.check(now);
  }

  #follow(magnitude: number): MonitorResult | undefined {
    if ((magnitude - this.#clearsAt) * this.#sign <= 0) {
      this.#isActive = false;
      return { kind: 'ended' };
    }
    if (!this.#isFurther(magnitude)) return undefined;
    this.#peak = magnitude;
    return { kind: 'further', peak: magnitude };
  }

  #isFurther(magnitude: number): boolean {
    return (magnitude - this.#peak) * this.#sign > 0;
  }
}
