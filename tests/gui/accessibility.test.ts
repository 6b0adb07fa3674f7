/** Every page of the real service, empty and full: by WCAG 2.2 AA, in both themes, in small windows, and by keyboard alone. */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import type { RunningService } from '../support/service.ts';
import { axeViolations } from './support/axe.ts';
import { type OpenPageOptions, openPage } from './support/browser.ts';
import { overflows } from './support/entry-page.ts';
import { emptyService, fullService, pageRoutes, showPage, sticksOut } from './support/every-page.ts';
import { walk } from './support/keyboard-walk.ts';

let browser: Browser;
const services: Partial<Record<'empty' | 'full', RunningService>> = {};

beforeAll(async () => {
  [browser, services.empty, services.full] = await Promise.all([launchBrowser(), emptyService(), fullService()]);
});
afterAll(async () => {
  await browser.close();
  await Promise.all(Object.values(services).map((service) => service.stop()));
});

/** What is found on each page, by its route: only where something is. */
type Found = Record<string, unknown>;

/** Opens every page, one after the other, and looks at each. */
async function onEveryPage(
  kind: 'empty' | 'full',
  options: OpenPageOptions,
  look: (page: Page, route: string) => Promise<unknown[]>,
): Promise<Found> {
  const { page, close } = await openPage(browser, services[kind]?.url ?? '', options);
  const routes = await pageRoutes(page);
  expect(routes.length).toBeGreaterThan(7);
  if (kind === 'full') await page.getByRole('contentinfo').getByText('Measuring').waitFor();
  const found: Found = {};
  for (const route of routes) {
    await showPage(page, route);
    const faults = await look(page, route);
    if (faults.length > 0) found[route] = faults;
  }
  await close();
  return found;
}

describe.each(['empty', 'full'] as const)('%s', (kind) => {
  test.each(['light', 'dark'] as const)('axe finds nothing on any page in the %s theme', async (colorScheme) => {
    expect(await onEveryPage(kind, { colorScheme }, (page) => axeViolations(page))).toEqual({});
  });

  test('axe finds nothing on any page of a small window', async () => {
    const viewport = { width: 1024, height: 700 };
    expect(await onEveryPage(kind, { viewport }, (page) => axeViolations(page))).toEqual({});
  });

  test.each([
    ['at 1024 x 700', { viewport: { width: 1024, height: 700 } }],
    ['at 200 % zoom', { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 }],
    ['at 320 pixels', { viewport: { width: 320, height: 640 } }],
  ])('%s nothing is cut off to the side, and nothing scrolls sideways', async (_name, options) => {
    const look = async (page: Page): Promise<unknown[]> => [
      ...((await overflows(page)) ? ['the page is wider than the window'] : []),
      ...(await sticksOut(page)),
    ];
    expect(await onEveryPage(kind, options, look)).toEqual({});
  });

  test.each([
    ['a large window', {}],
    ['at 200 % zoom', { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 }],
  ])('%s: everything is reached by Tab, shows that it has the focus, and lets it go again', async (_name, options) => {
    const look = async (page: Page): Promise<unknown[]> => {
      const { unseen, unreached, stops, hasCome } = await walk(page);
      expect(stops).toBeGreaterThan(8);
      return [...(hasCome ? [] : ['the focus is held']), ...unseen.map((html) => ({ unseen: html })), ...unreached];
    };
    expect(await onEveryPage(kind, options, look)).toEqual({});
  });
});
