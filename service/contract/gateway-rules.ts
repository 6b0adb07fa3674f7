/** Rules for the texts of a gateway, shared by service and window. */
import { lengthError } from './mqtt-rules.ts';

/** A port after a name, or after an IPv6 address in brackets; only that has two colons or more. */
const WITH_PORT = /^[^:]*:[^:]*$|\]:/;

/** Returns the error of a gateway's host; undefined if it is valid. */
export function gatewayHostError(host: string): string | undefined {
  const length = lengthError(host);
  if (length) return length;
  if (host.includes('://')) return 'must be a name or an address, without http://';
  // As for a broker's host: the visible name must be the one that is used.
  return /[\s/\\?#@\p{Cc}\p{Cf}]/u.test(host) || WITH_PORT.test(host) || !host.isWellFormed()
    ? 'must be a name or an address, without a port, spaces, slashes or other special characters'
    : undefined;
}

/** Returns the error of a topic prefix; undefined if it is valid. `+` is a level of its own. */
export function filterError(prefix: string): string | undefined {
  const length = lengthError(prefix);
  if (length) return length;
  if (!prefix.isWellFormed() || prefix.includes('\0')) return 'has a character that MQTT does not allow';
  if (prefix.startsWith('$')) return 'must not start with $';
  const levels = prefix.split('/');
  if (levels.includes('')) return 'must not start or end with / or contain //';
  if (prefix.includes('#')) return 'must not contain #; use + for one level';
  return levels.some((level) => level.includes('+') && level !== '+') ? 'must use + only as a whole level' : undefined;
}
