/** Files that the GUI gives the user: exports, pictures of charts, configurations. The user says where each goes. */
import { join } from 'node:path';
import type { App, DownloadItem, Session, WebContents } from 'electron';
import { errorText } from '../service/support/errors.ts';
import type { Logger } from '../service/support/logger.ts';
import type { Address } from './address.ts';
import { isAppFrame, isOwnFile } from './links.ts';

export interface DownloadOptions {
  app: Pick<App, 'getPath'>;
  /** Where the service is, which is its pages' origin. */
  address: Pick<Address, 'url'>;
  logger: Logger;
}

/** The folder that the dialog begins in; undefined where the desktop has none. */
function downloadFolder({ app, logger }: DownloadOptions): string | undefined {
  try {
    return app.getPath('downloads');
  } catch (error) {
    logger.warn(`no downloads folder: ${errorText(error)}`);
    return undefined;
  }
}

/** @param contents the page that asked; null, whatever the types say, where none did */
function mayBeSaved(item: DownloadItem, contents: WebContents | null, origin: string): boolean {
  const isAsked = isAppFrame(contents?.mainFrame ?? null, origin);
  // Every step of a redirection counts: the last one is where the bytes come from.
  return isAsked && item.getURLChain().every((link) => isOwnFile(link, origin));
}

/** Lets the GUI alone save files, of the service or made by itself, and each only where the native dialog says. */
export function guardDownloads(session: Session, options: DownloadOptions): void {
  const { logger, address } = options;
  session.on('will-download', (event, item, contents) => {
    if (!mayBeSaved(item, contents, address.url)) {
      event.preventDefault();
      logger.warn(`download blocked: ${item.getURL().slice(0, 200)}`);
      return;
    }
    const name = item.getFilename();
    const folder = downloadFolder(options);
    item.setSaveDialogOptions({ title: 'Save', defaultPath: folder === undefined ? name : join(folder, name) });
    item.once('done', (_event, state) => {
      if (state === 'completed') logger.info(`saved ${name} to ${item.getSavePath()}`);
      else logger.info(`download of ${name} not saved (${state})`);
    });
  });
}
