import { type ConnectError, connectErrorOf } from '../../support/connect-error.ts';
import { type ConnectionContext, type ConnectionPhase, type Failure, failure, formatEndpoint } from './failure.ts';
import { proxyClosed, proxyUnreachable, upgradeClosed } from './transport-failures.ts';

const CONNECTING: Readonly<Record<ConnectError, (place: ConnectionContext) => Failure>> = {
  'host-unknown': ({ host }) =>
    failure(
      'host-unknown',
      `Cannot find host ${host}: the name does not resolve.`,
      "Check the spelling, or use the broker's IP address.",
    ),
  'lookup-failed': ({ host }) =>
    failure(
      'host-unknown',
      `Cannot look up ${host}: no name server responds.`,
      'Check the network connection and the DNS settings of this computer.',
    ),
  refused: (place) =>
    failure(
      'port-refused',
      `Cannot connect to ${formatEndpoint(place)}: connection refused.`,
      'Check the host and port, and that the broker is running. A firewall may also reject the connection.',
    ),
  'no-route': ({ host }) =>
    failure(
      'unreachable',
      `Cannot connect to ${host}: no route.`,
      'Check the address and the network connection. A VPN may be required.',
    ),
  'no-connection': connectTimedOut,
  'not-permitted': (place) =>
    failure(
      'unreachable',
      `Cannot connect to ${formatEndpoint(place)}: blocked by this computer.`,
      'Allow Mensura in the firewall or security software.',
    ),
};

/** Codes that only report the end of a connection. */
const BROKEN: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'EPIPE',
  'ECONNABORTED',
  'ENOTCONN',
  'ERR_STREAM_DESTROYED',
]);

/** Whether an error only reports that the remote side or the network ended the connection. */
export function isBroken(code: string): boolean {
  return BROKEN.has(code);
}

/** Undefined for a code that is not a network error. */
export function networkFailure(code: string, place: ConnectionContext): Failure | undefined {
  const known = connectErrorOf(code);
  if (place.phase === 'proxy' && known) return proxyUnreachable(CONNECTING[known]({ ...place, ...place.proxy }).text);
  if (place.phase === 'connecting' && known) return CONNECTING[known](place);
  return known || isBroken(code) ? lost(place, code) : undefined;
}

/** No response to the attempt to connect. */
export function connectTimedOut(place: ConnectionContext): Failure {
  const remedy =
    "Check that the address is correct, that the broker's computer is on, and that no firewall blocks the connection.";
  return failure('unreachable', `Cannot connect to ${formatEndpoint(place)}: timed out.`, remedy);
}

/** An established connection ended. @param code the system's; empty if the remote side closed normally */
export function lost(place: ConnectionContext, code = ''): Failure {
  if (place.phase === 'online') {
    const text = code
      ? `Disconnected from ${formatEndpoint(place)} (${code}).`
      : `The broker on ${formatEndpoint(place)} closed the connection.`;
    const remedy = 'Mensura reconnects automatically. If this happens often, see the broker log and check the network.';
    return failure('connection-lost', text, remedy);
  }
  if (place.phase === 'proxy') return proxyClosed(place);
  if (place.phase === 'upgrading') return upgradeClosed(place);
  if (place.phase === 'securing') {
    const text = `${formatEndpoint(place)} closed the connection during the TLS handshake.`;
    return failure(
      'tls-failed',
      capital(text),
      'Check that the port is the TLS port, usually 8883. See the broker log.',
    );
  }
  if (place.tls && !place.hasClientCertificate) {
    const text = `The broker on ${formatEndpoint(place)} closed the connection after the TLS handshake. It probably requires a client certificate.`;
    const remedy =
      "Enter the client certificate and private key issued by the broker's administrator. Otherwise, see the broker log.";
    return failure('client-certificate-refused', text, remedy, { lasting: false });
  }
  const text = `${formatEndpoint(place)} accepted the connection and closed it without a response.`;
  const old =
    place.version < 5
      ? ' With MQTT 3.1 and 3.1.1, a broker that does not support retained messages or QoS 1 also closes the connection. For such a broker, select MQTT 5.0.'
      : '';
  const remedy = `Check that this is the broker's port. The broker may have reached its connection limit or reject this computer; see its log.${old}`;
  return failure('no-answer', capital(text), remedy);
}

/** What the remote side does not do, and which of the broker's ports is needed. */
const SILENT: Readonly<Partial<Record<ConnectionPhase, readonly [what: string, hint: string]>>> = {
  securing: ['does not respond to the TLS handshake', ' for TLS'],
  upgrading: ['does not respond to the WebSocket handshake', ' for WebSocket'],
};

/** An established connection received nothing more. */
export function silent(place: ConnectionContext): Failure {
  const [what, hint] = SILENT[place.phase] ?? ['does not respond', ''];
  const text = `${formatEndpoint(place)} accepts connections but ${what} (timeout after ${place.waited} s).`;
  return failure(
    'no-answer',
    capital(text),
    `Check that this is the broker's port${hint}, and that the broker is responsive.`,
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
