/** The Settings page: what can be set, how it is saved, and what is said of it. */
import type { Locator, Page } from 'playwright';
import { beforeEach, describe, expect, test } from 'vitest';
import { appDevice } from '../support/views/devices.ts';
import { clipboardText, type OpenPageOptions } from './support/browser.ts';
import { focused } from './support/entry-page.ts';
import { playedRig } from './support/played-rig.ts';

const rig = playedRig();

beforeEach(() => {
  rig.service.status = { host: 'desktop' };
});

async function open(options: OpenPageOptions = {}, route = '/settings'): Promise<Page> {
  const { page } = await rig.open(route, options);
  await page.getByText(rig.service.settings.stated.data_folder).waitFor();
  return page;
}

const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true });
const save = (page: Page): Locator => page.locator('.save-bar').getByRole('button', { name: 'Save' });
const patches = (): unknown[] => rig.service.settings.bodies('PATCH', 'settings');

describe('the form', () => {
  test('sends what was changed and nothing else, by button or key', async () => {
    const page = await open();
    await field(page, 'Port').fill('12500');
    await page.getByRole('switch', { name: 'Start at login' }).check();
    await page.getByRole('combobox', { name: 'Log level' }).selectOption('debug');
    await save(page).click();
    await expect.poll(patches).toEqual([{ port: 12_500, start_at_login: true, log_level: 'debug' }]);
    await expect.poll(() => page.locator('.save-bar').count()).toBe(0);
    expect(await page.evaluate('document.activeElement?.getAttribute("aria-label")')).toBe('Settings');
    await field(page, 'Sampling period').fill('0.5');
    await page.keyboard.press('Control+s');
    await expect.poll(patches).toHaveLength(2);
    expect(patches()[1]).toEqual({ simulate_period: 500 });
  });

  test('takes the pressure at sea level with any unit, and shows it in the display unit', async () => {
    rig.service.settings.put({ display_units: { kPa: 'hPa' } });
    const page = await open();
    const pressure = field(page, 'Pressure at sea level');
    await expect.poll(() => pressure.inputValue()).toBe('1013.25 hPa');
    await pressure.fill('1020');
    await page.keyboard.press('Control+s');
    await page.getByText('Enter a pressure with its unit, from 500 hPa to 1200 hPa.').waitFor();
    expect(patches()).toEqual([]);
    await pressure.fill('1.02 bar');
    await page.keyboard.press('Control+s');
    await expect.poll(patches).toEqual([{ sea_level_pressure_pa: 102_000 }]);
    await expect.poll(() => pressure.inputValue()).toBe('1020 hPa');
  });

  test('sends nothing that is wrong: the first wrong field gets the focus', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Add origin' }).click();
    await expect.poll(() => focused(page)).toBe('allowed_origins.0');
    await page.keyboard.type('tools.example');
    await field(page, 'Devices on this computer').fill('many');
    await page.keyboard.press('Control+s');
    await page.getByText(/Origin \d: must be an origin \(scheme, host and port\)/).waitFor();
    await page.getByText('Enter a whole number from 0 to 10,000.').waitFor();
    await expect.poll(() => focused(page)).toBe('allowed_origins.0');
    expect(patches()).toEqual([]);
  });

  test('shows what the service refuses at its field: who holds a port that is taken', async () => {
    rig.service.settings.onAsked = ({ method }) =>
      method === 'PATCH'
        ? {
            status: 409,
            body: {
              message: 'Port 8080 is taken.',
              errors: [{ path: 'port', message: 'is in use by python3 (41)' }],
            },
          }
        : undefined;
    const page = await open({ expected: /status of 409/ });
    await field(page, 'Port').fill('8080');
    await save(page).click();
    await page.getByText('Port: is in use by python3 (41).').waitFor();
    await expect.poll(() => focused(page)).toBe('port');
    expect(await field(page, 'Port').getAttribute('aria-invalid')).toBe('true');
  });

  test('adds and removes origins, as browsers write them', async () => {
    rig.service.settings.put({ allowed_origins: ['https://a.example', 'https://b.example'] });
    const page = await open();
    await page.getByRole('button', { name: 'Remove https://a.example' }).click();
    await page.getByRole('button', { name: 'Add origin' }).click();
    await page.keyboard.type('HTTPS://C.example/');
    await page.keyboard.press('Enter');
    await expect.poll(patches).toEqual([{ allowed_origins: ['https://b.example', 'https://c.example'] }]);
    await expect.poll(() => field(page, 'Origin 2').inputValue()).toBe('https://c.example');
  });

  test('follows what is changed elsewhere, and asks before it replaces that', async () => {
    const page = await open();
    rig.service.settings.put({ port: 12_345 });
    await expect.poll(() => field(page, 'Port').inputValue()).toBe('12345');
    await field(page, 'Port').fill('13000');
    rig.service.settings.put({ port: 14_000, log_level: 'warn' });
    await page.getByText('These settings were changed in another window or program').waitFor();
    await page.getByRole('button', { name: 'Load the saved settings' }).click();
    await expect.poll(() => field(page, 'Port').inputValue()).toBe('14000');
    expect(await page.getByRole('combobox', { name: 'Log level' }).inputValue()).toBe('warn');
  });

  test('holds the page while something is unsaved, but not between its sections', async () => {
    const page = await open();
    await field(page, 'Port').fill('13000');
    await page.getByRole('link', { name: 'Backup', exact: true }).click();
    await expect.poll(() => focused(page)).toBe('Backup');
    expect(await page.getByRole('alertdialog').count()).toBe(0);
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'MQTT' }).click();
    await page.getByRole('alertdialog').getByText('Save changes to the settings?').waitFor();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('heading', { name: 'MQTT clients', exact: true }).waitFor();
    expect(patches()).toEqual([]);
  });

  test('cannot be changed while the service is away; what is typed stays', async () => {
    const page = await open({ expected: /Failed to load resource|ERR_/ });
    await field(page, 'Port').fill('13000');
    const comeBack = await rig.leave();
    await page.getByText('Cannot save changes').waitFor();
    await expect.poll(() => field(page, 'Port').isDisabled()).toBe(true);
    expect(await page.getByRole('switch', { name: 'Start at login' }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Download backup' }).isDisabled()).toBe(true);
    expect(await field(page, 'Port').inputValue()).toBe('13000');
    await page.getByRole('button', { name: 'Retry now' }).click();
    // From then on the window finds it by itself.
    await comeBack();
    await expect.poll(() => field(page, 'Port').isDisabled()).toBe(false);
    expect(await field(page, 'Port').inputValue()).toBe('13000');
    await save(page).click();
    await expect.poll(patches).toEqual([{ port: 13_000 }]);
  });
});

