/** What an installation says of its MQTT clients on the local network: broker, port and prefix, and nothing else. */
import { createHash } from 'node:crypto';
import type { Advert } from './local-network.ts';
import { isLoopbackHost } from './loopback.ts';

/** The form of what is said. */
export const ADVERT_VERSION = '1';

/** The most that one installation offers: with more, its answer would not fit into one packet (RFC 6762, 17). */
export const MAX_ADVERTS = 32;

/** The most bytes of a key with its value: their length is one byte (RFC 6763, 6.1). */
const MAX_ENTRY_BYTES = 255;

/** What discovery needs to know of an MQTT client; of its account and certificates it never knows. */
export interface OfferedClient {
  /** Does not leave the computer. */
  identifier: string;
  enabled: boolean;
  /** The prefix under which it publishes. */
  name: string;
  host: string;
  port: number;
  ssl: boolean;
}

function nameOf(installation: string, identifier: string): string {
  return `${installation}-${createHash('sha256').update(identifier).digest('hex').slice(0, 8)}`;
}

function fits(txt: Readonly<Record<string, string>>): boolean {
  return Object.entries(txt).every(([key, value]) => Buffer.byteLength(`${key}=${value}`) <= MAX_ENTRY_BYTES);
}

/**
 * The offers of the clients that are enabled and whose broker others can reach. Names too long for the network are left
 * out, and so is what is beyond `MAX_ADVERTS`.
 */
export function advertsOf(installation: string, clients: Iterable<OfferedClient>): Advert[] {
  return [...clients]
    .filter(({ enabled, host }) => enabled && !isLoopbackHost(host))
    .map(({ identifier, name, host, port, ssl }) => ({
      name: nameOf(installation, identifier),
      port,
      txt: { v: ADVERT_VERSION, installation, broker: host, prefix: name, tls: ssl ? '1' : '0' },
    }))
    .filter(({ txt }) => fits(txt))
    .slice(0, MAX_ADVERTS);
}
