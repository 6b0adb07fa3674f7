/** A real browser on the built GUI, which notes everything that goes wrong in it. */
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { record } from './artifacts.ts';

/** How long anything may take to show, in milliseconds: a bound for slow machines, not an expectation. */
export const PATIENCE_MS = 20_000;

export interface OpenPage {
  page: Page;
  /** Faults in the page so far: errors on the console, uncaught exceptions, violations of the content security policy. */
  faults: string[];
  /** Closes it and fails when there were faults. */
  close(): Promise<void>;
}

export interface OpenPageOptions extends BrowserContextOptions {
  /** Console errors that belong to what is tested, for example a request refused on purpose. */
  expected?: RegExp | undefined;
  /** Runs in each document before the document's own. */
  script?: string | undefined;
  /** It is always this moment there, in milliseconds since 1970; timers go on. */
  at?: number | undefined;
}

/** A page in a browser profile of its own, which can serve one test after another. */
export class TestPage implements OpenPage {
  readonly page: Page;
  /** Pages of one kind differ in nothing but what `prepare` gives them. */
  readonly kind: string;
  readonly faults: string[] = [];
  /** Whether a test did something to it that would not be undone. */
  isSpoilt = false;
  #expected: RegExp | undefined;

  private constructor(page: Page, kind: string) {
    this.page = page;
    this.kind = kind;
  }

  static async open(browser: Browser, options: OpenPageOptions = {}): Promise<TestPage> {
    const { script, expected: _expected, at: _at, ...others } = options;
    const context = await browser.newContext({ locale: 'en-GB', ...others });
    context.setDefaultTimeout(PATIENCE_MS);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await context.newPage();
    await page.addInitScript(`addEventListener('securitypolicyviolation', (event) => {
      console.error('Content security policy:', event.violatedDirective, event.blockedURI, event.sourceFile);
    });`);
    if (script !== undefined) await page.addInitScript(script);
    const opened = new TestPage(page, TestPage.kindOf(options));
    page.on('pageerror', (error) => opened.faults.push(error.stack ?? error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !opened.#expected?.test(message.text())) opened.faults.push(message.text());
    });
    await opened.prepare(options);
    opened.#noticeSpoiling(options);
    return opened;
  }

  static kindOf(options: OpenPageOptions): string {
    const { viewport: _v, colorScheme: _c, reducedMotion: _r, expected: _e, at, ...forLife } = options;
    return JSON.stringify([forLife, at !== undefined]);
  }

  /** Gives it the size, the media, the clock and the mouse of an opening. */
  async prepare({ viewport, colorScheme, reducedMotion, expected, at }: OpenPageOptions): Promise<void> {
    const { page } = this;
    this.#expected = expected;
    await page.setViewportSize(viewport ?? { width: 1440, height: 900 });
    await page.emulateMedia({
      colorScheme: colorScheme ?? 'light',
      reducedMotion: reducedMotion ?? 'reduce',
      forcedColors: 'none',
    });
    await page.mouse.move(0, 0);
    if (at !== undefined) await page.clock.setFixedTime(at);
    await record(page);
  }

  /** Leaves what it shows, and forgets what that stored. Fails when there were faults. */
  async clear(): Promise<void> {
    // A document without script, where what is stored can be reached.
    await this.page.goto(new URL('/favicon.svg', this.page.url()).href);
    await this.page.evaluate('localStorage.clear(), sessionStorage.clear()');
    this.#demandNoFault();
  }

  // A field: pages of a kind spread this into what they add.
  readonly close = async (): Promise<void> => {
    await this.page.context().close();
    this.#demandNoFault();
  };

  #demandNoFault(): void {
    const faults = this.faults.splice(0);
    if (faults.length > 0) throw new Error(`The page had faults:\n${faults.join('\n')}`);
  }

  #noticeSpoiling({ at }: OpenPageOptions): void {
    const notice = <Target extends object>(target: Target, name: keyof Target & string): void => {
      const value: unknown = target[name];
      const get = (): unknown => {
        this.isSpoilt = true;
        return value;
      };
      Object.defineProperty(target, name, { get });
    };
    const context = this.page.context();
    for (const name of ['addInitScript', 'route', 'exposeFunction'] as const) notice(this.page, name);
    for (const name of ['newCDPSession', 'newPage', 'setOffline', 'addInitScript'] as const) notice(context, name);
    if (at === undefined) notice(this.page, 'clock');
  }
}

/** Opens an address in a browser profile of its own. */
export async function openPage(browser: Browser, url: string, options: OpenPageOptions = {}): Promise<OpenPage> {
  const opened = await TestPage.open(browser, options);
  await opened.page.goto(url);
  return opened;
}

/** What the clipboard holds. */
export function clipboardText(page: Page): Promise<string> {
  return page.evaluate('navigator.clipboard.readText()');
}
