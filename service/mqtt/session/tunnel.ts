/** The way through an HTTP proxy: CONNECT (RFC 9110, 9.3.6). */
import { request } from 'node:http';
import net from 'node:net';
import type { BrokerEndpoint } from './broker-endpoint.ts';
import { unparsedBytes } from './web-socket/upgrade.ts';

/** The proxy's HTTP status; undefined if its response is not HTTP. */
export type ProxyRefusal = { status: number | undefined };

export interface TunnelEvents {
  /** The socket leads to the broker now. */
  onOpen(): void;
  onRefused(refusal: ProxyRefusal): void;
}

/** Host and port as a URL has them. */
export function authorityOf(host: string, port: number): string {
  return net.isIPv6(host) ? `[${host}]:${port}` : `${host}:${port}`;
}

function credentials({ config, secrets }: BrokerEndpoint): { 'Proxy-Authorization'?: string } {
  const { proxy_username } = config.advanced;
  if (proxy_username === '' && secrets.proxy_password === '') return {};
  const pair = Buffer.from(`${proxy_username}:${secrets.proxy_password}`).toString('base64');
  return { 'Proxy-Authorization': `Basic ${pair}` };
}

/**
 * Asks the proxy for a connection to the broker, once connected to it. Errors of the socket are left to its owner.
 * @param to the broker
 */
export function requestTunnel(
  socket: net.Socket,
  target: BrokerEndpoint,
  to: { host: string; port: number },
  { onOpen, onRefused }: TunnelEvents,
): void {
  const authority = authorityOf(to.host, to.port);
  const connecting = request({
    createConnection: () => socket,
    method: 'CONNECT',
    setHost: false,
    path: authority,
    headers: { Host: authority, ...credentials(target) },
  });
  connecting.once('connect', ({ statusCode = 0 }, _, head) => {
    if (statusCode < 200 || statusCode > 299) return onRefused({ status: statusCode });
    if (head.length > 0) socket.unshift(head);
    onOpen();
  });
  connecting.on('error', (error) => {
    if (unparsedBytes(error)) onRefused({ status: undefined });
  });
  connecting.end();
}
