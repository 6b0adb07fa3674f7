/** Every page of the real service, empty and full: WCAG 2.2 AA in both themes, small windows, keyboard only. */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchEngine } from '../support/browser.ts';
import type { RunningService } from '../support/service.ts';
import { axeViolations, colorViolations, wearTheme } from './support/axe.ts';
import { type OpenPage, openPage } from './support/browser.ts';
import { overflows } from './support/entry-page.ts';
import { emptyService, fullService, pageRoutes, showPage, sticksOut } from './support/every-page.ts';
import { walk } from './support/keyboard-walk.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchEngine();
});
afterAll(() => browser.close());

type Look = (page: Page) => Promise<unknown[]>;

/** Elements that are cut off, or need horizontal scrolling. */
const misfits: Look = async (page) => [
  ...((await overflows(page)) ? ['the page is wider than the window'] : []),
  ...(await sticksOut(page)),
];

/** Elements that Tab does not reach, that show no focus, or that trap it. */
const missteps: Look = async (page) => {
  const { unseen, unreached, stops, hasCome } = await walk(page);
  expect(stops).toBeGreaterThan(8);
  return [...(hasCome ? [] : ['the focus is held']), ...unseen.map((html) => ({ unseen: html })), ...unreached];
};

/** Findings by route; only routes with any. */
async function onEveryPage(page: Page, looks: readonly Look[]): Promise<Record<string, unknown[]>> {
  const routes = await pageRoutes(page);
  expect(routes.length).toBeGreaterThan(7);
  const found: Record<string, unknown[]> = {};
  for (const route of routes) {
    await showPage(page, route);
    for (const look of looks) {
      const faults = await look(page);
      if (faults.length > 0) found[route] = [...(found[route] ?? []), ...faults];
    }
  }
  return found;
}

const LARGE = { width: 1440, height: 900 };
const SMALL = { width: 1024, height: 700 };
const NARROW = { width: 320, height: 640 };

describe.each([
  ['empty', emptyService],
  ['full', fullService],
])('%s', (kind, start) => {
  let service: RunningService;
  /** One page for all sizes, the narrowest first. */
  let opened: OpenPage;
  const isReady = async ({ page }: OpenPage): Promise<void> => {
    if (kind === 'full')
      await page
        .getByRole('contentinfo')
        .getByText(/^Reading /)
        .waitFor();
  };
  beforeAll(async () => {
    service = await start();
    opened = await openPage(browser, service.url, { viewport: NARROW });
    await isReady(opened);
  });
  afterAll(async () => {
    await opened.close();
    await service.stop();
  });

  test.each([
    ['of 320 pixels: everything fits', NARROW, 'light', [misfits]],
    ['of 1024 x 700: axe finds nothing, everything fits', SMALL, 'light', [axeViolations, misfits]],
    ['of 1440 x 900: axe finds nothing, everything is reached by Tab', LARGE, 'light', [axeViolations, missteps]],
    ['in the dark theme: axe finds nothing', LARGE, 'dark', [colorViolations]],
  ] as const)('every page in a window %s', async (_name, viewport, colorScheme, looks) => {
    const { page } = opened;
    await page.setViewportSize(viewport);
    await wearTheme(page, colorScheme);
    expect(await onEveryPage(page, looks)).toEqual({});
  });

  test('with reduced motion, every change shows at once', async () => {
    const { page } = opened;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.getByRole('main').evaluate((main: { style: { visibility: string } }) => {
      main.style.visibility = 'hidden';
    });
    expect(await page.getByRole('main').count()).toBe(0);
    await page.reload();
    await isReady(opened);
  });

  test('every page fits at 200 % zoom, and is reachable by Tab', async () => {
    const options = { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 };
    const zoomed = await openPage(browser, service.url, options);
    await isReady(zoomed);
    const found = await onEveryPage(zoomed.page, [misfits, missteps]);
    await zoomed.close();
    expect(found).toEqual({});
  });
});
