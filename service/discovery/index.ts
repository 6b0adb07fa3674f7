/** Finding Mensuras on the local network by mDNS (RFC 6762), and being found: off unless it is switched on. */
export { joinBonjour } from './bonjour/index.ts';
export { DiscoverySwitch } from './discovery-switch.ts';
