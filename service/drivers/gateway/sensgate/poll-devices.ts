import { STATUS_CODES } from 'node:http';
import type { GatewayResponse, SensgateConfig } from '../../../contract/index.ts';
import { CHECK_ADDRESS, type Endpoint, type Failure, failure, formatEndpoint, RETRY_REMEDY } from './failure.ts';
import { type HttpResponse, type InvalidResponse, type ParsedResponse, parseResponse } from './parse-response.ts';
import { describeRequestFailure } from './request-failures.ts';
import { type QuestionOptions, sendRequest } from './send-request.ts';

/** Statuses of temporary errors (RFC 9110, 15.5.9; RFC 6585, 4; RFC 8470, 5.2). */
const TEMPORARY: ReadonlySet<number> = new Set([408, 425, 429]);

function statusFailure(status: number, place: Endpoint): Failure {
  const name = STATUS_CODES[status];
  const text = `${formatEndpoint(place)} returned status ${status}${name ? ` (${name})` : ''} for ${place.path}.`;
  const fail = (remedy: string, lasting = true): Failure => failure('http-error', text, remedy, lasting);
  if (status >= 500)
    return fail(
      'The gateway reported an internal error. Mensura retries automatically; restarting the gateway may help.',
      false,
    );
  if (TEMPORARY.has(status))
    return fail('Mensura retries automatically. A longer sampling period reduces the load.', false);
  if (status === 401 || status === 403) {
    return fail('The server requires a password, which a SensGate does not. Check the host and port.');
  }
  if (status === 404) {
    return fail('Check the host and port. If it is a SensGate, its firmware may be too old or use another path.');
  }
  if (status >= 300 && status < 400) {
    return fail(
      'The server redirects, for example to a login page; redirects are not followed. Enter the address of the gateway itself.',
    );
  }
  return fail(CHECK_ADDRESS);
}

const REPORT_REMEDY =
  'The SensGate protocol is only partly documented. If this is a SensGate, please report the first bytes of its response.';

function describeInvalidResponse(invalid: InvalidResponse, place: Endpoint): Failure {
  if (invalid.kind === 'status') return statusFailure(invalid.status, place);
  const who = formatEndpoint(place);
  if (invalid.kind === 'page')
    return failure('not-a-gateway', `${who} returned a web page; it is not a gateway.`, CHECK_ADDRESS);
  if (invalid.kind === 'no-text')
    return failure('not-a-gateway', `${who} returned binary data; it is not a gateway.`, CHECK_ADDRESS);
  if (invalid.kind === 'broken') return failure('answer-broken', `${who} returned a damaged response.`, RETRY_REMEDY);
  invalid.kind satisfies 'unknown';
  return failure('answer-unknown', `${who} returned a response without any device.`, REPORT_REMEDY);
}

/**
 * The path and the line format are documented (docs/hardware.md#sensgate-requests), the layout of the body is not
 * (docs/hardware.md#sensgate-responses). Not tried with a real SensGate.
 */
const DEVICES_PATH = '/sensgate/rvcp/devices';

/** Shown part of a response, in bytes. */
const HEAD_BYTES = 256;

/** Longest shown content type, in characters. */
const MAX_CONTENT_TYPE = 200;

/** A response that could not be parsed, for the user: its start as received, without interpretation. */
function excerptResponse({ path, status, contentType, body }: HttpResponse): GatewayResponse {
  const head = Buffer.from(body.subarray(0, HEAD_BYTES)).toString('utf8');
  return { path, status, content_type: contentType.slice(0, MAX_CONTENT_TYPE), head };
}

export type PollResult =
  /**
   * @param latencyMs from the request to the last byte
   * @param at time of the last byte, in milliseconds since 1970
   */
  | { kind: 'good'; answer: ParsedResponse; latencyMs: number; at: number }
  /** @param unknown the received part of a response; null if there was none */
  | { kind: 'failed'; failure: Failure; unknown: GatewayResponse | null }
  | { kind: 'aborted' };

export interface AttemptOptions extends Omit<QuestionOptions, 'place'> {
  config: Pick<SensgateConfig, 'host' | 'port'>;
}

/** Never rejects for errors of a gateway or the network. */
export async function pollDevices({ config: { host, port }, ...options }: AttemptOptions): Promise<PollResult> {
  const place: Endpoint = { host, port, path: DEVICES_PATH };
  const outcome = await sendRequest({ place, ...options });
  if (outcome.kind === 'aborted') return outcome;
  if (outcome.kind === 'failed') {
    const unknown = outcome.answer ? excerptResponse(outcome.answer) : null;
    return { kind: 'failed', failure: describeRequestFailure(outcome.cause, place), unknown };
  }
  const { answer, latencyMs, at } = outcome;
  const read = parseResponse(answer);
  if (read.kind === 'good') return { kind: 'good', answer: read, latencyMs, at };
  return { kind: 'failed', failure: describeInvalidResponse(read, place), unknown: excerptResponse(answer) };
}
