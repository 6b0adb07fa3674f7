/** Local sockets, hosts and origins (docs/decisions.md#4-who-may-call). */

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
