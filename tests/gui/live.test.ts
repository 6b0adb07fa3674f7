/** The window with the real service and simulated devices. */
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppDevices, AppStatus, DeviceCollection } from '../../service/contract/index.ts';
import { launchBrowser } from '../support/browser.ts';
import { type RunningService, startService } from '../support/service.ts';
import { clipboardText, type OpenPage, openPage, PATIENCE_MS } from './support/browser.ts';

const SIMULATED = ['--simulate=4x2', '--simulate-seed', '7'];

let browser: Browser;
let service: RunningService;
let opened: OpenPage;
let page: Page;

async function read<T>(path: string): Promise<T> {
  const response = await fetch(service.url + path);
  expect(response.status, path).toBe(200);
  return (await response.json()) as T;
}

/** The serial numbers of a family, in the order of the list. */
async function serials(family: 'usb' | 'gateway'): Promise<string[]> {
  return Object.keys((await read<DeviceCollection>(`/3.7.0/devices/${family}`)).devices);
}

const row = (serial: string): Locator => page.getByRole('option', { name: new RegExp(serial) });

/** Waits until a text changes. */
async function changes(text: () => Promise<string | null>): Promise<void> {
  const before = await text();
  await expect.poll(text, { timeout: PATIENCE_MS }).not.toBe(before);
}

beforeAll(async () => {
  [browser, service] = await Promise.all([launchBrowser(), startService({ args: SIMULATED })]);
  opened = await openPage(browser, service.url);
  page = opened.page;
  await page.locator('.device-view canvas').first().waitFor();
});

afterAll(async () => {
  await opened.close();
  await browser.close();
  await service.stop();
});

test('the list groups devices by connection, marks simulated ones, and shows live readings', async () => {
  const [usb, gateway] = await Promise.all([serials('usb'), serials('gateway')]);
  expect(usb.length + gateway.length).toBeGreaterThan(0);
  await expect.poll(() => page.getByRole('option').count()).toBe(usb.length + gateway.length);
  const groups = await page.getByRole('listbox').getByRole('group').all();
  expect(await groups[0]?.getAttribute('aria-label')).toBe('This computer');
  expect(await groups[1]?.getAttribute('aria-label')).toMatch(/^Gateway /);
  for (const serial of [...usb, ...gateway]) await row(serial).getByText('Simulated').waitFor();
  await changes(() =>
    row(usb[0] ?? '')
      .locator('.device-row-values')
      .innerText(),
  );
});

test('the readings shown are those of the API, with units', async () => {
  const [serial = ''] = await serials('usb');
  const shown = async (): Promise<boolean> => {
    const device = (await read<DeviceCollection>('/3.7.0/devices/usb')).devices[serial];
    const text = (await row(serial).locator('.device-row-values').innerText()).replaceAll('\n', ' ');
    // Any of them: simulated sensors fail sometimes.
    return Object.values(device?.channels ?? {}).some(
      ({ value }) => value && text.includes(`${value.magnitude.toFixed(2)} ${value.unit}`),
    );
  };
  await expect.poll(shown, { timeout: PATIENCE_MS }).toBe(true);
});

test('the status line shows the state and the counts', async () => {
  const line = page.getByRole('contentinfo');
  await line.getByText('Reading 6 devices', { exact: true }).waitFor();
  await line.getByText('All simulated', { exact: true }).waitFor();
  await expect.poll(() => line.innerText(), { timeout: PATIENCE_MS }).toMatch(/[1-9][\d.]* readings\/s/);
  await line.getByRole('button', { name: 'Copy the address' }).click();
  await expect.poll(() => clipboardText(page)).toBe(service.url);
});

test('the search finds by serial number and by channel, and can be cleared', async () => {
  const [, second = ''] = await serials('usb');
  const search = page.getByRole('searchbox');
  await search.fill(second);
  await expect.poll(() => page.getByRole('option').count()).toBe(1);
  await search.fill('no such thing');
  await page.getByText('No devices match “no such thing”').waitFor();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect.poll(() => page.getByRole('option').count()).toBe(6);
  await search.fill('temperature');
  await expect.poll(() => page.getByRole('option').count()).toBeGreaterThan(0);
  await search.press('Escape');
  await expect.poll(() => search.inputValue()).toBe('');
});

test('the list is one Tab stop, and arrow keys move through it', async () => {
  await page.getByRole('searchbox').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Home');
  const first = page.url();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => page.url()).not.toBe(first);
  await expect
    .poll(() => page.evaluate("document.activeElement?.getAttribute('aria-selected')"), { timeout: PATIENCE_MS })
    .toBe('true');
  await expect.poll(() => page.locator('[role="option"][tabindex="0"]').count()).toBe(1);
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => page.url()).toBe(first);
});

