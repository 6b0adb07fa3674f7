/** Describes HTTP requests without a usable response. */
import {
  type ConnectionFailure,
  clientCertificateRefused,
  connectionFailure,
  connectTimeout,
  formatServer,
  responseTimeout,
  type ServerAddress,
} from './connection-failure.ts';
import type { RequestOutcome } from './http-request.ts';

/** The host and port of a URL. */
export function serverOf({ hostname, port, protocol }: URL): ServerAddress {
  return { host: hostname, port: Number(port || (protocol === 'https:' ? 443 : 80)) };
}

/** Why there was no response. */
export function requestFailure(
  outcome: Extract<RequestOutcome, { kind: 'failed' | 'timeout' }>,
  url: URL,
): ConnectionFailure {
  const server = serverOf(url);
  const isConnecting = outcome.phase === 'connecting';
  if (outcome.kind === 'timeout') {
    return isConnecting ? connectTimeout(server) : responseTimeout(server, outcome.limitMs);
  }
  const { error } = outcome;
  const isTls = url.protocol === 'https:';
  if (error.code?.startsWith('HPE_')) {
    const text = `The server on ${formatServer(server)} did not return an HTTP response (${error.code}).`;
    const remedy = 'Check the URL and its port. If the server uses TLS, start the URL with https://.';
    return { code: 'wrong-protocol', text, remedy };
  }
  return connectionFailure({ error, server, isConnecting, isTls, withoutTls: 'Start the URL with http:// instead.' });
}

/** Plain HTTP at a port of TLS, as Go programs and nginx report it. */
const NEEDS_TLS = /HTTP request (was sent )?to (an )?HTTPS/i;

/** nginx's pages about client certificates (ngx_http_special_response.c). */
const NEEDS_CERTIFICATE = /No required SSL certificate was sent|The SSL certificate error/i;

/** A response about the connection, not about the request. @param message of the server */
export function refusedConnection(message: string, url: URL): ConnectionFailure | undefined {
  const server = serverOf(url);
  if (NEEDS_TLS.test(message)) {
    const text = `The server on ${formatServer(server)} uses TLS.`;
    return { code: 'wrong-protocol', text, remedy: 'Start the URL with https:// instead.' };
  }
  return NEEDS_CERTIFICATE.test(message) ? clientCertificateRefused(server) : undefined;
}

/** Most characters of a server's message that are shown. */
const SHOWN_MESSAGE = 300;

/** A server's message in one line, without control characters. */
export function shortMessage(message: string): string {
  const line = message.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
  return line.length > SHOWN_MESSAGE ? `${line.slice(0, SHOWN_MESSAGE)}...` : line;
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
  return shortMessage(message);
}
