/** Channels of several devices in one chart, and as large figures. */
import type { Page } from 'playwright';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AppDevice } from '../../service/contract/index.ts';
import { alarmOf } from '../support/views/alarms.ts';
import { appDevice, readings } from '../support/views/devices.ts';
import { axeViolations, colorViolations, wearTheme } from './support/axe.ts';
import { playedRig } from './support/played-rig.ts';

const TEMPERATURE = { unit: '°C', description: 'Temperature', value: 20 };
const HUMIDITY = { unit: '%rh', description: 'Relative humidity', value: 50 };

let page: Page;
let kitchen: AppDevice;
let cellar: AppDevice;

const rig = playedRig();

beforeEach(async () => {
  const channels = { temperature: TEMPERATURE, relative_humidity: HUMIDITY };
  kitchen = appDevice({ serial: 'E1', alias: 'Kitchen', channels });
  cellar = appDevice({ serial: 'E2', alias: 'Cellar', channels: { temperature: { ...TEMPERATURE, value: 12 } } });
  rig.service.put(kitchen);
  rig.service.put(cellar);
  const at = Date.now() - 3_600_000;
  rig.service.history.keep({ family: 'usb', serial: 'E9', channel: 'temperature' }, '°C', [[at, 5]]);
  ({ page } = await rig.open());
  await page.getByRole('link', { name: 'Compare' }).click();
});

const box = (device: string, channel: string) =>
  page.getByRole('group', { name: new RegExp(device) }).getByRole('checkbox', { name: new RegExp(channel) });

/** The value in a channel's legend. */
const shownValue = (key: string) => page.locator(`.chart-value[data-key="${key}"]`);

async function choose(...channels: [device: string, channel: string][]): Promise<void> {
  for (const [device, channel] of channels) await box(device, channel).check();
}

describe('the charts', () => {
  test('channels with the same unit share a panel, each with its value and its device', async () => {
    await page.getByRole('heading', { name: 'Compare channels' }).waitFor();
    await choose(['Kitchen', 'Temperature'], ['Cellar', 'Temperature'], ['Kitchen', 'humidity']);
    const panels = page.locator('.chart-panel');
    await expect.poll(() => panels.count()).toBe(2);
    expect(await panels.nth(0).locator('.chart-name').allInnerTexts()).toEqual([
      expect.stringMatching(/^Kitchen\s+· Temperature$/),
      expect.stringMatching(/^Cellar\s+· Temperature$/),
    ]);
    rig.service.send('readings', readings(kitchen, { temperature: 21.5 }));
    rig.service.send('readings', readings(cellar, { temperature: 11.25 }));
    await expect.poll(() => shownValue('usb/E1/temperature').innerText()).toBe('21.50');
    await expect.poll(() => shownValue('usb/E2/temperature').innerText()).toBe('11.25');
  });

  test('a narrow window shows the selected channels, and returns to the list', async () => {
    await page.setViewportSize({ width: 720, height: 450 });
    await choose(['Kitchen', 'Temperature'], ['Cellar', 'Temperature']);
    await page.getByRole('button', { name: 'Show 2 channels' }).click();
    await shownValue('usb/E1/temperature').waitFor();
    await shownValue('usb/E2/temperature').waitFor();
    await page.getByRole('button', { name: 'Select channels' }).click();
    expect(await box('Kitchen', 'Temperature').isChecked()).toBe(true);
    await choose(['Kitchen', 'Relative humidity']);
    await page.getByRole('button', { name: 'Show 3 channels' }).click();
    await shownValue('usb/E1/relative_humidity').waitFor();
  });

  test('a disconnected device with stored readings is listed and marked', async () => {
    const away = page.getByRole('group', { name: /E9/ });
    await away.getByText('Disconnected').waitFor();
    await away.getByRole('checkbox').check();
    await page.getByRole('heading', { name: '1 channel' }).waitFor();
  });

  test('the list of stored channels is requested again after an error', async () => {
    // The page of the other tests has asked: it is not refused.
    await page.getByRole('group', { name: /E9/ }).waitFor();
    const refused = await rig.openBlank({ expected: /status of 503/ });
    await refused.page.clock.install();
    rig.service.history.onAsked = ({ path }) =>
      path === 'history/channels' ? { status: 503, body: { message: 'The history is busy.' } } : undefined;
    const { length } = rig.service.history.asked;
    await refused.page.goto(`${rig.service.url}/#/compare`);
    await refused.page.getByRole('group', { name: /Kitchen/ }).waitFor();
    await expect.poll(() => rig.service.history.asked.length).toBeGreaterThan(length);
    rig.service.history.onAsked = undefined;
    await expect
      .poll(async () => {
        await refused.page.clock.fastForward(5000);
        return refused.page.getByRole('group', { name: /E9/ }).count();
      })
      .toBe(1);
  });

  test('the selection survives a reload, and is cleared', async () => {
    await choose(['Cellar', 'Temperature'], ['Kitchen', 'humidity']);
    await page.reload();
    await expect.poll(() => page.locator('.chart-panel').count()).toBe(2);
    await page.getByRole('searchbox').fill('cellar');
    await expect.poll(() => page.getByRole('checkbox').count()).toBe(1);
    await page.getByRole('searchbox').press('Escape');
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await page.getByRole('heading', { name: 'Compare channels' }).waitFor();
  });
});

