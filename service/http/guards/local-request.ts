/** Which sockets, hosts and origins are ours: pure rules of decisions section 4. */

/** 127.0.0.0/8, ::1, and the first in its IPv6 clothes. */
const LOOPBACK = /^(?:::ffff:)?127(?:\.\d{1,3}){3}$|^::1$/;

/** The names under which a local caller reaches us, with any port as browsers write it (a tunnel may change it). */
const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::([1-9]\d{0,4}))?$/i;

/** The highest port of TCP. */
const MAX_PORT = 65_535;

/** Whether a socket's remote address is of this machine. */
export function isLoopback(address: string | undefined): boolean {
  return address !== undefined && LOOPBACK.test(address);
}

/** Whether a Host header names this machine, and a port from 1 to 65535 if any: a rebound DNS name does not. */
export function isLocalHost(host: string | undefined): boolean {
  const match = LOCAL_HOST.exec(host ?? '');
  return match !== null && Number(match[1] ?? MAX_PORT) <= MAX_PORT;
}

/** Whether a page of this origin came from the address it now asks. */
export function isOwnOrigin(origin: string, host: string): boolean {
  return origin === `http://${host.toLowerCase()}`;
}
