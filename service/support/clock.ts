/** Injected, so that tests and simulations can run their own time. */
export interface Clock {
  /** Wall clock in milliseconds since 1970, UTC. May jump. */
  now(): number;
  /** Milliseconds on a clock that never jumps, for intervals. */
  monotonic(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};
