/** Newer releases, looked for where `update_feed` says and when the user asks: nothing is fetched or installed unasked. */
import { join } from 'node:path';
import { dialog } from 'electron';
import { writeFileAtomic } from '../service/support/atomic-file.ts';
import { errorText } from '../service/support/errors.ts';
import type { Logger } from '../service/support/logger.ts';

/** What of electron-updater is used. */
export interface Updater {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  updateConfigPath: string | null;
  checkForUpdates(): Promise<{ isUpdateAvailable: boolean; updateInfo: { version: string } } | null>;
  downloadUpdate(): Promise<unknown>;
  quitAndInstall(): void;
}

export interface UpdatesOptions {
  /** Where releases are, https alone (`update_feed`); undefined: nowhere. */
  feed(): string | undefined;
  /** An app that runs from its source tree is not what an installer would replace. */
  isPackaged: boolean;
  /** A folder for the updater's own configuration. */
  stateDir: string;
  /** Loads the updater: not before it is needed. */
  load(): Promise<Updater>;
  /** Stops everything, and does this last. False when the user keeps something unsaved. */
  quitTo(last: () => void): Promise<void>;
  logger: Logger;
}

export class Updates {
  readonly #options: UpdatesOptions;
  #checking: Promise<void> | undefined;

  constructor(options: UpdatesOptions) {
    this.#options = options;
  }

  /** Whether there is anything to be asked for. */
  get isOffered(): boolean {
    const { isPackaged, feed } = this.#options;
    return isPackaged && feed()?.startsWith('https://') === true;
  }

  /** Looks for a newer release, and asks before each step. What goes wrong is said in a native box. */
  check(): Promise<void> {
    if (!this.isOffered) return Promise.resolve();
    this.#checking ??= this.#check().finally(() => (this.#checking = undefined));
    return this.#checking;
  }

  async #check(): Promise<void> {
    const { logger, quitTo } = this.#options;
    try {
      const updater = await this.#prepare();
      const found = await updater.checkForUpdates();
      if (!found?.isUpdateAvailable) {
        await say('info', 'Mensura is up to date', 'No newer version is available.');
        return;
      }
      const { version } = found.updateInfo;
      if (
        !(await ask(
          `Download Mensura ${version}?`,
          'A newer version is available. The service keeps running during the download.',
          'Download',
        ))
      )
        return;
      await updater.downloadUpdate();
      const detail = 'Readings stop until the new version has started.';
      if (await ask(`Install Mensura ${version} now?`, detail, 'Restart and install')) {
        await quitTo(() => updater.quitAndInstall());
      }
    } catch (error) {
      logger.warn(`update failed: ${errorText(error)}`);
      await say('warning', 'Cannot update Mensura', errorText(error));
    }
  }

  async #prepare(): Promise<Updater> {
    const { load, feed, stateDir } = this.#options;
    const updater = await load();
    updater.autoDownload = false;
    updater.autoInstallOnAppQuit = false;
    const path = join(stateDir, 'update-feed.yml');
    // YAML takes a JSON text as it is.
    await writeFileAtomic(
      path,
      JSON.stringify({ provider: 'generic', url: feed(), updaterCacheDirName: 'mensura-updater' }),
    );
    updater.updateConfigPath = path;
    return updater;
  }
}

/** Loads electron-updater, which a start without updates never reads. */
export async function loadUpdater(): Promise<Updater> {
  const { default: module } = await import('electron-updater');
  return module.autoUpdater;
}

async function ask(message: string, detail: string, button: string): Promise<boolean> {
  const buttons = [button, 'Not now'];
  const { response } = await dialog.showMessageBox({
    type: 'question',
    title: 'Mensura',
    message,
    detail,
    buttons,
    defaultId: 1,
    cancelId: 1,
  });
  return response === 0;
}

async function say(type: 'info' | 'warning', message: string, detail: string): Promise<void> {
  await dialog.showMessageBox({ type, title: 'Mensura', message, detail });
}
