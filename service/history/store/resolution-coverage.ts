import { ACCEPT_JUMP_AFTER_MS } from '../../support/steady-wall-clock.ts';
import type { Resolution } from '../types.ts';
import type { MetaTable } from './schema.ts';

const HOUR_MS = 3_600_000;

/** Key of the value in the file. */
const NAME = 'completeFrom';

/** As in `ChannelReader`, for every resolution. */
export type CoverageStart = Readonly<Record<Resolution, number>>;

/**
 * The timestamp from which each resolution is complete. A clock that was ahead leaves future timestamps, before
 * which later readings would not count as complete; `putRight` corrects them.
 */
export class ResolutionCoverage {
  readonly #meta: MetaTable;
  #starts: CoverageStart;
  /** Since when the clock is behind one of these timestamps: monotonic, and as a whole hour of wall time. */
  #behind: { monotonic: number; hour: number } | undefined;

  constructor(meta: MetaTable) {
    this.#meta = meta;
    const never = { raw: null, minute: null, hour: null };
    const { raw, minute, hour } = meta.get<Record<Resolution, number | null>>(NAME, never);
    const always = Number.NEGATIVE_INFINITY;
    this.#starts = { raw: raw ?? always, minute: minute ?? always, hour: hour ?? always };
  }

  get starts(): CoverageStart {
    return this.#starts;
  }

  /** The values after deleting everything of a resolution before a timestamp. */
  raised(level: Resolution, before: number): CoverageStart {
    return { ...this.#starts, [level]: Math.max(this.#starts[level], before) };
  }

  /** Within a transaction, takes effect with `adopt`. */
  save(starts: CoverageStart): void {
    // JSON has no -Infinity: it becomes null.
    this.#meta.set(NAME, starts);
  }

  adopt(starts: CoverageStart): void {
    this.#starts = starts;
  }

  /**
   * Corrects the effect of a clock that was ahead.
   * @param end of the newest hour with stored data; everything ever deleted lies before it. NaN: no data
   * @param now milliseconds since 1970; `monotonic` on the monotonic clock
   */
  putRight(end: number, now: number, monotonic: number): void {
    const latest = Math.min(Number.isNaN(end) ? Number.POSITIVE_INFINITY : end, this.#sureBy(now, monotonic));
    const { raw, minute, hour } = this.#starts;
    if (Math.max(raw, minute, hour) <= latest) return;
    const right = { raw: Math.min(raw, latest), minute: Math.min(minute, latest), hour: Math.min(hour, latest) };
    this.save(right);
    this.adopt(right);
  }

  /**
   * A timestamp since which nothing was deleted, once the clock has been behind for long enough; otherwise Infinity.
   */
  #sureBy(now: number, monotonic: number): number {
    if (Math.max(...Object.values(this.#starts)) <= now) this.#behind = undefined;
    else if (!this.#behind || now < this.#behind.hour - HOUR_MS) {
      this.#behind = { monotonic, hour: Math.ceil(now / HOUR_MS) * HOUR_MS };
    }
    if (!this.#behind || monotonic - this.#behind.monotonic < ACCEPT_JUMP_AFTER_MS) return Number.POSITIVE_INFINITY;
    return this.#behind.hour;
  }
}
