/** Keeps the GUI in the window: loads it, loads it again after a crash, and says so when that does not help. */
import { type BrowserWindow, dialog } from 'electron';
import { errorText } from '../service/support/errors.ts';
import type { Logger } from '../service/support/logger.ts';
import { type FailurePageContent, failurePage } from './failure-page.ts';
import { ReloadBudget } from './reload-budget.ts';

/** How long to wait before the service is asked for the page again, in milliseconds. */
const RETRY_MS = 3000;

/** Chromium's code for a load that another one replaced: no failure. */
const ABORTED = -3;

export interface PageKeeperOptions {
  window: BrowserWindow;
  /** The service's base address, without a slash at the end. */
  url: string;
  logger: Logger;
}

export class PageKeeper {
  readonly #options: PageKeeperOptions;
  readonly #budget = new ReloadBudget();
  #retry: NodeJS.Timeout | undefined;
  #question: AbortController | undefined;

  constructor(options: PageKeeperOptions) {
    this.#options = options;
  }

  /** Loads the page and watches over it until the window closes. */
  start(): void {
    const { window, logger } = this.#options;
    window.webContents.on('did-fail-load', (_event, code, description, _url, isMainFrame) => {
      if (!isMainFrame || code === ABORTED) return;
      logger.warn(`The window could not load the GUI: ${description || `code ${code}`}.`);
      this.#showFailure({
        title: 'Mensura does not answer',
        paragraphs: [
          `The measurement service at ${this.#options.url} gave no page (${description || code}).`,
          'The window asks again every few seconds. If this stays, quit Mensura and start it again.',
        ],
      });
      this.#retry = setTimeout(() => this.load(), RETRY_MS);
    });
    // Not within the event: Chromium is still putting the dead renderer away, and a load then takes the app down.
    window.webContents.on('render-process-gone', (_event, { reason }) => setImmediate(() => this.#recover(reason)));
    window.on('unresponsive', () => void this.#ask());
    window.on('responsive', () => this.#question?.abort());
    this.load();
  }

  stop(): void {
    clearTimeout(this.#retry);
    this.#question?.abort();
  }

  /** Asks the service for the page, now. */
  load(): void {
    clearTimeout(this.#retry);
    if (this.#options.window.isDestroyed()) return;
    // A failure arrives as `did-fail-load`, too, which knows more.
    this.#options.window.loadURL(`${this.#options.url}/`).catch(() => {});
  }

  #showFailure(content: FailurePageContent): void {
    const { window, logger } = this.#options;
    clearTimeout(this.#retry);
    if (window.isDestroyed()) return;
    window
      .loadURL(failurePage(content))
      .catch((error: unknown) => logger.error(`The failure page could not be shown: ${errorText(error)}`));
  }

  #recover(reason: string): void {
    if (reason === 'clean-exit' || this.#options.window.isDestroyed()) return;
    this.#options.logger.error(`The window's page ended unexpectedly (${reason}).`);
    if (this.#budget.take(performance.now())) {
      this.load();
      return;
    }
    this.#showFailure({
      title: 'The window keeps failing',
      paragraphs: [
        `Its page ended several times within a minute (${reason}). The service goes on measuring.`,
        `Choose View, Reload to try again, or open ${this.#options.url} in a browser.`,
      ],
    });
  }

  async #ask(): Promise<void> {
    if (this.#question) return;
    const question = (this.#question = new AbortController());
    const { window, logger } = this.#options;
    logger.warn('The window does not respond.');
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      message: 'The window does not respond',
      detail: 'The service goes on measuring. You can wait, or load the window again.',
      buttons: ['Wait', 'Load again'],
      cancelId: 0,
      signal: question.signal,
    });
    this.#question = undefined;
    if (response === 1 && !window.isDestroyed()) window.webContents.forcefullyCrashRenderer();
  }
}
