/** Where a client connects to, and as whom: its configuration in the form that connections need. */
import type { SecureContext } from 'node:tls';
import type { ClientConfig, ClientSecrets, Outgoing } from '../parts.ts';
import type { Phase, Place } from './failure.ts';

export interface Target {
  config: ClientConfig;
  secrets: ClientSecrets;
  clientId: string;
  /** Null where the broker has nothing to say on the client's behalf. */
  will: Outgoing | null;
  /** Makes what TLS needs, once for all connections. @throws CertificateFault */
  secureContext(): SecureContext;
}

/** A host as sockets take it: an IPv6 address may be set in brackets. */
export function plainHost(host: string): string {
  return host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
}

/** Whether a host is this computer, so that nothing crosses a network. */
export function isLoopback(host: string): boolean {
  const name = plainHost(host).toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(\.\d+){3}$/.test(name);
}

/** What failures are told with. @param waited seconds */
export function placeOf({ config, secrets, clientId }: Target, phase: Phase, waited: number): Place {
  const { host, port, ssl, protocol_version, username } = config.fields;
  return {
    host: plainHost(host),
    port,
    tls: ssl,
    version: protocol_version,
    clientId,
    hasUser: username !== '',
    hasClientCertificate: secrets.certificate !== '',
    hasOwnCa: secrets.ca !== '',
    phase,
    waited,
  };
}
