/** Failures between this computer and MQTT: HTTP proxies and WebSocket handshakes. */
import { type ConnectionContext, type Failure, failure, formatEndpoint } from './failure.ts';
import { tlsExpected } from './tls-failures.ts';
import type { ProxyRefusal } from './tunnel.ts';
import type { UpgradeRefusal } from './web-socket/upgrade.ts';

/** First byte of a TLS alert record and its major version (RFC 8446, 5.1). */
const TLS_ALERT = [0x15, 0x03] as const;

export function isTlsAlert(bytes: Uint8Array): boolean {
  return TLS_ALERT.every((byte, index) => bytes[index] === byte);
}

/** `The proxy on port 3128 of proxy.example` */
function proxyName({ proxy }: ConnectionContext): string {
  return proxy ? `The proxy on ${formatEndpoint(proxy)}` : 'The proxy';
}

/** @param text a sentence about the connection to the proxy */
export function proxyUnreachable(text: string): Failure {
  const remedy = "Check the HTTP proxy of this client, and that the proxy's computer is on.";
  return failure('proxy-unreachable', `Cannot reach the proxy. ${text}`, remedy);
}

export function proxySilent(place: ConnectionContext): Failure {
  return proxyUnreachable(`${proxyName(place)} does not respond (timeout after ${place.waited} s).`);
}

export function proxyClosed(place: ConnectionContext): Failure {
  const text = `${proxyName(place)} closed the connection without a response.`;
  const remedy = 'Check the port of the HTTP proxy. The proxy may not permit this computer; see its log.';
  return failure('proxy-refused', text, remedy, { lasting: false });
}

export function proxyFailure({ status }: ProxyRefusal, place: ConnectionContext): Failure {
  const name = proxyName(place);
  const broker = formatEndpoint(place);
  if (status === undefined) {
    const remedy = 'Enter the host and port of an HTTP proxy. SOCKS proxies are not supported.';
    return failure('proxy-refused', `${name} does not use HTTP.`, remedy);
  }
  // Tinyproxy answers a wrong password with 401.
  if (status === 407 || status === 401) {
    return place.hasProxyUser
      ? failure(
          'proxy-refused',
          `${name} rejected the username or password.`,
          'Enter the proxy username and password again.',
        )
      : failure('proxy-refused', `${name} requires a username and password.`, 'Enter the proxy username and password.');
  }
  if (status === 403) {
    const remedy = `Ask the proxy's administrator to permit connections to ${broker}, or use a port that the proxy permits, often 443.`;
    return failure('proxy-refused', `${name} does not permit connections to ${broker}.`, remedy);
  }
  if (status >= 500) {
    const remedy = 'Check the host and port of the broker, and that the broker is running. See the log of the proxy.';
    return failure('proxy-refused', `${name} cannot connect to ${broker} (HTTP status ${status}).`, remedy, {
      lasting: false,
    });
  }
  const text = `${name} does not open connections to brokers (HTTP status ${status}).`;
  return failure('proxy-refused', text, 'Use a proxy that supports the method CONNECT.');
}

export function upgradeClosed(place: ConnectionContext): Failure {
  const text = `The server on ${formatEndpoint(place)} closed the connection during the WebSocket handshake.`;
  return failure('websocket-refused', text, WRONG_PORT, { lasting: false });
}

const WRONG_PORT = "Enter the broker's port for WebSocket, or select the transport TCP for the port of plain MQTT.";

export function upgradeFailure(refusal: UpgradeRefusal, place: ConnectionContext): Failure {
  const server = `The server on ${formatEndpoint(place)}`;
  if (refusal.kind === 'not-http') {
    if (!place.tls && isTlsAlert(refusal.bytes)) return tlsExpected(place);
    return failure('websocket-refused', `${server} does not use WebSocket.`, WRONG_PORT);
  }
  if (refusal.kind === 'no-protocol') {
    const remedy = 'Check the host, port and path of the broker.';
    return failure('websocket-refused', `${server} accepts WebSocket connections, but not for MQTT.`, remedy);
  }
  if (refusal.kind === 'invalid') {
    const text = `${server} sent an invalid response to the WebSocket handshake.`;
    return failure('websocket-refused', text, 'A proxy or firewall between may not support WebSocket. Use TLS.');
  }
  return statusFailure(refusal.status, server, place.webSocketPath ?? '');
}

function statusFailure(status: number, server: string, path: string): Failure {
  const code = `HTTP status ${status}`;
  if (status === 404) {
    const remedy = "Enter the broker's WebSocket path; most brokers use /mqtt.";
    return failure('websocket-refused', `${server} has nothing at the path ${path} (${code}).`, remedy);
  }
  if (status === 401 || status === 403) {
    const remedy = "Ask the broker's administrator to permit WebSocket connections from this computer.";
    return failure('websocket-refused', `${server} does not permit the connection (${code}).`, remedy);
  }
  if (status >= 500) {
    const remedy =
      'Mensura retries automatically. If it lasts, see the log of the broker and of the web server before it.';
    return failure('websocket-refused', `${server} cannot reach the broker (${code}).`, remedy, { lasting: false });
  }
  const text = `${server} is a web server without a WebSocket at the path ${path} (${code}).`;
  return failure('websocket-refused', text, "Enter the broker's WebSocket port and path.");
}
