import { session } from 'electron';
import { guardDownloads } from '../downloads.ts';
import { guardSession, type IsProven } from '../session-guard.ts';
import { guardWebContents } from '../web-contents-guard.ts';
import type { Desktop } from './desktop.ts';

/** Restricts all pages; call before the first one. @returns a check that a page came from the service */
export async function guardPages({ app, address, proxy, logger, endings }: Desktop): Promise<IsProven> {
  guardWebContents(app, { address, logger });
  const isProven = await guardSession(session.defaultSession, { address, proxy, logger });
  guardDownloads(session.defaultSession, { app, address, logger });
  endings.add('session', () => session.defaultSession.flushStorageData());
  return isProven;
}
