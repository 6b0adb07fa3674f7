/** Pages in a browser, on a service that is played. */
import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { launchEngine } from '../../support/browser.ts';
import { keepFailed } from './artifacts.ts';
import { newPage, type OpenPage, type OpenPageOptions, type ReusablePage } from './browser.ts';
import { Front } from './front.ts';
import { PlayedService } from './played-service.ts';

export interface PlayedRig {
  /** A new one for each test, already started. */
  readonly service: PlayedService;
  /** Opens a page of the service. @param route what follows `#`; empty for the address alone */
  open(route?: string, options?: OpenPageOptions): Promise<OpenPage>;
  /** Opens an empty page of a profile of its own, to prepare it before it goes to the service. */
  openBlank(options?: OpenPageOptions): Promise<OpenPage>;
  /** The service goes, and another one comes in its place when the answer is called. */
  leave(): Promise<(prepare?: (service: PlayedService) => void) => Promise<void>>;
}

/**
 * A browser and an address for the tests of a file, and a service for each of them. Each test ends with no fault in any
 * of its pages. A page serves the next test that opens one alike: a new one costs three times as much.
 */
export function playedRig(): PlayedRig {
  let browser: Browser;
  let service: PlayedService;
  const front = new Front();
  /** Cleared ones, by what they were opened with. */
  const spare = new Map<string, ReusablePage>();
  const pages: { opened: ReusablePage; kind: string | undefined }[] = [];
  beforeAll(async () => {
    browser = await launchEngine();
    await front.start();
  });
  afterAll(async () => {
    await browser.close();
    await front.stop();
  });
  beforeEach(async () => {
    service = new PlayedService(front);
    await service.start();
  });
  afterEach(async (context) => {
    const { task } = context;
    try {
      await keepFailed(context);
      for (const { opened, kind } of pages.splice(0)) {
        const isKept = kind !== undefined && !opened.isSpoilt && !spare.has(kind) && task.result?.state !== 'fail';
        if (!isKept) await opened.close();
        else {
          await opened.clear(`${service.url}/favicon.svg`);
          spare.set(kind, opened);
        }
      }
    } finally {
      await service.stop();
    }
  });
  const take = async (kind: string | undefined, options: OpenPageOptions): Promise<OpenPage> => {
    const known = kind === undefined ? undefined : spare.get(kind);
    if (known && kind !== undefined) spare.delete(kind);
    const opened = known ?? (await newPage(browser, options));
    opened.expected = options.expected;
    pages.push({ opened, kind });
    return opened;
  };
  return {
    get service() {
      return service;
    },
    open: async (route = '', options = {}) => {
      const { expected: _expected, ...others } = options;
      const opened = await take(JSON.stringify(others), options);
      await opened.page.goto(route === '' ? service.url : `${service.url}/#${route}`);
      return opened;
    },
    openBlank: (options = {}) => take(undefined, options),
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
