/** Texts for every connection error: docs/mqtt-troubleshooting.md lists the codes. */
import { errorClause, errorText } from '../../support/errors.ts';
import { type ConnectionContext, type Failure, failure, formatEndpoint, KEEP_ALIVE_REMEDY } from './failure.ts';
import type { Violation } from './inbound-rules.ts';
import { connectTimedOut, isBroken, lost, networkFailure, silent } from './network-failures.ts';
import { type BrokerReason, brokerFailure } from './reason-codes.ts';
import { tlsExpected, tlsFailure, tlsNotOffered } from './tls-failures.ts';
import { isTlsAlert, proxyFailure, proxySilent, upgradeFailure } from './transport-failures.ts';
import type { ProxyRefusal } from './tunnel.ts';
import type { UpgradeRefusal } from './web-socket/upgrade.ts';

export type Cause =
  /** From the socket, TLS or the MQTT library. */
  | { kind: 'error'; error: unknown }
  /** Closed without a reason. */
  | { kind: 'closed' }
  /** A response timed out. */
  | { kind: 'silence' }
  /** The broker stopped answering pings. */
  | { kind: 'keep-alive' }
  /** A CONNACK or DISCONNECT with a reason. */
  | ({ kind: 'broker' } & BrokerReason)
  /** The broker violated MQTT. */
  | { kind: 'violation'; violation: Violation }
  /** These bytes arrived instead of CONNACK. */
  | { kind: 'bytes'; bytes: Uint8Array }
  /** The proxy did not open a connection to the broker. */
  | ({ kind: 'proxy' } & ProxyRefusal)
  /** The server did not upgrade the connection to a WebSocket. */
  | { kind: 'upgrade'; refusal: UpgradeRefusal }
  /** A probe found that the port requires, or does not support, TLS. */
  | { kind: 'tls-expected' | 'tls-not-offered' };

export function failureOf(cause: Cause, place: ConnectionContext): Failure {
  switch (cause.kind) {
    case 'error':
      return errorFailure(cause.error, place);
    case 'closed':
      return lost(place);
    case 'silence':
      return silence(place);
    case 'keep-alive':
      return stoppedAnswering(place);
    case 'broker':
      return brokerFailure(cause, place);
    case 'violation':
      return violated(cause.violation, place);
    case 'bytes':
      return bytesFailure(cause.bytes, place);
    case 'proxy':
      return proxyFailure(cause, place);
    case 'upgrade':
      return upgradeFailure(cause.refusal, place);
    case 'tls-expected':
      return tlsExpected(place);
    case 'tls-not-offered':
      return tlsNotOffered(place);
    default:
      return cause satisfies never;
  }
}

/** The connection just ended, which a probe of the port may explain. */
export function isUnexplained(cause: Cause): boolean {
  return cause.kind === 'closed' || (cause.kind === 'error' && isBroken(codeOf(cause.error)));
}

function silence(place: ConnectionContext): Failure {
  if (place.phase === 'online') return stoppedAnswering(place);
  if (place.phase === 'proxy') return proxySilent(place);
  return place.phase === 'connecting' ? connectTimedOut(place) : silent(place);
}

function stoppedAnswering(place: ConnectionContext): Failure {
  const text = `The broker on ${formatEndpoint(place)} stopped responding.`;
  return failure('keep-alive-lost', text, KEEP_ALIVE_REMEDY);
}

/** The code of a system error; of the first attempt if several addresses were tried. */
function codeOf(error: unknown): string {
  const { code, errors } = error as { code?: unknown; errors?: readonly unknown[] };
  if (typeof code === 'string') return code;
  return errors?.[0] === undefined ? '' : codeOf(errors[0]);
}

function errorFailure(error: unknown, place: ConnectionContext): Failure {
  const code = codeOf(error);
  const known = (place.tls ? tlsFailure(code, error, place) : undefined) ?? networkFailure(code, place);
  if (known) return known;
  // Errors without a code are the MQTT library's: it could not parse the data.
  if (code === '') return unreadable(place, errorText(error), typeof (error as { code?: unknown }).code === 'number');
  const what = place.phase === 'online' ? 'Disconnected from' : 'Cannot connect to';
  const text = `${what} ${formatEndpoint(place)}: ${errorClause(error)}.`;
  return failure('unknown', text, 'See the Mensura log and the broker log.');
}

/** @param isRead the packet was parsed but is invalid: such errors have a reason code */
function unreadable(place: ConnectionContext, why: string, isRead: boolean): Failure {
  if (place.phase !== 'online') return notMqtt(place, `: ${why}`);
  const what = isRead ? 'violated the MQTT protocol' : 'sent invalid MQTT data';
  return failure('protocol-violated', `The broker on ${formatEndpoint(place)} ${what}: ${why}.`, VIOLATION_REMEDY);
}

const VIOLATION_REMEDY = 'Mensura reconnects automatically. If this happens often, see the broker log.';

function violated({ what, remedy = VIOLATION_REMEDY }: Violation, place: ConnectionContext): Failure {
  return failure(
    'protocol-violated',
    `The broker on ${formatEndpoint(place)} violated the MQTT protocol: it ${what}.`,
    remedy,
  );
}

const WEB_SERVER = 'it is a web server';

function notMqtt(place: ConnectionContext, what: string): Failure {
  const text = `The server on ${formatEndpoint(place)} does not use MQTT${what}.`;
  const port = "Use the broker's port, usually 1883, or 8883 with TLS.";
  const remedy = what.includes(WEB_SERVER)
    ? `${port} For its port for WebSocket, select the transport WebSocket.`
    : port;
  return failure('not-mqtt', text, remedy);
}

/** Greetings of other protocols. */
const GREETINGS: readonly [RegExp, string][] = [
  [/^HTTP\/|^<!DOCTYPE|^<html/i, WEB_SERVER],
  [/^SSH-/, 'it is an SSH server'],
  [/^220[ -]/, 'it is a mail or FTP server'],
  [/^AMQP/, 'it is an AMQP server'],
];

function bytesFailure(bytes: Uint8Array, place: ConnectionContext): Failure {
  if (!place.tls && isTlsAlert(bytes)) return tlsExpected(place);
  const text = Buffer.from(bytes).toString('latin1');
  const other = GREETINGS.find(([pattern]) => pattern.test(text))?.[1];
  return notMqtt(place, other ? `: ${other}` : '');
}
