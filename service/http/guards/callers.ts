/** Which sockets, hosts and origins are ours: pure rules of decisions section 4. */

/** 127.0.0.0/8, ::1, and the first in its IPv6 clothes. */
const LOOPBACK = /^(?:::ffff:)?127(?:\.\d{1,3}){3}$|^::1$/;

/** The names under which a local caller reaches us, with any port: a tunnel may change it. */
const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

/** Whether a socket's remote address is of this machine. */
export function isLoopback(address: string | undefined): boolean {
  return address !== undefined && LOOPBACK.test(address);
}

/** Whether a Host header names this machine: a rebound DNS name does not. */
export function isLocalHost(host: string | undefined): boolean {
  return host !== undefined && LOCAL_HOST.test(host);
}

/** Whether a page of this origin came from the address it now asks. */
export function isOwnOrigin(origin: string, host: string): boolean {
  return origin === `http://${host.toLowerCase()}`;
}
