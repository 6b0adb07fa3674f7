/** What an installation publishes about its MQTT clients on the local network: only broker, port, transport and prefix. */
import { createHash } from 'node:crypto';
import type { GatewayOffer } from '../contract/index.ts';
import { isLoopbackHost } from '../support/loopback-host.ts';
import type { Advert } from './local-network.ts';

/** Version of the TXT record. */
export const ADVERT_VERSION = '1';

/** Most offers per installation; with more, its response would not fit into one packet (RFC 6762, 17). */
export const MAX_ADVERTS = 32;

/** Most bytes of a key with its value: their length is one byte (RFC 6763, 6.1). */
const MAX_ENTRY_BYTES = 255;

/** The part of an MQTT client that discovery sees; never its account or certificates. */
export interface OfferedClient {
  /** Does not leave the computer. */
  identifier: string;
  enabled: boolean;
  /** The prefix of its topics. */
  name: string;
  host: string;
  port: number;
  ssl: boolean;
  transport: GatewayOffer['transport'];
  /** Of a WebSocket. */
  path: string;
}

function nameOf(installation: string, identifier: string): string {
  return `${installation}-${createHash('sha256').update(identifier).digest('hex').slice(0, 8)}`;
}

function fits(txt: Readonly<Record<string, string>>): boolean {
  return Object.entries(txt).every(([key, value]) => Buffer.byteLength(`${key}=${value}`) <= MAX_ENTRY_BYTES);
}

/**
 * Offers of the enabled clients with a broker that others can reach. Names too long for the network, and offers beyond
 * `MAX_ADVERTS`, are left out.
 */
export function advertsOf(installation: string, clients: Iterable<OfferedClient>): Advert[] {
  return [...clients]
    .filter(({ enabled, host }) => enabled && !isLoopbackHost(host))
    .map(({ identifier, name, host, port, ssl, transport, path }) => ({
      name: nameOf(installation, identifier),
      port,
      txt: {
        v: ADVERT_VERSION,
        installation,
        broker: host,
        prefix: name,
        tls: ssl ? '1' : '0',
        ...(transport === 'websocket' && { transport, path }),
      },
    }))
    .filter(({ txt }) => fits(txt))
    .slice(0, MAX_ADVERTS);
}
