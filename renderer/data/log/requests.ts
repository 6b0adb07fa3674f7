/** Every request throws RequestError. */
import type { LogEntry, LogResult } from '../../../service/contract/index.ts';
import { request, requestBytes } from '../requests.ts';

export interface LogFilter {
  /** Minimum level. */
  level: LogEntry['level'];
  /** Entries with a higher ID. */
  after?: number;
  /** Entries with a lower ID. */
  before?: number;
  /** At most this many, the newest. */
  limit: number;
}

/** Oldest first. */
export function fetchLog(filter: LogFilter, signal: AbortSignal): Promise<LogResult> {
  const query = new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]));
  return request(`/app/v1/log?${query}`, { signal });
}

/** The service reads files for it. */
const DIAGNOSTICS_MS = 60_000;

/** A ZIP file without secrets. */
export function fetchDiagnostics(signal: AbortSignal): Promise<ArrayBuffer> {
  return requestBytes('/app/v1/diagnostics', 'application/zip', { signal, timeoutMs: DIAGNOSTICS_MS });
}
