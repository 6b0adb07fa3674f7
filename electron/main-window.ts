/** The one window, as long as there is one: closed to the tray it is gone, its page with it, and made anew in its place. */
import type { BrowserWindow, WebContents } from 'electron';
import type { Logger } from '../service/support/logger.ts';
import type { Address } from './address.ts';
import { createBrowserWindow } from './browser-window.ts';
import { LeaveGuard } from './leave-guard.ts';
import { PageBackground } from './page-background.ts';
import { PageKeeper } from './page-keeper.ts';
import { PlacementFile } from './placement-file.ts';
import type { AppRoute } from './routes.ts';
import type { Placement } from './window-placement.ts';

export interface MainWindowOptions {
  address: Address;
  /** Whether this process hosts the service. */
  isHosted: boolean;
  /** Looks where the service is now, where another process hosts it and the window finds it gone; false while none proves itself. */
  locate(): Promise<boolean>;
  /** Where the window's place is kept. */
  stateDir: string;
  /** The folder of the built shell: preload script and icons. */
  shellDir: string;
  isDeveloperMode: boolean;
  logger: Logger;
  /** The user wants the window closed. */
  onClose(): void;
  /** The user's session ends (Windows tells windows alone). */
  onSessionEnd(): void;
}

/** What belongs to one window and ends with it. */
interface Shown {
  window: BrowserWindow;
  keeper: PageKeeper;
  leaving: LeaveGuard;
  background: PageBackground;
}

export class MainWindow {
  readonly #options: MainWindowOptions;
  readonly #placement: PlacementFile;
  #shown: Shown | undefined;
  #opening: Promise<void> | undefined;
  #leave: Promise<boolean> | undefined;
  #isLeaving = false;
  #isStopped = false;

  constructor(options: MainWindowOptions) {
    this.#options = options;
    const { stateDir, logger } = options;
    this.#placement = new PlacementFile({ stateDir, logger, look: () => this.#look() });
  }

  /** The window, while there is one. */
  get window(): BrowserWindow | undefined {
    return this.#shown?.window;
  }

  owns(contents: WebContents): boolean {
    return this.#shown?.window.webContents === contents;
  }

  /** Brings the window to the front at a place of the GUI. What is not saved there holds the page: it asks first. */
  async showAt(route: AppRoute): Promise<void> {
    await this.show(route);
    this.#shown?.keeper.lead(route);
  }

  /** Brings the window to the front; makes it if there is none, where the user was last unless a route is given. */
  async show(route?: AppRoute): Promise<void> {
    if (!this.#shown) {
      this.#opening ??= this.open({ route }).finally(() => (this.#opening = undefined));
      return this.#opening;
    }
    const { window } = this.#shown;
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  }

  /**
   * Puts the page into a window. After `stop` there is none any more.
   * @param early a window that was shown before the service was there; none is shown where it has been closed
   */
  async open({
    early,
    route,
  }: {
    early?: BrowserWindow | undefined;
    route?: AppRoute | undefined;
  } = {}): Promise<void> {
    const { address, isHosted, locate, logger, shellDir, isDeveloperMode } = this.#options;
    const placement = await this.#placement.read();
    // Closed meanwhile: another in its place would be a window that cannot be closed.
    if (this.#isStopped || early?.isDestroyed()) return;
    const window = early ?? createBrowserWindow({ placement, shellDir, isDeveloperMode });
    const leaving = new LeaveGuard(window);
    const keeper = new PageKeeper({
      window,
      address,
      isHosted,
      locate,
      leaving,
      route: route ?? placement.route,
      zoom: placement.zoom,
      logger,
    });
    const background = new PageBackground({
      window,
      remembered: placement.background,
      onChange: () => this.#placement.request(),
    });
    this.#shown = { window, keeper, leaving, background };
    this.#listen(window);
    background.start();
    leaving.start();
    keeper.start();
  }

  /** Loads the GUI afresh, whatever the window shows now. */
  reload(): void {
    this.#shown?.keeper.load();
  }

  /** Tells the page of a menu entry, by an event of that name on its window. */
  tell(event: string): void {
    this.#shown?.keeper.run(`window.dispatchEvent(new Event(${JSON.stringify(event)}))`);
  }

  /** Ends the window as its page allows. False when the user keeps what is not saved there, and so the window. */
  leave(): Promise<boolean> {
    const shown = this.#shown;
    if (!shown) return Promise.resolve(true);
    this.#leave ??= this.#closeWith(shown.leaving).finally(() => (this.#leave = undefined));
    return this.#leave;
  }

  /** Ends the window without asking, and shows none from then on. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#placement.save();
    await this.#placement.stop();
    this.#shown?.window.destroy();
  }

  async #closeWith(leaving: LeaveGuard): Promise<boolean> {
    this.#isLeaving = true;
    try {
      return await leaving.close();
    } finally {
      this.#isLeaving = false;
    }
  }

  #listen(window: BrowserWindow): void {
    window.on('move', () => this.#placement.request());
    window.on('resize', () => this.#placement.request());
    window.on('close', (event) => {
      this.#placement.save();
      if (this.#isLeaving) return;
      event.preventDefault();
      this.#options.onClose();
    });
    window.on('session-end', () => this.#options.onSessionEnd());
    window.once('closed', () => {
      void this.#placement.stop();
      this.#shown?.keeper.stop();
      this.#shown?.background.stop();
      this.#shown = undefined;
    });
  }

  #look(): Placement | undefined {
    if (!this.#shown || this.#shown.window.isDestroyed()) return undefined;
    const { window, keeper, background } = this.#shown;
    const { route, zoom } = keeper;
    const [bounds, maximized] = [window.getNormalBounds(), window.isMaximized()];
    return { version: 1, bounds, maximized, zoom, route, background: background.own };
  }
}
