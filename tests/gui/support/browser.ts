/** A real browser on the built GUI, which notes everything that goes wrong in it. */
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { expect } from 'vitest';

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
}

/** Opens an address in a browser profile of its own. */
export async function openPage(
  browser: Browser,
  url: string,
  { expected, ...options }: OpenPageOptions = {},
): Promise<OpenPage> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.stack ?? error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !expected?.test(message.text())) faults.push(message.text());
  });
  await page.addInitScript(`addEventListener('securitypolicyviolation', (event) => {
    console.error('Content security policy:', event.violatedDirective, event.blockedURI, event.sourceFile);
  });`);
  await page.goto(url);
  return {
    page,
    faults,
    close: async () => {
      await context.close();
      expect(faults).toEqual([]);
    },
  };
}

/** What the clipboard holds. */
export function clipboardText(page: Page): Promise<string> {
  return page.evaluate('navigator.clipboard.readText()');
}
