/** Display names, notes and units on the Devices page. */
import type { Locator, Page } from 'playwright';
import { beforeEach, describe, expect, test } from 'vitest';
import { appDevice } from '../support/views/devices.ts';
import { axeViolations } from './support/axe.ts';
import { playedRig } from './support/played-rig.ts';

const rig = playedRig();

beforeEach(() => {
  rig.service.put(appDevice({ serial: 'E1' }));
});

async function open(expected?: RegExp): Promise<Page> {
  const { page } = await rig.open('/devices/usb/E1', { expected });
  await page.locator('.channel-fact').first().waitFor();
  return page;
}

/** A channel in the details. @param label its contract name, the title of its display name */
const fact = (page: Page, label: string) =>
  page.locator('.channel-fact').filter({ has: page.getByTitle(label, { exact: true }) });

/** The channels with this display name in the details. */
const factNamed = (page: Page, name: string) => page.locator('.channel-fact').filter({ hasText: name });

async function nameTemperature(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Actions for Temperature' }).click();
  await page.getByRole('menuitem', { name: 'Edit name and note…' }).click();
}

/** A form takes the focus shortly after it opens. */
async function expectFieldFocused(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate('document.activeElement?.tagName')).toMatch(/^(?:INPUT|TEXTAREA)$/);
}

describe('the pressure at sea level of a device', () => {
  const ALTITUDE = { altitude: { description: 'Altitude', value: 166_714, unit: 'mm', virtual: true } };
  const own = () => rig.service.device('usb/E1')?.own_sea_level_pressure_pa;

  test('is set with any unit, and cleared', async () => {
    rig.service.put(appDevice({ serial: 'E1', channels: ALTITUDE }));
    const page = await open();
    const row = page.locator('.fact').filter({ hasText: 'Pressure at sea level' });
    await row.getByText('101.325 kPa (all devices)').waitFor();
    const change = page.getByRole('button', { name: /^Change pressure at sea level of/ });
    const input = page.getByRole('textbox', { name: /^Pressure at sea level, with its unit/ });
    await change.click();
    await expectFieldFocused(page);
    expect(await axeViolations(page)).toEqual([]);
    await input.fill('1020');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'Enter a pressure with its unit' }).waitFor();
    expect(own()).toBeNull();
    await input.fill('1020 hPa');
    await page.keyboard.press('Enter');
    await row.getByText('102 kPa (own)').waitFor();
    expect(own()).toBe(102_000);
    await expect
      .poll(() => page.evaluate(`document.activeElement?.getAttribute('aria-label')`))
      .toMatch(/^Change pressure at sea level of/);
    await change.click();
    await input.fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await row.getByText('101.325 kPa (all devices)').waitFor();
    expect(own()).toBeNull();
  });

  test('is not shown for a device without an altitude', async () => {
    const page = await open();
    await page.getByText('Sampling period', { exact: true }).first().waitFor();
    expect(await page.getByText('Pressure at sea level').count()).toBe(0);
  });
});

