/** Describes failed requests: the only place with the codes of the system, of TLS and of HTTP. */
import type { DatabaseError, DatabaseErrorCode } from '../contract/index.ts';
import { type ConnectError, connectErrorOf } from '../support/connect-error.ts';
import { errorText } from '../support/errors.ts';
import type { RequestOutcome } from './http-request.ts';

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

/** `port 8086 of influx.example`. */
function formatEndpoint({ hostname, port, protocol }: URL): string {
  return `port ${port || (protocol === 'https:' ? '443' : '80')} of ${hostname}`;
}

const CHECK_NETWORK = "Check the address, that the server's computer is on, and the network connection.";

function connectFailure(error: ConnectError, url: URL): Failure {
  const host = url.hostname;
  const to = `Cannot connect to ${formatEndpoint(url)}`;
  if (error === 'host-unknown') {
    const remedy = "Check the spelling, or use the server's IP address.";
    return failure('host-unknown', `Cannot find host ${host}: the name does not resolve.`, remedy);
  }
  if (error === 'lookup-failed') {
    const remedy = 'Check the network connection and the DNS settings of this computer.';
    return failure('host-unknown', `Cannot look up ${host}: no name server responds.`, remedy);
  }
  if (error === 'refused') {
    const remedy =
      'Check the host and port, and that the database is running. A firewall may also reject the connection.';
    return failure('port-refused', `${to}: connection refused.`, remedy);
  }
  if (error === 'no-route') return failure('unreachable', `Cannot connect to ${host}: no route.`, CHECK_NETWORK);
  if (error === 'no-connection') return failure('unreachable', `${to}: timed out.`, CHECK_NETWORK);
  error satisfies 'not-permitted';
  const remedy = 'Allow Mensura in the firewall or security software.';
  return failure('unreachable', `${to}: blocked by this computer.`, remedy);
}

const UNTRUSTED = /^(UNABLE_TO_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|CERT_UNTRUSTED|CERT_REJECTED)/;
const WRONG_NAME = /^(ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH|IP_ADDRESS_MISMATCH)$/;
const NOT_TLS = /wrong[ _]version[ _]number|http[ _]request|packet[ _]length[ _]too[ _]long|invalid[ _]record/i;

function clientCertificateRefused(url: URL, status: number | null): Failure {
  const text = `The server on ${formatEndpoint(url)} requires a client certificate that it trusts.`;
  const remedy = "Enter the client certificate and private key issued by the server's administrator.";
  return failure('client-certificate-refused', text, remedy, status);
}

/** Undefined if it is not an error of TLS. */
function tlsFailure(code: string, error: unknown, url: URL): Failure | undefined {
  const server = `the server on ${formatEndpoint(url)}`;
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') {
    const what = code === 'CERT_HAS_EXPIRED' ? 'has expired' : 'is not valid yet';
    const remedy = "Renew the server's certificate. If it is still valid, check the clock of this computer.";
    return failure('certificate-expired', `The certificate of ${server} ${what}.`, remedy);
  }
  if (UNTRUSTED.test(code)) {
    const remedy = "Add the issuing authority's certificate as the CA certificate.";
    return failure(
      'certificate-untrusted',
      `The certificate of ${server} is not signed by a trusted authority.`,
      remedy,
    );
  }
  if (WRONG_NAME.test(code)) {
    const remedy = 'Use a host name listed in the certificate, or turn off host name verification.';
    return failure('certificate-wrong-name', `The certificate of ${server} is not valid for ${url.hostname}.`, remedy);
  }
  const message = errorText(error);
  if (NOT_TLS.test(code) || NOT_TLS.test(message)) {
    return failure(
      'tls-failed',
      `The server on ${formatEndpoint(url)} does not use TLS.`,
      'Start the URL with http:// instead.',
    );
  }
  // Alert 40, a failed handshake: with TLS 1.2, that of a server which was shown no certificate.
  if (/SSL alert number (40|42|43|44|45|46|48|49|51|116)\b/i.test(message)) return clientCertificateRefused(url, null);
  return /^(ERR_SSL_|ERR_TLS_|EPROTO|CERT_|CRL_|INVALID_)/.test(code)
    ? failure('tls-failed', `Cannot connect to ${formatEndpoint(url)}: TLS failed (${code}).`, 'See the server log.')
    : undefined;
}

function errorFailure(outcome: Extract<RequestOutcome, { kind: 'failed' }>, url: URL): Failure {
  const { error, phase } = outcome;
  const code = error.code ?? '';
  const known = phase === 'connecting' ? connectErrorOf(code) : undefined;
  if (known) return connectFailure(known, url);
  const tls = url.protocol === 'https:' ? tlsFailure(code, error, url) : undefined;
  if (tls) return tls;
  const where = formatEndpoint(url);
  if (code.startsWith('HPE_')) {
    const remedy = 'Check the URL and its port. If the server uses TLS, start the URL with https://.';
    return failure('not-a-database', `The server on ${where} did not return an HTTP response (${code}).`, remedy);
  }
  if (phase === 'connecting') {
    return failure('unreachable', `Cannot connect to ${where} (${code || errorText(error)}).`, CHECK_NETWORK);
  }
  // With TLS 1.3, a server refuses a client certificate after the handshake, and its alert may be lost.
  const cause = url.protocol === 'https:' ? ' It may require a client certificate.' : '';
  const remedy = `Mensura retries automatically. If this happens often, see the server log.${cause}`;
  return failure(
    'connection-lost',
    `The server on ${where} closed the connection (${code || errorText(error)}).`,
    remedy,
  );
}

/** An error message of a server: its JSON field `error` or `message`, otherwise the text, in one line. */
export function serverMessage(text: string, header: string | undefined): string {
  let message = header ?? text;
  try {
    const { error, message: own } = JSON.parse(text) as { error?: unknown; message?: unknown };
    const found = typeof own === 'string' ? own : error;
    if (typeof found === 'string') message = found;
  } catch {
    // No JSON: the text itself is the message.
  }
  const line = message.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
  return line.length > 300 ? `${line.slice(0, 300)}...` : line;
}

/** Plain HTTP at a port of TLS, as Go programs and nginx report it. */
const NEEDS_TLS = /HTTP request (was sent )?to (an )?HTTPS/i;

/** nginx's pages about client certificates (ngx_http_special_response.c). */
const NEEDS_CERTIFICATE = /No required SSL certificate was sent|The SSL certificate error/i;

/** A full disk, as InfluxDB and VictoriaMetrics report it. */
const DISK_FULL = /no space left on device|storage is in read-only mode/i;

/** What a response other than 204 means. */
export function responseFailure(status: number, message: string, url: URL): Failure {
  const said = message === '' ? `HTTP ${status}` : `HTTP ${status}: ${message}`;
  const path = url.pathname;
  if (NEEDS_TLS.test(message)) {
    const text = `The server on ${formatEndpoint(url)} uses TLS.`;
    return failure('not-a-database', text, 'Start the URL with https:// instead.', status);
  }
  if (NEEDS_CERTIFICATE.test(message)) return clientCertificateRefused(url, status);
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
  if (outcome.kind === 'failed') return errorFailure(outcome, url);
  if (outcome.kind === 'timeout') {
    if (outcome.phase === 'connecting') return connectFailure('no-connection', url);
    const text = `The server on ${formatEndpoint(url)} did not respond within ${outcome.limitMs / 1000} s.`;
    return failure('no-answer', text, 'Check that the server is not overloaded.');
  }
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
