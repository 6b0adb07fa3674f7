import { access, constants } from 'node:fs/promises';
import { type BrowserWindow, dialog } from 'electron';
import type { Service } from '../service/service.ts';
import { withDeadline } from '../service/support/deadline.ts';
import { errorText } from '../service/support/errors.ts';
import type { Logger } from '../service/support/logger.ts';

/** Time limit for checking a folder, in milliseconds: a network drive may be disconnected. */
const CHECK_TIMEOUT_MS = 10_000;

/**
 * Selects the CSV folder in a native dialog, never through HTTP. Resolves when the dialog is closed and errors were
 * shown.
 * @param settings undefined if another process hosts the service
 */
export async function chooseCsvFolder(
  window: BrowserWindow,
  settings: Service['settings'] | undefined,
  logger: Logger,
): Promise<void> {
  if (!settings) {
    await showErrorDialog(
      window,
      logger,
      'Cannot change the CSV folder here',
      'This window is connected to a Mensura service in another process. Stop that service, set csv_log_folder in its settings.json, and start it again.',
    );
    return;
  }
  const folder = await chooseFolder(window, 'Choose CSV folder', settings.get().csv_log_folder);
  if (folder === undefined) return;
  try {
    const looked = access(folder, constants.W_OK | constants.X_OK);
    await withDeadline(looked, CHECK_TIMEOUT_MS, 'Checking the folder');
    await settings.patch({ csv_log_folder: folder });
    logger.info(`changed the CSV folder to ${folder}`);
  } catch (error) {
    await showErrorDialog(window, logger, `Cannot write CSV files to ${folder}`, errorText(error));
  }
}

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
