/** Compares values with a limit, with a delay before the alarm is raised and a hysteresis before it clears. */
import { clearingValue } from '../support/hysteresis.ts';
import type { Monitor, MonitorResult } from './monitor.ts';
import { Threshold } from './threshold.ts';

export interface LimitWatchOptions {
  /** Of a `deviation`, the values are differences, and their size is compared. */
  kind: 'above' | 'below' | 'deviation';
  limit: number;
  hysteresis: number;
  /** How long all readings must be beyond the limit, in milliseconds. */
  delayMs: number;
  /** The furthest reading of an active alarm; undefined if there is none. */
  peak: number | undefined;
}

const AMOUNTS: Readonly<Record<LimitWatchOptions['kind'], (value: number) => number>> = {
  above: (value) => value,
  below: (value) => -value,
  deviation: Math.abs,
};

export class LimitMonitor implements Monitor {
  readonly kind: LimitWatchOptions['kind'];
  readonly #threshold: Threshold;

  constructor({ kind, limit, hysteresis, delayMs, peak }: LimitWatchOptions) {
    this.kind = kind;
    const amountOf = AMOUNTS[kind];
    const clearsAt = amountOf(clearingValue(limit, kind === 'below' ? -hysteresis : hysteresis));
    this.#threshold = new Threshold({ limit: amountOf(limit), clearsAt, delayMs, peak, amountOf });
  }

  get due(): number | undefined {
    return this.#threshold.due;
  }

  add(magnitude: number, now: number): MonitorResult | undefined {
    return this.#threshold.add(magnitude, now);
  }

  check(now: number): MonitorResult | undefined {
    return this.#threshold.check(now);
  }

  /** A reading stands until the next one; a difference needs two of about the same time. */
  wake(): void {
    if (this.kind === 'deviation') this.#threshold.cancel();
  }
}
