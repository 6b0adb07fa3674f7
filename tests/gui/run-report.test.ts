/** The page with the report of a run. */
import type { Locator, Page } from 'playwright';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Run } from '../../service/contract/index.ts';
import { MensuraError } from '../../service/support/errors.ts';
import { statisticsOf } from '../service/reports/support.ts';
import { appDevice, CLIMATE } from '../support/views/devices.ts';
import { violationsInThemes, wearTheme } from './support/axe.ts';
import type { OpenPageOptions } from './support/browser.ts';
import { overflows } from './support/entry-page.ts';
import { playedRig } from './support/played-rig.ts';

const rig = playedRig();

const REF = { family: 'usb', serial: 'E1', channel: 'temperature' } as const;
const FROM = Date.UTC(2026, 10, 20, 14);
const MINUTE = 60_000;

beforeEach(() => {
  const { history, runs } = rig.service;
  rig.service.put(appDevice({ serial: 'E1', channels: CLIMATE }));
  history.keep(
    REF,
    '°C',
    Array.from(
      { length: 60 },
      (_, minute) => [FROM + minute * MINUTE, 5 + Math.sin(minute / 6), minute === 30] as const,
    ),
  );
  runs.put({
    id: 12,
    name: 'Batch <12>',
    channels: [{ ...REF, low: 2, high: 8 }],
    operator: 'A. Rossi',
    notes: 'Door opened.\nTwice.',
    tags: ['cold room'],
    from: new Date(FROM).toISOString(),
    to: new Date(FROM + 60 * MINUTE).toISOString(),
    started: new Date(FROM).toISOString(),
    stop_at: null,
    plan: null,
    attachments: [],
  });
  runs.onStatistics = ({ from, to }: Run) => ({
    from,
    to: to ?? '',
    bytes: 0,
    channels: [statisticsOf({ ...REF, low: 2, high: 8, mean: 5.123_45, outside_ms: 0 })],
  });
});

async function open(options: OpenPageOptions = {}): Promise<{ page: Page; main: Locator }> {
  const { page } = await rig.open('/runs/12/report', options);
  return { page, main: page.getByRole('main') };
}

/** Of an element in the report. */
function styleOf(page: Page, selector: string, name: string): Promise<string> {
  return page.evaluate(
    `getComputedStyle(document.querySelector('.report-sheet').shadowRoot.querySelector('${selector}')).${name}`,
  );
}

describe('the report of a run', () => {
  test('is shown with its figures, chart and style', async () => {
    const { page, main } = await open();
    const report = main.getByRole('article');
    await report.getByRole('heading', { name: 'Batch <12>', level: 1 }).waitFor();
    await report.getByRole('cell', { name: '5.1235', exact: true }).waitFor();
    await report.getByRole('img', { name: /^Readings in °C, 1 channel, 2026-11-20 14:00:00/ }).waitFor();
    await report.getByText('Door opened.\nTwice.').waitFor();
    expect(await styleOf(page, 'thead th', 'borderBottomWidth')).toBe('2px');
    expect(await page.title()).toBe('Report Batch <12>');
    expect(await violationsInThemes(page)).toEqual([]);
  });

  test('is black on white in the dark theme, too', async () => {
    const { page, main } = await open();
    await main.getByRole('heading', { name: 'Batch <12>' }).waitFor();
    await wearTheme(page, 'dark');
    expect([await styleOf(page, '.report', 'color'), await styleOf(page, '.report', 'backgroundColor')]).toEqual([
      'rgb(0, 0, 0)',
      'rgb(255, 255, 255)',
    ]);
  });

  test('is printed without the frame of the window', async () => {
    const { page, main } = await open();
    await page.evaluate(`window.print = () => document.body.setAttribute('data-printed', '')`);
    await main.getByRole('button', { name: 'Print…' }).press('Enter');
    await page.locator('body[data-printed]').waitFor();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.getByRole('navigation', { name: 'Pages' }).waitFor({ state: 'hidden' });
    await main.getByRole('button', { name: 'Print…' }).waitFor({ state: 'hidden' });
    expect(await styleOf(page, '.report', 'padding')).toBe('0px');
    expect(await main.getByRole('heading', { name: 'Signatures' }).isVisible()).toBe(true);
    await page.emulateMedia({ media: null });
  });

  test('is saved as HTML, and leads back to the run', async () => {
    const { page, main } = await open();
    const download = page.waitForEvent('download');
    await main.getByRole('link', { name: 'Download HTML' }).click();
    expect((await download).suggestedFilename()).toBe('run-12-report.html');
    expect(await main.getByRole('link', { name: 'Run', exact: true }).getAttribute('href')).toBe('#/runs/12');
  });

  test('fits into a narrow window', async () => {
    const { page, main } = await open({ viewport: { width: 320, height: 700 } });
    await main.getByRole('heading', { name: 'Batch <12>' }).waitFor();
    expect(await overflows(page)).toBe(false);
  });

  test('that cannot be read is loaded again on request', async () => {
    rig.service.history.failure = new MensuraError('storage-failed', 'Cannot access stored readings: disk error.');
    const { main } = await open({ expected: /status of 500/ });
    await main.getByText('Cannot access stored readings: disk error.').waitFor();
    expect(await main.getByRole('button', { name: 'Print…' }).count()).toBe(0);
    rig.service.history.failure = undefined;
    await main.getByRole('button', { name: /Try again|Retry/ }).click();
    await main.getByRole('heading', { name: 'Batch <12>' }).waitFor();
  });
});
