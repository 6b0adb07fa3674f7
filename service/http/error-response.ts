/** Error responses, and how they reach a caller who is still sending. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished } from 'node:stream';
import type { ErrorRequestHandler } from 'express';
import { canonicalJson } from '../support/canonical-json.ts';
import { errorText, isMensuraError, MensuraError } from '../support/errors.ts';
import type { Logger } from '../support/logger.ts';
import { type JsonResponse, jsonResponse, sendResponse } from './response.ts';
import { statusOf } from './status.ts';

/** Client errors thrown by express and its helpers. */
function callersMistake(error: unknown): MensuraError | undefined {
  const status = (error as { status?: unknown } | undefined)?.status;
  if (typeof status !== 'number' || status < 400 || status >= 500) return undefined;
  return status === 404
    ? new MensuraError('not-found', 'File not found.', { cause: error })
    : new MensuraError('bad-request', 'The path is not valid percent-encoded UTF-8.', { cause: error });
}

/** Where wrong fields are named apart, for forms to show them. */
const APP_API = '/app/';

export function createErrorHandler(logger: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const reported = isMensuraError(error) ? error : callersMistake(error);
    if (!reported) logger.error(`${request.method} ${request.path} failed: ${errorText(error)}`, { error });
    if (response.headersSent) {
      response.destroy();
      return;
    }
    sendError(response, errorResponse(reported ?? error, request.path.startsWith(APP_API)));
  };
}

/** Time for which the rest of a refused body is read before the connection is closed, in milliseconds. */
const DRAIN_TIMEOUT_MS = 2000;

/** The message of a thrown error. Details of internal errors are only logged. */
export function publicMessage(error: unknown): string {
  return isMensuraError(error) ? error.message : 'Internal error. The log has the details.';
}

/**
 * The response to a thrown error.
 * @param withErrors lists each invalid field, as the app API does
 */
export function errorResponse(error: unknown, withErrors = false): JsonResponse {
  const errors = withErrors && isMensuraError(error) && error.errors.length > 0 ? error.errors : undefined;
  return jsonResponse(statusOf(error), canonicalJson({ message: publicMessage(error), errors }));
}

function hasUnreadBody({ complete, headers }: IncomingMessage): boolean {
  return !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);
}

/** Methods whose body has no meaning (RFC 9110 9.3.1, 9.3.2, 9.3.7). */
const READS: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Calls `begin`, for a read with a body only after that was read: a response before the end of the body is lost when
 * the connection closes.
 */
export function drainBody(request: IncomingMessage, start: () => void): void {
  if (!READS.has(request.method) || !hasUnreadBody(request)) {
    start();
    return;
  }
  request.once('end', start);
  request.resume();
}

/**
 * Sends a response before the request has been read to its end. The rest of the body is read for a while: closing the
 * connection while the caller sends would reset it and discard the response.
 */
export function sendError(response: ServerResponse, result: JsonResponse): void {
  const { req: request } = response;
  if (response.destroyed) return;
  if (!hasUnreadBody(request)) {
    sendResponse(response, result);
    return;
  }
  response.writeHead(result.status, result.headers);
  response.write(result.body);
  const deadline = setTimeout(() => request.destroy(), DRAIN_TIMEOUT_MS);
  finished(request, { writable: false }, () => {
    clearTimeout(deadline);
    response.end();
  });
  request.resume();
}
