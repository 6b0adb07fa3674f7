/** Databases as the app API shows them, for tests that need a certain one. */
import {
  type DatabaseError,
  type DatabaseErrorCode,
  type DatabaseInput,
  type DatabaseStatus,
  type DatabaseView,
  databaseFieldsSchema,
} from '../../../service/contract/index.ts';

export interface DatabaseFacts extends Partial<Omit<DatabaseView, 'config' | 'status'>> {
  id: string;
  /** An InfluxDB 1 called like its id unless said otherwise. */
  config?: Partial<DatabaseInput>;
  status?: Partial<DatabaseStatus>;
}

export function databaseView({ id, config, status, ...view }: DatabaseFacts): DatabaseView {
  const usual = { kind: 'influxdb1', name: id, url: `http://${id}.example:8086`, database: 'plant' };
  return {
    id,
    config: databaseFieldsSchema.parse({ ...usual, ...config }),
    password_set: false,
    token_set: false,
    ca: null,
    certificate: null,
    key_set: false,
    ...view,
    status: { ...databaseStatus(), ...status },
  };
}

/** Written to for an hour, nothing waits. */
export function databaseStatus(): DatabaseStatus {
  return {
    state: 'online',
    since: new Date(Date.now() - 3_600_000).toISOString(),
    error: null,
    next_retry: null,
    written: 0,
    waiting: 0,
    waiting_bytes: 0,
    discarded: 0,
    refused: null,
    last_written: null,
    backfill: null,
  };
}

export function databaseError(
  code: DatabaseErrorCode,
  text: string,
  remedy = '',
  status: number | null = null,
): DatabaseError {
  return { code, text, remedy, http_status: status, timestamp: new Date().toISOString() };
}
