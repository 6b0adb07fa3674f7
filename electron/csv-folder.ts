/** Where CSV files go: the folder is chosen in the desktop's own dialog, never through HTTP. */
import { access, constants } from 'node:fs/promises';
import { type BrowserWindow, dialog } from 'electron';
import type { Service } from '../service/service.ts';
import { errorText } from '../service/support/errors.ts';
import type { Logger } from '../service/support/logger.ts';

export interface CsvFolderOptions {
  /** Undefined where another process hosts the service. */
  settings: Service['settings'] | undefined;
  logger: Logger;
}

export class CsvFolder {
  readonly #options: CsvFolderOptions;
  #choosing: Promise<void> | undefined;

  constructor(options: CsvFolderOptions) {
    this.#options = options;
  }

  /** Lets the user choose. Resolves when that was answered; what went wrong was said in a native box then. */
  choose(window: BrowserWindow): Promise<void> {
    this.#choosing ??= this.#choose(window).finally(() => (this.#choosing = undefined));
    return this.#choosing;
  }

  async #choose(window: BrowserWindow): Promise<void> {
    const { settings, logger } = this.#options;
    if (!settings) {
      await this.#tell(
        window,
        'The folder cannot be chosen here',
        'This window shows a Mensura that runs as another process. Stop it, set csv_log_folder in its settings.json, and start it again.',
      );
      return;
    }
    const folder = await ask(window, settings.get().csv_log_folder);
    if (folder === undefined) return;
    try {
      await access(folder, constants.W_OK | constants.X_OK);
      await settings.patch({ csv_log_folder: folder });
      logger.info(`CSV files go to ${folder} from now on.`);
    } catch (error) {
      await this.#tell(window, `CSV files cannot go to ${folder}`, errorText(error));
    }
  }

  async #tell(window: BrowserWindow, message: string, detail: string): Promise<void> {
    this.#options.logger.warn(`${message}: ${detail}`);
    await dialog.showMessageBox(window, { type: 'warning', title: 'Mensura', message, detail });
  }
}

async function ask(window: BrowserWindow, present: string | undefined): Promise<string | undefined> {
  const { filePaths } = await dialog.showOpenDialog(window, {
    title: 'Choose the folder for CSV files',
    buttonLabel: 'Choose',
    ...(present !== undefined && { defaultPath: present }),
    properties: ['openDirectory', 'createDirectory', 'promptToCreate', 'dontAddToRecent'],
  });
  return filePaths[0];
}
