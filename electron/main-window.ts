/** The one window, as long as there is one: closed to the tray it is gone, its page with it, and made anew in its place. */
import { join } from 'node:path';
import { type BrowserWindow, nativeTheme, type WebContents } from 'electron';
import { errorText } from '../service/support/errors.ts';
import { JsonFile } from '../service/support/json-file.ts';
import type { Logger } from '../service/support/logger.ts';
import type { Address } from './address.ts';
import { backgroundColour, createBrowserWindow } from './browser-window.ts';
import { LeaveGuard } from './leave-guard.ts';
import { PageKeeper } from './page-keeper.ts';
import { RateLimit } from './rate-limit.ts';
import type { AppRoute } from './routes.ts';
import { NO_PLACEMENT, PLACEMENT_FILE, placementSchema } from './window-placement.ts';

/** How often the window's place is written while it is moved, in milliseconds. */
const SAVE_INTERVAL_MS = 1000;

export interface MainWindowOptions {
  address: Address;
  /** Looks where the service is now, where another process hosts it and the window finds it gone. */
  locate(): Promise<void>;
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
}

export class MainWindow {
  readonly #options: MainWindowOptions;
  readonly #file: JsonFile<typeof placementSchema>;
  readonly #saving: RateLimit;
  #shown: Shown | undefined;
  #opening: Promise<void> | undefined;
  #leave: Promise<boolean> | undefined;
  #isLeaving = false;
  #saved: Promise<void> = Promise.resolve();

  constructor(options: MainWindowOptions) {
    this.#options = options;
    this.#file = new JsonFile(join(options.stateDir, PLACEMENT_FILE), placementSchema, () => NO_PLACEMENT);
    this.#saving = new RateLimit({ intervalMs: SAVE_INTERVAL_MS, run: () => this.#savePlacement() });
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
   * Puts the page into a window.
   * @param early a window that was shown before the service was there
   */
  async open({
    early,
    route,
  }: {
    early?: BrowserWindow | undefined;
    route?: AppRoute | undefined;
  } = {}): Promise<void> {
    const { address, locate, logger, shellDir, isDeveloperMode } = this.#options;
    const damage = await this.#file.read();
    if (damage) logger.warn(damage);
    const placement = this.#file.value;
    const window = early ?? createBrowserWindow({ placement, shellDir, isDeveloperMode });
    const leaving = new LeaveGuard(window);
    const keeper = new PageKeeper({
      window,
      address,
      locate,
      leaving,
      route: route ?? placement.route,
      zoom: placement.zoom,
      logger,
    });
    this.#shown = { window, keeper, leaving };
    this.#listen(window);
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

  /** Ends the window without asking. */
  async stop(): Promise<void> {
    this.#saving.stop();
    this.#savePlacement();
    await this.#saved;
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
    const repaint = (): void => window.setBackgroundColor(backgroundColour());
    nativeTheme.on('updated', repaint);
    window.on('move', () => this.#saving.request());
    window.on('resize', () => this.#saving.request());
    window.on('close', (event) => {
      this.#savePlacement();
      if (this.#isLeaving) return;
      event.preventDefault();
      this.#options.onClose();
    });
    window.on('session-end', () => this.#options.onSessionEnd());
    window.once('closed', () => {
      nativeTheme.off('updated', repaint);
      this.#saving.stop();
      this.#shown?.keeper.stop();
      this.#shown = undefined;
    });
  }

  #savePlacement(): void {
    const { window, keeper } = this.#shown ?? {};
    if (!window || !keeper || window.isDestroyed()) return;
    const bounds = window.getNormalBounds();
    const { route, zoom } = keeper;
    const placement = { version: 1 as const, bounds, maximized: window.isMaximized(), zoom, route };
    this.#saved = this.#file
      .update(() => placement)
      .catch((error: unknown) =>
        this.#options.logger.warn(`The window's place could not be kept: ${errorText(error)}`),
      );
  }
}
