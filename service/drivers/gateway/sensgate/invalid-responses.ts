/** What is wrong with an answer that came, in words. */
import { STATUS_CODES } from 'node:http';
import { CHECK_ADDRESS, type Endpoint, type Failure, failure, formatEndpoint, RETRY_REMEDY } from './failure.ts';
import type { InvalidResponse } from './parse-response.ts';

/** Statuses that say that it may be well later (RFC 9110, 15.5.9; RFC 6585, 4; RFC 8470, 5.2). */
const TEMPORARY: ReadonlySet<number> = new Set([408, 425, 429]);

function statusFailure(status: number, place: Endpoint): Failure {
  const name = STATUS_CODES[status];
  const text = `${formatEndpoint(place)} returned status ${status}${name ? ` (${name})` : ''} for ${place.path}.`;
  const say = (remedy: string, lasting = true): Failure => failure('http-error', text, remedy, lasting);
  if (status >= 500)
    return say(
      'The gateway reported an internal error. Mensura retries automatically; restarting the gateway may help.',
      false,
    );
  if (TEMPORARY.has(status))
    return say('Mensura retries automatically. A longer sampling period reduces the load.', false);
  if (status === 401 || status === 403) {
    return say('The server requires a password, which a SensGate does not. Check the host and port.');
  }
  if (status === 404) {
    return say('Check the host and port. If it is a SensGate, its firmware may be too old or use another path.');
  }
  if (status >= 300 && status < 400) {
    return say(
      'The server redirects, for example to a login page; redirects are not followed. Enter the address of the gateway itself.',
    );
  }
  return say(CHECK_ADDRESS);
}

const WORDS: Readonly<Record<Exclude<InvalidResponse['kind'], 'status'>, (place: Endpoint) => Failure>> = {
  page: (place) =>
    failure('not-a-gateway', `${formatEndpoint(place)} returned a web page; it is not a gateway.`, CHECK_ADDRESS),
  'no-text': (place) => {
    const text = `${formatEndpoint(place)} returned binary data; it is not a gateway.`;
    return failure('not-a-gateway', text, CHECK_ADDRESS);
  },
  broken: (place) => failure('answer-broken', `${formatEndpoint(place)} returned a damaged response.`, RETRY_REMEDY),
  unknown: (place) => {
    const text = `${formatEndpoint(place)} returned a response without any device.`;
    const remedy =
      'The SensGate protocol is only partly documented. If this is a SensGate, please report the first bytes of its response.';
    return failure('answer-unknown', text, remedy);
  },
};

/** What is wrong with an answer, in words. */
export function describeInvalidResponse(invalid: InvalidResponse, place: Endpoint): Failure {
  return invalid.kind === 'status' ? statusFailure(invalid.status, place) : WORDS[invalid.kind](place);
}
