/** States that show without the colors of Mensura, as with the system's high contrast. */
import type { Locator, Page } from 'playwright';
import { beforeEach, describe, expect, test } from 'vitest';
import { appDevice } from '../support/views/devices.ts';
import { playedRig } from './support/played-rig.ts';

const rig = playedRig();

beforeEach(() => {
  rig.service.put(appDevice({ serial: 'E1', alias: 'Cold room' }));
  rig.service.put(appDevice({ serial: 'E2', alias: 'Oven' }));
});

async function open(route: string): Promise<Page> {
  const { page } = await rig.open(route);
  await page.emulateMedia({ forcedColors: 'active' });
  await page
    .getByRole('contentinfo')
    .getByText(/^Reading 2/)
    .waitFor();
  return page;
}

/** What the system leaves of an element's look: its lines, and a fill that is set for it. */
const look = (element: Locator): Promise<string> =>
  element.evaluate((each) => {
    const { outlineStyle, outlineColor, borderBottomColor, borderStyle, backgroundColor, borderRadius } = (
      each.ownerDocument.defaultView as unknown as { getComputedStyle(of: unknown): Record<string, string> }
    ).getComputedStyle(each);
    const fill = borderRadius === '50%' ? backgroundColor : '';
    return [outlineStyle === 'none' ? '' : outlineColor, borderBottomColor, borderStyle, fill].join(' ');
  });

async function expectDistinct(one: Locator, other: Locator): Promise<void> {
  await expect.poll(async () => (await look(one)) === (await look(other))).toBe(false);
}

describe('with forced colors', () => {
  test('the selected tab, device and page differ from the others', async () => {
    const page = await open('/devices/usb/E1');
    const tabs = page.getByRole('tab');
    await expectDistinct(tabs.nth(0), tabs.nth(1));
    const rows = page.getByRole('listbox', { name: 'Devices' }).getByRole('option');
    await expectDistinct(rows.nth(0), rows.nth(1));
    const pages = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
    await expectDistinct(pages.nth(0), pages.nth(1));
  });

  test('the overview of the charts shows the time window', async () => {
    const page = await open('/devices/usb/E1');
    const window = page.locator('.chart-overview-window');
    await window.waitFor();
    expect(await look(window)).toContain('solid');
  });

  test('the highlighted row of the palette and of a menu differs from the others', async () => {
    const page = await open('/devices/usb/E1');
    await page.getByRole('button', { name: 'Chart actions' }).click();
    const items = page.getByRole('menuitem');
    await items.nth(1).hover();
    await expectDistinct(items.nth(1), items.nth(0));
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    const options = page.getByRole('listbox', { name: 'Results' }).getByRole('option');
    await expectDistinct(options.nth(0), options.nth(1));
  });

  test('the current section of the settings and an invalid field differ from the others', async () => {
    const page = await open('/settings');
    const sections = page.getByRole('navigation', { name: 'Settings sections' }).getByRole('link');
    await expectDistinct(sections.nth(0), sections.nth(1));
    const port = page.getByRole('textbox', { name: 'Port', exact: true });
    const before = await look(port);
    await port.fill('0x');
    await port.blur();
    await expect.poll(() => look(port)).not.toBe(before);
  });

  test('a status dot shows whether all is well', async () => {
    const page = await open('/devices');
    const dot = page.locator('.status-line .status-dot').first();
    const well = await look(dot);
    expect(well).toContain('solid');
    rig.service.put(appDevice({ serial: 'E2', state: 'silent' }));
    await expect.poll(() => look(dot)).not.toBe(well);
  });
});
