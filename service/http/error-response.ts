/** Refusals: what they say, and how they, and other answers, reach a caller who is still sending. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished } from 'node:stream';
import { canonicalJson } from '../support/canonical-json.ts';
import { isMensuraError } from '../support/errors.ts';
import { type JsonResponse, jsonResponse, sendResponse } from './response.ts';
import { statusOf } from './status.ts';

/** How long the rest of a refused body is passed over before the connection is cut, in milliseconds. */
const PASS_OVER_MS = 2000;

/** What is told of anything that was thrown: a mistake of ours tells no details, those are in the log. */
export function publicMessage(error: unknown): string {
  return isMensuraError(error) ? error.message : 'Internal error. The log has the details.';
}

/**
 * The answer that tells of an error.
 * @param withProblems names each wrong field apart too, as the app API does
 */
export function errorResponse(error: unknown, withProblems = false): JsonResponse {
  const problems = withProblems && isMensuraError(error) && error.problems.length > 0 ? error.problems : undefined;
  return jsonResponse(statusOf(error), canonicalJson({ message: publicMessage(error), problems }));
}

function hasUnreadBody({ complete, headers }: IncomingMessage): boolean {
  return !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);
}

/** What carries no body that means anything (RFC 9110 9.3.1, 9.3.2, 9.3.7). */
const READS: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Begins to answer; where a read has a body all the same, once that was passed over. An answer before its end would be
 * lost to a caller who is still sending, as soon as the connection is closed.
 */
export function drainBody(request: IncomingMessage, begin: () => void): void {
  if (!READS.has(request.method) || !hasUnreadBody(request)) {
    begin();
    return;
  }
  request.once('end', begin);
  request.resume();
}

/**
 * Sends an answer at once, though the request may not have been read to its end. The rest of its body is passed over for
 * a while: closing on a caller who still sends resets the connection, and takes the answer with it.
 */
export function sendError(response: ServerResponse, answer: JsonResponse): void {
  const { req: request } = response;
  if (response.destroyed) return;
  if (!hasUnreadBody(request)) {
    sendResponse(response, answer);
    return;
  }
  response.writeHead(answer.status, answer.headers);
  response.write(answer.body);
  const deadline = setTimeout(() => request.destroy(), PASS_OVER_MS);
  finished(request, { writable: false }, () => {
    clearTimeout(deadline);
    response.end();
  });
  request.resume();
}
