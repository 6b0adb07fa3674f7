/** A monitor evaluates one channel for one kind of alarm. Times are milliseconds on the monotonic clock. */
import type { AlarmKind } from '../contract/index.ts';

/** Readings are in the channel's unit; null for an alarm without a reading. */
export type MonitorResult =
  | { kind: 'raised'; magnitude: number | null; peak: number | null }
  /** A reading further beyond the limit than any before. */
  | { kind: 'further'; peak: number }
  | { kind: 'ended' };

/** A state machine without clock and timer. */
export interface Monitor {
  readonly kind: AlarmKind;
  /** When to call `check` if no reading comes; undefined while only a reading can change anything. */
  readonly due: number | undefined;
  /** A valid reading. Sensor errors are not passed: they neither raise nor clear. */
  add(magnitude: number, now: number): MonitorResult | undefined;
  check(now: number): MonitorResult | undefined;
  /** The computer slept until now: readings missed during sleep do not count. Left out if sleep does not matter. */
  wake?(now: number): void;
}