describe('what is said of a setting', () => {
  test('names what stands before it in this run, and what waits for the next start', async () => {
    rig.service.settings.stated = {
      ...rig.service.settings.stated,
      overridden: { port: '--port', log_level: 'MENSURA_LOG_LEVEL', simulate: '--simulate' },
      effective: { port: 12_000, log_level: 'warn', simulate: true, simulate_publish: false },
      pending: ['simulate_publish'],
    };
    const page = await open();
    const about = async (control: Locator): Promise<string> => {
      const ids = (await control.getAttribute('aria-describedby'))?.split(' ') ?? [];
      return (await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).innerText()))).join(' ');
    };
    await expect
      .poll(() => about(field(page, 'Port')))
      .toMatch(/Default: 11395\.\s*In this run: 12000\. Overridden by --port\./);
    expect(await about(page.getByRole('combobox', { name: 'Log level' }))).toMatch(
      /In this run: Warnings and errors \(warn\)\. Overridden by MENSURA_LOG_LEVEL\./,
    );
    expect(await about(page.getByRole('switch', { name: 'Show simulated devices' }))).toMatch(/In this run: On\./);
    const publish = page.getByRole('switch', { name: 'Store and publish simulated readings' });
    expect(await about(publish)).toMatch(/Default: Off\.\s*In this run: Off\. Takes effect after a restart\./);
    expect(await about(page.getByRole('switch', { name: 'Start at login' }))).not.toMatch(/Overridden|restart/);
    // What was pending and is asked for anew once something changed.
    rig.service.settings.stated = { ...rig.service.settings.stated, pending: [] };
    rig.service.settings.put({ discovery: true });
    await expect.poll(() => about(publish)).not.toMatch(/restart/);
  });

  test('tells where the data folder is, and how another is given', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Copy the data folder path' }).click();
    await expect.poll(() => clipboardText(page)).toBe('/home/user/.config/mensura');
    await page.getByText('--data-dir PATH').waitFor();
    expect(await page.getByRole('button', { name: 'Change…' }).count()).toBe(0);
  });

  test('asks what other users can do, and says where that cannot be chosen', async () => {
    const page = await open();
    const users = page.getByRole('combobox', { name: 'Access for other accounts' });
    expect(await users.inputValue()).toBe('writes');
    await users.selectOption('None');
    await page.keyboard.press('Control+s');
    await expect.poll(patches).toEqual([{ refuse_other_users: 'everything' }]);
    rig.service.settings.stated = { ...rig.service.settings.stated, knows_other_users: false };
    const elsewhere = await open();
    await elsewhere.getByText(/This system does not report which account opened a connection/).waitFor();
    expect(await elsewhere.getByRole('combobox', { name: 'Access for other accounts' }).count()).toBe(0);
    // What cannot be chosen is not sent.
    await field(elsewhere, 'Port').fill('12500');
    await elsewhere.keyboard.press('Control+s');
    await expect.poll(patches).toHaveLength(2);
    expect(patches()[1]).toEqual({ port: 12_500 });
  });

  test('without a desktop tells how to run as a service of the system', async () => {
    rig.service.status = { host: 'headless' };
    const page = await open();
    await page.getByText(/install it as a system service/).waitFor();
    expect(await page.getByRole('switch', { name: 'Start at login' }).count()).toBe(0);
  });

  test('gives the history’s limits in a line, and leads to them', async () => {
    rig.service.settings.put({ history_raw_days: 1, history_max_gib: 2.5 });
    const page = await open();
    await page
      .getByText(/Raw readings are stored for 1 day, minute aggregates for 730 days .* up to 2\.50 GiB/)
      .waitFor();
    await page.getByRole('link', { name: 'History page' }).click();
    await page.getByRole('heading', { name: 'History' }).waitFor();
  });

  test('says so where this run’s facts cannot be had, and asks again', async () => {
    let refusing = true;
    rig.service.settings.onAsked = ({ path }) =>
      refusing && path === 'settings/facts' ? { status: 500, body: { message: 'The facts are lost.' } } : undefined;
    const { page } = await rig.open('/settings', { expected: /status of 500/ });
    await page.getByText('The facts are lost.').waitFor();
    refusing = false;
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('/home/user/.config/mensura').waitFor();
    await expect.poll(() => page.getByText('The facts are lost.').count()).toBe(0);
  });
});

