/** Answers for pages of the origins that the user listed. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** How long a browser may remember a preflight, in seconds. */
const PREFLIGHT_MAX_AGE_S = 600;

/** Request headers that such pages may set: a JSON body, and where to resume the event stream. */
const REQUEST_HEADERS = 'Content-Type, Last-Event-ID';

/** Lets the page of a listed origin read the answer. The origin has passed the guards. */
export function allowListedOrigin(
  { headers: { origin } }: IncomingMessage,
  response: ServerResponse,
  allowedOrigins: ReadonlySet<string>,
): void {
  if (allowedOrigins.size === 0) return;
  response.setHeader('Vary', 'Origin');
  if (origin !== undefined && allowedOrigins.has(origin)) response.setHeader('Access-Control-Allow-Origin', origin);
}

/** Adds what a preflight asks; for other OPTIONS requests nothing. */
export function answerPreflight({ headers }: IncomingMessage, response: ServerResponse, allow: string): void {
  if (!headers['access-control-request-method'] || !response.hasHeader('Access-Control-Allow-Origin')) return;
  response.setHeader('Access-Control-Allow-Methods', allow);
  response.setHeader('Access-Control-Allow-Headers', REQUEST_HEADERS);
  response.setHeader('Access-Control-Max-Age', PREFLIGHT_MAX_AGE_S);
}
