/** A page goes with the service to a new address. */
import type { Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { someBackup } from '../support/played/maintenance.ts';
import { playedRig } from './support/played-rig.ts';
import { PlayedService } from './support/played-service.ts';

/** Where the service answers after the change: a second one plays it. */
let moved: PlayedService;

beforeEach(async () => {
  moved = new PlayedService();
  await moved.start();
});
// Before the rig's own, so that its pages are closed first.
afterEach(() => moved.stop());

const rig = playedRig();

beforeEach(() => {
  rig.service.settings.onAsked = ({ method }) => {
    if (method === 'PATCH') rig.service.status = { address: moved.url };
    return undefined;
  };
});

/** Opens a page that has heard where the service answers. */
async function open(route: string): Promise<Page> {
  const { page } = await rig.open(route);
  await page.locator('.status-line').getByText('History: 3.2 GiB').waitFor();
  return page;
}

const hrefs = (page: Page): Promise<string> => page.evaluate('location.href');

describe('when the port changes', () => {
  test('from this page, it goes to the same place at the new address', async () => {
    const page = await open('/settings/service');
    await page.getByRole('textbox', { name: 'Port', exact: true }).fill('12000');
    await page.locator('.save-bar').getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => hrefs(page)).toBe(`${moved.url}/#/settings/service`);
    await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
  });

  test('from elsewhere, any page goes', async () => {
    const page = await open('/mqtt');
    rig.service.status = { address: moved.url };
    await expect.poll(() => hrefs(page), { timeout: 20_000 }).toBe(`${moved.url}/#/mqtt`);
  });

  test('with something unsaved, it says so and waits until that is saved', async () => {
    const page = await open('/settings');
    await page.getByRole('textbox', { name: 'Sampling period' }).fill('3');
    rig.service.status = { address: moved.url };
    await page.getByText(`The service moved to ${moved.url}`).waitFor();
    expect(await hrefs(page)).toBe(`${rig.service.url}/#/settings`);
    await page.locator('.save-bar').getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => hrefs(page)).toBe(`${moved.url}/#/settings`);
    expect(rig.service.settings.bodies('PATCH', 'settings')).toEqual([{ simulate_period: 3000 }]);
  });

  test('with a restore, it waits until the outcome was read', async () => {
    rig.service.maintenance.onAsked = ({ path }) => {
      if (path === 'restore') rig.service.status = { address: moved.url };
      return undefined;
    };
    const page = await open('/settings');
    const buffer = Buffer.from(JSON.stringify(someBackup()));
    const file = { name: 'mine.json', mimeType: 'application/json', buffer };
    await page.locator('input[type="file"]').setInputFiles(file);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Restore items' }).click();
    await page.getByText('Backup restored').waitFor();
    await page.getByText(`The service moved to ${moved.url}`).waitFor();
    expect(await hrefs(page)).toBe(`${rig.service.url}/#/settings`);
    await page.getByRole('main').getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(() => hrefs(page)).toBe(`${moved.url}/#/settings`);
  });

  test('the desktop’s window stays: its shell moves it', async () => {
    const script =
      'window.mensura = { desktop: true, chooseDataFolder: () => { window.asked = true; return Promise.resolve(); } }';
    const { page } = await rig.open('/settings', { script });
    await page.locator('.status-line').getByText('History: 3.2 GiB').waitFor();
    await page.getByRole('textbox', { name: 'Port', exact: true }).fill('12000');
    await page.locator('.save-bar').getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => page.locator('.save-bar').count()).toBe(0);
    // Its shell chooses folders too.
    await page.getByRole('button', { name: 'Change' }).click();
    await expect.poll(() => page.evaluate('window.asked')).toBe(true);
    expect(await hrefs(page)).toBe(`${rig.service.url}/#/settings`);
  });
});
