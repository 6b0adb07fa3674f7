import { type AlarmKind, FLAP_WINDOW_MS } from '../contract/index.ts';
import type { Monitor, MonitorResult } from './monitor.ts';

/** Raised this often within FLAP_WINDOW_MS, an alarm flaps. */
const FLAP_RAISES = 3;

export type FlapResult =
  | {
      kind: 'raised';
      magnitude: number | null;
      peak: number | null;
      /** The previous alarm cleared less than FLAP_WINDOW_MS ago: this one continues it. */
      isRepeat: boolean;
      isFlapping: boolean;
    }
  /** Raised again while flapping: the alarm has not cleared meanwhile. */
  | { kind: 'repeated'; peak: number | null }
  | Extract<MonitorResult, { kind: 'further' }>
  /** @param agoMs when it cleared, in milliseconds before now */
  | { kind: 'ended'; agoMs: number };

/** Holds an alarm that flaps until its condition has been over for FLAP_WINDOW_MS (docs/alarms.md#flapping). */
export class FlapMonitor {
  readonly #monitor: Monitor;
  /** The newest times at which the alarm was raised, at most FLAP_RAISES. */
  #raises: number[] = [];
  #isFlapping: boolean;
  /** When the condition was last over; undefined while it is not, and before the first alarm. */
  #overSince: number | undefined;

  /** @param isFlapping whether the alarm is active and flaps already */
  constructor(monitor: Monitor, isFlapping: boolean) {
    this.#monitor = monitor;
    this.#isFlapping = isFlapping;
  }

  get kind(): AlarmKind {
    return this.#monitor.kind;
  }

  /** As of Monitor. */
  get due(): number | undefined {
    const { due } = this.#monitor;
    if (!this.#isFlapping || this.#overSince === undefined) return due;
    return Math.min(due ?? Number.POSITIVE_INFINITY, this.#overSince + FLAP_WINDOW_MS);
  }

  /** A valid reading, as of Monitor. */
  add(magnitude: number, now: number): FlapResult | undefined {
    return this.#follow(this.#monitor.add(magnitude, now), now);
  }

  check(now: number): FlapResult | undefined {
    const result = this.#follow(this.#monitor.check(now), now);
    if (result || !this.#isFlapping || this.#overSince === undefined) return result;
    const agoMs = now - this.#overSince;
    if (agoMs < FLAP_WINDOW_MS) return undefined;
    this.#isFlapping = false;
    return { kind: 'ended', agoMs };
  }

  wake(now: number): void {
    this.#monitor.wake?.(now);
  }

  #follow(result: MonitorResult | undefined, now: number): FlapResult | undefined {
    if (!result || result.kind === 'further') return result;
    if (result.kind === 'raised') return this.#raise(result, now);
    this.#overSince = now;
    return this.#isFlapping ? undefined : { kind: 'ended', agoMs: 0 };
  }

  #raise({ magnitude, peak }: Extract<MonitorResult, { kind: 'raised' }>, now: number): FlapResult {
    const isRepeat = this.#overSince !== undefined && now - this.#overSince < FLAP_WINDOW_MS;
    this.#overSince = undefined;
    if (this.#isFlapping) return { kind: 'repeated', peak };
    this.#raises = [...this.#raises, now].slice(-FLAP_RAISES);
    const [oldest = now] = this.#raises;
    this.#isFlapping = this.#raises.length === FLAP_RAISES && now - oldest < FLAP_WINDOW_MS;
    return { kind: 'raised', magnitude, peak, isRepeat, isFlapping: this.#isFlapping };
  }
}
