/** The networks that this computer is in. */
import { networkInterfaces } from 'node:os';

/** One way to a local network. */
export interface LocalInterface {
  /** This computer's IPv4 address there. */
  address: string;
  /** The network mask, as in `255.255.255.0`. */
  netmask: string;
}

/** More than these are virtual ones, of containers and the like. */
const MAX_WAYS = 8;

/**
 * One way for each interface that is up, except loopback. IPv4 alone: every local network with mDNS carries it.
 * @throws what the system says when it does not tell
 */
export function localInterfaces(): LocalInterface[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses = []) => addresses.find(({ family, internal }) => family === 'IPv4' && !internal) ?? [])
    .slice(0, MAX_WAYS)
    .map(({ address, netmask }) => ({ address, netmask }));
}
