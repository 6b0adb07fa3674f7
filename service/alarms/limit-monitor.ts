/** Watches readings for a limit: with a delay before it is an alarm, and a hysteresis before it is over. */
import type { Monitor, MonitorResult } from './monitor.ts';

/** The least time between two alarms of one watch: what flickers around a limit makes no flood of them. In milliseconds. */
const MIN_INTERVAL_MS = 1000;

export interface LimitWatchOptions {
  kind: 'above' | 'below';
  limit: number;
  hysteresis: number;
  /** How long readings must lie beyond the limit, without one inside, in milliseconds. */
  delayMs: number;
  /** The furthest reading of an alarm that stands already; undefined where none does. */
  peak: number | undefined;
}

export class LimitMonitor implements Monitor {
  readonly #options: LimitWatchOptions;
  /** 1 where larger is further, -1 where smaller is. */
  readonly #sign: 1 | -1;
  /** At this reading it is over. */
  readonly #over: number;
  #isActive: boolean;
  /** When it becomes an alarm; undefined while the newest reading lies inside, and while it is an alarm. */
  #due: number | undefined;
  #newest = 0;
  #peak: number;
  #raisedAt = Number.NEGATIVE_INFINITY;

  constructor(options: LimitWatchOptions) {
    this.#options = options;
    this.#sign = options.kind === 'above' ? 1 : -1;
    this.#over = overAt(options.limit, this.#sign * options.hysteresis);
    this.#isActive = options.peak !== undefined;
    this.#peak = options.peak ?? 0;
  }

  get due(): number | undefined {
    return this.#due;
  }

  take(magnitude: number, now: number): MonitorResult | undefined {
    return this.#isActive ? this.#follow(magnitude) : this.#judge(magnitude, now);
  }

  check(now: number): MonitorResult | undefined {
    if (this.#due === undefined || now < this.#due) return undefined;
    this.#due = undefined;
    this.#isActive = true;
    this.#raisedAt = now;
    return { kind: 'raised', magnitude: this.#newest, peak: this.#peak };
  }

  #judge(magnitude: number, now: number): MonitorResult | undefined {
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
    if ((magnitude - this.#over) * this.#sign <= 0) {
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

/** @param back how far back inside, its sign that of the limit's kind */
function overAt(limit: number, back: number): number {
  if (back === 0) return limit;
  // 0.3 less 0.1 is 0.19999999999999998 among doubles: a reading of 0.2 is to be over too.
  const exact = limit - back;
  const rounded = Number(exact.toPrecision(15));
  return back > 0 ? Math.min(Math.max(exact, rounded), limit) : Math.max(Math.min(exact, rounded), limit);
}
