import net from 'node:net';
import tls from 'node:tls';
import { type BrokerEndpoint, stripBrackets } from './broker-endpoint.ts';

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