describe('many channels', () => {
  const count = () => page.getByTitle('Selected channels').innerText();

  test('up to fifty are selected by device and by search, with ten colors, and shown alone in the list', async () => {
    for (let index = 1; index <= 30; index += 1) {
      const serial = `M${String(index).padStart(2, '0')}`;
      const channels = { temperature: TEMPERATURE, relative_humidity: HUMIDITY };
      rig.service.put(appDevice({ serial, alias: `Chamber ${serial}`, channels }));
    }
    await page.getByRole('button', { name: 'Select all channels of Chamber M02' }).click();
    await expect.poll(count).toBe('2 of 50');
    await page.getByRole('button', { name: 'Clear selection for Chamber M02' }).click();
    await page.getByRole('searchbox').fill('chamber temperature');
    await page.getByRole('button', { name: 'Select 30 matching channels' }).click();
    await expect.poll(count).toBe('30 of 50');
    await page.getByText('All matching channels are selected').waitFor();
    const strokes = page.locator('.picker-row .chart-swatch line');
    const colors = await strokes.evaluateAll((lines) => lines.map((line) => line.getAttribute('stroke')));
    expect(new Set(colors.slice(0, 10)).size).toBe(10);
    await page.getByRole('searchbox').fill('chamber');
    await page.getByRole('button', { name: 'Select 30 matching channels' }).click();
    await expect.poll(count).toBe('50 of 50');
    await page.getByText('50 channels selected, the maximum').waitFor();
    expect(await box('Chamber M30', 'humidity').isDisabled()).toBe(true);
    await page.getByRole('searchbox').press('Escape');
    await page.getByRole('button', { name: 'Only selected' }).click();
    await expect.poll(() => page.locator('.picker-row').count()).toBe(50);
    await page.getByRole('heading', { name: '50 channels' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    const link = Array.from({ length: 50 }, (_, index) => `channel=usb%2FX${index}%2Ftemperature`).join('&');
    await page.goto(`${rig.service.url}/#/compare/${link}`);
    await page.getByText('All 50 channels are unavailable').waitFor();
    await expect.poll(count).toBe('50 of 50');
  });
});

describe('large values', () => {
  const figure = (serial: string) => page.locator('.value-tile').filter({ hasText: serial });

  beforeEach(() => choose(['Kitchen', 'Temperature'], ['Cellar', 'Temperature'], ['Kitchen', 'humidity']));

  async function openLarge(): Promise<void> {
    await page.getByRole('button', { name: 'Chart actions' }).click();
    await page.getByRole('menuitem', { name: 'Show large values' }).click();
  }

  test('shows large live figures, and closes with Escape', async () => {
    await openLarge();
    await expect.poll(() => page.locator('.value-tile').count()).toBe(3);
    rig.service.send('readings', readings(cellar, { temperature: -11.25 }));
    await expect.poll(() => figure('E2').innerText()).toMatch(/Cellar[\s\S]*11\.25[\s\S]*°C/);
    const value = await figure('E2').locator('.value-tile-value').boundingBox();
    const cell = await figure('E2').boundingBox();
    if (!value || !cell) throw new Error('The figure is not shown.');
    expect(value.height).toBeGreaterThan(80);
    expect(value.x).toBeGreaterThanOrEqual(cell.x);
    expect(value.x + value.width).toBeLessThanOrEqual(cell.x + cell.width);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.presentation').count()).toBe(0);
  });

  test('fills a window without full screen, and cuts no text at 1024 × 700, even of a long value', async () => {
    await page.setViewportSize({ width: 1024, height: 700 });
    await page.evaluate(`document.documentElement.requestFullscreen = () => Promise.reject(new TypeError('refused'))`);
    await openLarge();
    rig.service.send('readings', readings(kitchen, { temperature: -123_456.78 }));
    await expect.poll(() => figure('Temperature').first().innerText()).toContain('123,456.78');
    const cut = await page
      .locator('.value-tile-value')
      .evaluateAll((values) => values.filter((value) => value.scrollWidth > value.clientWidth + 1).length);
    expect(cut).toBe(0);
  });

  test('names a sensor error, an alarm and a disconnected device', async () => {
    await openLarge();
    rig.service.send('readings', readings(kitchen, { relative_humidity: null }));
    await expect.poll(() => figure('Relative humidity').innerText()).toMatch(/–[\s\S]*sensor error/i);
    rig.service.alarms.put(alarmOf({ id: 'a1', serial: 'E1' }));
    await expect.poll(() => figure('Kitchen').first().innerText()).toContain('Alarm: above 30 °C');
    rig.service.remove(cellar);
    await expect.poll(() => figure('E2').innerText()).toContain('Disconnected');
  });

  test('axe finds nothing in either theme, here or on the page', async () => {
    await openLarge();
    rig.service.alarms.put(alarmOf({ id: 'a1', serial: 'E1' }));
    await figure('Kitchen').first().getByText('Alarm').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await wearTheme(page, 'dark');
    expect(await colorViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.locator('.chart-panel').first().waitFor();
    expect(await colorViolations(page)).toEqual([]);
    await wearTheme(page, 'light');
    expect(await axeViolations(page)).toEqual([]);
  });
});
