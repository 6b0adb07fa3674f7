/** Every request throws RequestError. */
import type {
  Backfill,
  BackfillInput,
  DatabaseInput,
  Databases,
  DatabaseTestResult,
  DatabaseView,
} from '../../../service/contract/index.ts';
import { request, TEST_TIMEOUT_MS } from '../requests.ts';

const BASE = '/app/v1/databases';

function databasePath(id: string, action = ''): string {
  return `${BASE}/${encodeURIComponent(id)}${action}`;
}

export function readDatabases(signal: AbortSignal): Promise<Databases> {
  return request(BASE, { signal });
}

export function createDatabase(database: DatabaseInput): Promise<DatabaseView> {
  return request(BASE, { method: 'POST', body: database });
}

/** Omitted secrets stay. */
export function updateDatabase(id: string, database: DatabaseInput): Promise<DatabaseView> {
  return request(databasePath(id), { method: 'PUT', body: database });
}

export function removeDatabase(id: string): Promise<unknown> {
  return request(databasePath(id), { method: 'DELETE' });
}

/** Undoes a deletion, including secrets. */
export function restoreDatabase(id: string): Promise<DatabaseView> {
  return request(databasePath(id, '/restore'), { method: 'POST' });
}

export function setDatabaseEnabled(id: string, enabled: boolean): Promise<DatabaseView> {
  return request(databasePath(id), { method: 'PATCH', body: { enabled } });
}

/** Retries now. */
export function retryDatabase(id: string): Promise<DatabaseView> {
  return request(databasePath(id, '/connect'), { method: 'POST' });
}

/**
 * Connection test, which writes no readings.
 * @param id database whose stored secrets replace omitted ones; null for none
 */
export function testDatabase(
  database: DatabaseInput,
  id: string | null,
  signal: AbortSignal,
): Promise<DatabaseTestResult> {
  const path = id === null ? `${BASE}/test` : databasePath(id, '/test');
  return request(path, { method: 'POST', body: database, signal, timeoutMs: TEST_TIMEOUT_MS });
}

export function startBackfill(id: string, range: BackfillInput): Promise<Backfill> {
  return request(databasePath(id, '/backfill'), { method: 'POST', body: range });
}

export function pauseBackfill(id: string, paused: boolean): Promise<Backfill> {
  return request(databasePath(id, '/backfill'), { method: 'PATCH', body: { paused } });
}

export function cancelBackfill(id: string): Promise<Backfill> {
  return request(databasePath(id, '/backfill'), { method: 'DELETE' });
}
