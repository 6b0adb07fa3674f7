/** Time, injected so that tests and simulations can run their own. */
export interface Clock {
  /** The wall clock in milliseconds since 1970, UTC. Stamps samples; may jump. */
  now(): number;
  /** Milliseconds on a clock that never jumps. Measures intervals. */
  monotonic(): number;
}

/** The computer's own clocks. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};
