/** The API page: endpoints of a real service, code samples and requests; some responses come from a played service. */
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppDevices } from '../../service/contract/index.ts';
import { type RunningService, startService } from '../support/service.ts';
import { appDevice } from '../support/views/devices.ts';
import { violationsInThemes } from './support/axe.ts';
import { clipboardText, type OpenPageOptions } from './support/browser.ts';
import { pagesOfFile } from './support/pages.ts';
import { PlayedService } from './support/played-service.ts';

let service: RunningService;
let fake: PlayedService;

beforeAll(async () => {
  fake = new PlayedService();
  [service] = await Promise.all([startService({ args: ['--simulate=2x1', '--simulate-seed', '7'] }), fake.start()]);
});
afterAll(async () => {
  await service.stop();
  await fake.stop();
});
const pages = pagesOfFile();

interface ApiPage {
  page: Page;
  main: Locator;
  list: Locator;
  /** The code sample. */
  lines: Locator;
}

async function open(route: string, options: OpenPageOptions = {}, url = service.url): Promise<ApiPage> {
  const { page } = await pages.open(`${url}/#/api${route}`, options);
  return {
    page,
    main: page.getByRole('main'),
    list: page.getByRole('listbox', { name: 'API endpoints' }),
    lines: page.getByRole('region', { name: 'Code sample' }).locator('pre'),
  };
}

async function serials(): Promise<string[]> {
  const answer = (await (await fetch(`${service.url}/app/v1/devices`)).json()) as AppDevices;
  return answer.devices.map(({ serial }) => serial);
}

