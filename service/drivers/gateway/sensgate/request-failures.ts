/** Describes failed requests: the only place with the codes of the system and of the HTTP parser. */
import { type ConnectError, connectErrorOf } from '../../../support/connect-error.ts';
import { CHECK_ADDRESS, type Endpoint, type Failure, failure, formatEndpoint, RETRY_REMEDY } from './failure.ts';
import { MAX_BODY_BYTES } from './options.ts';

/** `asking`: connected. `reading`: the response has begun. */
export type RequestPhase = 'connecting' | 'asking' | 'reading';

export type RequestFailure =
  /** The system's or the HTTP parser's code. */
  | { kind: 'error'; code: string; phase: RequestPhase }
  /**
   * No more data.
   * @param waitedMs total wait
   */
  | { kind: 'silence'; phase: RequestPhase; waitedMs: number }
  /** Over the size limit. */
  | { kind: 'too-large' };

const CHECK_NETWORK = 'Check the address, that the gateway is on, and the network connection. A VPN may be required.';

function hostUnknown({ host }: Endpoint): Failure {
  const remedy = "Check the spelling, or use the gateway's IP address.";
  return failure('host-unknown', `Cannot find host ${host}: the name does not resolve.`, remedy);
}

function lookupFailed({ host }: Endpoint): Failure {
  const remedy = 'Check the network connection and the DNS settings of this computer.';
  return failure('host-unknown', `Cannot look up ${host}: no name server responds.`, remedy);
}

function noRoute({ host }: Endpoint): Failure {
  return failure('unreachable', `Cannot connect to ${host}: no route.`, CHECK_NETWORK);
}

function noConnection({ host, port }: Endpoint): Failure {
  const text = `Cannot connect to port ${port} of ${host}: timed out.`;
  return failure('unreachable', text, CHECK_NETWORK);
}

function notPermitted(place: Endpoint): Failure {
  const text = `Cannot connect to port ${place.port} of ${place.host}: blocked by this computer.`;
  return failure('unreachable', text, 'Allow Mensura in the firewall or security software.');
}

const CONNECTING: Readonly<Record<ConnectError, (place: Endpoint) => Failure>> = {
  'host-unknown': hostUnknown,
  'lookup-failed': lookupFailed,
  refused: (place) =>
    failure(
      'port-refused',
      `Cannot connect to port ${place.port} of ${place.host}: connection refused.`,
      `${CHECK_ADDRESS} A firewall may also reject the connection.`,
    ),
  'no-route': noRoute,
  'no-connection': noConnection,
  'not-permitted': notPermitted,
};

function halfAnswer(place: Endpoint): Failure {
  return failure(
    'answer-broken',
    `${formatEndpoint(place)} closed the connection before completing the response.`,
    RETRY_REMEDY,
  );
}

/** Prefix of the HTTP parser's codes (llhttp). */
const PARSER = /^HPE_/;

function errorFailure(code: string, phase: RequestPhase, place: Endpoint): Failure {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return failure(
      'answer-too-large',
      `${formatEndpoint(place)} returned response headers that are too large for a gateway.`,
      CHECK_ADDRESS,
    );
  }
  if (PARSER.test(code) && phase !== 'reading') {
    return failure(
      'not-a-gateway',
      `${formatEndpoint(place)} did not return an HTTP response (${code}).`,
      CHECK_ADDRESS,
    );
  }
  if (phase === 'reading') return halfAnswer(place);
  const known = connectErrorOf(code);
  if (phase === 'connecting' && known) return CONNECTING[known](place);
  if (phase === 'connecting') {
    return failure('unreachable', `Cannot connect to port ${place.port} of ${place.host} (${code}).`, CHECK_NETWORK);
  }
  const text = `${formatEndpoint(place)} accepted the connection and closed it without a response (${code}).`;
  return failure('no-answer', text, 'Check that this is the gateway. Restarting it may help.');
}

function silence(phase: RequestPhase, waitedMs: number, place: Endpoint): Failure {
  if (phase === 'connecting') return noConnection(place);
  const within = `within ${waitedMs / 1000} s`;
  const text =
    phase === 'asking'
      ? `${formatEndpoint(place)} accepts connections but did not respond ${within}.`
      : `${formatEndpoint(place)} did not complete its response ${within}.`;
  return failure('no-answer', text, 'Check that this is the gateway and that it is not overloaded.');
}

export function describeRequestFailure(obstacle: RequestFailure, place: Endpoint): Failure {
  if (obstacle.kind === 'error') return errorFailure(obstacle.code, obstacle.phase, place);
  if (obstacle.kind === 'silence') return silence(obstacle.phase, obstacle.waitedMs, place);
  const text = `${formatEndpoint(place)} returned more than ${MAX_BODY_BYTES / 1_048_576} MiB, which is too large for a gateway.`;
  return failure('answer-too-large', text, CHECK_ADDRESS);
}
