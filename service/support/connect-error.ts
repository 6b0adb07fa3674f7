/** Why a connection to another computer did not come about, by the system's codes: what each means is said in one place. */

export type ConnectError =
  /** The name servers know no address for the name. */
  | 'host-unknown'
  /** No name server answers. */
  | 'lookup-failed'
  /** Nothing listens at the port, or something refuses for it. */
  | 'refused'
  /** No way leads there from this computer. */
  | 'no-route'
  /** Nothing answers at all. */
  | 'no-connection'
  /** This computer itself does not permit it. */
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

/** What a code says; undefined where it is none of connecting. */
export function connectErrorOf(code: string): ConnectError | undefined {
  return CONNECT_ERRORS.get(code);
}
