/** Pages in a browser, on a service that is played. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { OpenPage, OpenPageOptions } from './browser.ts';
import { Front } from './front.ts';
import { pagesOfFile } from './pages.ts';
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

/** A browser and an address for the tests of a file, and a service for each of them. */
export function playedRig(): PlayedRig {
  let service: PlayedService;
  const front = new Front();
  beforeAll(() => front.start());
  afterAll(() => front.stop());
  beforeEach(async ({ onTestFinished }) => {
    // After the pages are cleared, and also where one of them had faults.
    onTestFinished(() => service.stop());
    service = new PlayedService(front);
    await service.start();
  });
  const pages = pagesOfFile();
  return {
    get service() {
      return service;
    },
    open: (route = '', options = {}) => pages.open(route === '' ? service.url : `${service.url}/#${route}`, options),
    openBlank: pages.blank,
    leave: async () => {
      await front.stop();
      await service.stop();
      return async (prepare) => {
        service = new PlayedService(front);
        prepare?.(service);
        await service.start();
        await front.start();
      };
    },
  };
}
