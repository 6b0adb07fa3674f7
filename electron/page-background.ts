/** The colour behind the page: what is seen of the window until the page is drawn. */
import { type BrowserWindow, nativeTheme } from 'electron';
import { systemBackground } from './browser-window.ts';

export interface PageBackgroundOptions {
  window: BrowserWindow;
  /** What it was last, where the user chose another theme than the system's. */
  remembered: string | null;
  onChange(): void;
}

/** Follows the theme of the page, and the system's. */
export class PageBackground {
  readonly #options: PageBackgroundOptions;
  readonly #paint = (): void => this.#options.window.setBackgroundColor(this.#own ?? systemBackground());
  #own: string | null;

  constructor(options: PageBackgroundOptions) {
    this.#options = options;
    this.#own = options.remembered;
  }

  /** The colour, where the user chose another theme than the system's. */
  get own(): string | null {
    return this.#own;
  }

  start(): void {
    const { window, onChange } = this.#options;
    nativeTheme.on('updated', this.#paint);
    window.webContents.on('did-change-theme-color', (_event, colour) => {
      // No colour: a page that is being left, or one that says that the GUI is not there.
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
