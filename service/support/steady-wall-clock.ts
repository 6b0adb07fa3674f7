import type { Clock } from './clock.ts';

/** Difference from the steady clock that counts as a jump, in milliseconds; clock corrections are smaller. */
const JUMP_MS = 60_000;

/** How long a jump must last before it is accepted, in milliseconds. */
export const ACCEPT_JUMP_AFTER_MS = 3_600_000;

/** State that carries over to the next run. */
export interface ClockState {
  /** The last accepted time, in milliseconds since 1970. */
  at: number;
  /** How long the wall clock has been ahead without being accepted, in milliseconds. */
  aheadMs: number;
}

/**
 * The age of things by a wall clock that may jump. A jump ahead would make everything seem too old, so it is accepted
 * only after an hour, and never if the clock jumped back by then. The same applies to sleep, and to restarts.
 */
export class SteadyWallClock {
  readonly #clock: Clock;
  /** The accepted time, on both clocks. */
  #wall: number | undefined;
  #monotonic = 0;
  /** When the pending jump ahead was noticed. */
  #jumpedAt: number | undefined;

  /** @param known without it, the first wall clock time is accepted */
  constructor(clock: Clock, known?: ClockState) {
    this.#clock = clock;
    if (!known) return;
    this.#wall = known.at;
    this.#monotonic = clock.monotonic();
    if (known.aheadMs > 0) this.#jumpedAt = this.#monotonic - known.aheadMs;
  }

  /** Milliseconds; negative for a future time. */
  ageOf(at: number): number {
    return this.now() - at;
  }

  /** Milliseconds since 1970. Jumps are noticed between two calls: call it at the start and regularly. */
  now(): number {
    const wall = this.#clock.now();
    const monotonic = this.#clock.monotonic();
    if (this.#wall === undefined) return this.#believe(wall, monotonic);
    const expected = this.#wall + monotonic - this.#monotonic;
    if (wall <= expected + JUMP_MS) return this.#believe(wall, monotonic);
    this.#jumpedAt ??= monotonic;
    return monotonic - this.#jumpedAt >= ACCEPT_JUMP_AFTER_MS ? this.#believe(wall, monotonic) : expected;
  }

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
