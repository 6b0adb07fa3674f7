import { type BrowserWindow, dialog } from 'electron';
import { withDeadline } from '../service/support/deadline.ts';
import { errorText } from '../service/support/errors.ts';
import type { Logger } from '../service/support/logger.ts';

/** Time limit for a response from a page that Electron reports as hung, in milliseconds. */
const RESPONSE_TIMEOUT_MS = 2000;

export class UnresponsivePageDialog {
  readonly #window: BrowserWindow;
  readonly #logger: Logger;
  #dialog: AbortController | undefined;

  constructor({ window, logger }: { window: BrowserWindow; logger: Logger }) {
    this.#window = window;
    this.#logger = logger;
  }

  /** Asks what to do with a hung page. To reload, it crashes the page, which `PageLoader` then loads again. */
  start(): void {
    this.#window.on('unresponsive', () => {
      this.#show().catch((error: unknown) =>
        this.#logger.error(`cannot show the "not responding" dialog: ${errorText(error)}`),
      );
    });
    this.#window.on('responsive', () => this.#dialog?.abort());
  }

  stop(): void {
    this.#dialog?.abort();
  }

  async #show(): Promise<void> {
    if (this.#dialog) return;
    const dialogAborter = (this.#dialog = new AbortController());
    try {
      if ((await this.#responds()) || this.#window.isDestroyed()) return;
      this.#logger.warn('window not responding');
      const { response } = await dialog.showMessageBox(this.#window, {
        type: 'warning',
        message: 'The window is not responding',
        detail: 'The service keeps running. Wait for the window, or reload it.',
        buttons: ['Wait', 'Reload'],
        cancelId: 0,
        signal: dialogAborter.signal,
      });
      if (response === 1 && !this.#window.isDestroyed()) this.#window.webContents.forcefullyCrashRenderer();
    } finally {
      this.#dialog = undefined;
    }
  }

  /** Electron also reports a hang 5 s after unsaved changes prevented a close. */
  async #responds(): Promise<boolean> {
    try {
      const response = this.#window.webContents.executeJavaScript('undefined');
      await withDeadline(response, RESPONSE_TIMEOUT_MS, 'The page response');
      return true;
    } catch {
      return false;
    }
  }
}
