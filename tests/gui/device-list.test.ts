/** Groups, favorites, search, density and keyboard of the list of devices, with a played service. */
import type { Page } from 'playwright';
import { beforeEach, expect, test } from 'vitest';
import { appDevice } from '../support/views/devices.ts';
import { violationsInThemes } from './support/axe.ts';
import { playedRig } from './support/played-rig.ts';

const rig = playedRig();

const row = (page: Page, name: string) => page.getByRole('option', { name });
const serials = (page: Page): Promise<string[]> =>
  page.getByRole('option').evaluateAll((rows) => rows.map((one) => one.getAttribute('data-entry') ?? ''));
const head = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Devices' }).getByRole('button', { name: new RegExp(`^${title} \\d+$`) });

async function choose(page: Page, role: 'menuitemradio' | 'menuitemcheckbox', name: string): Promise<void> {
  await page.getByRole('button', { name: 'List options' }).click();
  await page.getByRole(role, { name }).click();
}

beforeEach(() => {
  rig.service.put(appDevice({ serial: 'E1', alias: 'Cold room', group: 'Lab' }));
  rig.service.put(appDevice({ serial: 'E2', alias: 'Oven' }));
  rig.service.put(appDevice({ serial: 'E3', alias: 'Roof', group: 'Outside' }));
});

test('groups devices by menu, dialog and dragging, collapses, renames and removes groups', async () => {
  rig.service.remove({ family: 'usb', serial: 'E3' });
  const { page } = await rig.open('/devices/usb/E1');
  await row(page, 'Oven').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Move to group' }).click();
  await page.getByRole('menuitemradio', { name: 'Outside' }).click();
  // In another order, the list does not show where the device went.
  await page.locator('.toast').filter({ hasText: 'Oven is in the group “Outside”' }).waitFor();
  await page.getByRole('button', { name: 'Sort by group' }).click();
  await expect.poll(() => serials(page)).toEqual(['usb/E1', 'usb/E2', 'usb/E3']);
  await head(page, 'Outside').waitFor();
  expect(rig.service.device('usb/E2')?.group).toBe('Outside');

  await row(page, 'Oven').dragTo(head(page, 'Lab'));
  await expect.poll(() => rig.service.device('usb/E2')?.group).toBe('Lab');
  await expect.poll(() => serials(page)).toEqual(['usb/E1', 'usb/E2', 'usb/E3']);

  // By keyboard: the menu of the focused row, then the form.
  await row(page, 'Cold room').focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'New group…' }).waitFor();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'New group for Cold room' }).getByLabel('Name').fill(' Cellar ');
  await page.keyboard.press('Enter');
  await head(page, 'Cellar').waitFor();
  expect(await page.locator('.toast').count()).toBe(0);
  expect(await serials(page)).toEqual(['usb/E1', 'usb/E2', 'usb/E3']);
  const focused = (): Promise<unknown> => page.evaluate('document.activeElement?.dataset.entry');
  await expect.poll(focused).toBe('usb/E1');

  await head(page, 'Cellar').press('Enter');
  await row(page, 'Cold room').waitFor({ state: 'detached' });
  expect(await row(page, 'Oven').getAttribute('aria-setsize')).toBe('2');
  expect(await violationsInThemes(page)).toEqual([]);
  await page.reload();
  await row(page, 'Oven').waitFor();
  expect(await head(page, 'Cellar').getAttribute('aria-expanded')).toBe('false');
  expect(await row(page, 'Cold room').count()).toBe(0);
  // A search shows the matches in collapsed groups too.
  const search = page.getByRole('searchbox', { name: /Search devices/ });
  await search.fill('cellar');
  await row(page, 'Cold room').waitFor();
  await page.getByRole('status').getByText('1 of 3 devices').waitFor();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Rename or remove the group Outside' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Lab');
  await page.getByText('“Lab” already exists. Saving merges the two groups.').waitFor();
  await page.keyboard.press('Enter');
  // Nothing beside an open dialog has a role: the list first, then what left it.
  await expect.poll(() => serials(page)).toEqual(['usb/E2', 'usb/E3']);
  await head(page, 'Outside').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Rename or remove the group Lab' }).click();
  const groups = ['usb/E1', 'usb/E2', 'usb/E3'].map((key) => rig.service.device(key)?.group);
  await page.getByRole('button', { name: 'Remove group' }).click();
  await head(page, 'No group').waitFor();
  expect(rig.service.device('usb/E2')?.group).toBe('');
  await page.getByText('Its devices stay in the list.').waitFor();
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
  await head(page, 'No group').waitFor({ state: 'detached' });
  expect(['usb/E1', 'usb/E2', 'usb/E3'].map((key) => rig.service.device(key)?.group)).toEqual(groups);
});

