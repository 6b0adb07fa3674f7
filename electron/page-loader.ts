import { type BrowserWindow, dialog } from 'electron';
import { withDeadline } from '../service/support/deadline.ts';
import { errorText } from '../service/support/errors.ts';
import type { Logger } from '../service/support/logger.ts';
import type { Address } from './address.ts';
import { crashedPage, type FailurePageContent, failurePage, unproven, unreachablePage } from './failure-page.ts';
import type { LeaveGuard } from './leave-guard.ts';
import { classifyLink } from './links.ts';
import { ReloadLimiter } from './reload-limiter.ts';
import { type AppRoute, isRoute } from './routes.ts';

/** Time limit for a response from a page that Electron reports as hung, in milliseconds. */
const RESPONSE_TIMEOUT_MS = 2000;

class UnresponsivePageDialog {
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

/** Pause between two attempts to load the page, in milliseconds. */
const RETRY_MS = 3000;

/** Chromium's code for a load that another one replaced. */
const ABORTED = -3;

export interface PageLoaderOptions {
  window: BrowserWindow;
  address: Address;
  /** Whether this process hosts the service. */
  isHosted: boolean;
  /** Finds the service in another process; false without a proof. */
  locate(): Promise<boolean>;
  leaving: Pick<LeaveGuard, 'attempt'>;
  /** The first page. */
  route: AppRoute;
  /** Zoom factor. */
  zoom: number;
  logger: Logger;
}

/** Loads the GUI into the window, reloads it after a crash, and shows an error page if that fails. */
export class PageLoader {
  readonly #options: PageLoaderOptions;
  readonly #budget = new ReloadLimiter();
  readonly #hung: UnresponsivePageDialog;
  #retry: NodeJS.Timeout | undefined;
  #isStopped = false;
  #route: AppRoute;
  #zoom: number;
  #endMoves: () => void = () => {};

  constructor(options: PageLoaderOptions) {
    this.#options = options;
    this.#route = options.route;
    this.#zoom = options.zoom;
    this.#hung = new UnresponsivePageDialog(options);
  }

  /** The current page, or the next one while loading. */
  get route(): AppRoute {
    return this.#route;
  }

  /** Zoom factor of the GUI. */
  get zoom(): number {
    if (this.#showsApp()) this.#zoom = this.#options.window.webContents.getZoomFactor();
    return this.#zoom;
  }

  /** Loads the page and monitors it until the window closes. */
  start(): void {
    const { window, logger, address, isHosted } = this.#options;
    this.#endMoves = address.onMoved(() => this.load());
    window.webContents.on('did-navigate', (_event, url) => {
      if (classifyLink(url, address.url) !== 'app') return;
      address.arrive();
      window.webContents.setZoomFactor(this.#zoom);
      this.#follow(url);
    });
    window.webContents.on('did-navigate-in-page', (_event, url, isMainFrame) => {
      if (isMainFrame) this.#follow(url);
    });
    window.webContents.on('did-fail-load', (_event, code, description, _url, isMainFrame) => {
      if (!isMainFrame || code === ABORTED) return;
      const cause = description || `code ${code}`;
      logger.warn(`cannot load the window page from ${address.url}: ${isHosted ? cause : 'no proof from the service'}`);
      this.#showFailure(isHosted ? unreachablePage(address.url, cause) : unproven(address.url));
      this.#retryLater();
    });
    // Deferred: a load within this event would crash the app.
    window.webContents.on('render-process-gone', (_event, { reason }) => setImmediate(() => this.#recover(reason)));
    this.#hung.start();
    this.load();
  }

  stop(): void {
    this.#isStopped = true;
    this.#endMoves();
    clearTimeout(this.#retry);
    this.#hung.stop();
  }

  /** Loads the page now. Unsaved changes prevent it until the user discards them. */
  load(): void {
    const { window, leaving } = this.#options;
    clearTimeout(this.#retry);
    if (window.isDestroyed()) return;
    leaving.attempt(() => this.#load());
  }

  /** Opens a page of the GUI, now or once it is loaded. With unsaved changes the GUI asks first. */
  lead(route: AppRoute): void {
    if (this.#showsApp()) {
      this.run(`location.hash = ${JSON.stringify(route)}`);
      return;
    }
    this.#route = route;
    // Another page of the GUI is loading.
    if (this.#options.window.webContents.isLoadingMainFrame()) this.#load();
  }

  /** Runs a script in the loaded GUI. Values in it must be serialized as JSON. */
  run(script: string): void {
    const { window, logger } = this.#options;
    if (!this.#showsApp()) return;
    window.webContents
      .executeJavaScript(script)
      .catch((error: unknown) => logger.warn(`cannot change the page: ${errorText(error)}`));
  }

  #load(): void {
    const { window, address } = this.#options;
    // `loadURL` with only another hash would not load anything.
    if (this.#showsApp()) window.webContents.reload();
    // `did-fail-load` reports errors in more detail.
    else window.loadURL(`${address.url}/#${this.#route}`).catch(() => {});
  }

  #retryLater(): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#loadAgain(), RETRY_MS);
  }

  async #loadAgain(): Promise<void> {
    const isThere = await this.#options.locate();
    // The window was closed, or the user reloaded it.
    if (this.#isStopped || this.#showsApp()) return;
    if (isThere) this.load();
    else this.#retryLater();
  }

  #showsApp(): boolean {
    const { window, address } = this.#options;
    return !window.isDestroyed() && classifyLink(window.webContents.getURL(), address.url) === 'app';
  }

  #follow(url: string): void {
    const { address } = this.#options;
    const { origin, hash } = new URL(url);
    const isLate = origin === address.formerUrl;
    if (!isLate && classifyLink(url, address.url) !== 'app') return;
    const route = hash.slice(1);
    this.#route = isRoute(route) ? route : '/';
    // The page stayed at the former address because of unsaved changes, which are gone now.
    if (isLate) this.load();
  }

  #showFailure(content: FailurePageContent): void {
    const { window, logger } = this.#options;
    clearTimeout(this.#retry);
    if (window.isDestroyed()) return;
    window
      .loadURL(failurePage(content))
      .catch((error: unknown) => logger.error(`cannot show the error page: ${errorText(error)}`));
  }

  #recover(reason: string): void {
    if (reason === 'clean-exit' || this.#options.window.isDestroyed()) return;
    this.#options.logger.error(`window page crashed (${reason})`);
    if (this.#budget.use(performance.now())) {
      this.load();
      return;
    }
    this.#showFailure(crashedPage(this.#options.address.url, reason));
  }
}
