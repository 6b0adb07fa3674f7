/**
 * The access rules (docs/decisions.md#4-who-may-call), checked once for every request, before the fast path and
 * express.
 */
import type { IncomingMessage } from 'node:http';
import { MensuraError } from '../../support/errors.ts';
import { isLocalHost, isOwnOrigin } from './local-request.ts';

/** Values of Sec-Fetch-Site that do not come from another page; `none` is the user. */
const HARMLESS_SITES: ReadonlySet<string | undefined> = new Set([undefined, 'same-origin', 'none']);

/** Pages that a link on another site can open. */
const PAGES: ReadonlySet<string> = new Set(['/', '/docs']);

/**
 * Whether the user follows a link: from another site only to a page, from another port of this computer to anything
 * that can be read. Subresources of such pages are refused: they could start exports and hold streams open.
 */
function isNavigation({ method, url, headers }: IncomingMessage): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document' &&
    (headers['sec-fetch-site'] === 'same-site' || PAGES.has(url?.split('?', 1)[0] ?? ''))
  );
}

/** What Node's parser knows beside these (0.9, 2.0) is framed in another way (RFC 9110, section 2.5). */
const HTTP_VERSIONS: ReadonlySet<string> = new Set(['1.0', '1.1']);

/** Node uses the first of several Host headers; a proxy might use another. */
function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

/** Whether a browser requests a service worker script (Service Workers, "Fetch a service worker script"). */
export function isForServiceWorker({ headers }: IncomingMessage): boolean {
  return headers['service-worker'] !== undefined;
}

/** The error for a refused request; undefined if it is allowed. */
export function checkRequest(request: IncomingMessage, allowedOrigins: ReadonlySet<string>): MensuraError | undefined {
  const { headers, url, httpVersion } = request;
  const { host, origin } = headers;
  if (!HTTP_VERSIONS.has(httpVersion)) {
    return new MensuraError('bad-request', `HTTP ${httpVersion} is not supported. Use HTTP/1.1.`);
  }
  if (host === undefined || !isLocalHost(host) || hasSeveralHosts(request.rawHeaders)) {
    return new MensuraError(
      'forbidden',
      'The Host header must be localhost, 127.0.0.1 or [::1], with or without a port from 1 to 65535. To connect from another computer, use an SSH tunnel.',
    );
  }
  const listed = origin !== undefined && allowedOrigins.has(origin);
  if (origin !== undefined && !listed && !isOwnOrigin(origin, host)) {
    return new MensuraError(
      'forbidden',
      `The origin ${origin} is not allowed. Add it under Settings > Service, or to allowed_origins in settings.json.`,
    );
  }
  const site = headers['sec-fetch-site'];
  if (!HARMLESS_SITES.has(typeof site === 'string' ? site : undefined) && !listed && !isNavigation(request)) {
    return new MensuraError('forbidden', 'Cross-origin requests are not allowed.');
  }
  if (isForServiceWorker(request)) {
    return new MensuraError('forbidden', 'Service workers are not allowed at the address of Mensura.');
  }
  // A fragment is never part of a request; express would parse it with Node's deprecated url.parse().
  if (!url?.startsWith('/') || url.includes('#')) {
    return new MensuraError('bad-request', 'The request target must be a path without a fragment.');
  }
  return undefined;
}
