/** Every request throws RequestError. */
import type { LogAnswer, LogEntry } from '../../../service/contract/index.ts';
import { request, requestBytes } from '../requests.ts';

export interface LogQuestion {
  /** This level and what is worse. */
  level: LogEntry['level'];
  /** Lines with a greater id. */
  after?: number;
  /** Lines with a lesser id. */
  before?: number;
  /** The newest so many of them. */
  limit: number;
}

/** Oldest first. */
export function fetchLog(question: LogQuestion, signal: AbortSignal): Promise<LogAnswer> {
  const query = new URLSearchParams(Object.entries(question).map(([name, value]) => [name, String(value)]));
  return request(`/app/v1/log?${query}`, { signal });
}

/** Gathering may wait for the disk, in milliseconds. */
const DIAGNOSTICS_MS = 60_000;

/** Everything that helps to find out what is wrong, as a ZIP; no secret is in it. */
export function fetchDiagnostics(signal: AbortSignal): Promise<ArrayBuffer> {
  return requestBytes('/app/v1/diagnostics', 'application/zip', { signal, timeoutMs: DIAGNOSTICS_MS });
}
