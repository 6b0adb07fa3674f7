/** Puts another data folder into effect: everything stops, the data is copied where that was chosen, Mensura starts again. */
import { type App, BrowserWindow, dialog } from 'electron';
import { chooseDataFolder } from '../service/settings/data-location.ts';
import { errorText } from '../service/support/errors.ts';
import { copyData } from './data-copy.ts';
import type { Beginning } from './data-folder.ts';
import { failurePage } from './failure-page.ts';
import { RateLimit } from './rate-limit.ts';
import { startAgain } from './start-again.ts';

/** A copy that takes longer than this shows itself, in milliseconds. */
const SHOWN_AFTER_MS = 500;

/** How often the progress is shown, in milliseconds. */
const PROGRESS_MS = 250;

export interface DataMoveOptions {
  app: Pick<App, 'relaunch' | 'exit'>;
  from: string;
  to: string;
  beginning: Beginning;
  /** False where the service may still be writing: a copy would not be whole, and nothing is changed. */
  isStopped: boolean;
  env: NodeJS.ProcessEnv;
}

/**
 * The last thing a run does, after its service has stopped and its window is gone. What fails or is cancelled leaves
 * the choice as it was; the app starts again either way.
 */
export async function moveData({ app, from, to, beginning, isStopped, env }: DataMoveOptions): Promise<void> {
  const progress = new CopyProgress(to);
  try {
    if (!isStopped) throw new Error('The service did not stop in time, so the data was not copied. Try again.');
    if (beginning === 'copied') {
      await copyData({ from, to, signal: progress.signal, onProgress: (done, total) => progress.show(done, total) });
    }
    await chooseDataFolder(to, env);
  } catch (error) {
    const isCancelled = progress.signal.aborted;
    await dialog.showMessageBox({
      type: isCancelled ? 'info' : 'warning',
      title: 'Mensura',
      message: isCancelled ? 'Data folder not changed' : `Cannot copy the data to ${to}`,
      detail: `${isCancelled ? 'The copy was canceled.' : errorText(error)} Mensura continues with ${from}.`,
    });
  } finally {
    progress.stop();
  }
  startAgain({ app, argv: process.argv, env }, { isHidden: false, route: undefined });
  app.exit(0);
}

/** A small window while a long copy runs; closing it cancels. */
class CopyProgress {
  readonly #to: string;
  readonly #aborting = new AbortController();
  readonly #began = performance.now();
  readonly #showing = new RateLimit({ intervalMs: PROGRESS_MS, run: () => this.#show() });
  #share = 0;
  #window: BrowserWindow | undefined;

  constructor(to: string) {
    this.#to = to;
  }

  /** Aborted when the user cancels. */
  get signal(): AbortSignal {
    return this.#aborting.signal;
  }

  show(done: number, total: number): void {
    this.#share = total > 0 ? Math.min(1, done / total) : 1;
    if (performance.now() - this.#began > SHOWN_AFTER_MS) this.#showing.request();
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
      paragraphs: [`Mensura is copying its data to ${this.#to} and then restarts.`, 'To cancel, close this window.'],
    });
    window.loadURL(page).catch(() => {});
    return window;
  }
}
