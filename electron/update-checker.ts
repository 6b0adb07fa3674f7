import { join } from 'node:path';
import { dialog } from 'electron';
import { writeFileAtomic } from '../service/support/atomic-file.ts';
import { errorText } from '../service/support/errors.ts';
import type { Logger } from '../service/support/logger.ts';

/** The used part of electron-updater. */
export interface Updater {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  updateConfigPath: string | null;
  checkForUpdates(): Promise<{ isUpdateAvailable: boolean; updateInfo: { version: string } } | null>;
  downloadUpdate(): Promise<unknown>;
  quitAndInstall(): void;
}

export interface UpdatesOptions {
  /** The https address of releases (`update_feed`), if set. */
  feed(): string | undefined;
  /** An installer cannot replace an app that runs from source. */
  isPackaged: boolean;
  /** Folder of the updater's configuration. */
  stateDir: string;
  /** Loads the updater when needed. */
  load(): Promise<Updater>;
  /** Stops everything, then calls `last`, unless the user keeps unsaved changes. */
  quitTo(last: () => void): Promise<void>;
  logger: Logger;
}

/** Checks for updates on request, and asks before each download and installation. */
export class UpdateChecker {
  readonly #options: UpdatesOptions;
  #checking: Promise<void> | undefined;

  constructor(options: UpdatesOptions) {
    this.#options = options;
  }

  /** Whether the app can be updated. */
  get isOffered(): boolean {
    const { isPackaged, feed } = this.#options;
    return isPackaged && feed()?.startsWith('https://') === true;
  }

  /** Shows errors in a message box. */
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
        await inform('info', 'Mensura is up to date');
        return;
      }
      const { version } = found.updateInfo;
      const offer = 'A newer version is available. The service keeps running during the download.';
      if (!(await confirm(`Download Mensura ${version}?`, offer, 'Download'))) return;
      await updater.downloadUpdate();
      const detail = 'Mensura does not read devices until the new version starts.';
      if (await confirm(`Install Mensura ${version}?`, detail, 'Install and restart')) {
        await quitTo(() => updater.quitAndInstall());
      }
    } catch (error) {
      logger.warn(`cannot update Mensura: ${errorText(error)}`);
      await inform('warning', 'Cannot update Mensura', errorText(error));
    }
  }

  async #prepare(): Promise<Updater> {
    const { load, feed, stateDir } = this.#options;
    const updater = await load();
    updater.autoDownload = false;
    updater.autoInstallOnAppQuit = false;
    const path = join(stateDir, 'update-feed.yml');
    // JSON is valid YAML.
    await writeFileAtomic(
      path,
      JSON.stringify({ provider: 'generic', url: feed(), updaterCacheDirName: 'mensura-updater' }),
    );
    updater.updateConfigPath = path;
    return updater;
  }
}

export async function loadUpdater(): Promise<Updater> {
  const { default: module } = await import('electron-updater');
  return module.autoUpdater;
}

async function confirm(message: string, detail: string, button: string): Promise<boolean> {
  const buttons = [button, 'Cancel'];
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

async function inform(type: 'info' | 'warning', message: string, detail = ''): Promise<void> {
  await dialog.showMessageBox({ type, title: 'Mensura', message, detail });
}
