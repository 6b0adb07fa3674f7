import { type BrowserWindow, nativeTheme } from 'electron';
import { systemBackground } from './browser-window.ts';

export interface PageBackgroundOptions {
  window: BrowserWindow;
  /** The last color of a theme other than the system's; null for the system theme. */
  remembered: string | null;
  onChange(): void;
}

/** Sets the window's background, visible until the page is drawn, to the theme of the page. */
export class BackgroundColor {
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
    window.webContents.on('did-change-theme-color', (_event, colour) => {
      // No color during navigation and on error pages.
      if (!colour) return;
      const shown = colour.toLowerCase();
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
