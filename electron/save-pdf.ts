import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type App, type BrowserWindow, dialog } from 'electron';
import { errorText } from '../service/support/errors.ts';
import type { Logger } from '../service/support/logger.ts';
import { downloadFolder } from './downloads.ts';
import { showErrorDialog } from './folder-dialogs.ts';

/** Longest suggested name, in characters without the extension. */
const MAX_NAME = 100;

/** A file name that every system accepts. @param title of the page */
export function pdfFileName(title: string): string {
  const name = title
    .replaceAll(/[^\p{L}\p{N} ._-]+/gu, '-')
    .replaceAll(/^[ ._-]+|[ ._-]+$/g, '')
    .slice(0, MAX_NAME)
    .trimEnd();
  return `${name || 'Mensura'}.pdf`;
}

/**
 * Saves the window's page, as it prints, in a file that the user selects. Resolves when the file is written and errors
 * were shown.
 */
export async function savePdf(window: BrowserWindow, app: Pick<App, 'getPath'>, logger: Logger): Promise<void> {
  const name = pdfFileName(window.webContents.getTitle());
  // Before the dialog: the page may change meanwhile.
  const pages = await window.webContents.printToPDF({ pageSize: 'A4', preferCSSPageSize: true });
  const folder = downloadFolder({ app, logger });
  const { filePath } = await dialog.showSaveDialog(window, {
    title: 'Save as PDF',
    defaultPath: folder === undefined ? name : join(folder, name),
    filters: [{ name: 'PDF', extensions: ['pdf'] }],
    properties: ['createDirectory', 'showOverwriteConfirmation', 'dontAddToRecent'],
  });
  if (!filePath) return;
  try {
    await writeFile(filePath, pages);
    logger.info(`saved ${name} to ${filePath}`);
  } catch (error) {
    await showErrorDialog(window, logger, `Cannot save ${filePath}`, errorText(error));
  }
}
