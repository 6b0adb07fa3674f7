/** Unsaved changes hold the page: before they are given up, the user is asked, once. */
import { type BrowserWindow, dialog } from 'electron';

/** How long a page may take to let its window go, in milliseconds, unless it waits for an answer; a hung page never does. */
const LEAVE_TIMEOUT_MS = 5000;

export class LeaveGuard {
  readonly #window: BrowserWindow;
  #isDiscarding = false;
  #question: Promise<boolean> | undefined;
  /** After an answer, until the page knows of it. */
  #settling: Promise<void> | undefined;
  /** A page that left by itself, as a reload does. */
  #retry: () => void = () => this.#window.webContents.reload();
  #kept: () => void = () => {};

  constructor(window: BrowserWindow) {
    this.#window = window;
  }

  start(): void {
    const { webContents } = this.#window;
    webContents.on('will-prevent-unload', (event) => {
      // Chromium's word for: the page is left all the same.
      if (this.#isDiscarding) event.preventDefault();
      else void this.#ask();
    });
    webContents.on('did-navigate', () => this.#forget());
  }

  /** Does something that leaves the page. Where unsaved changes hold it, that is done again when they are given up. */
  attempt(leave: () => void): void {
    this.#retry = leave;
    this.#kept = () => {};
    this.#begin(leave);
  }

  /** Closes the window as its page allows; false when the user keeps what is not saved. */
  close(): Promise<boolean> {
    const window = this.#window;
    return new Promise((resolve) => {
      const impatience = setTimeout(() => this.#force(), LEAVE_TIMEOUT_MS);
      const settle = (isClosed: boolean): void => {
        clearTimeout(impatience);
        resolve(isClosed);
      };
      window.once('closed', () => settle(true));
      this.#retry = () => window.close();
      this.#kept = () => settle(false);
      this.#begin(() => window.close());
    });
  }

  /**
   * What is asked at the moment is answered for both. An answer that was given before is not: once the page knows of it,
   * it is left anew.
   */
  #begin(leave: () => void): void {
    if (this.#question) return;
    if (!this.#settling) {
      leave();
      return;
    }
    void this.#settling.then(() => {
      if (!this.#window.isDestroyed()) leave();
    });
  }

  /** Ends a window whose page does not answer; its process too, which would hang on, and with it the next page. */
  #force(): void {
    if (this.#question || this.#window.isDestroyed()) return;
    this.#window.webContents.forcefullyCrashRenderer();
    this.#window.destroy();
  }

  /** Asks whether unsaved changes are given up. In turns of the event loop: measuring goes on behind the question. */
  async #ask(): Promise<void> {
    if (this.#question || this.#settling) return;
    this.#question = askToDiscard(this.#window);
    const discards = await this.#question;
    const [retry, kept] = [this.#retry, this.#kept];
    this.#question = undefined;
    await (this.#settling = this.#settle());
    this.#settling = undefined;
    if (this.#window.isDestroyed()) return;
    this.#isDiscarding = discards;
    if (discards) retry();
    else kept();
  }

  /**
   * Waits until the page knows that it stays for now, and has said so: until then Chromium is taking back what was begun,
   * and would take back another attempt with it.
   */
  async #settle(): Promise<void> {
    if (this.#window.isDestroyed()) return;
    await this.#window.webContents.executeJavaScript('undefined').catch(() => {});
  }

  #forget(): void {
    this.#isDiscarding = false;
    this.#retry = () => this.#window.webContents.reload();
    this.#kept = () => {};
  }
}

async function askToDiscard(window: BrowserWindow): Promise<boolean> {
  if (window.isMinimized()) window.restore();
  window.show();
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    title: 'Mensura',
    message: 'Discard your changes?',
    detail: 'What you changed on this page is not saved yet.',
    buttons: ['Keep editing', 'Discard'],
    defaultId: 0,
    cancelId: 0,
  });
  return response === 1;
}
