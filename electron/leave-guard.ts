/** Unsaved changes hold the page: before they are given up, the user is asked, once. */
import { type BrowserWindow, dialog } from 'electron';
import { withDeadline } from '../service/support/deadline.ts';

/** How long a page may take to let its window go, in milliseconds, unless it waits for an answer; a hung page never does. */
const LEAVE_TIMEOUT_MS = 5000;

/** How long a page may take to hear that it was asked about, in milliseconds; one that hangs or crashed may never. */
const SETTLE_TIMEOUT_MS = 2000;

export class LeaveGuard {
  readonly #window: BrowserWindow;
  #isDiscarding = false;
  #question: Promise<boolean> | undefined;
  /** After an answer, until the page knows of it. */
  #settling: Promise<void> | undefined;
  /** What is done again when changes are given up, unless the window is to be closed: a reload, if the page began it. */
  #retry: () => void = () => this.#window.webContents.reload();
  /** Until the window is closed, or kept. Nothing that leaves the page meanwhile takes its place. */
  #closing: PromiseWithResolvers<boolean> | undefined;
  #impatience: NodeJS.Timeout | undefined;

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
    this.#window.once('closed', () => this.#closed(true));
  }

  /** Does something that leaves the page. Where unsaved changes hold it, that is done again when they are given up. */
  attempt(leave: () => void): void {
    this.#retry = leave;
    this.#begin(leave);
  }

  /** Closes the window as its page allows; false when the user keeps what is not saved. Further calls wait for the first. */
  close(): Promise<boolean> {
    if (this.#closing) return this.#closing.promise;
    const window = this.#window;
    this.#closing = Promise.withResolvers();
    this.#hurry();
    this.#begin(() => window.close());
    return this.#closing.promise;
  }

  #closed(isClosed: boolean): void {
    clearTimeout(this.#impatience);
    this.#closing?.resolve(isClosed);
    this.#closing = undefined;
  }

  /** From now on the page may take a while to let its window go, and no longer. */
  #hurry(): void {
    clearTimeout(this.#impatience);
    this.#impatience = setTimeout(() => this.#force(), LEAVE_TIMEOUT_MS);
  }

  /**
   * What is asked at the moment is answered for both. An answer that was given before is not: once the page knows of it,
   * it is left anew. A page that crashed holds nothing.
   */
  #begin(leave: () => void): void {
    if (this.#question && !this.#window.webContents.isCrashed()) return;
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
    if (this.#question || this.#settling || this.#window.isDestroyed()) return;
    this.#window.webContents.forcefullyCrashRenderer();
    this.#window.destroy();
  }

  /** Asks whether unsaved changes are given up. In turns of the event loop: measuring goes on behind the question. */
  async #ask(): Promise<void> {
    if (this.#question || this.#settling) return;
    this.#question = askToDiscard(this.#window);
    const discards = await this.#question;
    // Whoever wants to close it from now on was not answered.
    const [retry, isClosing] = [this.#retry, this.#closing !== undefined];
    this.#question = undefined;
    await (this.#settling = this.#settle());
    this.#settling = undefined;
    if (this.#window.isDestroyed()) return;
    this.#isDiscarding = discards;
    if (discards && isClosing) {
      this.#hurry();
      this.#window.close();
    } else if (discards) retry();
    else if (isClosing) this.#closed(false);
  }

  /**
   * Waits until the page knows that it stays for now, and has said so: until then Chromium is taking back what was begun,
   * and would take back another attempt with it.
   */
  async #settle(): Promise<void> {
    if (this.#window.isDestroyed()) return;
    const answer = this.#window.webContents.executeJavaScript('undefined');
    await withDeadline(answer, SETTLE_TIMEOUT_MS, 'The page response').catch(() => {});
  }

  #forget(): void {
    this.#isDiscarding = false;
    this.#retry = () => this.#window.webContents.reload();
  }
}

async function askToDiscard(window: BrowserWindow): Promise<boolean> {
  if (window.isMinimized()) window.restore();
  window.show();
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    title: 'Mensura',
    message: 'Discard unsaved changes?',
    detail: 'Changes on this page have not been saved.',
    buttons: ['Keep editing', 'Discard'],
    defaultId: 0,
    cancelId: 0,
  });
  return response === 1;
}
