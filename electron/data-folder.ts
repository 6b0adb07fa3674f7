import { type BrowserWindow, dialog } from 'electron';
import { errorText } from '../service/support/errors.ts';
import type { Logger } from '../service/support/logger.ts';
import { inspectDataFolder } from './data-folder-candidate.ts';
import { chooseFolder, showErrorDialog } from './folder-dialogs.ts';

/** The content of the new folder: a copy of the current data, its own data, or nothing. */
export type NewFolderMode = 'copied' | 'as it is' | 'fresh';

export interface DataFolderOptions {
  /** The data folder of this run. */
  dataDir: string;
  /** Why it cannot be changed in this run, if so. */
  refusal: string | undefined;
  logger: Logger;
  /** Stops the service, changes the folder and restarts. Resolves only if the user keeps unsaved changes. */
  move(folder: string, mode: NewFolderMode): Promise<void>;
}

/** Changes the data folder with native dialogs, never through HTTP. Resolves when they are closed and errors were shown. */
export async function changeDataFolder(
  window: BrowserWindow,
  { dataDir, refusal, logger, move }: DataFolderOptions,
): Promise<void> {
  if (refusal) {
    await showErrorDialog(window, logger, 'Cannot change the data folder here', refusal);
    return;
  }
  const folder = await chooseFolder(window, 'Choose data folder', dataDir);
  if (folder === undefined) return;
  const target = await inspectDataFolder(folder, dataDir);
  if (target.kind === 'refused') {
    await showErrorDialog(window, logger, `Cannot use ${folder} as the data folder`, target.reason);
    return;
  }
  const mode =
    target.kind === 'empty' ? await chooseNewFolderMode(window, folder, dataDir) : await confirmUse(window, folder);
  if (!mode) return;
  try {
    await move(folder, mode);
  } catch (error) {
    await showErrorDialog(window, logger, `Cannot change the data folder to ${folder}`, errorText(error));
  }
}

async function chooseNewFolderMode(
  window: BrowserWindow,
  folder: string,
  present: string,
): Promise<NewFolderMode | undefined> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    title: 'Mensura',
    message: `Change the data folder to ${folder}?`,
    detail: `Mensura does not read devices during the copy. It then restarts. The current folder, ${present}, is not changed.`,
    buttons: ['Copy data', 'Start with no data', 'Cancel'],
    defaultId: 0,
    cancelId: 2,
  });
  return (['copied', 'fresh'] as const)[response];
}

async function confirmUse(window: BrowserWindow, folder: string): Promise<NewFolderMode | undefined> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    title: 'Mensura',
    message: `Use the data in ${folder}?`,
    detail:
      'The folder contains Mensura data. Mensura restarts with its settings and history. The current folder is not changed.',
    buttons: ['Use data', 'Cancel'],
    defaultId: 0,
    cancelId: 1,
  });
  return response === 0 ? 'as it is' : undefined;
}
