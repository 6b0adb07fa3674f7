/** A real browser on the built GUI, which notes everything that goes wrong in it. */
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { expect } from 'vitest';
import { record } from './artifacts.ts';

/** How long anything may take to show, in milliseconds: a bound for slow machines, not an expectation. */
export const PATIENCE_MS = 20_000;

const VIEWPORT = { width: 1440, height: 900 };

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
}

/** A page that can serve one test after another. */
export interface ReusablePage extends OpenPage {
  /** Whether a test did something to it that would not be undone. */
  readonly isSpoilt: boolean;
  /** As it was opened: size, media, mouse; nothing stored, no fault noted. Fails when there were faults. @param url of a page without script, at the address of the pages that it showed */
  clear(url: string): Promise<void>;
  /** What it is opened for next. */
  expected: RegExp | undefined;
}

/** Opens a page in a browser profile of its own. */
export async function newPage(browser: Browser, { expected, ...options }: OpenPageOptions = {}): Promise<ReusablePage> {
  const context = await browser.newContext({
    viewport: VIEWPORT,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  await record(page);
  const faults: string[] = [];
  await page.addInitScript(`addEventListener('securitypolicyviolation', (event) => {
    console.error('Content security policy:', event.violatedDirective, event.blockedURI, event.sourceFile);
  });`);
  let isSpoilt = false;
  const spoiling = <Target extends object>(target: Target, name: keyof Target & string): void => {
    const value: unknown = target[name];
    const get = (): unknown => {
      isSpoilt = true;
      return value;
    };
    Object.defineProperty(target, name, { get });
  };
  for (const name of ['addInitScript', 'route', 'clock', 'exposeFunction'] as const) spoiling(page, name);
  for (const name of ['newCDPSession', 'newPage', 'setOffline', 'addInitScript'] as const) spoiling(context, name);
  const opened: ReusablePage = {
    page,
    faults,
    expected,
    get isSpoilt() {
      return isSpoilt;
    },
    clear: async (url) => {
      await page.goto(url);
      await page.evaluate('localStorage.clear(), sessionStorage.clear()');
      await page.setViewportSize(options.viewport ?? VIEWPORT);
      await page.emulateMedia({
        colorScheme: options.colorScheme ?? 'light',
        reducedMotion: options.reducedMotion ?? 'reduce',
      });
      await page.mouse.move(0, 0);
      await record(page);
      expect(faults.splice(0)).toEqual([]);
    },
    close: async () => {
      await context.close();
      expect(faults).toEqual([]);
    },
  };
  page.on('pageerror', (error) => faults.push(error.stack ?? error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !opened.expected?.test(message.text())) faults.push(message.text());
  });
  return opened;
}

/** Opens an address in a browser profile of its own. */
export async function openPage(browser: Browser, url: string, options: OpenPageOptions = {}): Promise<OpenPage> {
  const opened = await newPage(browser, options);
  await opened.page.goto(url);
  return opened;
}

/** What the clipboard holds. */
export function clipboardText(page: Page): Promise<string> {
  return page.evaluate('navigator.clipboard.readText()');
}
