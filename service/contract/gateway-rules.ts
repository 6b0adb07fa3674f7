/** What the texts of a gateway may be: pure, shared by service and GUI. */
import { lengthProblem } from './mqtt-rules.ts';

/** A port after a name, or after an address of IPv6 in brackets; that alone has two colons or more. */
const WITH_PORT = /^[^:]*:[^:]*$|\]:/;

/** What is wrong with a gateway's host; undefined when nothing is. */
export function gatewayHostProblem(host: string): string | undefined {
  const length = lengthProblem(host);
  if (length) return length;
  if (host.includes('://')) return 'must be a name or an address, without http://';
  // As of a broker's host: what is seen is what is dialled.
  return /[\s/\\?#@\p{Cc}\p{Cf}]/u.test(host) || WITH_PORT.test(host) || !host.isWellFormed()
    ? 'must be a name or an address, without a port, spaces, slashes or other special characters'
    : undefined;
}

/** What is wrong with the prefix under which Mensuras publish; undefined when nothing is. `+` is a level of its own. */
export function filterProblem(prefix: string): string | undefined {
  const length = lengthProblem(prefix);
  if (length) return length;
  if (!prefix.isWellFormed() || prefix.includes('\0')) return 'has a character that MQTT does not allow';
  if (prefix.startsWith('$')) return 'must not start with $';
  const levels = prefix.split('/');
  if (levels.includes('')) return 'must not start or end with / or contain //';
  if (prefix.includes('#')) return 'must not contain #; use + for one level';
  return levels.some((level) => level.includes('+') && level !== '+') ? 'must use + only as a whole level' : undefined;
}
