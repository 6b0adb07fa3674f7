/** The local network over the package bonjour-service, which is loaded on the first use. */
import type { JoinNetwork, LocalNetwork, NetworkListener } from '../local-network.ts';
import { BonjourNetwork, type BonjourNetworkOptions } from './bonjour-network.ts';
import { localInterfaces } from './interfaces.ts';

/** RFC 6762, 3. */
const MDNS_PORT = 5353;

export type BonjourEndpoint = Pick<BonjourNetworkOptions, 'ways' | 'port'>;

/** For tests: joins on loopback and another port. */
export async function createBonjourJoin(
  { ways, port }: BonjourEndpoint,
  listener: NetworkListener,
): Promise<LocalNetwork> {
  // In the bundle, the package has only this export.
  const { default: Bonjour } = await import('bonjour-service');
  const network = new BonjourNetwork({
    ways,
    port,
    create: (options, onError) => new Bonjour(options, onError),
    listener,
  });
  await network.start();
  return network;
}

/** Joins every local network of this computer. */
export const joinBonjour: JoinNetwork = (listener) =>
  createBonjourJoin({ ways: localInterfaces, port: MDNS_PORT }, listener);
