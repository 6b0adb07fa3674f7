/** Themes, sizes and accessibility of the window. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appDevice } from '../support/views/devices.ts';
import { violationsInThemes } from './support/axe.ts';
import { pagesOfFile } from './support/pages.ts';
import { PlayedService } from './support/played-service.ts';

let service: PlayedService;
let empty: PlayedService;

beforeAll(async () => {
  service = new PlayedService();
  service.put(appDevice({ serial: 'E1', alias: 'A name so long that no list on any screen has room for all of it' }));
  service.put(appDevice({ serial: 'E2', state: 'silent', at: Date.now() - 14_000 }));
  service.put(appDevice({ serial: 'SIM1', node: 3, simulated: true }));
  service.problems = [
    {
      code: 'port-busy',
      subject: '/dev/ttyACM9',
      text: 'The port is held.',
      remedy: 'Close it.',
      since: '2026-11-20T14:45:12.318Z',
    },
  ];
  empty = new PlayedService();
  await Promise.all([service.start(), empty.start()]);
});

afterAll(async () => {
  await Promise.all([service.stop(), empty.stop()]);
});

const pages = pagesOfFile();

/** Whether the page is wider than the window. */
function overflows(page: Page): Promise<boolean> {
  return page.evaluate('Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) > innerWidth');
}

describe('axe finds nothing in either theme', () => {
  test('on the Devices page, its forms and its drawer', async () => {
    const { page } = await pages.open(service.url, {
      viewport: { width: 1100, height: 800 },
    });
    await page.locator('.device-view canvas').first().waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Details' }).click();
    await page.getByRole('dialog').getByRole('tab', { name: 'Product' }).click();
    expect(await violationsInThemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close details' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /change sampling period/ }).click();
    await page.getByRole('textbox', { name: /Sampling period/ }).fill('1');
    await page.keyboard.press('Enter');
    await page.getByText(/^Enter a sampling period from/).waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
  });

  test('in a wide window, with a device that sends no data', async () => {
    const { page } = await pages.open(`${service.url}/#/devices/usb/E2`);
    await page.getByText(/^No data for /).waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
  });

  test('on the API page and without a device', async () => {
    const { page } = await pages.open(`${empty.url}/#/api`);
    await page.getByRole('heading', { name: 'Quick start' }).waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Devices' }).click();
    await page.getByRole('heading', { name: 'No devices connected' }).waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
  });
});

test('the theme follows the system until the user selects one, which is remembered', async () => {
  const { page } = await pages.open(service.url, { colorScheme: 'dark' });
  const showsBackground = async (colour: string): Promise<void> => {
    await expect.poll(() => page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(colour);
  };
  await showsBackground('rgb(14, 17, 22)');
  await page.emulateMedia({ colorScheme: 'light' });
  await showsBackground('rgb(245, 246, 248)');
  const button = page.getByRole('button', { name: 'Theme' });
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  const closed = await button.boundingBox();
  await button.click();
  await page.getByRole('menu').waitFor();
  await expect.poll(() => button.boundingBox()).toEqual(closed);
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await showsBackground('rgb(14, 17, 22)');
  await page.reload();
  await showsBackground('rgb(14, 17, 22)');
});

test('at 1024 × 700 everything is reachable, and the details are a drawer', async () => {
  const viewport = { width: 1024, height: 700 };
  const { page } = await pages.open(`${service.url}/#/devices/usb/E2`, { viewport });
  await page.locator('.device-view canvas').first().waitFor();
  expect(await overflows(page)).toBe(false);
  for (const name of ['1 min', '1 h', 'Pause', 'Details']) {
    const box = await page.getByRole('button', { name, exact: true }).boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 1024 && box.y >= 0 && box.y + box.height <= 700, name).toBe(true);
  }
  // Name and controls share a line, to leave the height to the charts.
  const [name, pause] = await Promise.all([
    page.locator('.device-name').boundingBox(),
    page.getByRole('button', { name: 'Pause' }).boundingBox(),
  ]);
  expect(pause?.y).toBeLessThan((name?.y ?? 0) + (name?.height ?? 0));
  await page.getByRole('button', { name: 'Details' }).click();
  const drawer = page.getByRole('dialog', { name: 'Device details' });
  await drawer.getByText('Serial number').waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
});

test('the page bar fits into the smallest window of the desktop app', async () => {
  const { page } = await pages.open(service.url, { viewport: { width: 800, height: 573 } });
  const bar = page.getByRole('navigation', { name: 'Pages' });
  await bar.waitFor();
  const room = await bar.evaluate((element) => [
    element.scrollHeight - element.clientHeight,
    ...[...element.querySelectorAll('.rail-item > span')].map((label) => label.scrollWidth - element.clientWidth),
  ]);
  expect(Math.max(...room)).toBeLessThanOrEqual(0);
});

test('a narrow window shows either the list or the device', async () => {
  const { page } = await pages.open(service.url, { viewport: { width: 420, height: 700 } });
  await page.getByRole('option', { name: /E2/ }).click();
  await page.getByRole('link', { name: 'All devices' }).waitFor();
  expect(await page.getByRole('listbox').count()).toBe(0);
  expect(await overflows(page)).toBe(false);
  await page.getByRole('link', { name: 'All devices' }).click();
  await page.getByRole('listbox').waitFor();
  expect(await overflows(page)).toBe(false);
});

test('panes can be resized by keyboard, and remember their size', async () => {
  const { page } = await pages.open(service.url);
  const list = page.getByRole('region', { name: 'Devices' });
  const width = async (): Promise<number> => Math.round((await list.boundingBox())?.width ?? 0);
  await page.locator('.device-view canvas').first().waitFor();
  const before = await width();
  await page.getByRole('separator', { name: 'List width' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(width).toBeGreaterThan(before);
  const after = await width();
  await page.reload();
  await page.locator('.device-view canvas').first().waitFor();
  await expect.poll(async () => Math.abs((await width()) - after)).toBeLessThanOrEqual(1);
});

test('an error while rendering shows a message and a reload button', async () => {
  const { page } = await pages.open(service.url, { expected: /./ });
  await page.locator('.device-view canvas').first().waitFor();
  // A device without a product breaks the contract and cannot be rendered.
  const value = { ...appDevice({ serial: 'E1' }), product: null } as never;
  service.send('entity', { kind: 'device', key: 'usb/E1', value });
  await page.getByRole('heading', { name: 'Cannot show this page' }).waitFor();
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.locator('.device-view canvas').first().waitFor();
});

test('the status line shows the size of the history, and why it is paused', async () => {
  service.status = { history_bytes: 1.25 * 1024 ** 3 };
  const { page } = await pages.open(service.url);
  const item = page.getByRole('contentinfo').getByRole('link', { name: /^History/ });
  await expect.poll(() => item.textContent()).toBe('History: 1.3 GiB');
  service.status = { history: 'waiting', history_bytes: 1.25 * 1024 ** 3, history_dropped: 1200 };
  await expect
    .poll(() => item.textContent(), { timeout: 20_000 })
    .toBe('History: waiting for disk, 1,200 readings discarded');
  service.status = { history: 'off' };
  await expect.poll(() => item.textContent(), { timeout: 20_000 }).toBe('History: off');
  await item.click();
  await page.waitForURL(/#\/history$/);
  service.status = {};
});
