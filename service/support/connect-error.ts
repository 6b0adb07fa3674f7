/** Why a connection to another computer failed, from the codes of the system. */

export type ConnectError =
  /** The name servers have no address for the name. */
  | 'host-unknown'
  /** No name server replied. */
  | 'lookup-failed'
  /** Nothing listens on the port, or a firewall refuses. */
  | 'refused'
  | 'no-route'
  | 'no-connection'
  /** This computer does not permit the connection. */
  | 'not-permitted';

/** Codes of Node.js (libuv and c-ares). */
const CONNECT_ERRORS: ReadonlyMap<string, ConnectError> = new Map([
  ['ENOTFOUND', 'host-unknown'],
  ['ENODATA', 'host-unknown'],
  ['EAI_NONAME', 'host-unknown'],
  ['EAI_NODATA', 'host-unknown'],
  ['EAI_AGAIN', 'lookup-failed'],
  ['EAI_FAIL', 'lookup-failed'],
  ['ESERVFAIL', 'lookup-failed'],
  ['ECONNREFUSED', 'refused'],
  ['EHOSTUNREACH', 'no-route'],
  ['ENETUNREACH', 'no-route'],
  ['EHOSTDOWN', 'no-route'],
  ['ENETDOWN', 'no-route'],
  ['EADDRNOTAVAIL', 'no-route'],
  ['ETIMEDOUT', 'no-connection'],
  ['EACCES', 'not-permitted'],
  ['EPERM', 'not-permitted'],
]);

/** @returns undefined for a code that is not about connecting */
export function connectErrorOf(code: string): ConnectError | undefined {
  return CONNECT_ERRORS.get(code);
}
