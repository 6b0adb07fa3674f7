/** Opens sockets to brokers, plain and with TLS. */
import net from 'node:net';
import tls from 'node:tls';
import { type BrokerEndpoint, stripBrackets } from './broker-endpoint.ts';

/** How long a connection may be quiet before the system looks whether the other side is still there, in milliseconds. */
const TCP_KEEP_ALIVE_MS = 60_000;

/**
 * Begins to connect; errors come as events.
 * @throws CertificateError where a certificate or key cannot be used
 */
export function openSocket(target: BrokerEndpoint): net.Socket {
  const { host, port, ssl } = target.config.fields;
  const to = { host: stripBrackets(host), port };
  const socket = ssl ? openTls(target, to) : net.connect(to);
  socket.setNoDelay(true);
  // A client without MQTT keep-alive notices a broker that vanished too.
  socket.setKeepAlive(true, TCP_KEEP_ALIVE_MS);
  return socket;
}

function openTls(target: BrokerEndpoint, to: { host: string; port: number }): tls.TLSSocket {
  return tls.connect({
    ...to,
    // TLS knows names alone, no addresses (RFC 6066, 3).
    ...(net.isIP(to.host) === 0 ? { servername: to.host } : {}),
    secureContext: target.secureContext(),
    rejectUnauthorized: true,
    ...(target.config.advanced.check_server_name ? {} : { checkServerIdentity: () => undefined }),
  });
}
