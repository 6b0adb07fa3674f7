/** Local sockets, hosts and origins (docs/decisions.md#4-who-may-call). */
import type { IncomingMessage } from 'node:http';
import { MensuraError } from '../../support/errors.ts';

/** 127.0.0.0/8, also mapped to IPv6, and ::1. */
const LOOPBACK = /^(?:::ffff:)?127(?:\.\d{1,3}){3}$|^::1$/;

/** The names of this computer in a Host header, with any port as browsers write it (a tunnel can change it). */
const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::([1-9]\d{0,4}))?$/i;

const MAX_PORT = 65_535;

export function isLoopback(address: string | undefined): boolean {
  return address !== undefined && LOOPBACK.test(address);
}

/** Whether a Host header names this computer, with a port from 1 to 65535 if any. A rebound DNS name does not. */
export function isLocalHost(host: string | undefined): boolean {
  const match = LOCAL_HOST.exec(host ?? '');
  return match !== null && Number(match[1] ?? MAX_PORT) <= MAX_PORT;
}

/** Whether a page of this origin was loaded from the same address. */
export function isOwnOrigin(origin: string, host: string): boolean {
  return origin === `http://${host.toLowerCase()}`;
}

/** Whether a page of another origin sent the request. Programs send no origin. */
function isForeignPage({ headers: { host = '', origin } }: IncomingMessage): boolean {
  return origin !== undefined && !isOwnOrigin(origin, host);
}

/**
 * For what pages of allowed origins may not do: it would give more access than the user granted.
 * @param what they may not do, as it stands in a sentence: `change port`
 * @throws MensuraError `forbidden` for a page of another origin
 */
export function requireSameOrigin(request: IncomingMessage, what: string): void {
  if (!isForeignPage(request)) return;
  throw new MensuraError(
    'forbidden',
    `The origin ${request.headers.origin} may use this service but may not ${what}. Only Mensura's own pages and local programs may.`,
  );
}
