/** Devices that were connected before, with a played service. */
import type { Page } from 'playwright';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AppDevice } from '../../service/contract/index.ts';
import { appDevice } from '../support/views/devices.ts';
import { violationsInThemes } from './support/axe.ts';
import { openAt } from './support/chart.ts';
import { runCommand } from './support/palette.ts';
import { playedRig } from './support/played-rig.ts';

const rig = playedRig();

const OVEN = appDevice({ serial: 'E2', alias: 'Oven' });

const row = (page: Page, name: string) => page.getByRole('option', { name });
const serials = (page: Page): Promise<string[]> =>
  page.getByRole('option').evaluateAll((rows) => rows.map((one) => one.getAttribute('data-entry') ?? ''));

beforeEach(() => {
  rig.service.put(appDevice({ serial: 'E1', alias: 'Cold room' }));
  rig.service.put(OVEN);
  rig.service.put(appDevice({ serial: 'E3', alias: 'Roof' }));
  rig.service.put(appDevice({ serial: 'E4', alias: 'Well', node: 7 }));
});

describe('a window that opens after a device disconnected', () => {
  beforeEach(() => {
    rig.service.remove(OVEN, 'the port /dev/ttyACM0 vanished');
    rig.service.remove({ family: 'gateway', serial: 'E4' }, 'the gateway no longer lists it');
  });

  test('lists it in its place, with its last value and when it was last seen', async () => {
    const { page } = await rig.open('/devices/usb/E1');
    await row(page, 'Oven').waitFor();
    expect(await serials(page)).toEqual(['usb/E1', 'usb/E2', 'usb/E3', 'gateway/E4']);
    const text = await row(page, 'Oven').innerText();
    for (const part of ['Disconnected', 'Last seen', '101.18', '24.8']) expect(text).toContain(part);
    expect(await row(page, 'Cold room').innerText()).not.toContain('Last seen');
    await page.getByTitle('2 connected, 2 disconnected').waitFor();
    await page.getByRole('contentinfo').getByText('Reading 2 devices').waitFor();
  });

  test('shows its page with its last values, and how it reappears', async () => {
    const { page } = await rig.open('/devices/gateway/E4');
    await page.getByRole('heading', { name: 'Well' }).waitFor();
    await page.getByText(/^Disconnected since \d/).waitFor();
    await page.getByText('It reappears here when its gateway receives data from it.').waitFor();
    const details = page.getByRole('region', { name: 'Device details' });
    await details
      .getByTitle(/^Last value, /)
      .first()
      .waitFor();
    expect(await details.innerText()).toMatch(/Temperature\s+24\.83 °C/);
    await page.locator('.device-view canvas').first().waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
  });

  test('starts its charts with its last readings once a live view has none', async () => {
    const page = await openAt(rig, Date.now() + 3_600_000, '/devices/usb/E2');
    await page.getByRole('button', { name: 'Return to live' }).waitFor();
    await page.getByRole('button', { name: 'Time range' }).click();
    const end = Date.parse(await page.getByLabel('To', { exact: true }).inputValue());
    const seen = await fetch(`${rig.service.url}/app/v1/devices/usb/E2?known=true`);
    const { last_seen: lastSeen } = (await seen.json()) as AppDevice;
    expect(Math.abs(end - Date.parse(lastSeen ?? ''))).toBeLessThan(2000);
    await page.keyboard.press('Escape');
    await row(page, 'Cold room').click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
  });

  test('renames it, and shows its row again when it connects', async () => {
    const { page } = await rig.open('/devices/usb/E2');
    await page.getByRole('button', { name: 'Rename Oven' }).click();
    await page.getByRole('textbox', { name: 'Device name' }).fill('Kiln');
    await page.keyboard.press('Enter');
    await row(page, 'Kiln').getByText('Disconnected').waitFor();
    rig.service.put({ ...OVEN, alias: 'Kiln' });
    await row(page, 'Kiln').getByText('Disconnected').waitFor({ state: 'detached' });
    await page.getByText(/^Disconnected since/).waitFor({ state: 'detached' });
    expect(await serials(page)).toEqual(['usb/E1', 'usb/E2', 'usb/E3', 'gateway/E4']);
  });

  test('finds it in the palette', async () => {
    const { page } = await rig.open('/devices/usb/E1');
    await row(page, 'Oven').waitFor();
    await runCommand(page, 'oven', 'Oven E2, disconnected');
    await page.getByRole('heading', { name: 'Oven' }).waitFor();
  });

  test('marks it with forced colors too', async () => {
    const { page } = await rig.open('/devices/usb/E1', { forcedColors: 'active' });
    await row(page, 'Oven').getByText('Disconnected').waitFor();
    await row(page, 'Oven')
      .getByText(/^Last seen/)
      .waitFor();
  });
});

