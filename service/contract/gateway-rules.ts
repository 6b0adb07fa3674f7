/** What the texts of a gateway may be: pure, shared by service and GUI. */
import { lengthProblem } from './mqtt-rules.ts';

/** A port after a name, or after an address of IPv6 in brackets; that alone has two colons or more. */
const WITH_PORT = /^[^:]*:[^:]*$|\]:/;

/** What is wrong with a gateway's host; undefined when nothing is. */
export function gatewayHostProblem(host: string): string | undefined {
  const length = lengthProblem(host);
  if (length) return length;
  if (host.includes('://')) return 'is a name or an address alone, without http:// before it';
  // As of a broker's host: what is seen is what is dialled.
  return /[\s/\\?#@\p{Cc}\p{Cf}]/u.test(host) || WITH_PORT.test(host) || !host.isWellFormed()
    ? 'is a name or an address: no port, spaces, slashes or other signs'
    : undefined;
}

/** What is wrong with the prefix under which Mensuras publish; undefined when nothing is. `+` is a level of its own. */
export function filterProblem(prefix: string): string | undefined {
  const length = lengthProblem(prefix);
  if (length) return length;
  if (!prefix.isWellFormed() || prefix.includes('\0')) return 'has a character that MQTT cannot carry';
  if (prefix.startsWith('$')) return 'may not begin with $';
  const levels = prefix.split('/');
  if (levels.includes('')) return 'may not have an empty level';
  if (prefix.includes('#')) return 'may not hold #: + stands for one level';
  return levels.some((level) => level.includes('+') && level !== '+') ? 'has + as a whole level alone' : undefined;
}
