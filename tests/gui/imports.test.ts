/** Imports from the History page. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { MensuraError } from '../../service/support/errors.ts';
import { violationsInThemes } from './support/axe.ts';
import type { OpenPageOptions } from './support/browser.ts';
import { historyRig } from './support/history-page.ts';

const rig = historyRig();

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Import readings' });

const FILE = {
  name: 'E24638_2026-11-20.csv',
  mimeType: 'application/vnd.ms-excel',
  buffer: Buffer.from('time (UTC),temperature (°C)\n'),
};

async function open(options?: OpenPageOptions): Promise<Page> {
  const page = await rig.openHistory(options);
  await page.getByRole('button', { name: 'Import…' }).click();
  await dialog(page).getByRole('button', { name: 'Choose file…' }).waitFor();
  return page;
}

async function choose(page: Page): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog(page).getByRole('button', { name: 'Choose file…' }).click(),
  ]);
  await chooser.setFiles(FILE);
}

async function outcome(page: Page, title: string): Promise<void> {
  await dialog(page).locator('.notice-title').filter({ hasText: title }).waitFor();
}

/** The whole dialog is within the window. */
async function fits(page: Page): Promise<boolean> {
  const box = await dialog(page).boundingBox();
  const isScrolled = await dialog(page).evaluate((element) => element.scrollWidth > element.clientWidth);
  return box !== null && box.x >= 0 && box.x + box.width <= 320 && !isScrolled;
}

describe('an import', () => {
  test('shows its preview, its progress and its end, and is undone', async () => {
    const { imports } = rig.service;
    const page = await open({ expected: /status of 409/ });
    await choose(page);
    await dialog(page).getByText('2 new readings in 1 channel.').waitFor();
    expect(imports.files).toEqual([
      { file: FILE.name, options: { columns: [] }, text: 'time (UTC),temperature (°C)\n' },
    ]);
    const row = dialog(page).getByRole('row').nth(1);
    expect(await row.getByRole('cell').allInnerTexts()).toEqual([
      'usb/E24638/temperature',
      '°C',
      '3',
      '2',
      '1',
      expect.stringContaining('15:45'),
      expect.stringContaining('15:45'),
    ]);
    await outcome(page, '1 line cannot be read and is skipped');
    await dialog(page).getByText('Line 3: "x" is not a date and a time').waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
    // All times of the file have their zone.
    expect(await dialog(page).getByRole('combobox').count()).toBe(0);

    imports.isSlow = true;
    await dialog(page).getByRole('button', { name: 'Import', exact: true }).click();
    const bar = dialog(page).getByRole('progressbar', { name: 'Import progress' });
    await expect.poll(() => bar.getAttribute('value')).toBe('0.5');
    // What runs is not closed by accident.
    await page.keyboard.press('Escape');
    await dialog(page).getByRole('button', { name: 'Cancel import' }).click();
    await outcome(page, 'The readings were not imported');
    await dialog(page).getByText('The import was canceled.').waitFor();
    await dialog(page).getByRole('button', { name: 'Import', exact: true }).click();
    await bar.waitFor();
    imports.finish();
    await outcome(page, 'Imported 2 readings');
    expect(await violationsInThemes(page)).toEqual([]);

    imports.refusal = new MensuraError('conflict', 'Not all readings can be removed.');
    await dialog(page).getByRole('button', { name: 'Undo' }).click();
    await dialog(page).getByText('Not all readings can be removed.').waitFor();
    await dialog(page).getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => bar.getAttribute('value')).toBe('0.5');
    imports.finish();
    await outcome(page, 'Removed the 2 imported readings');
    expect([...imports.jobs.keys()]).toEqual(['3fa91c02']);
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await dialog(page).waitFor({ state: 'detached' });
  }, 60_000);

  test('of an earlier time is undone from the list, after a question', async () => {
    const { imports } = rig.service;
    imports.apply('3fa91c02');
    const page = await open();
    await dialog(page).getByRole('button', { name: 'Undo the import of E24638_2026-11-20.csv' }).click();
    await dialog(page).getByText('Remove the 2 readings imported from E24638_2026-11-20.csv?').waitFor();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    expect(imports.jobs.size).toBe(1);
    await dialog(page).getByRole('button', { name: 'Undo the import of' }).click();
    await dialog(page).getByRole('button', { name: 'Undo import' }).click();
    await outcome(page, 'Removed the 2 imported readings');
    expect(imports.jobs.size).toBe(0);
  });

  test('takes the time zone and the channels of another file', async () => {
    const { imports } = rig.service;
    const [column] = imports.get('3fa91c02').columns;
    const { format } = imports.get('3fa91c02');
    imports.preview = {
      format: format && { ...format, kind: 'general', time_zone: 'Europe/Berlin' },
      columns: column ? [{ ...column, heading: 'Temp', channel: null, new: 0, stored: 0 }] : [],
    };
    const page = await open();
    await choose(page);
    await dialog(page).getByText('No new readings.').waitFor();
    expect(await dialog(page).getByRole('button', { name: 'Import', exact: true }).isDisabled()).toBe(true);
    await dialog(page).getByLabel('Channel of Temp').fill('usb/E1/temperature');
    await dialog(page).getByLabel('Time zone of local times').fill('Asia/Tokyo');
    expect(await violationsInThemes(page)).toEqual([]);
    await dialog(page).getByRole('button', { name: 'Update preview' }).click();
    await expect
      .poll(() => imports.get('00000001').options)
      .toEqual({ time_zone: 'Asia/Tokyo', columns: [{ column: 2, channel: 'usb/E1/temperature' }] });
  });

  test('that is refused or unreadable says why, and leaves nothing behind', async () => {
    const { imports } = rig.service;
    imports.refusal = new MensuraError('too-many', 'Another import is running.');
    const page = await open({ expected: /status of 503/ });
    await choose(page);
    await outcome(page, `Cannot upload ${FILE.name}`);
    await dialog(page).getByText('Another import is running.').waitFor();
    imports.preview = { state: 'unreadable', error: 'The file has no times.', columns: [], format: null };
    await choose(page);
    await outcome(page, 'Cannot read the file');
    await dialog(page).getByText('The file has no times.').waitFor();
    expect(await dialog(page).getByRole('button', { name: 'Import', exact: true }).isDisabled()).toBe(true);
    expect(imports.jobs.size).toBe(2);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await expect.poll(() => [...imports.jobs.keys()]).toEqual(['3fa91c02']);
  });

  test('is made in a window of 320 pixels by keyboard alone', async () => {
    const page = await rig.openHistory({ viewport: { width: 320, height: 640 } });
    const button = page.getByRole('button', { name: 'Import…' });
    const box = await button.boundingBox();
    expect(box && box.x + box.width).toBeLessThanOrEqual(320);
    await button.focus();
    await page.keyboard.press('Enter');
    await dialog(page).getByRole('button', { name: 'Choose file…' }).waitFor();
    await expect.poll(() => page.evaluate('document.activeElement?.getAttribute("role")')).toBe('dialog');
    await page.keyboard.press('Tab');
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
    await chooser.setFiles(FILE);
    await dialog(page).getByText('2 new readings in 1 channel.').waitFor();
    expect(await fits(page)).toBe(true);
    const focused = (): Promise<string> => page.evaluate<string>('document.activeElement?.textContent ?? ""');
    for (let step = 0; step < 6 && (await focused()) !== 'Import'; step += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await outcome(page, 'Imported 2 readings');
    await expect.poll(() => page.evaluate('document.activeElement?.closest("[role=dialog]") !== null')).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => button.evaluate((element) => element.matches(':focus'))).toBe(true);
  });
});
