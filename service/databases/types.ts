/**
 * The parts of one database:
 *
 *     registry -> LineSource -> (each database) Outbox -> DatabaseSession -> server
 *     history -> Backfill ----------------------------------/
 *
 * The line source turns sample sets into lines of the line protocol. Lines pass through the outbox, in order. The
 * session takes them in batches; a backfill writes only while none wait.
 */
import type { DatabaseError, DatabaseFields, DatabaseState } from '../contract/index.ts';
import type { Secrets } from '../secrets/secrets.ts';

export interface DatabaseConfig {
  /** Assigned by the service: `b` and 8 hexadecimal digits. */
  id: string;
  fields: DatabaseFields;
  /** Its `password` is the password or the token. Null: unreadable on this computer, must be entered again. */
  secrets: Secrets | null;
}

export interface DatabaseSessionStatus {
  state: DatabaseState;
  /** Milliseconds since 1970. */
  since: number;
  error: DatabaseError | null;
  /** Milliseconds since 1970; null if there is no next attempt. */
  nextRetry: number | null;
  /** The latest line refused for good. */
  refused: { line: string; text: string; timestamp: string } | null;
  /** Time of the last successful request, in milliseconds since 1970; null: none yet. */
  lastWritten: number | null;
}
