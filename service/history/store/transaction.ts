import type { DatabaseSync } from 'node:sqlite';

/** Does all of the work or, where it throws, nothing of it. What it throws is passed on. */
export function transaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // Some failures, such as a full disk, have ended it already.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
