import type { HeadersReceivedResponse, OnHeadersReceivedListenerDetails, Session, WebContents } from 'electron';
import type { Logger } from '../service/support/logger.ts';
import type { Address } from './address.ts';
import { isAppFrame, isOwnRequest } from './links.ts';
import { KEY_HEADER, type ProvenProxy } from './proven-proxy.ts';

/** Writing text to the clipboard for the copy buttons; full screen and wake lock for large values. */
const GRANTED: ReadonlySet<string> = new Set(['clipboard-sanitized-write', 'fullscreen', 'screen-wake-lock']);

/** Requests over a network; `data:` and `blob:` stay within Chromium. */
const NETWORK = ['http://*/*'];

export interface SessionGuardOptions {
  /** The address of the service, which is the origin of its pages. */
  address: Pick<Address, 'url' | 'formerUrl'>;
  /** The connection to a service in another process; undefined if this process hosts it. */
  proxy: Pick<ProvenProxy, 'key' | 'rules'> | undefined;
  logger: Logger;
}

/**
 * Deletes workers and caches, which may come from another program that had the service's address before. Local storage
 * stays: it holds preferences of the window, which the GUI reads as untrusted input.
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

/** Adds the proxy's key to requests, and blocks service workers, which would outlive their page. */
function guardRequests(session: Session, { proxy, logger }: SessionGuardOptions): void {
  session.webRequest.onBeforeSendHeaders({ urls: NETWORK }, ({ url, requestHeaders }, respond) => {
    if ('Service-Worker' in requestHeaders) {
      logger.warn(`blocked service worker ${url.slice(0, 200)}`);
      respond({ cancel: true });
      return;
    }
    respond({ requestHeaders: proxy ? { ...requestHeaders, [KEY_HEADER]: proxy.key } : requestHeaders });
  });
}

/** Whether the page in the contents came from the service. */
export type IsProven = (contents: WebContents, origin: string) => boolean;

/** With a proxy, blocks responses that did not come through it. Records the origin of each page. */
function requireProof(session: Session, { proxy, logger }: SessionGuardOptions): IsProven {
  const origins = new WeakMap<WebContents, string>();
  const judge = (
    details: OnHeadersReceivedListenerDetails,
    respond: (given: HeadersReceivedResponse) => void,
  ): void => {
    const { url, resourceType, webContents, responseHeaders = {} } = details;
    const { [KEY_HEADER]: given, ...others } = responseHeaders;
    if (proxy && given?.[0] !== proxy.key) {
      logger.warn(`blocked response from ${url.slice(0, 200)} (service not verified)`);
      respond({ cancel: true });
      return;
    }
    if (resourceType === 'mainFrame' && webContents) origins.set(webContents, new URL(url).origin);
    respond({ responseHeaders: others });
  };
  session.webRequest.onHeadersReceived({ urls: NETWORK }, judge);
  return (contents, origin) => origins.get(contents) === origin;
}

/**
 * Restricts the session: no other permissions, no devices, requests only to the service, no data of earlier runs.
 * @returns a check that a page came from the service
 */
export async function guardSession(session: Session, options: SessionGuardOptions): Promise<IsProven> {
  const { address, proxy, logger } = options;
  session.setPermissionRequestHandler((contents, permission, respond) => {
    const isGranted = GRANTED.has(permission) && isAppFrame(contents.mainFrame, address.url);
    if (!isGranted) logger.warn(`denied permission "${permission}"`);
    respond(isGranted);
  });
  session.setPermissionCheckHandler(
    (contents, permission) =>
      GRANTED.has(permission) && contents !== null && isAppFrame(contents.mainFrame, address.url),
  );
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest((details, respond) => {
    const { url, formerUrl } = address;
    // A page that stays at the former address may send requests there, but none is loaded from it.
    const mayBeFormer = formerUrl !== undefined && details.resourceType !== 'mainFrame';
    const isOwn = isOwnRequest(details.url, url) || (mayBeFormer && isOwnRequest(details.url, formerUrl));
    if (!isOwn) logger.warn(`blocked request to ${URL.parse(details.url)?.host || details.url.slice(0, 100)}`);
    respond({ cancel: !isOwn });
  });
  guardRequests(session, options);
  const isProven = requireProof(session, options);
  // Bypasses the system's proxy: the service is on this computer.
  await session.setProxy(proxy?.rules ?? { mode: 'direct' });
  await clearSession(session);
  return isProven;
}
