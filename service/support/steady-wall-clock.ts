import type { Clock } from './clock.ts';

/** So much ahead of what the steady clock says is a jump, in milliseconds; corrections of a running clock are less. */
const JUMP_MS = 60_000;

/** A jump ahead, or back, is sure when it lasted so long, in milliseconds. */
export const ACCEPT_JUMP_AFTER_MS = 3_600_000;

/** What was believed of the time, to go on with in another run. */
export interface ClockState {
  /** The moment that was believed last, in milliseconds since 1970. */
  at: number;
  /** For how long the wall clock has been ahead of that without being believed, in milliseconds. */
  aheadMs: number;
}

/**
 * The age of things by the wall clock, which may jump. A clock that jumps ahead would make everything seem too old: it
 * is believed an hour later, and not at all when it jumped back by then. The same goes for a computer that slept, and for
 * one that was off where it is known what was believed before.
 */
export class SteadyWallClock {
  readonly #clock: Clock;
  /** A moment that is believed, on both clocks. */
  #wall: number | undefined;
  #monotonic = 0;
  /** When the jump ahead was seen that is not believed yet. */
  #jumpedAt: number | undefined;

  /** @param known without it the first look at the clock is believed */
  constructor(clock: Clock, known?: ClockState) {
    this.#clock = clock;
    if (!known) return;
    this.#wall = known.at;
    this.#monotonic = clock.monotonic();
    if (known.aheadMs > 0) this.#jumpedAt = this.#monotonic - known.aheadMs;
  }

  /** Milliseconds; below 0 for a time that has not come. */
  ageOf(at: number): number {
    return this.now() - at;
  }

  /** Milliseconds since 1970. A jump is seen between two calls: to be called at the start, and now and then. */
  now(): number {
    const wall = this.#clock.now();
    const monotonic = this.#clock.monotonic();
    if (this.#wall === undefined) return this.#believe(wall, monotonic);
    const expected = this.#wall + monotonic - this.#monotonic;
    if (wall <= expected + JUMP_MS) return this.#believe(wall, monotonic);
    this.#jumpedAt ??= monotonic;
    return monotonic - this.#jumpedAt >= ACCEPT_JUMP_AFTER_MS ? this.#believe(wall, monotonic) : expected;
  }

  /** What is believed now. */
  state(): ClockState {
    const at = this.now();
    return { at, aheadMs: this.#jumpedAt === undefined ? 0 : this.#clock.monotonic() - this.#jumpedAt };
  }

  #believe(wall: number, monotonic: number): number {
    this.#wall = wall;
    this.#monotonic = monotonic;
    this.#jumpedAt = undefined;
    return wall;
  }
}
