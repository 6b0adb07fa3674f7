/** The highest and the lowest of the newest readings, in bounded memory. */
import { difference } from '../support/difference.ts';

/** A window is divided into so many parts, of which each extreme has at most one reading. */
export const WINDOW_PARTS = 1000;

/** The entries before the first are removed once there are so many. */
const MAX_REMOVED = 1024;

/**
 * The readings that can still become the highest (or lowest): each is lower (or higher) than the one before. At most
 * WINDOW_PARTS + 1.
 */
class Candidates {
  readonly #isHighest: boolean;
  #times: number[] = [];
  #values: number[] = [];
  #first = 0;

  constructor(isHighest: boolean) {
    this.#isHighest = isHighest;
  }

  get time(): number {
    return this.#times[this.#first] ?? Number.NaN;
  }

  get value(): number {
    return this.#values[this.#first] ?? Number.NaN;
  }

  get size(): number {
    return this.#times.length - this.#first;
  }

  /** @param gapMs a reading this soon after a further one is left out */
  add(value: number, now: number, gapMs: number): void {
    while (this.size > 0 && !this.#isFurther(this.#values.at(-1), value)) {
      this.#times.pop();
      this.#values.pop();
    }
    if (this.size > 0 && now - (this.#times.at(-1) ?? 0) < gapMs) return;
    this.#times.push(now);
    this.#values.push(value);
  }

  removeBefore(time: number): void {
    while (this.size > 0 && this.time < time) this.#first += 1;
    if (this.#first < MAX_REMOVED && this.size > 0) return;
    this.#times.splice(0, this.#first);
    this.#values.splice(0, this.#first);
    this.#first = 0;
  }

  clear(): void {
    this.#times = [];
    this.#values = [];
    this.#first = 0;
  }

  #isFurther(a: number | undefined, b: number): boolean {
    return a !== undefined && (this.#isHighest ? a > b : a < b);
  }
}

/**
 * The range of the readings within a window. All of them are real ones, so that the range is never too wide; it may lack
 * readings that are older than 999 thousandths of the window.
 */
export class Extremes {
  readonly #windowMs: number;
  readonly #highest = new Candidates(true);
  readonly #lowest = new Candidates(false);

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** Readings in memory. */
  get size(): number {
    return this.#highest.size + this.#lowest.size;
  }

  /** @param now on the monotonic clock, in milliseconds */
  add(value: number, now: number): void {
    const gapMs = this.#windowMs / WINDOW_PARTS;
    this.#highest.add(value, now, gapMs);
    this.#lowest.add(value, now, gapMs);
  }

  /**
   * Highest minus lowest reading of the window that ends now: negative if the lowest is the later one; 0 without readings.
   */
  range(now: number): number {
    for (const candidates of [this.#highest, this.#lowest]) candidates.removeBefore(now - this.#windowMs);
    if (this.#highest.size === 0) return 0;
    const range = difference(this.#highest.value, this.#lowest.value);
    return this.#lowest.time > this.#highest.time ? -range : range;
  }

  clear(): void {
    this.#highest.clear();
    this.#lowest.clear();
  }
}