describe('a channel', () => {
  test('gets a display name and a note, beside its contract name', async () => {
    const page = await open();
    await nameTemperature(page);
    const name = page.getByRole('textbox', { name: 'Display name for temperature' });
    await expectFieldFocused(page);
    expect(await axeViolations(page)).toEqual([]);
    await name.fill('  Oven, top shelf ');
    await page.getByRole('textbox', { name: 'Note' }).last().fill('The probe was changed in May.');
    await page.getByRole('button', { name: 'Save' }).click();
    const oven = factNamed(page, 'Oven, top shelf');
    await oven.waitFor();
    await oven.getByText('temperature', { exact: true }).waitFor();
    await oven.getByText('The probe was changed in May.').waitFor();
    expect(rig.service.device('usb/E1')?.channel_names['temperature']).toEqual({
      alias: 'Oven, top shelf',
      note: 'The probe was changed in May.',
    });
    // The focus returns to the menu button, and the search finds the name.
    const focused = (): Promise<unknown> => page.evaluate(`document.activeElement?.getAttribute('aria-label')`);
    await expect.poll(focused).toBe('Actions for Oven, top shelf');
    await page.getByRole('searchbox', { name: /Search devices/ }).fill('oven');
    await page.getByRole('option').waitFor();
    await page.getByTitle('Oven, top shelf').first().waitFor();
  });

  test('shows why saving failed, and cancels with Escape', async () => {
    rig.service.onPatch = () => ({ status: 500, body: { message: 'The disk is full.' } });
    const page = await open(/status of 500/);
    await nameTemperature(page);
    await page.getByRole('textbox', { name: 'Display name for temperature' }).fill('Oven');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'The disk is full.' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', { name: 'Display name for temperature' }).waitFor({ state: 'detached' });
    expect(await factNamed(page, 'Oven').count()).toBe(0);
  });

  test('is renamed by keyboard, with the whole form in view in a low window', async () => {
    const page = await open();
    await page.setViewportSize({ width: 1440, height: 520 });
    await page.getByRole('button', { name: 'Actions for Temperature' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Edit name and note…' }).waitFor();
    await expect.poll(() => page.evaluate('document.activeElement?.closest("[role=menu]") !== null')).toBe(true);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await expectFieldFocused(page);
    const room = async (): Promise<number> => {
      const foot = await page.locator('.details-foot').boundingBox();
      const save = await page.getByRole('button', { name: 'Save' }).boundingBox();
      return (foot?.y ?? Number.NaN) - (save?.y ?? Number.NaN) - (save?.height ?? Number.NaN);
    };
    // The focused element is scrolled into view.
    await expect.poll(room).toBeGreaterThanOrEqual(0);
    await page.keyboard.type('Oven');
    await page.keyboard.press('Enter');
    await factNamed(page, 'Oven').waitFor();
  });

  test('cannot be renamed while its device is disconnected and not remembered', async () => {
    rig.service.put(appDevice({ serial: 'SIM00001', simulated: true }));
    const { page } = await rig.open('/devices/usb/SIM00001');
    await page.getByRole('button', { name: 'Actions for Temperature' }).waitFor();
    rig.service.remove({ family: 'usb', serial: 'SIM00001' });
    await page.getByText(/^Disconnected since/).waitFor();
    await page.getByRole('button', { name: 'Actions for Temperature' }).click();
    await page.getByRole('menuitem', { name: 'Add alarm rule' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Edit name and note…' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    expect(await page.getByRole('button', { name: /Add note/ }).count()).toBe(0);
  });
});

describe('the focus after saving', () => {
  const texts: [what: string, begin: (page: Page) => Promise<void>][] = [
    ['name of a channel', nameTemperature],
    ['name of the device', (page) => page.getByRole('button', { name: 'Rename VCP-PTH450-CAL' }).click()],
    ['note', (page) => page.getByRole('button', { name: 'Add note for VCP-PTH450-CAL' }).click()],
  ];
  test.each(texts)('returns to its button: %s', async (_what, begin) => {
    const page = await open();
    await begin(page);
    await expectFieldFocused(page);
    await page.keyboard.type('Oven');
    await page.locator('button[type="submit"]').click();
    await page.getByText('Oven', { exact: true }).first().waitFor();
    await page.locator('button[type="submit"]').waitFor({ state: 'detached' });
    const focused = (): Promise<unknown> => page.evaluate(`document.activeElement?.getAttribute('aria-label')`);
    await expect.poll(focused).toMatch(/^(?:Actions for Oven|Rename Oven|Edit note for )/);
  });

  test.each(texts)('stays where the user moved it: %s', async (_what, begin) => {
    const page = await open();
    const { promise: saved, resolve: save } = Promise.withResolvers<void>();
    await page.route('**/app/v1/devices/**', (route) => saved.then(() => route.continue()));
    await begin(page);
    await expectFieldFocused(page);
    await page.keyboard.type('Oven');
    const asked = page.waitForRequest('**/app/v1/devices/**');
    await page.locator('button[type="submit"]').click();
    await asked;
    const search = page.getByRole('searchbox', { name: /Search devices/ });
    await search.focus();
    save();
    await page.locator('button[type="submit"]').waitFor({ state: 'detached' });
    await page.getByText('Oven', { exact: true }).first().waitFor();
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    await page.keyboard.type('over');
    expect(await search.inputValue()).toBe('over');
  });
});

describe('unsaved text', () => {
  /** Types a device name, a display name and a note; returns the fields by their text. */
  async function type(page: Page): Promise<Record<string, Locator>> {
    await page.getByRole('button', { name: 'Rename VCP-PTH450-CAL' }).click();
    await page.getByRole('textbox', { name: 'Device name' }).fill('Cellar');
    await page.getByRole('button', { name: 'Add note for VCP-PTH450-CAL' }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill('Behind the door.');
    await nameTemperature(page);
    await page.getByRole('textbox', { name: 'Display name for temperature' }).fill('Oven');
    return {
      Cellar: page.getByRole('textbox', { name: 'Device name' }),
      'Behind the door.': page.getByRole('textbox', { name: 'Note' }).first(),
      Oven: page.getByRole('textbox', { name: 'Display name for temperature' }),
    };
  }

  async function expectKept(fields: Record<string, Locator | undefined>): Promise<void> {
    for (const [text, field] of Object.entries(fields)) expect(await field?.inputValue()).toBe(text);
  }

  /** Number of forms with an enabled Save button. */
  const saves = (page: Page): Promise<number> => page.locator('button[type="submit"]:text-is("Save"):enabled').count();

  test('stays while the device is disconnected, and can be saved then and afterwards', async () => {
    const page = await open();
    const fields = await type(page);
    const device = rig.service.device('usb/E1');
    if (!device) throw new Error('There is no device.');
    rig.service.remove(device);
    await page.getByText(/^Disconnected since/).waitFor();
    await expectKept(fields);
    expect(await axeViolations(page)).toEqual([]);
    await fields['Oven']?.press('Enter');
    await factNamed(page, 'Oven').waitFor();
    rig.service.put({ ...device, channel_names: { temperature: { alias: 'Oven', note: '' } } });
    await page.getByText(/^Disconnected since/).waitFor({ state: 'detached' });
    await expectKept({ Cellar: fields['Cellar'], 'Behind the door.': fields['Behind the door.'] });
    await expect.poll(() => saves(page)).toBe(2);
    await fields['Cellar']?.press('Enter');
    await page.getByRole('heading', { name: 'Cellar' }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    const saved = (): (string | undefined)[] => {
      const { alias, note, channel_names: names } = rig.service.device('usb/E1') ?? device;
      return [alias, note, names['temperature']?.alias];
    };
    await expect.poll(saved).toEqual(['Cellar', 'Behind the door.', 'Oven']);
  });

  test('stays while the service is unreachable', async () => {
    const page = await open(/Failed to load resource|ERR_/);
    const fields = await type(page);
    const comeBack = await rig.leave();
    await page.getByText(/^No response from the service since/).waitFor();
    await expectKept(fields);
    await comeBack((service) => service.put(appDevice({ serial: 'E1' })));
    await page.getByText(/^No response from the service/).waitFor({ state: 'detached' });
    await expect.poll(() => saves(page)).toBe(3);
    await expectKept(fields);
    await fields['Oven']?.press('Enter');
    await factNamed(page, 'Oven').waitFor();
  });
});

test('names of object members, such as "constructor", are ordinary channel names', async () => {
  const channels = {
    constructor: { unit: 'toString', description: '', value: 20.5 },
    toString_2: { unit: 'constructor', description: '', value: 30.25 },
  };
  const device = appDevice({ serial: 'MS1', channels, node: 1 });
  device.device.config.protocol = { constructor: true, usb: true };
  rig.service.put(device);
  const { page } = await rig.open('/devices/gateway/MS1');
  await fact(page, 'constructor').getByText('20.500').waitFor();
  await fact(page, 'toString_2').getByText('30.250').waitFor();
  await page.getByText('constructor, USB').waitFor();
  await page.locator('.device-view canvas').first().waitFor();
  expect(await page.getByText('Cannot show this page').count()).toBe(0);
});

test('a device can have a note of several lines', async () => {
  const page = await open();
  await page.getByRole('button', { name: 'Add note for VCP-PTH450-CAL' }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('Calibrated in May.\nBehind the door.');
  await page.getByRole('button', { name: 'Save' }).click();
  // The text alone is no sign: it is in the form, too.
  const edit = page.getByRole('button', { name: 'Edit note for VCP-PTH450-CAL' });
  await edit.waitFor();
  await page.getByText('Calibrated in May.').waitFor();
  expect(rig.service.device('usb/E1')?.note).toBe('Calibrated in May.\nBehind the door.');
  await edit.click();
  await page.getByRole('textbox', { name: 'Note' }).fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Add note for VCP-PTH450-CAL' }).waitFor();
});

test('channels with the same description show the labels of the device', async () => {
  const temperature = { unit: '°C', description: 'Temperature', value: 21.5 };
  const labels = { temperature: 'Ambient temperature', temperature_2: 'Object temperature' };
  rig.service.put(appDevice({ serial: 'E1', channels: { temperature, temperature_2: temperature }, labels }));
  const page = await open();
  await fact(page, 'temperature_2').getByText('Object temperature').waitFor();
  await page.locator('article.device-view').getByText('Ambient temperature').first().waitFor();
  await page.getByRole('option').getByTitle('Object temperature').waitFor();
  await page.getByRole('searchbox', { name: /Search devices/ }).fill('object temp');
  await page.getByRole('option').waitFor();
  expect(await axeViolations(page)).toEqual([]);
});

describe('the display unit', () => {
  test('is selected in the details, for all windows, without effect on stored readings', async () => {
    const page = await open();
    const other = await rig.open('/devices/usb/E1');
    await fact(page, 'temperature').getByText('24.83').waitFor();
    await page.getByRole('button', { name: 'Display units' }).click();
    await page.getByRole('combobox', { name: 'Temperature (°C)' }).selectOption('°F');
    // Calculated by hand from 24.8344 °C and its dew point of 16.50569 °C.
    for (const window of [page, other.page]) {
      await fact(window, 'temperature').getByText('76.70').waitFor();
      await fact(window, 'dew_point').getByText('61.71').waitFor();
      await window.getByRole('option').getByText('76.70').waitFor();
    }
    expect(rig.service.settings.bodies('PATCH', 'settings')).toEqual([{ display_units: { '°C': '°F' } }]);
    expect(rig.service.device('usb/E1')?.device.channels['temperature']?.value?.unit).toBe('°C');
    await page.getByRole('combobox', { name: 'Pressure (kPa)' }).selectOption('hPa');
    await fact(page, 'atmospheric_pressure').getByText('1,011.82').waitFor();
    await page.getByRole('combobox', { name: 'Temperature (°C)' }).selectOption('°C');
    await fact(page, 'temperature').getByText('24.83').waitFor();
    expect(rig.service.settings.settings.display_units).toEqual({ kPa: 'hPa' });
    expect(await axeViolations(page)).toEqual([]);
    await other.close();
  });

  test('does not change if the service rejects it, with a message', async () => {
    rig.service.settings.onAsked = () => ({ status: 500, body: { message: 'The settings could not be saved.' } });
    const page = await open(/status of 500/);
    await page.getByRole('button', { name: 'Display units' }).click();
    await page.getByRole('combobox', { name: 'Temperature (°C)' }).selectOption('K');
    await page.getByRole('alert').filter({ hasText: 'The settings could not be saved.' }).waitFor();
    const unit = page.getByRole('combobox', { name: 'Temperature (°C)' });
    await expect.poll(() => unit.inputValue()).toBe('°C');
    await fact(page, 'temperature').getByText('24.83').waitFor();
  });
});
