/** What the system's network errors mean. */
import { type ConnectObstacle, connectObstacle } from '../../support/connect-obstacle.ts';
import { at, type Failure, failure, type Place } from './failure.ts';

const NO_ROUTE = 'Check the address, and that this computer is on the network. A VPN may be missing.';

function hostUnknown({ host }: Place): Failure {
  const remedy = "Check the host's spelling, or give the broker's address instead of its name.";
  return failure('host-unknown', `The name ${host} is not known: the name servers have no address for it.`, remedy);
}

function lookupFailed({ host }: Place): Failure {
  const remedy = 'Check that this computer is on the network, and that its name server answers.';
  return failure('host-unknown', `The name ${host} cannot be looked up: no name server answers.`, remedy);
}

function noRoute({ host }: Place): Failure {
  return failure('unreachable', `There is no way to ${host} from this computer.`, NO_ROUTE);
}

function notPermitted(place: Place): Failure {
  const text = `This computer does not permit the connection to ${at(place)}.`;
  return failure('unreachable', text, 'Its firewall or a security program blocks it. Allow Mensura to connect there.');
}

/** What is said of each. */
const CONNECTING: Readonly<Record<ConnectObstacle, (place: Place) => Failure>> = {
  'host-unknown': hostUnknown,
  'lookup-failed': lookupFailed,
  refused: (place) =>
    failure(
      'port-refused',
      `Connection refused: nothing is listening on ${at(place)}.`,
      'Check host and port, and that the broker runs. A firewall may refuse the connection too.',
    ),
  'no-route': noRoute,
  'no-connection': connectTimedOut,
  'not-permitted': notPermitted,
};

/** Codes that say no more than that a connection ended. */
const BROKEN: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'EPIPE',
  'ECONNABORTED',
  'ENOTCONN',
  'ERR_STREAM_DESTROYED',
]);

/** Whether an error says no more than that the other side, or something on the way, ended the connection. */
export function isBroken(code: string): boolean {
  return BROKEN.has(code);
}

/** The meaning of an error's code; undefined where it is none of the network's. */
export function networkFailure(code: string, place: Place): Failure | undefined {
  const known = connectObstacle(code);
  if (place.phase === 'connecting' && known) return CONNECTING[known](place);
  return known || isBroken(code) ? lost(place, code) : undefined;
}

/** No answer to the attempt to connect. */
export function connectTimedOut(place: Place): Failure {
  const remedy = 'Check the address, that the computer is switched on, and that no firewall drops the connection.';
  return failure(
    'unreachable',
    `${place.host} does not answer: no connection to port ${place.port} came about.`,
    remedy,
  );
}

/** A connection was there and ended. @param code the system's; empty where the other side closed it in good order */
export function lost(place: Place, code = ''): Failure {
  if (place.phase === 'online') {
    const text = code
      ? `The connection to ${at(place)} broke off (${code}).`
      : `The broker on ${at(place)} closed the connection.`;
    const remedy = "It is made again. If this happens often, see the broker's log and the network between.";
    return failure('connection-lost', text, remedy);
  }
  if (place.phase === 'securing') {
    const text = `${at(place)} ended the connection during the TLS handshake.`;
    return failure(
      'tls-failed',
      capital(text),
      'Check that the port is the one for SSL/TLS, often 8883. See the log of the broker.',
    );
  }
  if (place.tls && !place.hasClientCertificate) {
    const text = `The broker on ${at(place)} ended the connection right after the TLS handshake, as one does that asks for a client certificate.`;
    const remedy =
      "Give the client certificate and key that the broker's administrator issued. Else see the broker's log.";
    return failure('client-certificate-refused', text, remedy, { lasting: false });
  }
  const text = `${at(place)} took the connection and ended it without an answer.`;
  const old =
    place.version < 5
      ? ' One that takes no retained messages, or no QoS 1, does so too before MQTT 5: then set MQTT 5.0.'
      : '';
  const remedy = `Check that it is the broker's port. The broker may be full, or not accept this computer: its log says why.${old}`;
  return failure('no-answer', capital(text), remedy);
}

/** The connection was there, and then nothing came. */
export function silent(place: Place): Failure {
  const [what, hint] =
    place.phase === 'securing' ? ['does not answer the TLS handshake', ' for SSL/TLS'] : ['says nothing', ''];
  const text = `${at(place)} takes connections, but ${what}: nothing came within ${place.waited} s.`;
  return failure(
    'no-answer',
    capital(text),
    `Check that it is the broker's port${hint}, and that the broker is not stuck.`,
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
