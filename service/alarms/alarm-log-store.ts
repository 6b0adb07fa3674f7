import type { Alarm } from '../contract/index.ts';

/** Stores past alarms for years; implemented by the history's database. */
export interface AlarmLogStore {
  /** Resolves when all are stored; a known alarm is replaced. Rejects when none could be stored. */
  put(alarms: readonly Alarm[]): Promise<void>;
  /**
   * Alarms that began in [from, to), newest first.
   * @param from milliseconds since 1970
   */
  list(from: number, to: number, limit: number): Promise<Alarm[]>;
}
