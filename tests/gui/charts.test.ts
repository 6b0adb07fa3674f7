/** The charts by mouse and by keyboard, against known readings. */
import type { Locator, Page } from 'playwright';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AppDevice } from '../../service/contract/index.ts';
import { appDevice, readings } from '../support/views/devices.ts';
import { PATIENCE_MS } from './support/browser.ts';
import {
  drawn,
  legendValue,
  noon,
  openAt,
  overviewWindow,
  pointAt,
  stretches,
  timeOfDay,
  timeShown,
} from './support/chart.ts';
import { playedRig } from './support/played-rig.ts';

const SECOND = 1000;
const PERIOD_MS = 500;
const MINUTE = 60 * SECOND;

/** Colors of the two channels, and their panels. */
const TEMPERATURE = { panel: 0, series: 1 };
const HUMIDITY = { panel: 1, series: 5 };

let page: Page;
let device: AppDevice;
/** Time of the first reading; the temperature then rises by 0.1 °C each second. */
let start: number;

const rig = playedRig();

beforeEach(async () => {
  device = appDevice({
    serial: 'E1',
    // Old enough to be out of view.
    at: noon() - 10 * MINUTE,
    channels: {
      temperature: { unit: '°C', description: 'Temperature', value: 20 },
      relative_humidity: { unit: '%rh', description: 'Relative humidity', value: 50 },
    },
  });
  rig.service.aheadMs = noon() - Date.now();
  rig.service.put(device);
  start = noon() - 50 * SECOND;
  page = await openAt(rig, noon());
  await page.locator('.device-view canvas').first().waitFor();
  await page.getByRole('button', { name: '1 min', exact: true }).click();
});

const temperatureAt = (time: number): number => 20 + (time - start) / (10 * SECOND);

/** Sends the readings of a range, in seconds after the first. */
function send(from: number, to: number): void {
  for (let at = start + from * SECOND; at <= start + to * SECOND; at += PERIOD_MS) {
    rig.service.send('readings', readings(device, { temperature: temperatureAt(at), relative_humidity: 50 }, at));
  }
}

/** A time window full of readings, paused. */
async function pausedWithReadings(): Promise<void> {
  send(-15, 49);
  await expect.poll(() => legendValue(page, 'temperature').innerText(), { timeout: PATIENCE_MS }).toBe('24.90');
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Return to live' }).waitFor();
  // The view is written with the next frame.
  await expect.poll(() => page.locator('.chart-when').textContent()).not.toBe('');
}

const isLive = (): Promise<boolean> => page.getByRole('button', { name: 'Pause', exact: true }).isVisible();

const shownLength = async (): Promise<number> => {
  const { from, to } = await timeShown(page);
  return to - from;
};

