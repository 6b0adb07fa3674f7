import net from 'node:net';
import tls from 'node:tls';
import { type BrokerEndpoint, brokerAddress } from './broker-endpoint.ts';
import { authorityOf } from './tunnel.ts';
import { WebSocketStream } from './web-socket/web-socket-stream.ts';

/** Idle time before TCP keep-alive probes, in milliseconds. */
const TCP_KEEP_ALIVE_MS = 60_000;

/** The connection to a broker, and the stream of MQTT bytes in it: the socket, unless they are in a WebSocket. */
export interface BrokerLink {
  socket: net.Socket;
  stream: net.Socket | WebSocketStream;
}

function tuned<Kind extends net.Socket>(socket: Kind): Kind {
  socket.setNoDelay(true);
  // Detects a vanished remote side even without MQTT keep-alive.
  socket.setKeepAlive(true, TCP_KEEP_ALIVE_MS);
  return socket;
}

/** Connects to a proxy. Errors are emitted as events. */
export function openProxySocket(proxy: { host: string; port: number }): net.Socket {
  return tuned(net.connect(proxy));
}

/**
 * Connects to the broker. Errors are emitted as events.
 * @param through a connection that leads to the broker already
 * @throws CertificateError for an unusable certificate or key
 */
export function openLink(target: BrokerEndpoint, through?: net.Socket): BrokerLink {
  const { ssl, protocol_version } = target.config.fields;
  const { transport, path } = target.config.advanced;
  const to = brokerAddress(target);
  const socket = ssl ? tuned(openTls(target, to, through)) : (through ?? tuned(net.connect(to)));
  if (transport === 'tcp') return { socket, stream: socket };
  const host = authorityOf(to.host, to.port);
  const protocol = protocol_version === 3 ? 'mqttv3.1' : 'mqtt';
  return { socket, stream: new WebSocketStream(socket, { host, path, protocol }) };
}

function openTls(
  target: BrokerEndpoint,
  to: { host: string; port: number },
  through: net.Socket | undefined,
): tls.TLSSocket {
  const { check_server_name, alpn } = target.config.advanced;
  return tls.connect({
    ...to,
    ...(through && { socket: through }),
    // TLS server names cannot be addresses (RFC 6066, 3).
    ...(net.isIP(to.host) === 0 ? { servername: to.host } : {}),
    secureContext: target.secureContext(),
    rejectUnauthorized: true,
    ...(alpn.length > 0 ? { ALPNProtocols: alpn } : {}),
    ...(check_server_name ? {} : { checkServerIdentity: () => undefined }),
  });
}
