import type { SecureContext } from 'node:tls';
import { parseProxy } from '../../contract/index.ts';
import type { ClientConfig, ClientSecrets, PublishRequest } from '../types.ts';
import type { ConnectionContext, ConnectionPhase } from './failure.ts';

/** For sockets. */
export function brokerAddress({ config }: BrokerEndpoint): { host: string; port: number } {
  return { host: stripBrackets(config.fields.host), port: config.fields.port };
}

export interface BrokerEndpoint {
  config: ClientConfig;
  secrets: ClientSecrets;
  clientId: string;
  /** Null: no last will. */
  will: PublishRequest | null;
  /** Builds the TLS context, once for all connections. @throws CertificateError */
  secureContext(): SecureContext;
}

/** The host for sockets: an IPv6 address may be configured in brackets. */
export function stripBrackets(host: string): string {
  return host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
}

/** Whether a host is this computer, so that no network is involved. */
export function isLoopback(host: string): boolean {
  const name = stripBrackets(host).toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(\.\d+){3}$/.test(name);
}

/** The context for error texts. @param waited seconds */
export function toEndpoint(
  { config, secrets, clientId }: BrokerEndpoint,
  phase: ConnectionPhase,
  waited: number,
): ConnectionContext {
  const { host, port, ssl, protocol_version, username } = config.fields;
  const { transport, path, proxy, proxy_username } = config.advanced;
  return {
    host: stripBrackets(host),
    port,
    tls: ssl,
    version: protocol_version,
    clientId,
    hasUser: username !== '',
    hasClientCertificate: secrets.certificate !== '',
    hasOwnCa: secrets.ca !== '',
    webSocketPath: transport === 'websocket' ? path : undefined,
    proxy: parseProxy(proxy),
    hasProxyUser: proxy_username !== '' || secrets.proxy_password !== '',
    phase,
    waited,
  };
}
