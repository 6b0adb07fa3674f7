/** Exports from the History page. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { axeViolations } from './support/axe.ts';
import { historyRig, named } from './support/history-page.ts';

const rig = historyRig();
const { openHistory: open } = rig;

describe('an export', () => {
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Export readings' });

  const outcome = (page: Page, title: string | RegExp): Promise<void> =>
    dialog(page).locator('.notice-title').filter({ hasText: title }).waitFor();

  test('of a device is downloaded, with its preview before and its end after', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Export the history of Cellar' }).click();
    await dialog(page).getByText('2 selected').waitFor();
    await dialog(page).getByText('2 readings', { exact: true }).waitFor();
    await dialog(page).getByText('2026-11-20 14:45:12.318,24.8').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog(page).getByRole('button', { name: 'Export' }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toContain('2026-11-20 14:45:12.318,24.8');
    await outcome(page, /^Export complete: 2 rows, /);
    const [query] = rig.service.exports.downloads;
    expect(query?.getAll('channel')).toEqual(['usb/E1/temperature', 'usb/E1/relative_humidity']);
    expect(Object.fromEntries(query ?? [])).toMatchObject({
      format: 'csv',
      layout: 'moments',
      separator: 'comma',
      decimal_mark: 'point',
      time: 'local',
      decimals: 'channel',
    });
    expect(query?.has('split_rows')).toBe(false);
    await dialog(page).getByRole('button', { name: 'Close' }).click();
  });

  test('whose readings cannot be counted says so, and can be made all the same', async () => {
    rig.service.history.onAsked = ({ path }) =>
      path === 'history/statistics' ? { status: 503, body: { message: 'The history is busy.' } } : undefined;
    const page = await open({ expected: /status of 503/ });
    await page.getByRole('button', { name: 'Export the history of Cellar' }).click();
    await dialog(page).getByText('Cannot count the readings. You can still export.').waitFor();
    expect(await dialog(page).getByRole('button', { name: 'Export' }).isEnabled()).toBe(true);
    rig.service.history.onAsked = undefined;
    await dialog(page).getByRole('checkbox', { checked: true }).first().uncheck();
    await dialog(page)
      .getByText(/^\d+ readings?$/)
      .waitFor();
  });

  test('shows the device first that it was opened for', async () => {
    const page = await open();
    await named(page);
    await page.getByRole('button', { name: 'Export the history of VCP-PTH450-CAL' }).click();
    // The keyboard begins above the first channel, though those come later.
    await expect.poll(() => page.evaluate('document.activeElement?.getAttribute("role")')).toBe('dialog');
    await dialog(page).getByText('2 selected').waitFor();
    await expect.poll(() => dialog(page).locator('.export-device-name').allInnerTexts()).toHaveLength(2);
    expect(await dialog(page).locator('.export-device-name').first().innerText()).toContain('E2');
    expect(await dialog(page).getByRole('checkbox', { checked: true }).count()).toBe(2);
  });

  test('begins with what the user’s country writes, and takes other channels, times and forms', async () => {
    const page = await open({ locale: 'de-DE' });
    await page.getByRole('button', { name: 'Export…', exact: true }).click();
    await dialog(page).getByText('Select at least one channel.').waitFor();
    expect(await dialog(page).getByRole('button', { name: 'Export' }).isDisabled()).toBe(true);
    await dialog(page).getByRole('checkbox').nth(3).check();
    await expect.poll(() => dialog(page).getByRole('combobox', { name: 'Separator' }).inputValue()).toBe('semicolon');
    expect(await dialog(page).getByRole('combobox', { name: 'Decimal mark' }).inputValue()).toBe('comma');
    await dialog(page).getByLabel('From').fill('2026-11-20T10:00');
    await dialog(page).getByLabel('To', { exact: true }).fill('2026-11-20T09:00');
    await dialog(page).getByText('The start must be before the end.').waitFor();
    await dialog(page).getByLabel('To', { exact: true }).fill('2026-11-20T11:30:15.250');
    await dialog(page).getByRole('combobox', { name: 'Format', exact: true }).selectOption('parquet');
    await dialog(page)
      .getByText(/Binary files have no preview/)
      .waitFor();
    await dialog(page).getByRole('combobox', { name: 'Rows' }).selectOption('readings');
    await Promise.all([page.waitForEvent('download'), dialog(page).getByRole('button', { name: 'Export' }).click()]);
    const query = rig.service.exports.downloads.at(-1);
    expect(Object.fromEntries(query ?? [])).toMatchObject({
      channel: 'usb/E2/relative_humidity',
      format: 'parquet',
      layout: 'readings',
      // Berlin is an hour ahead of UTC in November.
      from: String(Date.parse('2026-11-20T09:00:00Z')),
      to: String(Date.parse('2026-11-20T10:30:15.250Z')),
    });
    expect(query?.has('separator')).toBe(false);
  });

  test('by interval has the selected values', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Export the history of Cellar' }).click();
    const interval = dialog(page).getByRole('textbox', { name: 'Interval' });
    await interval.fill('86401');
    await dialog(page).getByText('Enter an interval from 0 to 86,400 s.').first().waitFor();
    expect(await dialog(page).getByRole('group', { name: 'Values of an interval' }).count()).toBe(1);
    await interval.fill('60');
    await dialog(page).getByRole('checkbox', { name: 'Mean' }).uncheck();
    await dialog(page).getByText('Select at least one value.').first().waitFor();
    await dialog(page).getByRole('checkbox', { name: 'Count' }).check();
    await dialog(page).getByRole('checkbox', { name: 'Minimum' }).check();
    expect(await axeViolations(page)).toEqual([]);
    await Promise.all([page.waitForEvent('download'), dialog(page).getByRole('button', { name: 'Export' }).click()]);
    const query = rig.service.exports.downloads.at(-1);
    expect([query?.get('interval_s'), query?.get('values')]).toEqual(['60', 'min,count']);
  });

  test('under way shows how far it is, and can be cancelled', async () => {
    rig.service.exports.fate = { state: 'running', readings: 250_000, readings_expected: 1_000_000, rows: 250_000 };
    const page = await open();
    await page.getByRole('button', { name: 'Export the history of Cellar' }).click();
    await Promise.all([page.waitForEvent('download'), dialog(page).getByRole('button', { name: 'Export' }).click()]);
    await dialog(page)
      .getByText(/250,000 of 1,000,000 readings · 250,000 rows/)
      .waitFor();
    const bar = dialog(page).getByRole('progressbar', { name: 'Export progress' });
    expect([await bar.getAttribute('value'), await bar.getAttribute('max')]).toEqual(['250000', '1000000']);
    expect(await axeViolations(page)).toEqual([]);
    await dialog(page).getByRole('button', { name: 'Cancel export' }).click();
    await outcome(page, 'Export canceled');
  });

  test('that fails says why', async () => {
    rig.service.exports.fate = { state: 'failed', error: 'The disk could not be read.' };
    const page = await open();
    await page.getByRole('button', { name: 'Export the history of Cellar' }).click();
    await Promise.all([page.waitForEvent('download'), dialog(page).getByRole('button', { name: 'Export' }).click()]);
    await outcome(page, 'Cannot export readings');
    await dialog(page).getByText('The disk could not be read.').waitFor();
  });
});
