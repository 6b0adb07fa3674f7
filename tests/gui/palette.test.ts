/** The command palette and the overview of shortcuts, by keyboard and by mouse. */
import type { Locator, Page } from 'playwright';
import { beforeEach, describe, expect, test } from 'vitest';
import { clientView } from '../support/views/clients.ts';
import { appDevice } from '../support/views/devices.ts';
import { violationsInThemes } from './support/axe.ts';
import { clipboardText, type OpenPageOptions } from './support/browser.ts';
import { playedRig } from './support/played-rig.ts';

const rig = playedRig();

beforeEach(() => {
  rig.service.put(appDevice({ serial: 'E1', alias: 'Cold room' }));
  rig.service.put(appDevice({ serial: 'E2', alias: 'Oven' }));
});

async function open(route = '/devices', options: OpenPageOptions = {}): Promise<Page> {
  const { page } = await rig.open(route, options);
  await page
    .getByRole('contentinfo')
    .getByText(/^Reading /)
    .waitFor();
  return page;
}

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' });
const field = (page: Page) => palette(page).getByRole('combobox');
const rows = (page: Page) => palette(page).getByRole('listbox').getByRole('option');

const hasFocus = (locator: Locator): Promise<boolean> => locator.evaluate((element) => element.matches(':focus'));

/** Opens it by key, types, and waits until what was typed leads the list. */
async function ask(page: Page, text: string, first: string | RegExp): Promise<void> {
  await page.keyboard.press('Control+k');
  await field(page).fill(text);
  await rows(page).first().filter({ hasText: first }).waitFor();
}

async function run(page: Page, text: string, first: string | RegExp): Promise<void> {
  await ask(page, text, first);
  await page.keyboard.press('Enter');
  await palette(page).waitFor({ state: 'detached' });
}

describe('opening and closing', () => {
  test('by key, and Escape gives the focus back', async () => {
    const page = await open();
    const search = page.getByRole('searchbox', { name: /^Search devices/ });
    await search.focus();
    await page.keyboard.press('Control+k');
    await expect.poll(() => hasFocus(field(page))).toBe(true);
    await page.keyboard.press('Escape');
    await palette(page).waitFor({ state: 'detached' });
    await expect.poll(() => hasFocus(search)).toBe(true);
  });

  test('where nothing had the focus, it is nowhere that types', async () => {
    const page = await open();
    await page.keyboard.press('Control+k');
    await rows(page).first().waitFor();
    await page.keyboard.press('Escape');
    await palette(page).waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate('document.activeElement?.tagName')).toBe('MAIN');
  });

  test('by the button in the status line, and by what the desktop’s menu sends', async () => {
    const page = await open();
    await page.getByRole('contentinfo').getByRole('button', { name: 'Commands' }).click();
    await palette(page).waitFor();
    await page.keyboard.press('Escape');
    await palette(page).waitFor({ state: 'detached' });
    await page.evaluate("dispatchEvent(new Event('mensura:palette'))");
    await palette(page).waitFor();
  });

  test('not while something waits for an answer', async () => {
    rig.service.mqtt.put(clientView({ identifier: 'a', name: 'local' }));
    const page = await open('/mqtt/a');
    await page.getByRole('textbox', { name: 'Name' }).first().fill('other');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Devices' }).click();
    await page.getByRole('alertdialog').waitFor();
    await page.keyboard.press('Control+k');
    await page.evaluate("dispatchEvent(new Event('mensura:palette'))");
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    expect(await palette(page).count()).toBe(0);
  });
});

