import { BlockList, isIP } from 'node:net';

const NAMES: ReadonlySet<string> = new Set(['localhost', 'localhost.localdomain', 'ip6-localhost', 'ip6-loopback']);

/** Loopback and unspecified addresses (RFC 6890). IPv4 in IPv6 is recognized too. */
const ADDRESSES = new BlockList();
ADDRESSES.addSubnet('127.0.0.0', 8);
ADDRESSES.addSubnet('0.0.0.0', 8);
ADDRESSES.addAddress('::1', 'ipv6');
ADDRESSES.addAddress('::', 'ipv6');

/**
 * Whether only its own computer can reach a server at this host.
 * @param host as a user may enter it
 */
export function isLoopbackHost(host: string): boolean {
  const name = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
  const version = isIP(name);
  if (version !== 0) return ADDRESSES.check(name, version === 4 ? 'ipv4' : 'ipv6');
  return NAMES.has(name) || name.endsWith('.localhost');
}
