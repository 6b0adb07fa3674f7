import { type App, BrowserWindow, dialog } from 'electron';
import { chooseDataFolder } from '../service/settings/data-location.ts';
import { errorText } from '../service/support/errors.ts';
import { KeyedThrottle } from '../service/support/keyed-throttle.ts';
import { copyData } from './data-copy.ts';
import type { NewFolderMode } from './data-folder.ts';
import { failurePage } from './failure-page.ts';
import { relaunch } from './quit.ts';

/** The progress window opens after this time, in milliseconds. */
const SHOWN_AFTER_MS = 500;

/** Between two updates of the progress, in milliseconds. */
const PROGRESS_MS = 250;

export interface DataMoveOptions {
  app: Pick<App, 'relaunch' | 'exit'>;
  from: string;
  to: string;
  mode: NewFolderMode;
  /** False if the service may still be writing; then nothing is copied. */
  isStopped: boolean;
  env: NodeJS.ProcessEnv;
}

/**
 * Copies the data if requested, saves the new folder and restarts the app. Runs last, after the service and the window.
 * After an error or a cancel the app restarts with the current folder.
 */
export async function moveData({ app, from, to, mode, isStopped, env }: DataMoveOptions): Promise<void> {
  const progress = new CopyProgress(to);
  try {
    if (!isStopped) throw new Error('The service did not stop. Try again.');
    if (mode === 'copied') {
      await copyData({ from, to, signal: progress.signal, onProgress: (done, total) => progress.show(done, total) });
    }
    await chooseDataFolder(to, env);
  } catch (error) {
    const isCanceled = progress.signal.aborted;
    await dialog.showMessageBox({
      type: isCanceled ? 'info' : 'warning',
      title: 'Mensura',
      message: isCanceled ? 'Data folder not changed' : `Cannot copy the data to ${to}`,
      detail: `${isCanceled ? 'The copy was canceled.' : errorText(error)} Mensura continues to use ${from}.`,
    });
  } finally {
    progress.stop();
  }
  relaunch({ app, argv: process.argv, env }, { isHidden: false, route: undefined });
  app.exit(0);
}

/** A small window during a long copy; closing it cancels the copy. */
class CopyProgress {
  readonly #to: string;
  readonly #aborting = new AbortController();
  readonly #began = performance.now();
  readonly #showing = new KeyedThrottle(PROGRESS_MS, () => this.#show());
  #share = 0;
  #window: BrowserWindow | undefined;

  constructor(to: string) {
    this.#to = to;
  }

  get signal(): AbortSignal {
    return this.#aborting.signal;
  }

  show(done: number, total: number): void {
    this.#share = total > 0 ? Math.min(1, done / total) : 1;
    if (performance.now() - this.#began > SHOWN_AFTER_MS) this.#showing.changed();
  }

  stop(): void {
    this.#showing.stop();
    if (this.#window && !this.#window.isDestroyed()) this.#window.destroy();
  }

  #show(): void {
    const window = (this.#window ??= this.#open());
    if (window.isDestroyed()) return;
    window.setProgressBar(this.#share);
    window.setTitle(`Copying data: ${Math.floor(this.#share * 100)} %`);
  }

  #open(): BrowserWindow {
    const window = new BrowserWindow({
      width: 520,
      height: 260,
      resizable: false,
      maximizable: false,
      fullscreenable: false,
      webPreferences: { sandbox: true, contextIsolation: true, javascript: false },
    });
    window.on('page-title-updated', (event) => event.preventDefault());
    window.on('closed', () => this.#aborting.abort());
    const page = failurePage({
      title: 'Copying data',
      paragraphs: [`Mensura copies its data to ${this.#to}, then restarts.`, 'To cancel, close this window.'],
    });
    window.loadURL(page).catch(() => {});
    return window;
  }
}
