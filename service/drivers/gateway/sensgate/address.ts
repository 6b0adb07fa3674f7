import { isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';
import type { SensgateConfig } from '../../../contract/index.ts';

/** An IPv6 address may be given with brackets, as in a URL. */
function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}

/** For connecting: international names are sent in ASCII. */
export function toAsciiHost(host: string): string {
  const plain = withoutBrackets(host);
  return isIPv6(plain) ? plain : domainToASCII(plain) || plain;
}

/** `192.168.40.1:8080`, `[fe80::1]:8080`. */
export function addressOf({ host, port }: Pick<SensgateConfig, 'host' | 'port'>): string {
  const plain = withoutBrackets(host);
  return isIPv6(plain) ? `[${plain}]:${port}` : `${plain}:${port}`;
}
