/** What kept a question without an answer: the one place that reads the words of the system and of the HTTP parser. */
import { type ConnectObstacle, connectObstacle } from '../../../support/connect-obstacle.ts';
import { at, CHECK_ADDRESS, type Failure, failure, type Place, TRIED_AGAIN } from './failure.ts';
import { MAX_BODY_BYTES } from './options.ts';

/** How far a question came: `asking` there is a connection, `reading` the answer has begun. */
export type Phase = 'connecting' | 'asking' | 'reading';

/** What was in the way of an answer. */
export type Obstacle =
  /** The system's or the HTTP parser's code. */
  | { kind: 'error'; code: string; phase: Phase }
  /** Nothing more came. @param waitedMs how long was waited in all */
  | { kind: 'silence'; phase: Phase; waitedMs: number }
  /** More came than is read. */
  | { kind: 'too-large' };

const CHECK_NETWORK =
  'Check the address, that the gateway is switched on, and that this computer is on its network. A VPN may be missing.';

function hostUnknown({ host }: Place): Failure {
  const remedy = "Check the host's spelling, or give the gateway's address instead of its name.";
  return failure('host-unknown', `Cannot find host ${host}: the name does not resolve.`, remedy);
}

function lookupFailed({ host }: Place): Failure {
  const remedy = 'Check the network connection and the DNS settings of this computer.';
  return failure('host-unknown', `Cannot look up ${host}: no name server responds.`, remedy);
}

function noRoute({ host }: Place): Failure {
  return failure('unreachable', `No route to ${host}.`, CHECK_NETWORK);
}

function noConnection({ host, port }: Place): Failure {
  const text = `${host} does not answer: no connection to port ${port} came about.`;
  return failure('unreachable', text, CHECK_NETWORK);
}

function notPermitted(place: Place): Failure {
  const text = `This computer blocked the connection to port ${place.port} of ${place.host}.`;
  return failure('unreachable', text, 'Allow Mensura in the firewall or security software.');
}

/** What is said of each. */
const CONNECTING: Readonly<Record<ConnectObstacle, (place: Place) => Failure>> = {
  'host-unknown': hostUnknown,
  'lookup-failed': lookupFailed,
  refused: (place) =>
    failure(
      'port-refused',
      `Connection refused: nothing is listening on port ${place.port} of ${place.host}.`,
      `${CHECK_ADDRESS} A firewall may refuse the connection too.`,
    ),
  'no-route': noRoute,
  'no-connection': noConnection,
  'not-permitted': notPermitted,
};

function halfAnswer(place: Place): Failure {
  return failure('answer-broken', `${at(place)} ended the connection in the midst of its answer.`, TRIED_AGAIN);
}

/** Codes that begin so are the HTTP parser's (llhttp). */
const PARSER = /^HPE_/;

function errorFailure(code: string, phase: Phase, place: Place): Failure {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return failure(
      'answer-too-large',
      `${at(place)} answers with larger headers than any gateway needs.`,
      CHECK_ADDRESS,
    );
  }
  if (PARSER.test(code) && phase !== 'reading') {
    return failure('not-a-gateway', `${at(place)} answers, but not in HTTP (${code}).`, CHECK_ADDRESS);
  }
  if (phase === 'reading') return halfAnswer(place);
  const known = connectObstacle(code);
  if (phase === 'connecting' && known) return CONNECTING[known](place);
  if (phase === 'connecting') {
    return failure(
      'unreachable',
      `No connection to port ${place.port} of ${place.host} came about (${code}).`,
      CHECK_NETWORK,
    );
  }
  const text = `${at(place)} took the connection and ended it without an answer (${code}).`;
  return failure(
    'no-answer',
    text,
    'Check that it is the gateway, and that it is not stuck: switching it off and on may help.',
  );
}

function silence(phase: Phase, waitedMs: number, place: Place): Failure {
  if (phase === 'connecting') return noConnection(place);
  const within = `within ${waitedMs / 1000} s`;
  const text =
    phase === 'asking'
      ? `${at(place)} takes connections, but no answer came ${within}.`
      : `${at(place)} began to answer, but did not end ${within}.`;
  return failure('no-answer', text, 'Check that it is the gateway, and that it is not stuck or overloaded.');
}

/** What kept a question without an answer, in words. */
export function obstacleFailure(obstacle: Obstacle, place: Place): Failure {
  if (obstacle.kind === 'error') return errorFailure(obstacle.code, obstacle.phase, place);
  if (obstacle.kind === 'silence') return silence(obstacle.phase, obstacle.waitedMs, place);
  const text = `${at(place)} answers with more than ${MAX_BODY_BYTES / 1_048_576} MiB, which no gateway needs.`;
  return failure('answer-too-large', text, CHECK_ADDRESS);
}
