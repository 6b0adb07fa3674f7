import { type BrowserWindow, dialog } from 'electron';
import { withDeadline } from '../service/support/deadline.ts';
import { errorText } from '../service/support/errors.ts';
import type { Logger } from '../service/support/logger.ts';

/** Time limit for a response from a page that Electron reports as hung, in milliseconds. */
const ANSWER_TIMEOUT_MS = 2000;

export class UnresponsivePageDialog {
  readonly #window: BrowserWindow;
  readonly #logger: Logger;
  #question: AbortController | undefined;

  constructor({ window, logger }: { window: BrowserWindow; logger: Logger }) {
    this.#window = window;
    this.#logger = logger;
  }

  /** Asks what to do with a hung page. To reload, it crashes the page, which `PageLoader` then loads again. */
  start(): void {
    this.#window.on('unresponsive', () => {
      this.#ask().catch((error: unknown) =>
        this.#logger.error(`cannot show the "not responding" dialog: ${errorText(error)}`),
      );
    });
    this.#window.on('responsive', () => this.#question?.abort());
  }

  stop(): void {
    this.#question?.abort();
  }

  async #ask(): Promise<void> {
    if (this.#question) return;
    const question = (this.#question = new AbortController());
    try {
      if ((await this.#answers()) || this.#window.isDestroyed()) return;
      this.#logger.warn('window not responding');
      const { response } = await dialog.showMessageBox(this.#window, {
        type: 'warning',
        message: 'The window is not responding',
        detail: 'The service keeps running. Wait for the window, or reload it.',
        buttons: ['Wait', 'Reload'],
        cancelId: 0,
        signal: question.signal,
      });
      if (response === 1 && !this.#window.isDestroyed()) this.#window.webContents.forcefullyCrashRenderer();
    } finally {
      this.#question = undefined;
    }
  }

  /** Electron also reports a hang 5 s after unsaved changes prevented a close. */
  async #answers(): Promise<boolean> {
    try {
      const answer = this.#window.webContents.executeJavaScript('undefined');
      await withDeadline(answer, ANSWER_TIMEOUT_MS, 'The page response');
      return true;
    } catch {
      return false;
    }
  }
}