test('marks favorites by star and key, and lists them first in every order', async () => {
  const { page } = await rig.open('/devices/usb/E1');
  await row(page, 'Roof').hover();
  await row(page, 'Roof').locator('.favorite-star').click();
  await expect.poll(() => serials(page)).toEqual(['usb/E3', 'usb/E1', 'usb/E2']);
  await row(page, 'Oven').focus();
  await page.keyboard.press('f');
  await expect.poll(() => page.evaluate('document.activeElement?.dataset.entry')).toBe('usb/E2');
  await expect.poll(() => serials(page)).toEqual(['usb/E2', 'usb/E3', 'usb/E1']);
  await page.getByRole('group', { name: 'Favorites' }).waitFor();
  await row(page, 'Oven').getByText('Favorite', { exact: true }).waitFor();
  await choose(page, 'menuitemradio', 'By group');
  await head(page, 'Favorites').waitFor();
  await row(page, 'Cold room').dragTo(head(page, 'Favorites'));
  const favorites = page.getByRole('group', { name: 'Favorites' }).getByRole('option');
  await expect.poll(() => favorites.count()).toBe(3);
  await row(page, 'Oven').locator('.favorite-star').click();
  await expect.poll(() => favorites.count()).toBe(2);
  expect(rig.service.device('usb/E2')).toMatchObject({ favorite: false });
});

test('sorts by value only when asked', async () => {
  const { page } = await rig.open('/devices/usb/E1');
  const measure = (serial: string, value: number): void =>
    rig.service.put(
      appDevice({ serial, channels: { temperature: { unit: '°C', description: 'Temperature', value } } }),
    );
  measure('E1', 10);
  measure('E2', 30);
  measure('E3', 20);
  await row(page, '30.00').waitFor();
  await row(page, '20.00').waitFor();
  await choose(page, 'menuitemradio', 'By value');
  await page.getByRole('group', { name: 'Temperature' }).waitFor();
  await expect.poll(() => serials(page)).toEqual(['usb/E2', 'usb/E3', 'usb/E1']);
  measure('E1', 40);
  await row(page, '40.00').waitFor();
  // A new device is sorted in; the others stay where they are.
  measure('E4', 25);
  await expect.poll(() => serials(page)).toEqual(['usb/E2', 'usb/E4', 'usb/E3', 'usb/E1']);
  await page.getByRole('button', { name: 'List options' }).click();
  await page.getByRole('menuitem', { name: 'Sort by current values' }).click();
  await expect.poll(() => serials(page)).toEqual(['usb/E1', 'usb/E2', 'usb/E4', 'usb/E3']);
});

test('shows 20 compact rows in a window of 900 px, reachable by key, with the count of a search', async () => {
  for (let number = 10; number < 70; number += 1) {
    rig.service.put(appDevice({ serial: `E${number}`, alias: `Probe ${number}` }));
  }
  const { page } = await rig.open('/devices/usb/E10');
  await page.setViewportSize({ width: 1280, height: 900 });
  await choose(page, 'menuitemcheckbox', 'Compact rows');
  await choose(page, 'menuitemradio', 'By name');
  await row(page, 'Probe 15').waitFor();
  const visible = (): Promise<number> =>
    page.evaluate<number>(`(() => {
      const { top, bottom } = document.querySelector('.list-scroll').getBoundingClientRect();
      return [...document.querySelectorAll('[role="option"]')].filter((row) => {
        const box = row.getBoundingClientRect();
        return box.top >= top && box.bottom <= bottom;
      }).length;
    })()`);
  await page.locator('.list-scroll').evaluate((list) => list.scrollTo(0, 0));
  await expect.poll(visible).toBeGreaterThanOrEqual(20);
  expect(await page.getByRole('option').count()).toBeLessThan(60);
  const last = row(page, 'Probe 69');
  await page.getByRole('option', { selected: true }).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('PageDown');
  await expect.poll(() => page.evaluate('document.activeElement?.getAttribute("aria-posinset")')).toBe('9');
  await page.keyboard.press('End');
  await expect.poll(() => page.evaluate('document.activeElement?.getAttribute("aria-posinset")')).toBe('63');
  expect(await row(page, 'Roof').getAttribute('aria-setsize')).toBe('63');
  expect(await last.count()).toBe(1);
  expect(await violationsInThemes(page)).toEqual([]);
  await page.getByRole('searchbox', { name: /Search devices/ }).fill('probe 30');
  await page.getByRole('status').getByText('1 of 63 devices').waitFor();
  expect(await page.locator('.list-head .badge').innerText()).toBe('1 of 63 devices');
  await page.reload();
  await expect.poll(() => page.locator('.device-row.compact').count()).toBeGreaterThan(0);
  // The serial number is shown where the name is not enough.
  const selected = page.getByRole('option', { selected: true });
  expect(await selected.innerText()).not.toContain('E3');
  rig.service.put(appDevice({ serial: 'E70', alias: 'Roof' }));
  await expect.poll(() => selected.innerText()).toContain('E3');
});

