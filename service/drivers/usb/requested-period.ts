import type { DeviceKey } from '../../devices/instrument.ts';

/**
 * The period that a user wants of an instrument. It is remembered only after the instrument took it: until then, what
 * was set last counts.
 */
export class RequestedPeriod {
  readonly #periodOf: (key: DeviceKey) => number | undefined;
  /** What was set, and what was remembered at that moment; in milliseconds. */
  #last: { periodMs: number; remembered: number | undefined } | undefined;

  /** @param periodOf the period that is remembered, in milliseconds */
  constructor(periodOf: (key: DeviceKey) => number | undefined) {
    this.#periodOf = periodOf;
  }

  set(key: DeviceKey, periodMs: number): void {
    this.#last = { periodMs, remembered: this.#periodOf(key) };
  }

  /** In milliseconds; undefined where none was set. */
  of(key: DeviceKey): number | undefined {
    const remembered = this.#periodOf(key);
    // Something else is remembered by now: this, or what was set in another way, as by a restore.
    if (this.#last?.remembered !== remembered) this.#last = undefined;
    return this.#last?.periodMs ?? remembered;
  }
}