describe('finding and running', () => {
  test('a page, a device by serial, a channel: Enter goes there, and the focus with it', async () => {
    const page = await open();
    await run(page, 'comp', 'Compare');
    await page.waitForURL(/#\/compare$/);
    expect(await page.evaluate('document.activeElement?.tagName')).toBe('MAIN');
    await run(page, 'e2', 'Oven');
    await page.waitForURL(/#\/devices\/usb\/E2$/);
    await run(page, 'dew cold', 'Dew point');
    await page.waitForURL(/#\/devices\/usb\/E1$/);
  });

  test('what was set up: an MQTT client; and what can be set up', async () => {
    rig.service.mqtt.put(clientView({ identifier: 'a', name: 'plant broker' }));
    const page = await open();
    await page.getByRole('contentinfo').getByText(/^MQTT/).waitFor();
    await run(page, 'plant', 'plant broker');
    await page.waitForURL(/#\/mqtt\/a$/);
    await run(page, 'add alarm', 'Add alarm rule');
    await page.waitForURL(/#\/alarms\/\+new$/);
  });

  test('actions: the theme, pausing, copying', async () => {
    const page = await open('/devices/usb/E1');
    await run(page, 'theme dark', 'Use dark theme');
    await expect.poll(() => page.evaluate("document.documentElement.dataset['theme']")).toBe('dark');
    await page.locator('.device-view canvas').first().waitFor();
    await run(page, 'pause', 'Pause charts');
    await page.getByRole('button', { name: 'Return to live' }).waitFor();
    await run(page, 'live', 'Return charts to live');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await run(page, 'yesterday', 'Choose time range…');
    await page.getByRole('dialog', { name: 'Time range' }).waitFor();
    await page.keyboard.press('Escape');
    await run(page, 'logarithmic', 'Set value axis…');
    await page.getByRole('dialog', { name: /^Value axis/ }).waitFor();
    await page.keyboard.press('Escape');
    await run(page, 'flag', 'Add marker…');
    await page.getByRole('textbox', { name: 'Marker name' }).waitFor();
    await page.keyboard.press('Escape');
    await run(page, 'copy e2', 'Copy serial number E2');
    await expect.poll(() => clipboardText(page)).toBe('E2');
    await run(page, 'copy api', 'Copy API address');
    await expect.poll(() => clipboardText(page)).toBe(rig.service.url);
  });

  test('simulated instruments are asked for, and a refusal is told with its reason', async () => {
    const page = await open('/devices/usb/E1', { expected: /status of 507/ });
    await run(page, 'simulated', 'Show simulated devices');
    await expect.poll(() => rig.service.settings.settings.simulate).toBe(true);
    rig.service.settings.onAsked = ({ method }) =>
      method === 'PATCH' ? { status: 507, body: { message: 'The disk is full.' } } : undefined;
    await run(page, 'simulated', 'Show simulated devices');
    await page.getByText('The disk is full.').waitFor();
  });

  test('what was used last comes first, also after a reload', async () => {
    const page = await open();
    await run(page, 'history', 'History');
    await page.reload();
    await page
      .getByRole('contentinfo')
      .getByText(/^Reading /)
      .waitFor();
    await page.keyboard.press('Control+k');
    await rows(page).first().filter({ hasText: 'History' }).waitFor();
  });

  test('by mouse', async () => {
    const page = await open();
    await ask(page, 'gate', 'Gateways');
    await rows(page).first().click();
    await page.waitForURL(/#\/gateways$/);
  });

  test('nothing found says what can be looked for; many are bounded, and counted', async () => {
    for (let number = 100; number < 300; number += 1) rig.service.put(appDevice({ serial: `E${number}` }));
    const page = await open();
    await expect.poll(() => page.getByRole('contentinfo').innerText()).toContain('202 devices');
    await page.keyboard.press('Control+k');
    await field(page).fill('e1');
    await palette(page)
      .getByText(/^50 of .* results\. Keep typing/)
      .waitFor();
    expect(await rows(page).count()).toBe(50);
    await field(page).fill('qqqq');
    await palette(page)
      .getByText(/^No results for “qqqq”/)
      .waitFor();
  });
});

describe('for screen readers', () => {
  test('a combobox that names its active option, and says how many there are', async () => {
    const page = await open();
    await ask(page, 'cold room', 'Cold room');
    const active = async (): Promise<string> => {
      const id = await field(page).getAttribute('aria-activedescendant');
      return id ? ((await page.locator(`[id="${id}"]`).textContent()) ?? '') : '';
    };
    await expect.poll(active).toContain('Cold room');
    const before = await active();
    await page.keyboard.press('ArrowDown');
    await expect.poll(active).not.toBe(before);
    expect(await field(page).getAttribute('aria-controls')).toBe(
      await palette(page).getByRole('listbox').getAttribute('id'),
    );
    await palette(page)
      .getByRole('status')
      .getByText(/results$/)
      .waitFor();
  });

  test('axe finds nothing in either theme', async () => {
    const page = await open('/devices/usb/E1');
    await page.keyboard.press('Control+k');
    await rows(page).first().waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
    await field(page).fill('qqqq');
    await palette(page)
      .getByText(/^No results for/)
      .waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await palette(page).waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
  });
});

describe('the overview of shortcuts', () => {
  test('a question mark opens it, but not where it is typed', async () => {
    const page = await open();
    const search = page.getByRole('searchbox', { name: /^Search devices/ });
    await search.focus();
    await page.keyboard.type('?');
    expect(await search.inputValue()).toBe('?');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await search.blur();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.getByRole('heading', { name: /^Charts \(when focused/ }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  test('it opens from the palette, and Escape gives the focus back to where one was before both', async () => {
    const page = await open();
    const theme = page.getByRole('button', { name: 'Theme' });
    await theme.focus();
    await run(page, 'keyboard', 'Show keyboard shortcuts');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => hasFocus(theme)).toBe(true);
  });
});
