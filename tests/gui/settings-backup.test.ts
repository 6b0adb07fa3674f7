/** The Settings page: a backup is made, looked at, restored; parts are reset. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BACKUP_GROUPS } from '../../service/contract/index.ts';
import { someBackup } from '../support/played/maintenance.ts';
import { axeViolations } from './support/axe.ts';
import { clipboardText, type OpenPageOptions } from './support/browser.ts';
import { playedRig } from './support/played-rig.ts';

const rig = playedRig();

/** Has the files that are chosen. */
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mensura-backup-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function open(options: OpenPageOptions = {}): Promise<Page> {
  const { page } = await rig.open('/settings/backup', options);
  await page.getByRole('link', { name: 'Download backup' }).waitFor();
  return page;
}

async function choose(page: Page, text: string, name = 'mine.json'): Promise<void> {
  // A file on the disk is read by the browser itself; a text would be sent to it, which takes long where it is large.
  const file = join(folder, name);
  await writeFile(file, text);
  await page.locator('input[type="file"]').setInputFiles(file);
}

/** Nothing needed a word. */
const NOTHING = { origins: [], brokers: [], gateways: [], settings: [] };

const dialog = (page: Page): Locator => page.getByRole('alertdialog');

test('a backup is downloaded under the name that the service gives it', async () => {
  const page = await open();
  await page.getByText('It does not contain passwords, certificates, keys or history.').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download backup' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('mensura-backup-2026-11-20.json');
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toEqual(someBackup());
});

