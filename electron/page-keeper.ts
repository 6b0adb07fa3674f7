/** Keeps the GUI in the window: loads it, loads it again after a crash, and says so when that does not help. */
import type { BrowserWindow } from 'electron';
import { errorText } from '../service/support/errors.ts';
import type { Logger } from '../service/support/logger.ts';
import type { Address } from './address.ts';
import { crashing, type FailurePageContent, failurePage, noAnswer, unproven } from './failure-page.ts';
import { HungPage } from './hung-page.ts';
import type { LeaveGuard } from './leave-guard.ts';
import { judgeLink } from './links.ts';
import { ReloadBudget } from './reload-budget.ts';
import { type AppRoute, isRoute } from './routes.ts';

/** How long to wait before the service is asked for the page again, in milliseconds. */
const RETRY_MS = 3000;

/** Chromium's code for a load that another one replaced: no failure. */
const ABORTED = -3;

export interface PageKeeperOptions {
  window: BrowserWindow;
  address: Address;
  /** Whether this process hosts the service. */
  isHosted: boolean;
  /** Looks where the service is now, where another process hosts it; false while none proves itself. */
  locate(): Promise<boolean>;
  leaving: Pick<LeaveGuard, 'attempt'>;
  /** Where in the GUI to begin. */
  route: AppRoute;
  /** How much the GUI is magnified. */
  zoom: number;
  logger: Logger;
}

export class PageKeeper {
  readonly #options: PageKeeperOptions;
  readonly #budget = new ReloadBudget();
  readonly #hung: HungPage;
  #retry: NodeJS.Timeout | undefined;
  #isStopped = false;
  #route: AppRoute;
  #zoom: number;
  #endMoves: () => void = () => {};

  constructor(options: PageKeeperOptions) {
    this.#options = options;
    this.#route = options.route;
    this.#zoom = options.zoom;
    this.#hung = new HungPage(options);
  }

  /** Where in the GUI the user is, or will be once it is loaded. */
  get route(): AppRoute {
    return this.#route;
  }

  /** How much the GUI is magnified. */
  get zoom(): number {
    if (this.#showsApp()) this.#zoom = this.#options.window.webContents.getZoomFactor();
    return this.#zoom;
  }

  /** Loads the page and watches over it until the window closes. */
  start(): void {
    const { window, logger, address, isHosted } = this.#options;
    this.#endMoves = address.onMoved(() => this.load());
    window.webContents.on('did-navigate', (_event, url) => {
      if (judgeLink(url, address.url) !== 'app') return;
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
      this.#showFailure(isHosted ? noAnswer(address.url, cause) : unproven(address.url));
      this.#retryLater();
    });
    // Not within the event: Chromium is still putting the dead renderer away, and a load then takes the app down.
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

  /** Asks the service for the page, now. Unsaved changes hold it until the user gives them up. */
  load(): void {
    const { window, leaving } = this.#options;
    clearTimeout(this.#retry);
    if (window.isDestroyed()) return;
    leaving.attempt(() => this.#load());
  }

  /** Leads the GUI to a place; one that is not there yet begins there. What is not saved holds it: the page asks. */
  lead(route: AppRoute): void {
    if (this.#showsApp()) {
      this.run(`location.hash = ${JSON.stringify(route)}`);
      return;
    }
    this.#route = route;
    // It is on its way to another place of the GUI.
    if (this.#options.window.webContents.isLoadingMainFrame()) this.#load();
  }

  /** Runs a script in the GUI, when it is loaded. What is put into it must be text, never a part of the program. */
  run(script: string): void {
    const { window, logger } = this.#options;
    if (!this.#showsApp()) return;
    window.webContents
      .executeJavaScript(script)
      .catch((error: unknown) => logger.warn(`cannot change the page: ${errorText(error)}`));
  }

  #load(): void {
    const { window, address } = this.#options;
    // To load the address that is shown, with another hash or the same, would load nothing.
    if (this.#showsApp()) window.webContents.reload();
    // A failure arrives as `did-fail-load`, too, which knows more.
    else window.loadURL(`${address.url}/#${this.#route}`).catch(() => {});
  }

  #retryLater(): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#loadAgain(), RETRY_MS);
  }

  async #loadAgain(): Promise<void> {
    const isThere = await this.#options.locate();
    // Closed meanwhile, or loaded by the user.
    if (this.#isStopped || this.#showsApp()) return;
    if (isThere) this.load();
    else this.#retryLater();
  }

  #showsApp(): boolean {
    const { window, address } = this.#options;
    return !window.isDestroyed() && judgeLink(window.webContents.getURL(), address.url) === 'app';
  }

  #follow(url: string): void {
    const { address } = this.#options;
    const { origin, hash } = new URL(url);
    const isLate = origin === address.formerUrl;
    if (!isLate && judgeLink(url, address.url) !== 'app') return;
    const route = hash.slice(1);
    this.#route = isRoute(route) ? route : '/';
    // The page was held where the service is no longer, and has left what held it.
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
    if (this.#budget.take(performance.now())) {
      this.load();
      return;
    }
    this.#showFailure(crashing(this.#options.address.url, reason));
  }
}
