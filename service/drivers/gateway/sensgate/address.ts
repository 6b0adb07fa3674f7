/** A gateway's host in the forms that others want it in. */
import { isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';
import type { SensgateConfig } from '../../../contract/index.ts';

/** An address of IPv6 may be given with the brackets that it has in a URL. */
function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}

/** As it is connected to: names in other scripts go over the wire in ASCII. */
export function toAsciiHost(host: string): string {
  const plain = withoutBrackets(host);
  return isIPv6(plain) ? plain : domainToASCII(plain) || plain;
}

/** `192.168.40.1:8080`, `[fe80::1]:8080`. */
export function addressOf({ host, port }: Pick<SensgateConfig, 'host' | 'port'>): string {
  const plain = withoutBrackets(host);
  return isIPv6(plain) ? `[${plain}]:${port}` : `${plain}:${port}`;
}
