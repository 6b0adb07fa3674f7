/** Settings and actions that the command palette finds by their usual words. */
import type { Page } from 'playwright';
import { beforeEach, describe, expect, test } from 'vitest';
import { appDevice } from '../support/views/devices.ts';
import { playedRig } from './support/played-rig.ts';

const rig = playedRig();

beforeEach(() => {
  rig.service.put(appDevice({ serial: 'E1', alias: 'Cold room' }));
});

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' });

async function search(page: Page, text: string, first: RegExp): Promise<void> {
  await page.keyboard.press('Control+k');
  await palette(page).getByRole('combobox').fill(text);
  await palette(page).getByRole('option').first().filter({ hasText: first }).waitFor();
}

async function run(page: Page, text: string, first: RegExp): Promise<void> {
  await search(page, text, first);
  await page.keyboard.press('Enter');
  await palette(page).waitFor({ state: 'detached' });
}

async function open(route = '/devices'): Promise<Page> {
  const { page } = await rig.open(route);
  await page
    .getByRole('contentinfo')
    .getByText(/^Reading /)
    .waitFor();
  return page;
}

const focusedField = (page: Page): Promise<unknown> =>
  page.evaluate("document.activeElement?.getAttribute('data-field')");

describe('settings', () => {
  test('opens the page and focuses the control', async () => {
    const page = await open();
    await run(page, 'port', /^Port/);
    await page.waitForURL(/#\/settings$/);
    await expect.poll(() => focusedField(page)).toBe('port');
    expect(await page.getByRole('textbox', { name: 'Port', exact: true }).isVisible()).toBe(true);
    await run(page, 'retention', /^Retention of raw readings/);
    await page.waitForURL(/#\/history$/);
    await expect.poll(() => focusedField(page)).toBe('history_raw_days');
  });

  test('keeps unsaved changes of the page', async () => {
    const page = await open('/settings/service');
    const port = page.getByRole('textbox', { name: 'Port', exact: true });
    await port.fill('12345');
    await run(page, 'log level', /^Log level/);
    await expect.poll(() => focusedField(page)).toBe('log_level');
    expect(await port.inputValue()).toBe('12345');
  });

  test('opens the section of a setting without a form', async () => {
    const page = await open();
    await run(page, 'fahrenheit', /^Display units/);
    await page.waitForURL(/#\/settings\/appearance$/);
  });
});

describe('actions', () => {
  test('renames a device', async () => {
    const page = await open('/settings');
    await run(page, 'rename', /^Rename Cold room/);
    const name = page.getByRole('textbox', { name: 'Device name' });
    await name.waitFor();
    await expect.poll(() => name.evaluate((element) => element.matches(':focus'))).toBe(true);
  });

  test('sets the sampling period of a device', async () => {
    const page = await open('/mqtt');
    await run(page, 'period', /^Set sampling period of Cold room/);
    await page.getByRole('dialog', { name: 'Sampling period' }).getByRole('textbox').waitFor();
  });

  test('forgets a disconnected device, whose sampling period cannot be set', async () => {
    rig.service.put(appDevice({ serial: 'E2', alias: 'Oven' }));
    rig.service.remove({ family: 'usb', serial: 'E2' });
    const page = await open('/mqtt');
    await run(page, 'forget', /^Forget Oven…/);
    await page.getByRole('alertdialog', { name: 'Forget Oven?' }).getByRole('button', { name: 'Cancel' }).click();
    await search(page, 'period', /^Set sampling period of Cold room/);
    expect(await palette(page).getByRole('option').filter({ hasText: 'Oven' }).count()).toBe(0);
  });

  test('makes a dashboard the start page', async () => {
    rig.service.dashboards.put({ id: 'd1', dashboard: { name: 'Hall', tiles: [] } });
    const page = await open();
    await run(page, 'start page', /^Use dashboard Hall as start page/);
    await page.getByText('New windows open “Hall”').waitFor();
    expect(rig.service.settings.settings.start_dashboard).toBe('d1');
    await search(page, 'start page', /^Do not use dashboard Hall/);
  });

  test('exports readings', async () => {
    rig.service.history.keep({ family: 'usb', serial: 'E1', channel: 'temperature' }, '°C', [
      [Date.now() - 60_000, 20],
    ]);
    const page = await open();
    await run(page, 'export', /^Export readings/);
    await page.getByRole('dialog', { name: /^Export/ }).waitFor();
  });

  test('imports readings', async () => {
    const page = await open();
    await run(page, 'import', /^Import readings/);
    await page.getByRole('dialog', { name: 'Import readings' }).waitFor();
  });

  test('downloads a backup', async () => {
    const page = await open();
    const download = page.waitForEvent('download');
    await run(page, 'backup', /^Download backup/);
    expect(new URL((await download).url()).pathname).toBe('/app/v1/backup');
  });

  test.each([
    ['broker', /^MQTT/],
    ['threshold', /^Alarms/],
    ['curl', /^API/],
    ['database', /^History/],
    ['preferences', /^Settings/],
  ])('finds a page by "%s"', async (query, title) => {
    const page = await open();
    await page.keyboard.press('Control+k');
    await palette(page).getByRole('combobox').fill(query);
    await palette(page).getByRole('option').filter({ hasText: title }).filter({ hasText: /Page$/ }).waitFor();
  });
});
