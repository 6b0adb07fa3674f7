/** What alarms need from outside. */
import type { Alarm } from '../contract/index.ts';

/** Keeps for years what became of alarms; the database of the history does. */
export interface AlarmLogStore {
  /** Resolves when all of them are kept; one that is known is replaced. Rejects when none could be. */
  put(alarms: readonly Alarm[]): Promise<void>;
  /**
   * Those that began in [from, to), newest first.
   * @param from milliseconds since 1970
   */
  list(from: number, to: number, limit: number): Promise<Alarm[]>;
}
