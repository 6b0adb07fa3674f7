import type { Monitor, MonitorResult } from './monitor.ts';

export class NoDataMonitor implements Monitor {
  readonly kind = 'no-data';
  readonly #limitMs: number;
  #isActive: boolean;
  #heardAt: number;

  /**
   * @param limitMs time without a valid reading that raises the alarm, in milliseconds
   * @param from start of that time, on the monotonic clock
   * @param isActive whether the alarm is active already
   */
  constructor(limitMs: number, from: number, isActive: boolean) {
    this.#limitMs = limitMs;
    this.#heardAt = from;
    this.#isActive = isActive;
  }

  get due(): number | undefined {
    return this.#isActive ? undefined : this.#heardAt + this.#limitMs;
  }

  add(_magnitude: number, now: number): MonitorResult | undefined {
    this.#heardAt = now;
    if (!this.#isActive) return undefined;
    this.#isActive = false;
    return { kind: 'ended' };
  }

  wake(now: number): void {
    this.#heardAt = now;
  }

  check(now: number): MonitorResult | undefined {
    if (this.#isActive || now < this.#heardAt + this.#limitMs) return undefined;
    this.#isActive = true;
    return { kind: 'raised', magnitude: null, peak: null };
  }
}
