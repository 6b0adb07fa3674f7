import { type BrowserWindow, nativeTheme, type WebContents } from 'electron';
import type { Logger } from '../service/support/logger.ts';
import type { Address } from './address.ts';
import { createBrowserWindow, systemBackground } from './browser-window.ts';
import { LeaveGuard } from './leave-guard.ts';
import { PageLoader } from './page-loader.ts';
import type { AppRoute } from './routes.ts';
import { type WindowPlacement, WindowPlacementFile } from './window-placement.ts';

interface PageBackgroundOptions {
  window: BrowserWindow;
  /** The last color of a theme other than the system's; null for the system theme. */
  remembered: string | null;
  onChange(): void;
}

/** Sets the window's background, visible until the page is drawn, to the theme of the page. */
class BackgroundColor {
  readonly #options: PageBackgroundOptions;
  readonly #paint = (): void => this.#options.window.setBackgroundColor(this.#own ?? systemBackground());
  #own: string | null;

  constructor(options: PageBackgroundOptions) {
    this.#options = options;
    this.#own = options.remembered;
  }

  /** The color of a theme other than the system's; null for the system theme. */
  get own(): string | null {
    return this.#own;
  }

  start(): void {
    const { window, onChange } = this.#options;
    nativeTheme.on('updated', this.#paint);
    window.webContents.on('did-change-theme-color', (_event, color) => {
      // No color during navigation and on error pages.
      if (!color) return;
      const shown = color.toLowerCase();
      this.#own = shown === systemBackground() ? null : shown;
      this.#paint();
      onChange();
    });
    this.#paint();
  }

  stop(): void {
    nativeTheme.off('updated', this.#paint);
  }
}

export interface MainWindowOptions {
  address: Address;
  /** Whether this process hosts the service. */
  isHosted: boolean;
  /** Finds the service in another process; false without a proof. */
  locate(): Promise<boolean>;
  /** Folder of the window's files. */
  stateDir: string;
  /** The folder of the built shell: preload script and icons. */
  shellDir: string;
  isDeveloperMode: boolean;
  logger: Logger;
  /** The user closes the window. */
  onClose(): void;
  /** The user's session ends (on Windows only windows get this event). */
  onSessionEnd(): void;
}

/** Objects with the lifetime of one window. */
interface Shown {
  window: BrowserWindow;
  loader: PageLoader;
  leaving: LeaveGuard;
  background: BackgroundColor;
}

/** The only window. When it closes to the tray, it is destroyed and later created again. */
export class MainWindow {
  readonly #options: MainWindowOptions;
  readonly #placement: WindowPlacementFile;
  #shown: Shown | undefined;
  #opening: Promise<void> | undefined;
  #leave: Promise<boolean> | undefined;
  #isLeaving = false;
  #isStopped = false;

  constructor(options: MainWindowOptions) {
    this.#options = options;
    const { stateDir, logger } = options;
    this.#placement = new WindowPlacementFile({ stateDir, logger, readPlacement: () => this.#readPlacement() });
  }

  /** Undefined while closed. */
  get window(): BrowserWindow | undefined {
    return this.#shown?.window;
  }

  owns(contents: WebContents): boolean {
    return this.#shown?.window.webContents === contents;
  }

  /** Brings the window to the front and opens a page. With unsaved changes the GUI asks first. */
  async showAt(route: AppRoute): Promise<void> {
    await this.show(route);
    this.#shown?.loader.lead(route);
  }

  /** Brings the window to the front, or opens it with a route or with the last page. */
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
   * Opens the window with the page. Does nothing after `stop`.
   * @param early the empty window that opened before the service; if it was closed, no window opens
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
    // Closed meanwhile: a new window would look as if it could not be closed.
    if (this.#isStopped || early?.isDestroyed()) return;
    const window = early ?? createBrowserWindow({ placement, shellDir, isDeveloperMode });
    const leaving = new LeaveGuard(window);
    const loader = new PageLoader({
      window,
      address,
      isHosted,
      locate,
      leaving,
      route: route ?? placement.route,
      zoom: placement.zoom,
      logger,
    });
    const background = new BackgroundColor({
      window,
      remembered: placement.background,
      onChange: () => this.#placement.request(),
    });
    this.#shown = { window, loader, leaving, background };
    this.#listen(window);
    background.start();
    leaving.start();
    loader.start();
  }

  /** Reloads the GUI, also from an error page. */
  reload(): void {
    this.#shown?.loader.load();
  }

  /** Dispatches an event on the page's window, for a menu entry. */
  dispatch(event: string): void {
    this.#shown?.loader.run(`window.dispatchEvent(new Event(${JSON.stringify(event)}))`);
  }

  /** Closes the window; false if the user keeps unsaved changes. */
  leave(): Promise<boolean> {
    const shown = this.#shown;
    if (!shown) return Promise.resolve(true);
    this.#leave ??= this.#closeWith(shown.leaving).finally(() => (this.#leave = undefined));
    return this.#leave;
  }

  /** Closes the window without asking, for good. */
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
      this.#shown?.loader.stop();
      this.#shown?.background.stop();
      this.#shown = undefined;
    });
  }

  #readPlacement(): WindowPlacement | undefined {
    if (!this.#shown || this.#shown.window.isDestroyed()) return undefined;
    const { window, loader, background } = this.#shown;
    const { route, zoom } = loader;
    const [bounds, maximized] = [window.getNormalBounds(), window.isMaximized()];
    return { version: 1, bounds, maximized, zoom, route, background: background.own };
  }
}
