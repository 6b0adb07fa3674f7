/** What pages may ask of the browser session: next to nothing. */
import type { Session } from 'electron';
import type { Logger } from '../service/support/logger.ts';
import type { Address } from './address.ts';
import { isAppFrame, isOwnRequest } from './links.ts';

/**
 * The permissions the GUI needs. Its copy buttons: writing plain text to the clipboard, never reading it. The big view:
 * the whole screen, and that it stays on.
 */
const GRANTED: ReadonlySet<string> = new Set(['clipboard-sanitized-write', 'fullscreen', 'screen-wake-lock']);

export interface SessionGuardOptions {
  /** Where the service is, which is its pages' origin. */
  address: Pick<Address, 'url' | 'formerUrl'>;
  logger: Logger;
}

/** Closes the session: no permissions, no devices, no proxy, no request to anywhere but the service. */
export async function guardSession(session: Session, { address, logger }: SessionGuardOptions): Promise<void> {
  session.setPermissionRequestHandler((contents, permission, answer) => {
    const isGranted = GRANTED.has(permission) && isAppFrame(contents.mainFrame, address.url);
    if (!isGranted) logger.warn(`The page asked for the permission "${permission}"; it was refused.`);
    answer(isGranted);
  });
  session.setPermissionCheckHandler(
    (contents, permission) =>
      GRANTED.has(permission) && contents !== null && isAppFrame(contents.mainFrame, address.url),
  );
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest((details, answer) => {
    const { url, formerUrl } = address;
    const isOwn = isOwnRequest(details.url, url) || (formerUrl !== undefined && isOwnRequest(details.url, formerUrl));
    if (!isOwn) logger.warn(`A request to ${URL.parse(details.url)?.host || details.url.slice(0, 100)} was blocked.`);
    answer({ cancel: !isOwn });
  });
  // The service is on this computer: a proxy could only get in between.
  await session.setProxy({ mode: 'direct' });
}
