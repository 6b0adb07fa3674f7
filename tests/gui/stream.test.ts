/** How the page gets at the event stream where things are not as usual. */
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { type OpenPage, openPage, PATIENCE_MS } from './support/browser.ts';
import { stretches } from './support/chart.ts';
import { appDevice, readings } from './support/devices.ts';
import { FakeService } from './support/fake-service.ts';

let browser: Browser;
let service: FakeService;
let opened: OpenPage;

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

const rowValues = (page: Page): Promise<string> => page.locator('.device-row-values').first().innerText();

describe.each([
  ['knows no shared workers', 'delete window.SharedWorker;'],
  [
    'does not let them start',
    `window.SharedWorker = class extends EventTarget {
      port = new MessageChannel().port1;
      constructor() {
        super();
        queueMicrotask(() => this.dispatchEvent(new Event('error')));
      }
    };`,
  ],
])('a browser that %s', (_, script) => {
  async function open(): Promise<Page> {
    opened = await openPage(browser, 'about:blank', { expected: /net::ERR|Failed to load resource/ });
    await opened.page.addInitScript(script);
    await opened.page.goto(service.url);
    return opened.page;
  }

  test('gets the stream in the page itself, and finds a service that was away', async () => {
    const device = appDevice({ serial: 'E1', alias: 'Oven' });
    service.put(device);
    const page = await open();
    await page.getByRole('option', { name: /Oven/ }).waitFor();
    expect(service.streams).toBe(1);
    service.send('readings', readings(device, { temperature: 12.34 }));
    await expect.poll(() => rowValues(page), { timeout: PATIENCE_MS }).toContain('12.34');
    const port = Number(new URL(service.url).port);
    await service.stop();
    await page.getByText(/^The service has not answered since/).waitFor();
    service = new FakeService();
    service.put(device);
    await service.start(port);
    await page.getByText(/^The service has not answered since/).waitFor({ state: 'detached' });
    service.send('readings', readings(device, { temperature: 43.21 }));
    await expect.poll(() => rowValues(page), { timeout: PATIENCE_MS }).toContain('43.21');
  });

  test('ends its stream with the page', async () => {
    const page = await open();
    await expect.poll(() => service.streams, { timeout: PATIENCE_MS }).toBe(1);
    await page.goto('about:blank');
    await expect.poll(() => service.streams, { timeout: PATIENCE_MS }).toBe(0);
  });
});

describe.each([
  ['an hour ahead', 3_600_000],
  ['an hour behind', -3_600_000],
])('a service whose clock is %s', (_, offset) => {
  test('has its own ages, and its readings at the right edge', async () => {
    const device = appDevice({
      serial: 'E1',
      at: Date.now() + offset,
      channels: { temperature: { unit: '°C', description: 'Temperature', value: 20 } },
    });
    service.put(device);
    opened = await openPage(browser, service.url);
    const { page } = opened;
    await page.locator('.device-view canvas').first().waitFor();
    await page.getByRole('button', { name: '1 min', exact: true }).click();
    const sending = setInterval(
      () => service.send('readings', readings(device, { temperature: 20 }, Date.now() + offset)),
      500,
    );
    try {
      const age = page.locator('.device-row-age');
      await expect.poll(() => age.innerText(), { timeout: PATIENCE_MS }).toMatch(/^\d\.\d s$/);
      const newest = async (): Promise<number> => (await stretches(page, 0, 1)).at(-1)?.to ?? 0;
      await expect.poll(newest, { timeout: PATIENCE_MS }).toBeGreaterThan(0.95);
    } finally {
      clearInterval(sending);
    }
  });
});