test('forgets a device in every window, once confirmed', async () => {
  rig.service.remove(OVEN);
  const [{ page }, { page: other }] = [await rig.open('/devices/usb/E2'), await rig.open('/devices/usb/E1')];
  await row(other, 'Oven').waitFor();
  await page.getByRole('button', { name: 'Forget device…' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Forget Oven?' });
  await dialog
    .getByText('Its history, name, notes and alarm rules stay; its alarms from rules for several devices are cleared.')
    .waitFor();
  expect(await violationsInThemes(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await row(page, 'Oven').count()).toBe(1);

  await page.getByRole('button', { name: 'Forget device…' }).click();
  await dialog.getByRole('button', { name: 'Forget device' }).click();
  await expect.poll(() => page.evaluate('document.activeElement?.tagName')).toBe('MAIN');
  await page.getByText('Forgot Oven (E2)').waitFor();
  for (const window of [page, other]) await row(window, 'Oven').waitFor({ state: 'detached' });
  // The first connected device is shown instead.
  await page.getByRole('heading', { name: 'Cold room' }).waitFor();
});

test('offers to forget only a disconnected device that the service remembers', async () => {
  rig.service.put(appDevice({ serial: 'SIM00001', simulated: true }));
  const { page } = await rig.open('/devices/usb/SIM00001');
  await page.getByRole('option').nth(4).waitFor();
  const forget = page.getByRole('button', { name: 'Forget device…' });
  expect(await forget.count()).toBe(0);
  rig.service.remove({ family: 'usb', serial: 'SIM00001' }, 'simulation stopped');
  await page.getByText(/^Disconnected since/).waitFor();
  expect(await forget.count()).toBe(0);
  expect(await serials(page)).toEqual(['usb/E1', 'usb/E2', 'usb/E3', 'gateway/E4']);
});

test('sorts the list, and remembers the order', async () => {
  rig.service.remove(OVEN);
  rig.service.alarms.raise({ serial: 'E3', channel: 'temperature' });
  const { page } = await rig.open('/devices/usb/E1');
  const sort = async (word: string): Promise<void> => {
    await page.getByRole('button', { name: 'List options' }).click();
    await page.getByRole('menuitemradio', { name: word }).click();
  };
  await row(page, 'Oven').waitFor();
  const sorted: [order: string, serials: string[]][] = [
    ['By name', ['usb/E1', 'usb/E2', 'usb/E3', 'gateway/E4']],
    ['Alarms first', ['usb/E3', 'usb/E1', 'usb/E2', 'gateway/E4']],
    ['Recently seen first', ['usb/E1', 'usb/E3', 'gateway/E4', 'usb/E2']],
  ];
  for (const [word, expected] of sorted) {
    await sort(word);
    await expect.poll(() => serials(page)).toEqual(expected);
  }
  await page.reload();
  await expect.poll(() => serials(page)).toEqual(sorted[2]?.[1]);
  await sort('By connection');
  await page.getByRole('group', { name: 'Gateway G00033' }).waitFor();
});

/** Notes at each frame the rows and where they are, if they differ from the frame before. */
const WATCH_ROWS = `(() => {
  globalThis.seenRows = [];
  const look = () => {
    const rows = [...document.querySelectorAll('[role="option"]')];
    const text = rows.map((row) => row.dataset.entry + ' ' + row.getBoundingClientRect().top).join(', ');
    if (globalThis.seenRows.at(-1) !== text) globalThis.seenRows.push(text);
    requestAnimationFrame(look);
  };
  look();
})()`;

test('does not move the list when a device flaps', async () => {
  const { page } = await rig.open('/devices/usb/E1');
  await row(page, 'Oven').waitFor();
  await page.evaluate(WATCH_ROWS);
  for (let count = 0; count < 3; count += 1) {
    rig.service.remove(OVEN);
    await row(page, 'Oven').getByText('Disconnected').waitFor();
    rig.service.put(OVEN);
    await row(page, 'Oven').getByText('Disconnected').waitFor({ state: 'detached' });
  }
  expect(await page.evaluate('globalThis.seenRows.length')).toBe(1);
});
