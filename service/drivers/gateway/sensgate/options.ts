import { isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';
import type { SensgateConfig } from '../../../contract/index.ts';
import type { Clock } from '../../../support/clock.ts';
import type { Logger } from '../../../support/logger.ts';

/** In milliseconds. */
export interface SensgateTiming {
  /** Shortest response timeout, at least 10; default 5000. Two sampling periods if they are longer. */
  responseMinMs: number;
  /** Longest response timeout, at least `responseMinMs`; default 10000. */
  responseMaxMs: number;
  /** The longest pause after a failure, at least 10; default 30000. Never shorter than the sampling period. */
  retryMaxMs: number;
  /** How long devices stay connected without a response, at least 10; default 10000. Three periods if longer. */
  silenceMs: number;
}

export const DEFAULT_TIMING: SensgateTiming = {
  responseMinMs: 5000,
  responseMaxMs: 10_000,
  retryMaxMs: 30_000,
  silenceMs: 10_000,
};

export interface SensgateOptions {
  clock: Clock;
  logger: Logger;
  timing?: Partial<SensgateTiming>;
  /** A number from 0 to 1; `Math.random` by default. */
  random?: () => number;
}

/** Largest response, in bytes. */
export const MAX_BODY_BYTES = 1_048_576;

/** Most devices behind one gateway. */
export const MAX_DEVICES = 256;

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
