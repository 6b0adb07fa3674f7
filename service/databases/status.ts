import type { DatabaseStatus } from '../contract/index.ts';

/** On Windows, a virus scanner may briefly hold a file. */
export const RM_OPTIONS = { recursive: true, force: true, maxRetries: 5, retryDelay: 100 } as const;

/** Counted since the service started, across configurations. */
export type DatabaseCounts = Pick<DatabaseStatus, 'written'>;

export const NO_COUNTS: DatabaseCounts = { written: 0 };

/** The status of a database that does not run yet. @param since milliseconds since 1970 */
export function statusBeforeRunning(enabled: boolean, since: number, counts = NO_COUNTS): DatabaseStatus {
  return {
    state: enabled ? 'connecting' : 'idle',
    since: new Date(since).toISOString(),
    error: null,
    next_retry: null,
    ...counts,
    waiting: 0,
    waiting_bytes: 0,
    discarded: 0,
    refused: null,
    last_written: null,
    backfill: null,
  };
}
