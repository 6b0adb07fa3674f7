/** Pages in a browser, on a service that is played. */
import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { type OpenPage, type OpenPageOptions, openPage } from './browser.ts';
import { PlayedService } from './played-service.ts';

export interface PlayedRig {
  /** A new one for each test, already started. */
  readonly service: PlayedService;
  /** Opens a page of the service. @param route what follows `#`; empty for the address alone */
  open(route?: string, options?: OpenPageOptions): Promise<OpenPage>;
  /** Opens an empty page, to prepare it before it goes to the service. */
  openBlank(options?: OpenPageOptions): Promise<OpenPage>;
  /** The service goes, and another one comes in its place when the answer is called. */
  leave(): Promise<(prepare?: (service: PlayedService) => void) => Promise<void>>;
}

/**
 * A browser for the tests of a file, and a service for each of them. Each test ends with its pages closed and no fault
 * in any of them.
 */
export function playedRig(): PlayedRig {
  let browser: Browser;
  let service: PlayedService;
  const pages: OpenPage[] = [];
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    service = new PlayedService();
    await service.start();
  });
  afterEach(async () => {
    try {
      for (const page of pages.splice(0)) await page.close();
    } finally {
      await service.stop();
    }
  });
  const openUrl = async (url: string, options: OpenPageOptions): Promise<OpenPage> => {
    const opened = await openPage(browser, url, options);
    pages.push(opened);
    return opened;
  };
  return {
    get service() {
      return service;
    },
    open: (route = '', options = {}) => openUrl(route === '' ? service.url : `${service.url}/#${route}`, options),
    openBlank: (options = {}) => openUrl('about:blank', options),
    leave: async () => {
      const port = Number(new URL(service.url).port);
      await service.stop();
      return async (prepare) => {
        service = new PlayedService();
        prepare?.(service);
        await service.start(port);
      };
    },
  };
}
