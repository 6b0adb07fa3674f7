import { ACCEPT_JUMP_AFTER_MS } from '../../support/steady-wall-clock.ts';
import type { Resolution } from '../types.ts';
import type { MetaTable } from './meta-table.ts';

const HOUR_MS = 3_600_000;

/** The name under which the file remembers it. */
const NAME = 'completeFrom';

/** As in `ChannelReader`, of all levels. */
export type CoverageStart = Readonly<Record<Resolution, number>>;

/**
 * From which moment on each level has everything. A clock that was ahead leaves moments to come, before which nothing
 * that is measured afterwards would count as complete: they are put right.
 */
export class ResolutionCoverage {
  readonly #meta: MetaTable;
  #moments: CoverageStart;
  /** Since when the clock shows less than a moment here: on the steady clock, and as a whole hour by its own time. */
  #behind: { monotonic: number; hour: number } | undefined;

  constructor(meta: MetaTable) {
    this.#meta = meta;
    const never = { raw: null, minute: null, hour: null };
    const { raw, minute, hour } = meta.get<Record<Resolution, number | null>>(NAME, never);
    const always = Number.NEGATIVE_INFINITY;
    this.#moments = { raw: raw ?? always, minute: minute ?? always, hour: hour ?? always };
  }

  get moments(): CoverageStart {
    return this.#moments;
  }

  /** The moments once everything of a level is dropped that is before one. */
  raised(level: Resolution, before: number): CoverageStart {
    return { ...this.#moments, [level]: Math.max(this.#moments[level], before) };
  }

  /** Writes the moments; within a transaction they count when they are given to `adopt`. */
  save(moments: CoverageStart): void {
    // Kept as JSON, which has no -Infinity: null.
    this.#meta.set(NAME, moments);
  }

  adopt(moments: CoverageStart): void {
    this.#moments = moments;
  }

  /**
   * Puts right what a clock that was ahead has left.
   * @param end of the newest hour of which anything is kept, before which all lies that ever was dropped; NaN: of none
   * @param now milliseconds since 1970, and `monotonic` of the steady clock
   */
  putRight(end: number, now: number, monotonic: number): void {
    const latest = Math.min(Number.isNaN(end) ? Number.POSITIVE_INFINITY : end, this.#sureBy(now, monotonic));
    const { raw, minute, hour } = this.#moments;
    if (Math.max(raw, minute, hour) <= latest) return;
    const right = { raw: Math.min(raw, latest), minute: Math.min(minute, latest), hour: Math.min(hour, latest) };
    this.save(right);
    this.adopt(right);
  }

  /** A moment since which nothing was dropped, once the clock was behind the present ones for long; else Infinity. */
  #sureBy(now: number, monotonic: number): number {
    if (Math.max(...Object.values(this.#moments)) <= now) this.#behind = undefined;
    else if (!this.#behind || now < this.#behind.hour - HOUR_MS) {
      this.#behind = { monotonic, hour: Math.ceil(now / HOUR_MS) * HOUR_MS };
    }
    if (!this.#behind || monotonic - this.#behind.monotonic < ACCEPT_JUMP_AFTER_MS) return Number.POSITIVE_INFINITY;
    return this.#behind.hour;
  }
}
