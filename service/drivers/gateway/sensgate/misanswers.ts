/** What is wrong with an answer that came, in words. */
import { STATUS_CODES } from 'node:http';
import { at, CHECK_ADDRESS, type Failure, failure, type Place, TRIED_AGAIN } from './failure.ts';
import type { Misanswer } from './read-answer.ts';

/** Statuses that say that it may be well later (RFC 9110, 15.5.9; RFC 6585, 4; RFC 8470, 5.2). */
const TEMPORARY: ReadonlySet<number> = new Set([408, 425, 429]);

function statusFailure(status: number, place: Place): Failure {
  const name = STATUS_CODES[status];
  const text = `${at(place)} answers ${place.path} with status ${status}${name ? ` (${name})` : ''}.`;
  const say = (remedy: string, lasting = true): Failure => failure('http-error', text, remedy, lasting);
  if (status >= 500)
    return say('The gateway has a fault of its own. It is asked again; switching it off and on may help.', false);
  if (TEMPORARY.has(status)) return say('It is asked again. A longer sampling period asks less of it.', false);
  if (status === 401 || status === 403) {
    return say(
      'What answers there wants a password, which this interface of a SensGate does not. Check host and port.',
    );
  }
  if (status === 404) {
    return say(
      'Check host and port. If it is a SensGate, its firmware may be too old, or have this under another path.',
    );
  }
  if (status >= 300 && status < 400) {
    return say(
      'It sends elsewhere, as a login page does; that is not followed. Give the address of the gateway itself.',
    );
  }
  return say(CHECK_ADDRESS);
}

const WORDS: Readonly<Record<Exclude<Misanswer['kind'], 'status'>, (place: Place) => Failure>> = {
  page: (place) => failure('not-a-gateway', `${at(place)} answers with a web page: it is no gateway.`, CHECK_ADDRESS),
  'no-text': (place) => {
    const text = `${at(place)} answers with bytes that are no text: it is no gateway.`;
    return failure('not-a-gateway', text, CHECK_ADDRESS);
  },
  broken: (place) => failure('answer-broken', `${at(place)} answers, but its answer is damaged.`, TRIED_AGAIN),
  unknown: (place) => {
    const text = `${at(place)} answers, but not a single instrument's line is in it.`;
    const remedy =
      'How a SensGate answers is documented in part alone: if it is one, please report the first bytes of its answer.';
    return failure('answer-unknown', text, remedy);
  },
};

/** What is wrong with an answer, in words. */
export function misanswerFailure(misanswer: Misanswer, place: Place): Failure {
  return misanswer.kind === 'status' ? statusFailure(misanswer.status, place) : WORDS[misanswer.kind](place);
}