describe('the line', () => {
  test('has a gap where there are no readings', async () => {
    send(-15, 20);
    send(32, 49);
    const line = (): ReturnType<typeof stretches> => stretches(page, TEMPERATURE.panel, TEMPERATURE.series);
    await expect.poll(async () => (await line()).length, { timeout: PATIENCE_MS }).toBe(2);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Return to live' }).waitFor();
    const [first, second] = await line();
    expect((first?.to ?? 0) - (first?.from ?? 0)).toBeCloseTo(30 / 60, 1);
    expect((second?.from ?? 0) - (first?.to ?? 0)).toBeCloseTo(12 / 60, 1);
    await pointAt(page, 0, ((first?.to ?? 0) + (second?.from ?? 0)) / 2);
    await expect.poll(() => legendValue(page, 'temperature').innerText()).toBe('–');
    await pointAt(page, 0, ((first?.from ?? 0) + (first?.to ?? 0)) / 2);
    await expect.poll(() => legendValue(page, 'temperature').innerText()).toMatch(/^2[01]\.\d\d$/);
  });

  test('breaks only for the sensor that fails', async () => {
    send(0, 20);
    const failed = { temperature: null, relative_humidity: 50 };
    for (let at = 20.5; at < 32; at += 0.5) {
      rig.service.send('readings', readings(device, failed, start + at * SECOND));
    }
    send(32, 49);
    const count = async ({ panel, series }: typeof HUMIDITY): Promise<number> =>
      (await stretches(page, panel, series)).length;
    await expect.poll(() => count(TEMPERATURE), { timeout: PATIENCE_MS }).toBe(2);
    await expect.poll(() => count(HUMIDITY)).toBe(1);
  });

  test('is hidden with its channel, with its panel if it is the only one, and shown again in its color', async () => {
    await pausedWithReadings();
    const lines = async (): Promise<number> => (await stretches(page, HUMIDITY.panel, HUMIDITY.series)).length;
    await expect.poll(lines).toBe(1);
    const item = (name: RegExp): Locator => page.getByRole('button', { name });
    const panels = page.locator('.chart-panel');
    await item(/^Relative humidity/).click();
    await expect.poll(() => panels.count()).toBe(1);
    await item(/^Temperature/).click();
    await page.getByText('All channels hidden').waitFor();
    await item(/^Temperature/).click();
    await page
      .getByRole('region', { name: 'Hidden channels' })
      .getByRole('button', { name: 'Relative humidity' })
      .click();
    await expect.poll(lines).toBe(1);
  });

  test('has the readings received while the window was hidden', async () => {
    const hide = (hidden: boolean): Promise<void> =>
      page.evaluate(`Object.defineProperty(document, 'hidden', { configurable: true, value: ${hidden} });
        document.dispatchEvent(new Event('visibilitychange'));`);
    send(0, 10);
    await hide(true);
    send(10.5, 49);
    await hide(false);
    // Its length, not its end: the right edge moves with the clock. The earlier part is a sixth of the view.
    const lengths = async (): Promise<boolean[]> =>
      (await stretches(page, TEMPERATURE.panel, TEMPERATURE.series)).map(({ from, to }) => to - from > 0.6);
    await expect.poll(lengths, { timeout: PATIENCE_MS }).toEqual([true]);
  });
});

