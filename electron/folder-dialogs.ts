/** What the desktop's own dialogs for folders have in common. */
import { type BrowserWindow, dialog } from 'electron';
import type { Logger } from '../service/support/logger.ts';

/**
 * Lets the user choose a folder, or make one.
 * @param present the one that holds now, where there is one
 * @returns undefined when the user chose none
 */
export async function askFolder(
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

/** Says in a native box, and in the log, what did not work and why. */
export async function tellProblem(
  window: BrowserWindow,
  logger: Logger,
  message: string,
  detail: string,
): Promise<void> {
  logger.warn(`${message}: ${detail}`);
  await dialog.showMessageBox(window, { type: 'warning', title: 'Mensura', message, detail });
}
