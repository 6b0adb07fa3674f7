/** The local network by the package bonjour-service, which is loaded when somebody joins. */
import type { JoinNetwork, LocalNetwork, NetworkListener } from '../local-network.ts';
import { BonjourNetwork } from './bonjour-network.ts';
import { type LocalInterface, localInterfaces } from './interfaces.ts';

/** RFC 6762, 3. */
const MDNS_PORT = 5353;

export interface BonjourEndpoint {
  ways: () => LocalInterface[];
  port: number;
}

/** Joins elsewhere than usual: in tests, on loopback and another port. */
export async function createBonjourJoin(
  { ways, port }: BonjourEndpoint,
  listener: NetworkListener,
): Promise<LocalNetwork> {
  // Bundled, the package has no other export than this one.
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

/** Joins every local network that this computer is in. */
export const joinBonjour: JoinNetwork = (listener) =>
  createBonjourJoin({ ways: localInterfaces, port: MDNS_PORT }, listener);
