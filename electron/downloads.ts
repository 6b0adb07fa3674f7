import { join } from 'node:path';
import type { App, DownloadItem, Session, WebContents } from 'electron';
import { errorText } from '../service/support/errors.ts';
import type { Logger } from '../service/support/logger.ts';
import type { Address } from './address.ts';
import { isAppFrame, isOwnFile } from './links.ts';

export interface DownloadOptions {
  app: Pick<App, 'getPath'>;
  /** The address of the service, which is the origin of its pages. */
  address: Pick<Address, 'url'>;
  logger: Logger;
}

/** The initial folder of the dialog, if the desktop has one. */
export function downloadFolder({ app, logger }: Pick<DownloadOptions, 'app' | 'logger'>): string | undefined {
  try {
    return app.getPath('downloads');
  } catch (error) {
    logger.warn(`no downloads folder: ${errorText(error)}`);
    return undefined;
  }
}

/** @param contents the page that started it; may be null, despite Electron's types */
function mayBeSaved(item: DownloadItem, contents: WebContents | null, origin: string): boolean {
  const isExpected = isAppFrame(contents?.mainFrame ?? null, origin);
  // Includes redirects: the last URL is the source of the bytes.
  return isExpected && item.getURLChain().every((link) => isOwnFile(link, origin));
}

/** Allows downloads only by the GUI, of the service or made by the page, and asks for the path of each. */
export function guardDownloads(session: Session, options: DownloadOptions): void {
  const { logger, address } = options;
  session.on('will-download', (event, item, contents) => {
    if (!mayBeSaved(item, contents, address.url)) {
      event.preventDefault();
      logger.warn(`blocked download ${item.getURL().slice(0, 200)}`);
      return;
    }
    const name = item.getFilename();
    const folder = downloadFolder(options);
    item.setSaveDialogOptions({ title: 'Save', defaultPath: folder === undefined ? name : join(folder, name) });
    item.once('done', (_event, state) => {
      if (state === 'completed') logger.info(`saved ${name} to ${item.getSavePath()}`);
      else logger.info(`cannot save ${name} (${state})`);
    });
  });
}
