/** A page of entries in a browser, on a service that is played. */
import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import type { OpenPageOptions } from './browser.ts';
import { type EntryPage, openEntries } from './entry-page.ts';
import { FakeService } from './fake-service.ts';

export interface EntryRig {
  /** A new one for each test. */
  readonly service: FakeService;
  /** Opens the page, once in each test. @param route below the page's own */
  open(route: string, options?: OpenPageOptions): Promise<EntryPage>;
  /** The service goes, and another one comes in its place when the answer is called. */
  leave(): Promise<(prepare: (service: FakeService) => void) => Promise<void>>;
}

/**
 * A browser for the tests of a file, and a service for each of them. Each test ends with no fault in its page.
 * @param page its route: `/gateways`
 * @param detailsName what the part beside the form is called
 */
export function entryRig(page: string, detailsName: string): EntryRig {
  let browser: Browser;
  let service: FakeService;
  let opened: EntryPage;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    service = new FakeService();
    await service.start();
  });
  afterEach(async () => {
    await opened.close();
    await service.stop();
  });
  return {
    get service() {
      return service;
    },
    open: async (route, options = {}) => {
      opened = await openEntries(browser, `${service.url}/#${page}${route}`, detailsName, options);
      return opened;
    },
    leave: async () => {
      const port = Number(new URL(service.url).port);
      await service.stop();
      return async (prepare) => {
        service = new FakeService();
        prepare(service);
        await service.start(port);
      };
    },
  };
}
