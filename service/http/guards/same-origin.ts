/** Routes that pages of allowed origins may not use: they would give more access than the user granted. */
import type { IncomingMessage } from 'node:http';
import { MensuraError } from '../../support/errors.ts';
import { isOwnOrigin } from './local-request.ts';

/** Whether a page of another origin sent the request. Programs send no origin. */
function isForeignPage({ headers: { host = '', origin } }: IncomingMessage): boolean {
  return origin !== undefined && !isOwnOrigin(origin, host);
}

/**
 * @param what they may not do, as it stands in a sentence: `change port`
 * @throws MensuraError `forbidden` for a page of another origin
 */
export function requireSameOrigin(request: IncomingMessage, what: string): void {
  if (!isForeignPage(request)) return;
  throw new MensuraError(
    'forbidden',
    `The origin ${request.headers.origin} may use this service but may not ${what}. Only Mensura's own pages and local programs may.`,
  );
}
