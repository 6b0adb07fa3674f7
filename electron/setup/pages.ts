/** The walls around every page. */
import { session } from 'electron';
import { guardAllContents } from '../contents-guard.ts';
import { guardDownloads } from '../downloads.ts';
import { guardSession } from '../session-guard.ts';
import type { Desktop } from './desktop.ts';

/** Sets every wall before there is a page. */
export async function guardPages({ app, address, logger, endings }: Desktop): Promise<void> {
  guardAllContents(app, { address, logger });
  await guardSession(session.defaultSession, { address, logger });
  guardDownloads(session.defaultSession, { app, address, logger });
  endings.add('session', () => session.defaultSession.flushStorageData());
}
