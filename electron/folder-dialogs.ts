import { type BrowserWindow, dialog } from 'electron';
import type { Logger } from '../service/support/logger.ts';

/**
 * Lets the user select or create a folder.
 * @param present the current folder, if any
 * @returns undefined without a selection
 */
export async function chooseFolder(
  window: BrowserWindow,
  title: string,
  present: string | undefined,
): Promise<string | undefined> {
  const { filePaths } = await dialog.showOpenDialog(window, {
    title,
    buttonLabel: 'Choose',
    ...(present !== undefined && { defaultPath: present }),
    properties: ['openDirectory', 'createDirectory', 'promptToCreate', 'dontAddToRecent'],
  });
  return filePaths[0];
}

/** Shows a message box and logs the same. @param message starts with a capital letter. @param detail full sentences */
export async function showErrorDialog(
  window: BrowserWindow | undefined,
  logger: Logger,
  message: string,
  detail: string,
): Promise<void> {
  logger.warn(`${message.charAt(0).toLowerCase()}${message.slice(1)}: ${detail.replace(/\.$/, '')}`);
  const content = { type: 'warning' as const, title: 'Mensura', message, detail };
  await (window ? dialog.showMessageBox(window, content) : dialog.showMessageBox(content));
}