describe('by mouse', () => {
  test('the cursor shows the values at its time in all panels', async () => {
    await pausedWithReadings();
    await pointAt(page, 1, 0.6);
    const label = page.locator('.chart-cursor-time:visible');
    const moment = timeOfDay(await label.innerText());
    const expected = temperatureAt(start + (moment - timeOfDay(new Date(start).toTimeString().slice(0, 8))));
    await expect
      .poll(async () => Math.abs(Number(await legendValue(page, 'temperature').innerText()) - expected))
      .toBeLessThan(0.05);
    await expect.poll(() => legendValue(page, 'relative_humidity').innerText()).toBe('50.00');
    await expect.poll(() => page.locator('.chart-cursor:visible').count()).toBe(2);
    await page.mouse.move(5, 5);
    await expect.poll(() => page.locator('.chart-cursor:visible').count()).toBe(0);
  });

  test('the wheel zooms around the cursor', async () => {
    await pausedWithReadings();
    const label = page.locator('.chart-cursor-time:visible');
    await pointAt(page, 0, 0.7);
    const before = timeOfDay(await label.innerText());
    await page.mouse.wheel(0, -300);
    await expect.poll(shownLength).toBeLessThan(0.8 * MINUTE);
    await expect.poll(async () => Math.abs(timeOfDay(await label.innerText()) - before)).toBeLessThan(200);
  });

  test('the wheel zooms out no further than the readings, and the charts stay live there', async () => {
    send(0, 49);
    await page.getByRole('button', { name: '1 h', exact: true }).click();
    // The first reading is 10 min old, and the newest sample a second away.
    await expect.poll(shownLength).toBe(10 * MINUTE - SECOND);
    await pointAt(page, 0, 0.5);
    // The note lasts only 6 s, so the wait starts before the movement.
    await Promise.all([
      page.getByText('No older readings stored for these channels').waitFor(),
      page.mouse.wheel(0, 300),
    ]);
    await drawn(page);
    await expect.poll(isLive).toBe(true);
    await page.mouse.wheel(0, -300);
    await page.getByRole('button', { name: 'Return to live' }).waitFor();
  });

  test('no time window is pressed in a zoomed view, and one can be selected', async () => {
    await pausedWithReadings();
    const minute = page.getByRole('button', { name: '1 min', exact: true });
    await expect.poll(() => minute.getAttribute('aria-pressed')).toBe('true');
    await pointAt(page, 0, 0.5);
    await page.mouse.wheel(0, -300);
    await expect.poll(shownLength).toBeLessThan(0.8 * MINUTE);
    const pressed = page.getByRole('group', { name: 'Time window' }).locator('[aria-pressed=true]');
    await expect.poll(() => pressed.count()).toBe(0);
    await minute.click();
    await expect.poll(() => minute.getAttribute('aria-pressed')).toBe('true');
    await expect.poll(shownLength).toBe(MINUTE);
    await expect.poll(isLive).toBe(false);
  });

  test('dragging pans, and Escape returns to live from any focus', async () => {
    send(0, 49);
    await pointAt(page, 0, 0.4);
    await page.mouse.down();
    await page.mouse.move(5, 5);
    await page.mouse.up();
    await pointAt(page, 0, 0.6);
    await pointAt(page, 0, 0.4);
    await drawn(page);
    // A press that ends beyond the charts pans nothing later.
    expect(await isLive()).toBe(true);
    await page.mouse.down();
    await pointAt(page, 0, 0.5);
    await page.mouse.up();
    await page.getByRole('button', { name: 'Return to live' }).waitFor();
    await page.evaluate('document.activeElement.blur()');
    await page.keyboard.press('Escape');
    await expect.poll(isLive).toBe(true);
  });

  test('Escape counts even before the page has paused', async () => {
    send(0, 49);
    await pointAt(page, 0, 0.5);
    await page.evaluate(`(() => {
      const plot = document.querySelector('.chart-area');
      const { x, y } = plot.getBoundingClientRect();
      plot.dispatchEvent(new WheelEvent('wheel', { deltaY: -300, clientX: x + 100, clientY: y + 20, bubbles: true, cancelable: true }));
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
      return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    })()`);
    await expect.poll(isLive).toBe(true);
  });

  test('Shift and drag selects a range with statistics and a zoom button', async () => {
    await pausedWithReadings();
    const before = await timeShown(page);
    await page.keyboard.down('Shift');
    await pointAt(page, 1, 0.4);
    await page.mouse.down();
    await pointAt(page, 1, 0.9);
    await expect.poll(() => page.locator('.chart-selection:visible').count()).toBe(2);
    await page.mouse.up();
    await page.keyboard.up('Shift');
    await expect.poll(() => page.locator('.chart-selection:visible').count()).toBe(2);
    const selected = page.getByRole('region', { name: 'Selection', exact: true });
    // 30 s with two readings each second; the temperature rises by 0.1 °C each second.
    const cells = selected.getByRole('row', { name: /^Temperature/ }).getByRole('cell');
    const [, mean, min, max, , , , , , count] = (await cells.allInnerTexts()).map(Number);
    expect(count).toBeGreaterThanOrEqual(50);
    expect(count).toBeLessThanOrEqual(61);
    expect((max ?? 0) - (min ?? 0)).toBeCloseTo(((count ?? 0) - 1) * 0.05, 2);
    expect(mean).toBeCloseTo(((max ?? 0) + (min ?? 0)) / 2, 2);
    await selected.getByRole('button', { name: 'Zoom to selection' }).click();
    await expect.poll(shownLength).toBeCloseTo(MINUTE / 2, -4);
    const { from } = await timeShown(page);
    expect(Math.abs(from - (before.from + 0.4 * MINUTE))).toBeLessThanOrEqual(2 * SECOND);
    await expect.poll(isLive).toBe(false);
    await page.getByRole('application', { name: 'Charts' }).focus();
    await page.keyboard.press('Escape');
    await selected.waitFor({ state: 'hidden' });
    await expect.poll(() => page.locator('.chart-selection:visible').count()).toBe(0);
    await expect.poll(isLive).toBe(false);
    await page.keyboard.press('Escape');
    await expect.poll(isLive).toBe(true);
  });

  test('a double click and the button return to live', async () => {
    await pausedWithReadings();
    await page.getByRole('button', { name: 'Return to live' }).click();
    await expect.poll(isLive).toBe(true);
    await page.getByRole('button', { name: 'Pause' }).click();
    await pointAt(page, 0, 0.5);
    await page.locator('.chart-plot .chart-area').first().dblclick();
    await expect.poll(isLive).toBe(true);
    await expect.poll(shownLength).toBe(MINUTE);
  });

  test('the same time window can be selected again after zooming', async () => {
    await pausedWithReadings();
    await pointAt(page, 0, 0.7);
    await page.mouse.wheel(0, -300);
    await expect.poll(shownLength).toBeLessThan(0.8 * MINUTE);
    await page.getByRole('button', { name: '1 min', exact: true }).click();
    await expect.poll(shownLength).toBe(MINUTE);
    await expect.poll(isLive).toBe(false);
  });

  test('the overview moves the time window', async () => {
    await page.getByRole('button', { name: '1 min', exact: true }).click();
    await pausedWithReadings();
    await pointAt(page, 0, 0.9);
    await page.mouse.wheel(0, -300);
    await expect.poll(shownLength).toBeLessThan(0.8 * MINUTE);
    const before = await timeShown(page);
    const box = await overviewWindow(page).boundingBox();
    if (!box) throw new Error('The overview shows no window.');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 - 100, box.y + box.height / 2);
    await page.mouse.up();
    await expect.poll(async () => (await timeShown(page)).to).toBeLessThan(before.to);
    const after = await timeShown(page);
    expect(Math.abs(after.to - after.from - (before.to - before.from))).toBeLessThanOrEqual(SECOND);
  });
});