describe('the sections', () => {
  test('are gone to by the list, by address, and by keyboard', async () => {
    const page = await open({}, '/settings/simulated');
    await expect.poll(() => focused(page)).toBe('Simulated devices');
    const list = page.getByRole('navigation', { name: 'Settings sections' });
    const current = (): Promise<string[]> => list.locator('[aria-current]').allInnerTexts();
    await expect.poll(current).toEqual(['Simulated devices']);
    await page.mouse.move(700, 500);
    await page.mouse.wheel(0, -5000);
    await expect.poll(current).toEqual(['Service']);
    await list.getByRole('link', { name: 'Service' }).press('Enter');
    await expect.poll(() => focused(page)).toBe('Service');
    expect(new URL(page.url()).hash).toBe('#/settings/service');
    await expect.poll(current).toEqual(['Service']);
    await page.setViewportSize({ width: 1024, height: 700 });
    await expect.poll(() => list.isVisible()).toBe(false);
  });
});

test('a section that the address names stays in view when what is above it grows', async () => {
  const page = await open({}, '/settings/backup');
  await expect.poll(() => focused(page)).toBe('Backup');
  const heading = page.getByRole('heading', { name: 'Backup' });
  rig.service.put(appDevice({ serial: 'E1', alias: 'Cellar' }));
  await page.getByRole('combobox', { name: 'Temperature (°C)' }).waitFor({ state: 'attached' });
  const end = page.viewportSize()?.height ?? 0;
  await expect.poll(async () => (await heading.boundingBox())?.y ?? end).toBeLessThan(end - 40);
});

describe('appearance', () => {
  test('changes at once: the theme, and the units of what is measured', async () => {
    rig.service.put(appDevice({ serial: 'E1', alias: 'Cellar' }));
    const page = await open();
    await page.getByRole('button', { name: 'Dark' }).click();
    await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    await page.getByRole('combobox', { name: 'Temperature (°C)' }).selectOption('°F');
    await expect.poll(patches).toEqual([{ display_units: { '°C': '°F' } }]);
    expect(await page.getByRole('combobox', { name: 'Illuminance (lx)' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Show all units' }).click();
    await page.getByRole('combobox', { name: 'Illuminance (lx)' }).waitFor();
    expect(await page.locator('.save-bar').count()).toBe(0);
  });

  test('lists the channels in the tray, and takes them away', async () => {
    rig.service.put(appDevice({ serial: 'E1', alias: 'Cellar' }));
    rig.service.settings.put({ pinned_channels: ['usb/E1/temperature', 'usb/GONE/pressure'] });
    const page = await open();
    // Before the devices came, both are.
    await page.getByRole('link', { name: 'Cellar' }).waitFor();
    await page.getByText('disconnected').waitFor();
    await page.getByRole('button', { name: 'Unpin Temperature of E1' }).click();
    await expect.poll(patches).toEqual([{ pinned_channels: ['usb/GONE/pressure'] }]);
    await page.getByText('1 of 10 pinned.').waitFor();
    await expect.poll(() => focused(page)).toBe('Pinned channels');
  });
});
