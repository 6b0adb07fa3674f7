/** Describes failed requests. */
import type { DatabaseError, DatabaseErrorCode } from '../contract/index.ts';
import type { ConnectionFailure } from '../support/connection-failure.ts';
import type { RequestOutcome } from '../support/http-request.ts';
import { requestFailure as noResponse, refusedConnection, serverMessage } from '../support/request-failure.ts';

export interface Failure {
  code: DatabaseErrorCode;
  text: string;
  remedy: string;
  status: number | null;
  /** Retrying soon is pointless: something must be changed first. */
  isLasting: boolean;
}

/** Errors that need a change. */
const LASTING: ReadonlySet<DatabaseErrorCode> = new Set([
  'tls-failed',
  'certificate-expired',
  'certificate-untrusted',
  'certificate-wrong-name',
  'client-certificate-refused',
  'credentials-refused',
  'not-authorized',
  'not-found',
  'redirected',
  'not-a-database',
  'line-refused',
  'secret-needed',
]);

export function failure(code: DatabaseErrorCode, text: string, remedy: string, status: number | null = null): Failure {
  return { code, text, remedy, status, isLasting: LASTING.has(code) };
}

/** The error of the app API. @param now milliseconds since 1970 */
export function toDatabaseError({ code, text, remedy, status }: Failure, now: number): DatabaseError {
  return { code, text, remedy, http_status: status, timestamp: new Date(now).toISOString() };
}

export const SECRET_NEEDED = failure(
  'secret-needed',
  'Cannot read the stored password, token or private key of this database.',
  'Enter it again.',
);

/** @param status of the response that reported it */
function fromConnection({ code, text, remedy }: ConnectionFailure, status: number | null = null): Failure {
  return failure(code === 'wrong-protocol' ? 'not-a-database' : code, text, remedy, status);
}

/** A full disk, as InfluxDB and VictoriaMetrics report it. */
const DISK_FULL = /no space left on device|storage is in read-only mode/i;

/** What a response other than 204 means. */
export function responseFailure(status: number, message: string, url: URL): Failure {
  const said = message === '' ? `HTTP ${status}` : `HTTP ${status}: ${message}`;
  const path = url.pathname;
  const refused = refusedConnection(message, url);
  if (refused) return fromConnection(refused, status);
  if (status === 401) {
    const remedy = 'Check the token, or the username and password.';
    return failure('credentials-refused', `The server rejected the credentials (${said}).`, remedy, status);
  }
  if (status === 403) {
    const remedy = 'Give the token or user the right to write to this database.';
    return failure('not-authorized', `The server does not permit writing (${said}).`, remedy, status);
  }
  // InfluxDB 1 reports a missing retention policy as 500, VictoriaMetrics a wrong path as 400.
  const isMissing = /retention policy not found|unsupported path/i.test(message);
  if (status === 404 || isMissing) {
    const remedy =
      'Create the database, bucket or retention policy, or correct its name, the organization, the type or the path.';
    return failure(
      'not-found',
      `The server has no such database, bucket, retention policy or path ${path} (${said}).`,
      remedy,
      status,
    );
  }
  if (status >= 300 && status < 400) {
    const remedy = 'Enter the address it redirects to as the URL. Mensura does not follow redirects.';
    return failure('redirected', `The server redirects to another address (HTTP ${status}).`, remedy, status);
  }
  if (status >= 500 && DISK_FULL.test(message)) {
    const remedy = 'Free up disk space on the server. InfluxDB 1 must be restarted afterwards.';
    return failure('server-error', `The disk of the server is full (${said}).`, remedy, status);
  }
  if (status === 429 || status === 503) {
    const text = `The server is busy or not ready (${said}).`;
    return failure('busy', text, 'Mensura retries when the server permits it.', status);
  }
  if (status >= 500) {
    const remedy = 'See the server log. Mensura retries automatically.';
    return failure('server-error', `The server reports an error (${said}).`, remedy, status);
  }
  if (status < 300) {
    const remedy = 'Check the type and the URL.';
    return failure('not-a-database', `The server responded HTTP ${status} instead of 204.`, remedy, status);
  }
  const remedy = 'See docs/databases.md, "Troubleshooting", and the server log.';
  return failure('line-refused', `The server rejected the readings (${said}).`, remedy, status);
}

/** @param outcome not a response with status 204, and not aborted */
export function requestFailure(outcome: Exclude<RequestOutcome, { kind: 'aborted' }>, url: URL): Failure {
  if (outcome.kind !== 'response') return fromConnection(noResponse(outcome, url));
  const { status, headers, text } = outcome;
  const header = headers['x-influxdb-error'];
  return responseFailure(status, serverMessage(text, typeof header === 'string' ? header : undefined), url);
}

/** A response about the timestamps of lines, and how many the server discarded because of them. */
const BEYOND_RETENTION = /beyond retention policy|outside (of )?(the )?(bucket's )?retention/i;
const DROPPED = /dropped[=: ]+(\d+)/i;

/** How many lines a partial write left out; undefined if the response does not report that. */
export function droppedLines(message: string): number | undefined {
  const count = DROPPED.exec(message)?.[1];
  return count === undefined ? undefined : Number(count);
}

/**
 * How many lines the server discarded because their timestamps are beyond its retention, after it wrote the others;
 * undefined if the response does not report that.
 */
export function droppedByRetention(message: string): number | undefined {
  return BEYOND_RETENTION.test(message) ? droppedLines(message) : undefined;
}

/** Whether an error message is about the content of a line, not about the request. */
export function blamesLine(message: string): boolean {
  return /pars|partial write|field type|conflict|timestamp|line protocol|beyond retention|too (large|long)|max-/i.test(
    message,
  );
}