describe('the list', () => {
  test('lists every endpoint of the OpenAPI document, the newest reads first', async () => {
    const { list } = await open('');
    await list.waitFor();
    const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as { paths: Record<string, object> };
    const count = Object.values(document.paths).reduce((sum, item) => sum + Object.keys(item).length, 0);
    expect(await list.getByRole('option').count()).toBe(count);
    expect(await list.getByRole('option').first().innerText()).toMatch(
      /GET\s+\/3\.7\.0\/devices\/usb\s+List all USB devices with details/,
    );
    expect(await list.getByRole('group').first().getAttribute('aria-label')).toBe('Version 3.7.0');
  });

  test('is searched and navigated by keyboard', async () => {
    const { page, list } = await open('');
    await list.waitFor();
    await page.getByRole('searchbox').fill('delete marker');
    await expect
      .poll(() => list.getByRole('option').allInnerTexts())
      .toEqual([expect.stringContaining('/app/v1/markers/{id}')]);
    await page.getByRole('searchbox').fill('markers');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.getByRole('heading', { level: 2, name: /markers/ }).waitFor();
    await page.keyboard.press('End');
    await page.waitForURL(/#\/api\/remove-marker$/);
    await expect.poll(() => page.evaluate('document.activeElement.dataset.entry')).toBe('remove-marker');
    await page.getByRole('searchbox').fill('no such thing');
    await page.getByText('No endpoints match “no such thing”.').waitFor();
    await page.getByRole('button', { name: 'Clear search' }).click();
    await page
      .getByRole('option', { name: /remove_mqtt_client/ })
      .first()
      .waitFor();
  });

  test('reports an unknown endpoint in the address', async () => {
    const { page } = await open('/none');
    await page.getByRole('heading', { name: 'Endpoint “none” not found' }).waitFor();
    await page.getByRole('link', { name: 'Show all endpoints' }).click();
    await page.getByRole('heading', { name: 'Local HTTP API' }).waitFor();
  });
});

describe('code samples', () => {
  test('use the serial number and channels of the selected device', async () => {
    const { page, lines } = await open('/history');
    const [first, second] = (await serials()).toSorted();
    await expect.poll(() => lines.innerText()).toContain(`channel=usb/${first}/`);
    const picker = page.getByRole('combobox', { name: 'Device' });
    const word = await picker.getByRole('option', { name: new RegExp(second ?? '-') }).innerText();
    await picker.selectOption(word);
    await expect.poll(() => lines.innerText()).toContain(`channel=usb/${second}/`);
    await page.getByRole('textbox', { name: /^points/ }).fill('12');
    await expect.poll(() => lines.innerText()).toContain('points=12');
    // Other endpoints use the selected device too.
    await page.getByRole('searchbox').fill('3.7.0 usb measurement serial');
    await page.getByRole('option').first().click();
    await expect.poll(() => lines.innerText()).toContain(`/3.7.0/devices/usb/${second}/measurement`);
  });

  test('use the selected language, which is remembered, and are copied verbatim', async () => {
    const { page, lines } = await open('/status');
    await lines.waitFor();
    expect(await lines.innerText()).toBe(`curl "${service.url}/app/v1/status"`);
    await page.getByRole('button', { name: 'Python', exact: true }).click();
    await expect.poll(() => lines.innerText()).toContain('import urllib.request');
    await page.getByRole('button', { name: 'Copy the Python code sample' }).click();
    await page.getByText('Copied the Python code sample').waitFor({ state: 'attached' });
    expect(await clipboardText(page)).toBe(await lines.innerText());
    await page.reload();
    await expect.poll(() => lines.innerText()).toContain('import urllib.request');
  });

  test('keep the user’s input when a device connects, and replace it when one is selected', async () => {
    const empty = new PlayedService();
    await empty.start();
    const { page, lines } = await open('/measurement-usb-3.7.0', {}, empty.url);
    const serial = page.getByRole('textbox', { name: 'serial' });
    await serial.fill('mine');
    empty.put(appDevice({ serial: 'E1' }));
    empty.put(appDevice({ serial: 'E2', alias: 'Second' }));
    const picker = page.getByRole('combobox', { name: 'Device' });
    await picker.waitFor();
    expect(await serial.inputValue()).toBe('mine');
    await picker.selectOption('Second (E2)');
    await expect.poll(() => lines.innerText()).toContain('/usb/E2/');
    await page.goto('about:blank');
    await empty.stop();
  });

  test('invalid input is reported at its field', async () => {
    const { page, main, lines } = await open('/create-marker');
    await page.getByRole('textbox', { name: 'Body (JSON)' }).fill('{"at": }');
    await main.getByText('Invalid JSON').waitFor();
    expect(await lines.count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Send request…' }).isDisabled()).toBe(true);
  });

  test('contain no secrets from the body', async () => {
    const { page, lines } = await open('/create-mqtt-client');
    await page.getByRole('textbox', { name: 'Body (JSON)' }).fill('{"identifier": "x", "password": "hunter2"}');
    await expect.poll(() => lines.innerText()).toContain('YOUR_PASSWORD');
    await page.getByRole('button', { name: 'Send request…' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText('YOUR_PASSWORD').waitFor();
    expect(await page.locator('body').innerText()).not.toContain('hunter2');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
  });
});

describe('a request', () => {
  test('that only reads is sent at once, and shows status, time, headers and JSON', async () => {
    const { page, main } = await open('/device-service-info');
    await page.getByRole('button', { name: 'Send request' }).click();
    await main.getByText('200 OK').waitFor();
    await main.getByText(/^in [\d.]+ m?s$/).waitFor();
    await main.getByText('application/json; charset=utf-8').waitFor();
    await main.locator('.api-answer pre').getByText('"service_name": "mensura-device-service"').waitFor();
  });

  test('that can change data is sent after a confirmation', async () => {
    const { page, main } = await open('/patch-settings');
    await page.getByRole('textbox', { name: 'Body (JSON)' }).fill('{"history_raw_days": 77}');
    const days = async (): Promise<unknown> =>
      ((await (await fetch(`${service.url}/app/v1/settings`)).json()) as { history_raw_days: number }).history_raw_days;
    await page.getByRole('button', { name: 'Send request…' }).click();
    const question = page.getByRole('alertdialog', { name: 'Send this request?' });
    await question.getByText('Change settings.').waitFor();
    await question.getByText('PATCH /app/v1/settings').waitFor();
    await question.getByText('"history_raw_days": 77').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await days()).toBe(90);
    await page.getByRole('button', { name: 'Send request…' }).click();
    await question.getByRole('button', { name: 'Send request' }).click();
    await main.getByText('200 OK').waitFor();
    expect(await days()).toBe(77);
  });

  test('shows the message of an error response', async () => {
    const { page, main } = await open('/measurement-usb-3.7.0', { expected: /status of 404/ });
    await page.getByRole('textbox', { name: 'serial' }).fill('no "such" device');
    await page.getByRole('button', { name: 'Send request' }).click();
    await main.getByText('404 Not Found').waitFor();
    await main.getByText('Request rejected').waitFor();
    expect(await main.locator('.notice').innerText()).toContain('no "such" device');
  });

  test('shows the first lines of a stream, until it is stopped', async () => {
    const { page, main } = await open('/events');
    await page.getByRole('button', { name: 'Send request' }).click();
    await main.locator('.api-answer pre').getByText('event: readings').first().waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await main.getByText('Stopped.').waitFor();
    const stopped = await main.locator('.api-answer pre').innerText();
    expect(stopped.split('\n').length).toBeLessThanOrEqual(200);
    await expect
      .poll(async () => ((await (await fetch(`${service.url}/app/v1/status`)).json()) as { streams: number }).streams)
      .toBe(1);
  });

  test('describes a file, and saves it', async () => {
    const { page, main } = await open('/backup');
    await page.getByRole('button', { name: 'Send request' }).click();
    await main
      .getByText(/File mensura-backup-[\d-]+\.json \(application\/json\), .* (?:Ki)?B\. No preview\./)
      .waitFor();
    const saving = page.waitForEvent('download');
    await main.getByRole('link', { name: 'Save file' }).click();
    expect((await saving).suggestedFilename()).toMatch(/^mensura-backup-/);
  });

  test('shows the beginning of a response that is too long', async () => {
    fake.settings.onAsked = () => ({
      status: 200,
      body: Array.from({ length: 30_000 }, (_, index) => `Number ${index}`),
    });
    const { page, main } = await open('/settings', {}, fake.url);
    await page.getByRole('button', { name: 'Send request' }).click();
    await main.getByText(/KiB received\. The first 256 KiB are shown\./).waitFor();
    const text = (await main.locator('.api-answer pre').textContent()) ?? '';
    expect(text.length).toBe(256 * 1024);
    expect(text.startsWith('[\n  "Number 0",')).toBe(true);
    fake.settings.onAsked = undefined;
  });

  test('is cancelled, and reports an interrupted response', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    fake.settings.onAsked = () => promise;
    const { page, main } = await open('/settings', { expected: /ERR_|Failed to load/ }, fake.url);
    await page.getByRole('button', { name: 'Send request' }).click();
    await main.getByText('Waiting for response…').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await main.getByText('Stopped.').waitFor();
    resolve(undefined);
    fake.settings.onAsked = undefined;
    await page.route('**/app/v1/settings', (route) => route.abort());
    await page.getByRole('button', { name: 'Send request' }).click();
    await main.getByRole('alert').getByText('Cannot reach the service. It may have stopped. Try again.').waitFor();
  });
});

describe('axe finds nothing in either theme', () => {
  test.each(['', '/export', '/patch-device'])('%s', async (route) => {
    fake.put(appDevice({ serial: 'E1' }));
    fake.put(appDevice({ serial: 'E2' }));
    const { page, main } = await open(route, {}, fake.url);
    await main.getByRole('heading', { level: 2 }).waitFor();
    await main.getByRole('heading', { name: /Code sample|Quick start/ }).waitFor();
    await main.getByRole('combobox', { name: 'Device' }).waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
    if (route !== '/patch-device') return;
    await page.getByRole('button', { name: 'Send request…' }).click();
    await page.getByRole('alertdialog').waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
  });

  test('a response', async () => {
    const { page, main } = await open('/status', {}, fake.url);
    await page.getByRole('button', { name: 'Send request' }).click();
    await main.getByText('200 OK').waitFor();
    await main.locator('.api-answer pre').waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
  });
});

test('a narrow window shows the list on a page of its own', async () => {
  const { page, main, list } = await open('', { viewport: { width: 400, height: 780 } });
  const overflows = (): Promise<boolean> => page.evaluate('document.documentElement.scrollWidth > innerWidth');
  await list.getByRole('option').first().press('Enter');
  await main.getByRole('heading', { name: 'Code sample' }).waitFor();
  expect(await overflows()).toBe(false);
  await main.getByRole('link', { name: 'All endpoints' }).click();
  await page.getByRole('link', { name: 'Address and documentation' }).click();
  await main.getByRole('heading', { name: 'Address', exact: true }).waitFor();
  expect(await overflows()).toBe(false);
});