test('keeps the rows of a restarted service in place until it has found its devices', async () => {
  const { page } = await rig.open('/devices/usb/E1', { expected: /net::ERR|Failed to load resource/ });
  await row(page, 'Roof').waitFor();
  await page.evaluate(`(() => {
    globalThis.rowCounts = new Set();
    const look = () => {
      globalThis.rowCounts.add(document.querySelectorAll('[role="option"]').length);
      requestAnimationFrame(look);
    };
    look();
  })()`);
  const comeBack = await rig.leave();
  await page.getByText(/^No response from the service since/).waitFor();
  await comeBack();
  await row(page, 'Oven').getByText('Detecting…').waitFor();
  for (const serial of ['E1', 'E2', 'E3']) rig.service.put(appDevice({ serial }));
  await expect.poll(() => page.getByText('Detecting…').count()).toBe(0);
  expect(await page.evaluate('[...globalThis.rowCounts]')).toEqual([3]);
});

test('leaves the name most of a narrow row, beside its state, alarm and mark as simulated', async () => {
  const alias = 'Autoclave 3, cleaning room, upper shelf';
  rig.service.put(appDevice({ serial: 'SIM00001', simulated: true, alias, state: 'silent' }));
  rig.service.put(appDevice({ serial: 'E5', alias: `${alias} 5` }));
  const channels = {
    temperature: { unit: '°C', description: 'Temperature', value: 20 },
    atmospheric_pressure: { unit: 'kPa', description: 'Atmospheric pressure', value: 100 },
    relative_humidity: { unit: '%rh', description: 'Relative humidity', value: 50 },
  };
  rig.service.put(appDevice({ serial: 'E6', alias: 'Attic', channels }));
  rig.service.alarms.raise({ id: 'humid', serial: 'E6', channel: 'relative_humidity' });
  rig.service.alarms.raise({ serial: 'E5', channel: 'temperature' });
  rig.service.remove({ family: 'usb', serial: 'E5' });
  const { page } = await rig.open('/devices/usb/E1', {
    script: `localStorage.setItem('mensura.panes.devices.list', '230');`,
  });
  for (const key of ['usb/SIM00001', 'usb/E5']) {
    const one = page.locator(`[data-entry="${key}"]`);
    await one.waitFor();
    const [name, state, box] = await Promise.all(
      [one.locator('.list-row-name'), one.locator('.device-row-state .badge'), one].map((part) => part.boundingBox()),
    );
    if (!name || !state || !box) throw new Error(`${key} lacks its name or state`);
    expect(box.width).toBeLessThan(230);
    expect(name.width / box.width).toBeGreaterThan(0.57);
    expect(state.x).toBeGreaterThanOrEqual(name.x + name.width);
  }
  // A reading without room is counted, and read aloud.
  const more = row(page, 'Attic').locator('.row-reading-more');
  await expect
    .poll(() => more.getAttribute('title'))
    .toBe('Atmospheric pressure 100.000 kPa\nAlarm: Relative humidity 50.00 %rh');
  await row(page, '20.00 °C Atmospheric pressure 100.000 kPa, Alarm: Relative humidity 50.00 %rh').waitFor();
});
