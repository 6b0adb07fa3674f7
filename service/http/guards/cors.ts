/** CORS headers for pages of allowed origins. */
import type { IncomingMessage, ServerResponse } from 'node:http';

const PREFLIGHT_MAX_AGE_S = 600;

/** Request headers that such pages may set: for a JSON body, and to resume the event stream. */
const REQUEST_HEADERS = 'Content-Type, Last-Event-ID';

/** Lets a page of an allowed origin read the response. The guards have checked the origin. */
export function allowListedOrigin(
  { headers: { origin } }: IncomingMessage,
  response: ServerResponse,
  allowedOrigins: ReadonlySet<string>,
): void {
  if (allowedOrigins.size === 0) return;
  response.setHeader('Vary', 'Origin');
  if (origin !== undefined && allowedOrigins.has(origin)) response.setHeader('Access-Control-Allow-Origin', origin);
}

/** Adds the headers of a preflight; none for another OPTIONS request. */
export function sendPreflight({ headers }: IncomingMessage, response: ServerResponse, allow: string): void {
  if (!headers['access-control-request-method'] || !response.hasHeader('Access-Control-Allow-Origin')) return;
  response.setHeader('Access-Control-Allow-Methods', allow);
  response.setHeader('Access-Control-Allow-Headers', REQUEST_HEADERS);
  response.setHeader('Access-Control-Max-Age', PREFLIGHT_MAX_AGE_S);
}
