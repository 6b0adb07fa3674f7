import type { DatabaseSync } from 'node:sqlite';

/** Does all of the work or, if it throws, none of it; rethrows its error. */
export function transaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // Some failures, such as a full disk, have already rolled back.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
