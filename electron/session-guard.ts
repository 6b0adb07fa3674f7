/** What pages may ask of the browser session: next to nothing. */
import type { HeadersReceivedResponse, OnHeadersReceivedListenerDetails, Session, WebContents } from 'electron';
import type { Logger } from '../service/support/logger.ts';
import type { Address } from './address.ts';
import { isAppFrame, isOwnRequest } from './links.ts';
import { KEY_HEADER, type ProvenProxy } from './proven-proxy.ts';

/**
 * The permissions the GUI needs. Its copy buttons: writing plain text to the clipboard, never reading it. The big view:
 * the whole screen, and that it stays on.
 */
const GRANTED: ReadonlySet<string> = new Set(['clipboard-sanitized-write', 'fullscreen', 'screen-wake-lock']);

/** The requests that reach a network; `data:` and `blob:`, which pass the guard too, are answered within the engine. */
const NETWORK = ['http://*/*'];

export interface SessionGuardOptions {
  /** Where the service is, which is its pages' origin. */
  address: Pick<Address, 'url' | 'formerUrl'>;
  /** The way to the service where another process hosts it; undefined where this process does. */
  proxy: Pick<ProvenProxy, 'key' | 'rules'> | undefined;
  logger: Logger;
}

/**
 * Removes what pages can leave behind for the next start: a worker or a cached file of a program that once had the
 * service's address. Local storage stays: it holds the window's preferences, which the GUI reads as untrusted input.
 */
async function clearSession(session: Session): Promise<void> {
  await Promise.all([
    session.clearStorageData({
      storages: ['serviceworkers', 'cachestorage', 'indexdb', 'filesystem', 'cookies', 'shadercache'],
    }),
    session.clearCache(),
    session.clearCodeCaches({}),
  ]);
}

/** Adds the proxy's key to requests, and refuses scripts of service workers: nothing of a page outlives it. */
function guardRequests(session: Session, { proxy, logger }: SessionGuardOptions): void {
  session.webRequest.onBeforeSendHeaders({ urls: NETWORK }, ({ url, requestHeaders }, answer) => {
    if ('Service-Worker' in requestHeaders) {
      logger.warn(`service worker blocked: ${url.slice(0, 200)}`);
      answer({ cancel: true });
      return;
    }
    answer({ requestHeaders: proxy ? { ...requestHeaders, [KEY_HEADER]: proxy.key } : requestHeaders });
  });
}

/** Whether the page in these contents came from the service itself. */
export type IsProven = (contents: WebContents, origin: string) => boolean;

/** Cancels every response that did not come through the proxy, where there is one, and notes whose pages did. */
function requireProof(session: Session, { proxy, logger }: SessionGuardOptions): IsProven {
  const origins = new WeakMap<WebContents, string>();
  const judge = (details: OnHeadersReceivedListenerDetails, answer: (given: HeadersReceivedResponse) => void): void => {
    const { url, resourceType, webContents, responseHeaders = {} } = details;
    const { [KEY_HEADER]: given, ...others } = responseHeaders;
    if (proxy && given?.[0] !== proxy.key) {
      logger.warn(`response blocked (no proof from your Mensura): ${url.slice(0, 200)}`);
      answer({ cancel: true });
      return;
    }
    if (resourceType === 'mainFrame' && webContents) origins.set(webContents, new URL(url).origin);
    answer({ responseHeaders: others });
  };
  session.webRequest.onHeadersReceived({ urls: NETWORK }, judge);
  return (contents, origin) => origins.get(contents) === origin;
}

/**
 * Closes the session: no permissions, no devices, no request to anywhere but the service, nothing of earlier runs.
 * @returns tells which pages came from the service
 */
export async function guardSession(session: Session, options: SessionGuardOptions): Promise<IsProven> {
  const { address, proxy, logger } = options;
  session.setPermissionRequestHandler((contents, permission, answer) => {
    const isGranted = GRANTED.has(permission) && isAppFrame(contents.mainFrame, address.url);
    if (!isGranted) logger.warn(`permission "${permission}" denied`);
    answer(isGranted);
  });
  session.setPermissionCheckHandler(
    (contents, permission) =>
      GRANTED.has(permission) && contents !== null && isAppFrame(contents.mainFrame, address.url),
  );
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest((details, answer) => {
    const { url, formerUrl } = address;
    // A page that is held at the former address may go on asking there, but nothing is loaded from it.
    const mayBeFormer = formerUrl !== undefined && details.resourceType !== 'mainFrame';
    const isOwn = isOwnRequest(details.url, url) || (mayBeFormer && isOwnRequest(details.url, formerUrl));
    if (!isOwn) logger.warn(`request to ${URL.parse(details.url)?.host || details.url.slice(0, 100)} blocked`);
    answer({ cancel: !isOwn });
  });
  guardRequests(session, options);
  const isProven = requireProof(session, options);
  // The service is on this computer: a proxy of the system could only get in between.
  await session.setProxy(proxy?.rules ?? { mode: 'direct' });
  await clearSession(session);
  return isProven;
}
