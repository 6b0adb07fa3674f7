import { type BrowserWindow, dialog } from 'electron';
import { withDeadline } from '../service/support/deadline.ts';

/** Time limit for a page to close, in milliseconds, without an open question. A hung page never closes. */
const LEAVE_TIMEOUT_MS = 5000;

/** Time limit for a page to respond after the question, in milliseconds. A hung page never responds. */
const SETTLE_TIMEOUT_MS = 2000;

/** Asks once before unsaved changes are discarded. */
export class LeaveGuard {
  readonly #window: BrowserWindow;
  #isDiscarding = false;
  #dialog: Promise<boolean> | undefined;
  /** From the user's answer until the page has processed it. */
  #settling: Promise<void> | undefined;
  /** Repeated after changes are discarded, unless the window closes. A reload if the page started it. */
  #retry: () => void = () => this.#window.webContents.reload();
  /** Pending until the window closes or stays. Other navigation does not replace it. */
  #closing: PromiseWithResolvers<boolean> | undefined;
  #impatience: NodeJS.Timeout | undefined;

  constructor(window: BrowserWindow) {
    this.#window = window;
  }

  start(): void {
    const { webContents } = this.#window;
    webContents.on('will-prevent-unload', (event) => {
      // Lets the page unload.
      if (this.#isDiscarding) event.preventDefault();
      else void this.#confirm();
    });
    webContents.on('did-navigate', () => this.#reset());
    this.#window.once('closed', () => this.#closed(true));
  }

  /** Runs a navigation, and again after the user discards unsaved changes. */
  attempt(leave: () => void): void {
    this.#retry = leave;
    this.#run(leave);
  }

  /** Closes the window; false if the user keeps unsaved changes. Further calls wait for the first. */
  close(): Promise<boolean> {
    if (this.#closing) return this.#closing.promise;
    const window = this.#window;
    this.#closing = Promise.withResolvers();
    this.#hurry();
    this.#run(() => window.close());
    return this.#closing.promise;
  }

  #closed(isClosed: boolean): void {
    clearTimeout(this.#impatience);
    this.#closing?.resolve(isClosed);
    this.#closing = undefined;
  }

  #hurry(): void {
    clearTimeout(this.#impatience);
    this.#impatience = setTimeout(() => this.#force(), LEAVE_TIMEOUT_MS);
  }

  /** An open question also answers this request. After an answer, waits until the page has processed it. */
  #run(leave: () => void): void {
    if (this.#dialog && !this.#window.webContents.isCrashed()) return;
    if (!this.#settling) {
      leave();
      return;
    }
    void this.#settling.then(() => {
      if (!this.#window.isDestroyed()) leave();
    });
  }

  /** Closes a window whose page hangs. Ends the process too, which the next page would share. */
  #force(): void {
    if (this.#dialog || this.#settling || this.#window.isDestroyed()) return;
    this.#window.webContents.forcefullyCrashRenderer();
    this.#window.destroy();
  }

  /** Asks whether to discard unsaved changes, without blocking the event loop of the service. */
  async #confirm(): Promise<void> {
    if (this.#dialog || this.#settling) return;
    this.#dialog = confirmDiscard(this.#window);
    const discards = await this.#dialog;
    // Later requests need an answer of their own.
    const [retry, isClosing] = [this.#retry, this.#closing !== undefined];
    this.#dialog = undefined;
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

  /** Waits for a response of the page: until then Chromium reverts the navigation, and any new one with it. */
  async #settle(): Promise<void> {
    if (this.#window.isDestroyed()) return;
    const response = this.#window.webContents.executeJavaScript('undefined');
    await withDeadline(response, SETTLE_TIMEOUT_MS, 'The page response').catch(() => {});
  }

  #reset(): void {
    this.#isDiscarding = false;
    this.#retry = () => this.#window.webContents.reload();
  }
}

async function confirmDiscard(window: BrowserWindow): Promise<boolean> {
  if (window.isMinimized()) window.restore();
  window.show();
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    title: 'Mensura',
    message: 'Discard the changes on this page?',
    detail: 'They are not saved.',
    buttons: ['Cancel', 'Discard changes'],
    defaultId: 0,
    cancelId: 0,
  });
  return response === 1;
}
