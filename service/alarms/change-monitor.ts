/** Compares the change of the readings within a time with a limit. */
import { clearingValue } from '../support/hysteresis.ts';
import { Extremes } from './extremes.ts';
import type { Monitor, MonitorResult } from './monitor.ts';
import { Threshold } from './threshold.ts';

export interface ChangeWatchOptions {
  /** In the unit of the readings. */
  change: number;
  /** Time over which the change is measured, in milliseconds. */
  windowMs: number;
  hysteresis: number;
  delayMs: number;
  /** The furthest change of an active alarm; undefined if there is none. */
  peak: number | undefined;
  /** Start on the monotonic clock, in milliseconds. */
  from: number;
}

export class ChangeMonitor implements Monitor {
  readonly kind = 'change';
  readonly #windowMs: number;
  readonly #extremes: Extremes;
  readonly #threshold: Threshold;
  readonly #clearsAt: number;
  /** From then on, all readings of the window are known. Until then, an active alarm cannot be seen to be over. */
  #fullAt: number;

  constructor({ change, windowMs, hysteresis, delayMs, peak, from }: ChangeWatchOptions) {
    this.#windowMs = windowMs;
    this.#extremes = new Extremes(windowMs);
    this.#fullAt = from + windowMs;
    this.#clearsAt = clearingValue(change, hysteresis);
    this.#threshold = new Threshold({ limit: change, clearsAt: this.#clearsAt, delayMs, peak, amountOf: Math.abs });
  }

  get due(): number | undefined {
    return this.#threshold.due;
  }

  add(magnitude: number, now: number): MonitorResult | undefined {
    this.#extremes.add(magnitude, now);
    const change = this.#extremes.range(now);
    const isOver = Math.abs(change) <= this.#clearsAt;
    if (isOver && this.#threshold.isActive && now < this.#fullAt) return undefined;
    return this.#threshold.add(change, now);
  }

  /** Readings leave the window during a delay. */
  check(now: number): MonitorResult | undefined {
    const { due } = this.#threshold;
    return due === undefined || now < due ? undefined : this.#threshold.add(this.#extremes.range(now), now);
  }

  wake(now: number): void {
    this.#extremes.clear();
    this.#threshold.cancel();
    this.#fullAt = now + this.#windowMs;
  }
}
