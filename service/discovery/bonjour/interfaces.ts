import { networkInterfaces } from 'node:os';

export interface LocalInterface {
  /** This computer's IPv4 address on that network. */
  address: string;
  /** Such as `255.255.255.0`. */
  netmask: string;
}

/** Further interfaces are virtual ones of containers and the like. */
const MAX_WAYS = 8;

/**
 * One entry for each active interface except loopback. Only IPv4: every local network with mDNS carries it.
 * @throws the error of the system if it cannot list the interfaces
 */
export function localInterfaces(): LocalInterface[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses = []) => addresses.find(({ family, internal }) => family === 'IPv4' && !internal) ?? [])
    .slice(0, MAX_WAYS)
    .map(({ address, netmask }) => ({ address, netmask }));
}
