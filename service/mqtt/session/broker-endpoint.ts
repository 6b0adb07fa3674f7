import net from 'node:net';
import tls, { type SecureContext } from 'node:tls';
import type { ClientConfig, ClientSecrets, PublishRequest } from '../types.ts';
import type { ConnectionContext, ConnectionPhase } from './failure.ts';

/** Idle time before TCP keep-alive probes, in milliseconds. */
const TCP_KEEP_ALIVE_MS = 60_000;

/**
 * Errors are emitted as events.
 * @throws CertificateError for an unusable certificate or key
 */
export function openSocket(target: BrokerEndpoint): net.Socket {
  const { host, port, ssl } = target.config.fields;
  const to = { host: stripBrackets(host), port };
  const socket = ssl ? openTls(target, to) : net.connect(to);
  socket.setNoDelay(true);
  // Detects a vanished broker even without MQTT keep-alive.
  socket.setKeepAlive(true, TCP_KEEP_ALIVE_MS);
  return socket;
}

function openTls(target: BrokerEndpoint, to: { host: string; port: number }): tls.TLSSocket {
  const { check_server_name, alpn } = target.config.advanced;
  return tls.connect({
    ...to,
    // TLS server names cannot be addresses (RFC 6066, 3).
    ...(net.isIP(to.host) === 0 ? { servername: to.host } : {}),
    secureContext: target.secureContext(),
    rejectUnauthorized: true,
    ...(alpn.length > 0 ? { ALPNProtocols: alpn } : {}),
    ...(check_server_name ? {} : { checkServerIdentity: () => undefined }),
  });
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