describe('by keyboard', () => {
  test('the charts pan, zoom, pause and return', async () => {
    send(-15, 49);
    await page.getByRole('application', { name: 'Charts' }).focus();
    await page.keyboard.press('+');
    await page.keyboard.press('+');
    await expect.poll(shownLength).toBeLessThan(0.7 * MINUTE);
    await expect.poll(isLive).toBe(false);
    const zoomed = await timeShown(page);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(async () => (await timeShown(page)).to).toBeLessThan(zoomed.to);
    await page.keyboard.press('Home');
    await expect.poll(isLive).toBe(true);
    await expect.poll(shownLength).toBe(MINUTE);
    await page.keyboard.press(' ');
    await expect.poll(isLive).toBe(false);
    await page.keyboard.press(' ');
    await expect.poll(isLive).toBe(true);
  });

  test('a range is selected with the keyboard cursor, and zoomed to', async () => {
    await pausedWithReadings();
    await page.getByRole('application', { name: 'Charts' }).focus();
    await page.keyboard.press(',');
    await page.keyboard.press('s');
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('>');
    await page.keyboard.press('e');
    await page.getByRole('region', { name: 'Selection', exact: true }).waitFor();
    await page.keyboard.press('Enter');
    // Five steps of 40 pixels.
    const plot = await page.locator('.chart-plot .chart-area').first().boundingBox();
    const expected = (200 / (plot?.width ?? 0)) * MINUTE;
    await expect.poll(async () => Math.abs((await shownLength()) - expected)).toBeLessThanOrEqual(2 * SECOND);
  });

  test('the overview is a slider', async () => {
    await pausedWithReadings();
    await overviewWindow(page).focus();
    await page.keyboard.press('+');
    await page.keyboard.press('+');
    await page.keyboard.press('+');
    await page.keyboard.press('Home');
    await expect.poll(async () => Number(await overviewWindow(page).getAttribute('aria-valuenow'))).toBeLessThan(70);
    await page.keyboard.press('End');
    await expect.poll(isLive).toBe(true);
  });
});
