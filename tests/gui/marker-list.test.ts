/** The list of markers: to search, edit and show in the charts. */
import type { Page } from 'playwright';
import { beforeEach, expect, test } from 'vitest';
import { appDevice } from '../support/views/devices.ts';
import { violationsInThemes } from './support/axe.ts';
import { noon, openAt, overviewWindow } from './support/chart.ts';
import { playedRig } from './support/played-rig.ts';

const HOUR = 3_600_000;

let page: Page;

const rig = playedRig();

beforeEach(async () => {
  const at = noon();
  rig.service.put(appDevice({ serial: 'E1', at }));
  rig.service.put(appDevice({ serial: 'E2', at, alias: 'Cold room' }));
  rig.service.history.putMarker({ id: 1, at: at - 3 * HOUR, text: 'Door opened' });
  rig.service.history.putMarker({ id: 2, at: at - HOUR, text: 'Door closed' });
  rig.service.history.putMarker({ id: 3, at: at - 2 * HOUR, text: 'Calibrated', device: 'usb/E1' });
  rig.service.history.putMarker({ id: 4, at: at - 4 * HOUR, text: 'Filter changed', device: 'usb/E2' });
  page = await openAt(rig, at, '/devices/usb/E1', { expected: /status of 503/ });
});

const dialog = () => page.getByRole('dialog', { name: 'Markers' });
const names = (): Promise<string[]> =>
  dialog().getByRole('listitem').locator('button > span:first-child').allTextContents();

async function openList(): Promise<void> {
  await page.locator('.device-view canvas').first().waitFor();
  await page.getByRole('button', { name: 'Chart actions' }).click();
  await page.getByRole('menuitem', { name: 'Show markers…' }).click();
}

test('lists them newest first, finds them, and shows one in the charts', async () => {
  await openList();
  await expect.poll(names).toEqual(['Door closed', 'Calibrated', 'Door opened']);
  await dialog().getByText('3 markers', { exact: true }).waitFor();
  expect(await violationsInThemes(page)).toEqual([]);
  const search = dialog().getByRole('searchbox');
  await search.fill('DOOR');
  await dialog().getByText('2 of 3 markers').waitFor();
  await search.fill('window');
  await dialog().getByText('No markers match “window”.').waitFor();
  // By time, too.
  await search.fill('09:00');
  await expect.poll(names).toEqual(['Door opened']);
  await dialog()
    .getByRole('button', { name: /^Door opened/ })
    .press('Enter');
  await dialog().waitFor({ state: 'detached' });
  await expect.poll(() => overviewWindow(page).getAttribute('aria-valuetext')).toBe('08:57:30 to 09:02:30');
  await page.getByRole('button', { name: 'Edit marker “Door opened”' }).waitFor();
});

test('lists those of other devices, and opens their charts at the time of one', async () => {
  await openList();
  await expect.poll(names).toEqual(['Door closed', 'Calibrated', 'Door opened']);
  await dialog().getByRole('button', { name: 'All devices' }).click();
  await expect.poll(names).toEqual(['Door closed', 'Calibrated', 'Door opened', 'Filter changed']);
  await dialog().getByRole('searchbox').fill('cold (E2)');
  await expect.poll(names).toEqual(['Filter changed']);
  await dialog()
    .getByRole('button', { name: /^Filter changed.* · Cold room \(E2\)$/ })
    .click();
  await dialog().waitFor({ state: 'detached' });
  await page.getByRole('article', { name: 'Cold room' }).waitFor();
  await expect.poll(() => overviewWindow(page).getAttribute('aria-valuetext')).toBe('07:57:30 to 08:02:30');
  const markersShown = page.getByRole('button', { name: /^Edit marker/ });
  await expect.poll(() => markersShown.allTextContents()).toEqual(['Filter changed']);
});

test('renames and deletes them', async () => {
  await openList();
  await dialog().getByRole('button', { name: 'Edit Calibrated' }).click();
  const field = dialog().getByRole('textbox', { name: 'Marker name' });
  const focused = (): Promise<string> => page.evaluate<string>('document.activeElement?.ariaLabel');
  await expect.poll(focused).toBe('Marker name');
  await field.fill('Forgotten');
  await dialog().getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect.poll(focused).toBe('Edit Calibrated');
  await expect.poll(names).toContain('Calibrated');
  await dialog().getByRole('button', { name: 'Edit Calibrated' }).click();
  await field.fill('Adjusted');
  await field.press('Enter');
  await expect.poll(() => rig.service.history.marked.get(3)).toMatchObject({ text: 'Adjusted', device: 'usb/E1' });
  await expect.poll(names).toEqual(['Door closed', 'Adjusted', 'Door opened']);
  await dialog().getByRole('button', { name: 'Edit Door closed' }).click();
  await dialog().getByRole('button', { name: 'Delete' }).click();
  await expect
    .poll(() => [...rig.service.history.marked.values()].map(({ text }) => text).toSorted())
    .toEqual(['Adjusted', 'Door opened', 'Filter changed']);
  await expect.poll(names).toEqual(['Adjusted', 'Door opened']);
});

test('reports a failure, and retries', async () => {
  await page.locator('.device-view canvas').first().waitFor();
  rig.service.history.onAsked = ({ path }) =>
    path.startsWith('markers') ? { status: 503, body: { message: 'Not now.' } } : undefined;
  await openList();
  await dialog().getByText('Cannot load the markers. Not now.').waitFor();
  rig.service.history.onAsked = undefined;
  await dialog().getByRole('button', { name: 'Retry' }).click();
  await expect.poll(names).toHaveLength(3);
});