describe('the charts', () => {
  test('show the selected time window, and remember it', async () => {
    const minute = page.getByRole('button', { name: '1 min', exact: true });
    const chosen = page.getByRole('button', { name: '1 min', exact: true, pressed: true });
    await minute.click();
    // The button shows the charts' time window: they redraw first.
    await chosen.waitFor();
    await page.reload();
    await page.locator('.device-view canvas').first().waitFor();
    await chosen.waitFor();
  });

  test('stand still while paused, while the list continues', async () => {
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Return to live' }).waitFor();
    const selected = page.getByRole('option', { selected: true }).locator('.device-row-values');
    await changes(() => selected.innerText());
    await page.getByRole('button', { name: 'Return to live' }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
  });
});

test('a device can be renamed, on all pages and permanently', async () => {
  const [serial = ''] = await serials('usb');
  await row(serial).click();
  await page.getByRole('button', { name: /^Rename / }).click();
  await page.getByRole('textbox', { name: 'Device name' }).fill('Climate chamber 2');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Climate chamber 2' }).waitFor();
  await row(serial).getByText('Climate chamber 2').waitFor();
  const { devices } = await read<AppDevices>('/app/v1/devices');
  expect(devices.find((device) => device.serial === serial)?.alias).toBe('Climate chamber 2');
});

test('the sampling period can be changed, and the API has the same', async () => {
  const [serial = ''] = await serials('usb');
  await row(serial).click();
  await page.getByRole('button', { name: /change sampling period/ }).click();
  const form = page.getByRole('dialog', { name: 'Sampling period' });
  await form.getByRole('textbox').fill('250');
  // By keyboard: the mouse could miss an element that moves.
  await form.getByRole('button', { name: 'Apply' }).press('Enter');
  await page.getByRole('button', { name: 'Every 250 ms: change sampling period' }).waitFor();
  const { devices } = await read<DeviceCollection>('/3.7.0/devices/usb');
  const periods = Object.values(devices[serial]?.channels ?? {}).map(({ period_ms }) => period_ms);
  expect(new Set(periods)).toEqual(new Set([250]));
});

test('the details agree with the API, and copy a request for the readings', async () => {
  const [serial = ''] = await serials('usb');
  await row(serial).click();
  const details = page.getByRole('region', { name: 'Device details' });
  const { devices, products } = await read<DeviceCollection>('/3.7.0/devices/usb');
  const device = devices[serial];
  const product = products[device?.model ?? ''];
  // The details still show the previous device at first.
  const channels = Object.values(product?.channels ?? {});
  for (const fact of [serial, device?.model, device?.info.vendor, ...channels.map(({ description }) => description)]) {
    await expect.poll(() => details.innerText()).toContain(fact);
  }
  await details.getByRole('tab', { name: 'Product' }).click();
  for (const { description, unit, type } of channels) {
    for (const fact of [description, unit, type]) await expect.poll(() => details.innerText()).toContain(fact);
  }
  await details.getByRole('button', { name: /^Copy as curl/ }).click();
  await details.getByText('Copied', { exact: true }).waitFor();
  expect(await clipboardText(page)).toBe(`curl "${service.url}/3.7.0/devices/usb/${serial}/measurement?pretty=true"`);
});

test('every code sample of the API page runs unchanged', async () => {
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'API' }).click();
  await page.getByRole('heading', { name: 'Quick start' }).waitFor();
  const examples = page.locator('.api-examples pre');
  await expect.poll(() => examples.count()).toBe(4);
  for (const line of await examples.allInnerTexts()) {
    const url = /^curl (?:-N )?"(.+)"$/.exec(line)?.[1] ?? '';
    const stop = new AbortController();
    const response = await fetch(url, { signal: stop.signal });
    expect(response.status, line).toBe(200);
    stop.abort();
  }
  for (const path of ['/docs', '/openapi.json']) {
    expect((await fetch(service.url + path)).status, path).toBe(200);
    expect(await page.getByRole('link', { name: path }).getAttribute('href')).toBe(path);
  }
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Devices' }).click();
});

test('two tabs share one event stream, and the second has all data at once', async () => {
  const second = await page.context().newPage();
  await second.goto(service.url);
  await expect.poll(() => second.getByRole('option').count(), { timeout: PATIENCE_MS }).toBe(6);
  await changes(() => second.locator('.device-row-values').first().innerText());
  // The stream of the page before a reload ends when the service notices.
  await expect.poll(async () => (await read<AppStatus>('/app/v1/status')).streams).toBe(1);
  await second.close();
  await changes(() => page.locator('.device-row-values').first().innerText());
});

test('a restarted service is reconnected automatically, and continues to measure', async () => {
  const { port } = service;
  const away = await openPage(browser, service.url, { expected: /net::ERR|Failed to load resource/ });
  await away.page.locator('.device-view canvas').first().waitFor();
  await opened.close();
  await service.stop();
  await away.page.getByText(/^No response from the service since/).waitFor();
  service = await startService({ args: [...SIMULATED, '--port', String(port)] });
  expect(service.port).toBe(port);
  await away.page.getByText(/^No response from the service/).waitFor({ state: 'detached' });
  await away.page.getByRole('contentinfo').getByText('Reading 6 devices', { exact: true }).waitFor();
  await changes(() => away.page.locator('.device-row-values').first().innerText());
  expect(await away.page.getByText(/^Disconnected since/).count()).toBe(0);
  await away.close();
});
