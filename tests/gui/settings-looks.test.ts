/** The Settings page in both themes, in small windows, and the pins in the charts' menu. */
import type { Page } from 'playwright';
import { beforeEach, describe, expect, test } from 'vitest';
import { appDevice } from '../support/views/devices.ts';
import { axeViolations, violationsInThemes } from './support/axe.ts';
import type { OpenPageOptions } from './support/browser.ts';
import { overflows, sticksOut } from './support/entry-page.ts';
import { playedRig } from './support/played-rig.ts';

const rig = playedRig();

beforeEach(() => {
  rig.service.status = { host: 'desktop' };
  rig.service.put(appDevice({ serial: 'E1', alias: 'Cellar' }));
});

async function open(route: string, options: OpenPageOptions = {}): Promise<Page> {
  const { page } = await rig.open(route, options);
  return page;
}

describe('in either theme', () => {
  test('axe finds nothing: full, wrong, small, and at twice the size', async () => {
    rig.service.settings.stated = {
      ...rig.service.settings.stated,
      data_folder: `/home/user/${'measurements/'.repeat(12)}mensura`,
      overridden: { port: '--port' },
      pending: ['simulate_publish'],
    };
    rig.service.settings.put({
      allowed_origins: ['https://tools.example:8443'],
      pinned_channels: ['usb/E1/temperature'],
    });
    const page = await open('/settings');
    await page.getByText('measurements/').first().waitFor();
    await page.getByRole('link', { name: 'Cellar' }).waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'Port', exact: true }).fill('much');
    await page.keyboard.press('Control+s');
    await page.getByText(/from 1 to 65535/).waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
    // 1024 x 700, then 1280 x 800 and 1024 x 700 at 200 %.
    for (const [width, height] of [
      [1024, 700],
      [640, 400],
      [512, 350],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect(await overflows(page)).toBe(false);
      expect(await sticksOut(page, '.settings-page')).toEqual([]);
      // The bar that saves stays in its place: what scrolls half under it is not a small target for that.
      expect(await violationsInThemes(page, 'target-size')).toEqual([]);
    }
  });
});

test('everything is reached by Tab, from the first field to the last button', async () => {
  const page = await open('/settings');
  await page.getByText(rig.service.settings.stated.data_folder).waitFor();
  const wanted = await page.evaluate<number>(`[...document.querySelectorAll(
    '.settings-page :is(input:not([type=file]), select, button, a)')].filter((element) => element.checkVisibility()).length`);
  await page.getByRole('link', { name: 'Service' }).focus();
  const reached = new Set<string>();
  for (let step = 0; step < wanted; step += 1) {
    reached.add(
      await page.evaluate(`(() => {
      const all = [...document.querySelectorAll('.settings-page *')];
      return String(all.indexOf(document.activeElement));
    })()`),
    );
    await page.keyboard.press('Tab');
  }
  expect(reached.has('-1')).toBe(false);
  expect(reached.size).toBe(wanted);
});

describe('the charts’ menu', () => {
  async function openPins(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Chart actions' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Pin to tray' }).press('ArrowRight');
  }

  test('pins channels to the tray and takes them away', async () => {
    const page = await open('/devices/usb/E1');
    await page.getByRole('heading', { name: 'Cellar' }).waitFor();
    await expect.poll(() => page.locator('.status-line').innerText()).toContain('History');
    await openPins(page);
    const item = page.getByRole('menuitemcheckbox', { name: 'Temperature' });
    await item.press('Enter');
    await expect.poll(() => item.getAttribute('aria-checked')).toBe('true');
    await page.getByText('1 of 10 channels pinned').waitFor();
    // A menu stands outside of every landmark, as menus do.
    expect(await axeViolations(page, 'region')).toEqual([]);
    await item.press('Enter');
    await expect
      .poll(() => rig.service.settings.bodies('PATCH', 'settings'))
      .toEqual([{ pinned_channels: ['usb/E1/temperature'] }, { pinned_channels: [] }]);
  });

  test('keeps both of two that are pinned one right after the other', async () => {
    const page = await open('/devices/usb/E1');
    await page.getByRole('heading', { name: 'Cellar' }).waitFor();
    await expect.poll(() => page.locator('.status-line').innerText()).toContain('History');
    await openPins(page);
    const { promise, resolve } = Promise.withResolvers<void>();
    rig.service.settings.onAsked = async ({ method }) => {
      if (method === 'PATCH') await promise;
      return undefined;
    };
    const items = page.getByRole('menuitemcheckbox');
    await items.nth(0).press('Enter');
    await items.nth(1).press('Enter');
    resolve();
    await page.getByText('2 of 10 channels pinned').waitFor();
    await expect.poll(() => rig.service.settings.settings.pinned_channels).toHaveLength(2);
  });

  test('says so when ten are pinned', async () => {
    rig.service.settings.put({ pinned_channels: Array.from({ length: 10 }, (_, index) => `usb/X${index}/pressure`) });
    const page = await open('/devices/usb/E1');
    await page.getByRole('heading', { name: 'Cellar' }).waitFor();
    await expect.poll(() => page.locator('.status-line').innerText()).toContain('History');
    await openPins(page);
    await page.getByText('10 of 10 channels pinned. Unpin one to pin another.').waitFor();
    const item = page.getByRole('menuitemcheckbox', { name: 'Temperature' });
    expect(await item.getAttribute('aria-disabled')).toBe('true');
  });

  test('offers no pins where there is no tray', async () => {
    rig.service.status = { host: 'headless' };
    const page = await open('/devices/usb/E1');
    await page.getByRole('heading', { name: 'Cellar' }).waitFor();
    await expect.poll(() => page.locator('.status-line').innerText()).toContain('History');
    await page.getByRole('button', { name: 'Chart actions' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Add marker' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Pin to tray' }).count()).toBe(0);
  });
});