describe('a restore', () => {
  test('shows what is in the file, asks in words, and tells what is left to do', async () => {
    rig.service.maintenance.outcome = {
      passwords_needed: ['plant'],
      notes: ['The folder for CSV files was left out: it is chosen at the computer itself.'],
    };
    const page = await open();
    await choose(page, JSON.stringify(someBackup()));
    await dialog(page).getByText('20 Nov 2026').waitFor();
    await dialog(page).getByText('3.7.0').waitFor();
    await dialog(page).getByText('1 MQTT client').waitFor();
    expect(await dialog(page).getByRole('checkbox', { checked: true }).count()).toBe(BACKUP_GROUPS.length);
    expect(await axeViolations(page)).toEqual([]);
    await dialog(page)
      .getByRole('checkbox', { name: /^Settings/ })
      .uncheck();
    await dialog(page)
      .getByRole('checkbox', { name: /^Gateways/ })
      .uncheck();
    await dialog(page)
      .getByRole('checkbox', { name: /^Databases/ })
      .uncheck();
    await dialog(page)
      .getByRole('checkbox', { name: /^Notification destinations/ })
      .uncheck();
    await dialog(page)
      .getByRole('checkbox', { name: /^Alarm rules/ })
      .uncheck();
    await dialog(page)
      .getByRole('checkbox', { name: /^Dashboards/ })
      .uncheck();
    await dialog(page)
      .getByRole('checkbox', { name: /^Corrections/ })
      .uncheck();
    await dialog(page)
      .getByRole('checkbox', { name: /^Computed/ })
      .uncheck();
    await dialog(page)
      .getByRole('checkbox', { name: /^Automatic runs/ })
      .uncheck();
    await dialog(page).getByRole('button', { name: 'Continue' }).click();
    await dialog(page).getByText('MQTT clients: 1 added from the backup.').waitFor();
    await dialog(page)
      .getByText(/replaced by those of 2 devices in the backup/)
      .waitFor();
    expect(await dialog(page).getByText('Settings: replaced').count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    expect(rig.service.maintenance.bodies('POST', 'restore')).toEqual([]);
    await dialog(page).getByRole('button', { name: 'Restore' }).click();
    await page.getByText('Backup restored').waitFor();
    expect(rig.service.maintenance.bodies('POST', 'restore')).toEqual([
      { backup: someBackup(), parts: ['devices', 'mqtt'], confirm: NOTHING },
    ]);
    await page.getByText('The folder for CSV files was left out').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    // It is shown by scrolling the page, never the window around it.
    expect(await page.evaluate('[scrollY, document.body.scrollTop, document.body.scrollHeight - innerHeight]')).toEqual(
      [0, 0, 0],
    );
    await page.getByRole('button', { name: 'Copy the file path' }).click();
    await expect.poll(() => clipboardText(page)).toMatch(/backups\/mensura-before-2026-11-21\.json$/);
    await page.getByRole('link', { name: 'plant' }).click();
    await expect.poll(() => new URL(page.url()).hash).toBe('#/mqtt/plant');
  });

  test.each([
    ['no JSON', 'hello', /invalid JSON/],
    ['a file of MQTT clients', '{"mqtt": {"clients": {}}}', /“format” is not “mensura-backup”/],
    [
      'another version',
      JSON.stringify({ ...someBackup(), version: 3 }),
      /the backup is from an incompatible version of Mensura/,
    ],
    ['too large', `"${'x'.repeat(16 * 1024 * 1024)}"`, /the limit is 16 MiB/],
  ])('of %s sends nothing, and says why', async (_what, text, reason) => {
    const page = await open();
    await choose(page, text);
    await page.getByRole('dialog').getByText(reason).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(rig.service.maintenance.asked).toEqual([]);
  });

  test('names what it would do by itself, and lets in the origins alone that are selected', async () => {
    const connects = 'MQTT client "plant" connects to mqtt://evil.example:1883, without TLS.';
    const shorter =
      'Raw readings are stored for 1 day instead of 90 days. 1234567 raw readings from 2026-08-24 12:00 to 2026-11-20 10:00 UTC are deleted.';
    const loss = { from: '2026-08-24T12:00:00.000Z', until: '2026-11-20T10:00:00.000Z', readings: 1_234_567, bytes: 9 };
    rig.service.maintenance.foreseen = {
      effects: [
        { kind: 'origins', value: 'https://evil.example', text: 'Evil.', confirm: true },
        { kind: 'origins', value: 'https://tools.example', text: 'Tools.', confirm: true },
        { kind: 'brokers', value: 'mqtt://evil.example:1883', text: connects, confirm: true },
        { kind: 'gateways', value: 'http://10.0.0.2:8080', text: 'Gateway "Cellar" reads it.', confirm: false },
        { kind: 'settings', value: 'history_raw_days', text: shorter, confirm: true },
      ],
      losses: [{ ...loss, setting: 'history_raw_days', resolution: 'raw' }],
      notes: ['The folder for CSV files, /tmp, was left out.'],
    };
    const page = await open();
    await choose(page, JSON.stringify(someBackup()));
    await dialog(page).getByRole('button', { name: 'Continue' }).click();
    for (const text of [connects, shorter, 'Already set.', '/tmp, was left out', 'deleted as listed below']) {
      await dialog(page).getByText(text).waitFor();
    }
    expect(await dialog(page).getByRole('checkbox', { checked: true }).count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    await dialog(page).getByRole('checkbox', { name: 'https://tools.example' }).check();
    await dialog(page).getByRole('button', { name: 'Restore' }).click();
    await page.getByText('Backup restored').waitFor();
    expect(rig.service.maintenance.bodies('POST', 'restore')).toMatchObject([
      {
        confirm: {
          origins: ['https://tools.example'],
          brokers: ['mqtt://evil.example:1883'],
          gateways: [],
          settings: ['history_raw_days'],
        },
      },
    ]);
  });

  test('of which nothing can be said yet is not begun', async () => {
    rig.service.maintenance.onAsked = ({ path }) =>
      path === 'restore/preview' ? { status: 503, body: { message: 'Another backup is being read.' } } : undefined;
    const page = await open({ expected: /status of 503/ });
    await choose(page, JSON.stringify(someBackup()));
    await dialog(page).getByRole('button', { name: 'Continue' }).click();
    await dialog(page).getByText('Another backup is being read.').waitFor();
    expect(await dialog(page).getByRole('button', { name: 'Restore' }).count()).toBe(0);
  });

  test('that is refused says why, and can be tried again', async () => {
    let refusing = true;
    rig.service.maintenance.onAsked = ({ path }) =>
      refusing && path === 'restore'
        ? { status: 500, body: { message: 'The disk is full: nothing was changed.' } }
        : undefined;
    const page = await open({ expected: /status of 500/ });
    await choose(page, JSON.stringify(someBackup()));
    await dialog(page).getByRole('button', { name: 'Continue' }).click();
    await dialog(page).getByRole('button', { name: 'Restore' }).click();
    await dialog(page).getByText('The disk is full: nothing was changed.').waitFor();
    refusing = false;
    await dialog(page).getByRole('button', { name: 'Restore' }).click();
    await page.getByText('Backup restored').waitFor();
  });

  test('can be given up at every step, and the same file chosen again', async () => {
    const page = await open();
    await choose(page, JSON.stringify(someBackup()));
    await dialog(page).getByRole('button', { name: 'Continue' }).click();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => dialog(page).count()).toBe(0);
    await choose(page, JSON.stringify(someBackup()));
    await dialog(page).getByRole('button', { name: 'Continue' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog(page).count()).toBe(0);
    expect(rig.service.maintenance.bodies('POST', 'restore')).toEqual([]);
  });
});

test('a reset asks for parts, then in words, and says where everything was kept', async () => {
  const page = await open();
  await page.getByRole('button', { name: 'Reset…' }).click();
  await dialog(page).getByText('Select items to reset. History is not affected.').waitFor();
  expect(await dialog(page).getByRole('button', { name: 'Continue' }).isDisabled()).toBe(true);
  await dialog(page)
    .getByRole('checkbox', { name: /^Settings/ })
    .check();
  await dialog(page)
    .getByRole('checkbox', { name: /^Alarm rules/ })
    .check();
  await dialog(page).getByRole('button', { name: 'Continue' }).click();
  await dialog(page).getByText('Settings: reset to defaults, including the port.').waitFor();
  await dialog(page).getByText('Alarm rules: no change.').waitFor();
  await dialog(page).getByText('History is not affected.').waitFor();
  await dialog(page).getByRole('button', { name: 'Reset' }).click();
  await page.getByText('mensura-before-2026-11-21.json').waitFor();
  expect(rig.service.maintenance.bodies('POST', 'restore/preview')).toMatchObject([
    { backup: { settings: { history_raw_days: 90 }, alarms: [] }, parts: ['settings', 'alarms'] },
  ]);
  expect(rig.service.maintenance.bodies('POST', 'reset')).toEqual([{ parts: ['settings', 'alarms'] }]);
});
