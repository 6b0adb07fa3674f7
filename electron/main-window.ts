/** The one window: it shows the GUI from the service's own origin and has no other powers than a browser's. */
import { join } from 'node:path';
import { BrowserWindow, nativeTheme, screen, type WebContents } from 'electron';
import { errorText } from '../service/support/errors.ts';
import { JsonFile } from '../service/support/json-file.ts';
import type { Logger } from '../service/support/logger.ts';
import { ORIGIN_ARGUMENT } from './bridge.ts';
import { judgeLink } from './links.ts';
import { PageKeeper } from './page-keeper.ts';
import { RateLimit } from './rate-limit.ts';
import { fitBounds, MIN_SIZE, NO_PLACEMENT, placementSchema } from './window-placement.ts';

/** How often the window's place is written while it is moved, in milliseconds. */
const SAVE_INTERVAL_MS = 1000;

/** A place of the GUI, its parts encoded. */
export type AppRoute = `/${string}`;

export interface MainWindowOptions {
  /** The service's base address, without a slash at the end. */
  url: string;
  /** Where the window's place is kept. */
  stateDir: string;
  /** The folder of the built shell: preload script and icons. */
  shellDir: string;
  isDeveloperMode: boolean;
  logger: Logger;
  /** Asked at each attempt to close; false keeps the window. */
  mayClose(): boolean;
}

/** The colour behind the page until it is drawn, as in the GUI's own themes. */
function backgroundColour(): string {
  return nativeTheme.shouldUseDarkColors ? '#0e1116' : '#f5f6f8';
}

export class MainWindow {
  readonly #options: MainWindowOptions;
  readonly #file: JsonFile<typeof placementSchema>;
  readonly #saving: RateLimit;
  readonly #repaint = (): void => this.#window?.setBackgroundColor(backgroundColour());
  #window: BrowserWindow | undefined;
  #keeper: PageKeeper | undefined;
  #opening: Promise<void> | undefined;

  constructor(options: MainWindowOptions) {
    this.#options = options;
    this.#file = new JsonFile(join(options.stateDir, 'window.json'), placementSchema, () => NO_PLACEMENT);
    this.#saving = new RateLimit({ intervalMs: SAVE_INTERVAL_MS, run: () => void this.#savePlacement() });
  }

  /** The window, while there is one. */
  get window(): BrowserWindow | undefined {
    return this.#window;
  }

  owns(contents: WebContents): boolean {
    return this.#window?.webContents === contents;
  }

  /** Brings the window to the front at a place of the GUI. What is not saved there holds the page: it asks first. */
  async showAt(route: AppRoute): Promise<void> {
    await this.show();
    const contents = this.#window?.webContents;
    if (!contents) return;
    try {
      // Waits for a page that is still loading. The route is text, never a part of the program.
      const judged = judgeLink(contents.getURL() || `${this.#options.url}/`, this.#options.url);
      if (judged === 'app') await contents.executeJavaScript(`location.hash = ${JSON.stringify(route)}`);
    } catch (error) {
      this.#options.logger.warn(`The window could not be led to ${route}: ${errorText(error)}`);
    }
  }

  /** Brings the window to the front; makes it if there is none. */
  async show(): Promise<void> {
    if (!this.#window) {
      this.#opening ??= this.#open().finally(() => (this.#opening = undefined));
      return this.#opening;
    }
    if (this.#window.isMinimized()) this.#window.restore();
    this.#window.show();
    this.#window.focus();
  }

  /** Loads the GUI afresh, whatever the window shows now. */
  reload(): void {
    this.#keeper?.load();
  }

  hide(): void {
    this.#window?.hide();
  }

  /** Ends the window without asking. */
  async stop(): Promise<void> {
    this.#saving.stop();
    await this.#savePlacement();
    this.#window?.destroy();
  }

  async #open(): Promise<void> {
    const { url, shellDir, isDeveloperMode, logger } = this.#options;
    const damage = await this.#file.read();
    if (damage) logger.warn(damage);
    const placement = this.#file.value;
    const primary = screen.getPrimaryDisplay();
    const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id);
    const window = new BrowserWindow({
      ...fitBounds(
        placement.bounds,
        [primary, ...others].map(({ workArea }) => workArea),
      ),
      minWidth: MIN_SIZE.width,
      minHeight: MIN_SIZE.height,
      title: 'Mensura',
      icon: join(shellDir, 'icons', 'icon-256.png'),
      backgroundColor: backgroundColour(),
      show: false,
      webPreferences: {
        preload: join(shellDir, 'preload.cjs'),
        additionalArguments: [`${ORIGIN_ARGUMENT}${url}`],
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        nodeIntegrationInSubFrames: false,
        nodeIntegrationInWorker: false,
        webSecurity: true,
        allowRunningInsecureContent: false,
        experimentalFeatures: false,
        webviewTag: false,
        navigateOnDragDrop: false,
        // Spelling dictionaries would be fetched from the internet.
        spellcheck: false,
        devTools: isDeveloperMode,
      },
    });
    if (placement.maximized) window.maximize();
    this.#window = window;
    this.#keeper = new PageKeeper({ window, url, logger });
    this.#listen(window);
    this.#keeper.start();
  }

  #listen(window: BrowserWindow): void {
    nativeTheme.on('updated', this.#repaint);
    window.once('ready-to-show', () => window.show());
    window.on('page-title-updated', (event) => event.preventDefault());
    window.on('move', () => this.#saving.request());
    window.on('resize', () => this.#saving.request());
    window.on('close', (event) => {
      void this.#savePlacement();
      if (!this.#options.mayClose()) event.preventDefault();
    });
    window.once('closed', () => {
      nativeTheme.off('updated', this.#repaint);
      this.#saving.stop();
      this.#keeper?.stop();
      this.#window = undefined;
    });
  }

  async #savePlacement(): Promise<void> {
    const window = this.#window;
    if (!window || window.isDestroyed()) return;
    const placement = { version: 1 as const, bounds: window.getNormalBounds(), maximized: window.isMaximized() };
    try {
      await this.#file.update(() => placement);
    } catch (error) {
      this.#options.logger.warn(`The window's place could not be kept: ${errorText(error)}`);
    }
  }
}
