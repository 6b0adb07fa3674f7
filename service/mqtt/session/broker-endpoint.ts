/** Where a client connects to, and as whom: its configuration in the form that connections need. */
import type { SecureContext } from 'node:tls';
import type { ClientConfig, ClientSecrets, PublishRequest } from '../types.ts';
import type { ConnectionContext, ConnectionPhase } from './failure.ts';

export interface BrokerEndpoint {
  config: ClientConfig;
  secrets: ClientSecrets;
  clientId: string;
  /** Null where the broker has nothing to say on the client's behalf. */
  will: PublishRequest | null;
  /** Makes what TLS needs, once for all connections. @throws CertificateError */
  secureContext(): SecureContext;
}

/** A host as sockets take it: an IPv6 address may be set in brackets. */
export function stripBrackets(host: string): string {
  return host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
}

/** Whether a host is this computer, so that nothing crosses a network. */
export function isLoopback(host: string): boolean {
  const name = stripBrackets(host).toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(\.\d+){3}$/.test(name);
}

/** What failures are told with. @param waited seconds */
export function toEndpoint(
  { config, secrets, clientId }: BrokerEndpoint,
  phase: ConnectionPhase,
  waited: number,
): ConnectionContext {
  const { host, port, ssl, protocol_version, username } = config.fields;
  return {
    host: stripBrackets(host),
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
