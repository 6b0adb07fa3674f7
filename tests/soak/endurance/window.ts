/** The window in a real browser, which moves from page to page. */
import type { Browser, CDPSession, Page } from 'playwright';
import { launchBrowser } from '../../support/browser.ts';
import type { AtEnd } from '../../support/ends.ts';
import type { Random } from '../../support/random.ts';

/** Hash routes of the pages. The first has the live charts of a device. */
const PAGES = ['/devices', '/compare', '/history', '/mqtt', '/gateways', '/alarms', '/log', '/settings'] as const;

/** Memory, nodes and listeners of the page after a garbage collection. */
export interface Held {
  heapMiB: number;
  nodes: number;
  listeners: number;
}

export class Window {
  /** Console errors and uncaught exceptions. */
  readonly faults: string[] = [];
  visits = 0;
  readonly #url: string;
  readonly #page: Page;
  readonly #session: CDPSession;

  private constructor(url: string, page: Page, session: CDPSession) {
    this.#url = url;
    this.#page = page;
    this.#session = session;
    page.on('pageerror', (error) => this.faults.push(error.stack ?? error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') this.faults.push(message.text());
    });
  }

  /** @throws Error if no browser is installed */
  static async open(atEnd: AtEnd, url: string): Promise<Window> {
    const browser: Browser = await launchBrowser();
    atEnd(() => browser.close());
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const window = new Window(url, page, await page.context().newCDPSession(page));
    await page.goto(url);
    await window.#seeCharts();
    return window;
  }

  /** Opens a random page. */
  async wander(random: Random): Promise<void> {
    this.visits += 1;
    const path = random.pick(PAGES);
    await this.#goTo(path);
  }

  /**
   * Returns to the live charts by way of the log: a page holds some 500 nodes of the previous one, but none of the log.
   */
  async rest(): Promise<void> {
    await this.#goTo('/log');
    await this.#page.locator('.log-row').first().waitFor({ timeout: 60_000 });
    await this.#goTo(PAGES[0]);
    await this.#seeCharts();
  }

  async held(): Promise<Held> {
    await this.#session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await this.#session.send('Runtime.getHeapUsage');
    const { nodes, jsEventListeners: listeners } = await this.#session.send('Memory.getDOMCounters');
    return { heapMiB: usedSize / 2 ** 20, nodes, listeners };
  }

  async #goTo(path: string): Promise<void> {
    await this.#page.goto(`${this.#url}/#${path}`);
  }

  async #seeCharts(): Promise<void> {
    await this.#page.locator('.device-view canvas').first().waitFor({ timeout: 60_000 });
  }
}
