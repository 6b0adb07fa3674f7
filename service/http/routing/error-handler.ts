/** The error handler of express. */
import type { ErrorRequestHandler } from 'express';
import { errorText, isMensuraError, MensuraError } from '../../support/errors.ts';
import type { Logger } from '../../support/logger.ts';
import { errorResponse, sendError } from '../error-response.ts';

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
