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

function connectFailure(error: ConnectError, { host, port }: Endpoint): Failure {
  const to = `Cannot connect to port ${port} of ${host}`;
  if (error === 'host-unknown') {
    const remedy = "Check the spelling, or use the gateway's IP address.";
    return failure(error, `Cannot find host ${host}: the name does not resolve.`, remedy);
  }
  if (error === 'lookup-failed') {
    const remedy = 'Check the network connection and the DNS settings of this computer.';
    return failure('host-unknown', `Cannot look up ${host}: no name server responds.`, remedy);
  }
  if (error === 'refused') {
    const remedy = `${CHECK_ADDRESS} A firewall may also reject the connection.`;
    return failure('port-refused', `${to}: connection refused.`, remedy);
  }
  if (error === 'no-route') return failure('unreachable', `Cannot connect to ${host}: no route.`, CHECK_NETWORK);
  if (error === 'no-connection') return failure('unreachable', `${to}: timed out.`, CHECK_NETWORK);
  error satisfies 'not-permitted';
  const remedy = 'Allow Mensura in the firewall or security software.';
  return failure('unreachable', `${to}: blocked by this computer.`, remedy);
}

function errorFailure(code: string, phase: RequestPhase, place: Endpoint): Failure {
  const who = formatEndpoint(place);
  if (code === 'HPE_HEADER_OVERFLOW') {
    const text = `${who} returned response headers that are too large for a gateway.`;
    return failure('answer-too-large', text, CHECK_ADDRESS);
  }
  if (phase === 'reading') {
    return failure('answer-broken', `${who} closed the connection before completing the response.`, RETRY_REMEDY);
  }
  // The prefix of the HTTP parser's codes (llhttp).
  if (code.startsWith('HPE_')) {
    return failure('not-a-gateway', `${who} did not return an HTTP response (${code}).`, CHECK_ADDRESS);
  }
  if (phase === 'connecting') {
    const known = connectErrorOf(code);
    if (known) return connectFailure(known, place);
    return failure('unreachable', `Cannot connect to port ${place.port} of ${place.host} (${code}).`, CHECK_NETWORK);
  }
  const text = `${who} accepted the connection and closed it without a response (${code}).`;
  return failure('no-answer', text, 'Check that this is the gateway. Restarting it may help.');
}

function silence(phase: RequestPhase, waitedMs: number, place: Endpoint): Failure {
  if (phase === 'connecting') return connectFailure('no-connection', place);
  const within = `within ${waitedMs / 1000} s`;
  const text =
    phase === 'asking'
      ? `${formatEndpoint(place)} accepts connections but did not respond ${within}.`
      : `${formatEndpoint(place)} did not complete its response ${within}.`;
  return failure('no-answer', text, 'Check that this is the gateway and that it is not overloaded.');
}

export function describeRequestFailure(cause: RequestFailure, place: Endpoint): Failure {
  if (cause.kind === 'error') return errorFailure(cause.code, cause.phase, place);
  if (cause.kind === 'silence') return silence(cause.phase, cause.waitedMs, place);
  const text = `${formatEndpoint(place)} returned more than ${MAX_BODY_BYTES / 1_048_576} MiB, which is too large for a gateway.`;
  return failure('answer-too-large', text, CHECK_ADDRESS);
}
