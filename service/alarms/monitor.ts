/** What watches one channel for one kind of alarm. Moments are milliseconds on the monotonic clock. */

/** What a watch found. Readings are in the channel's unit; null for an alarm that no reading made. */
export type MonitorResult =
  | { kind: 'raised'; magnitude: number | null; peak: number | null }
  /** A reading lies further beyond the limit than any before it. */
  | { kind: 'further'; peak: number }
  | { kind: 'ended' };

/** A state machine without clock and timer. */
export interface Monitor {
  /** When `check` is to be asked if no reading comes; undefined while only a reading can change anything. */
  readonly due: number | undefined;
  /** A valid reading. A failed one is not told: it neither raises nor ends. */
  take(magnitude: number, now: number): MonitorResult | undefined;
  check(now: number): MonitorResult | undefined;
  /** The computer slept until now: what was missed meanwhile counts for nothing. Left out where nothing depends on it. */
  wake?(now: number): void;
}
