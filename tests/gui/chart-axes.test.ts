/** The value axes of the charts by mouse and by keyboard, and the limits and alarms in the plots. */
import type { Locator, Page } from 'playwright';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AppDevice } from '../../service/contract/index.ts';
import { alarmOf, ruleOf } from '../support/views/alarms.ts';
import { appDevice, readings } from '../support/views/devices.ts';
import { violationsInThemes } from './support/axe.ts';
import { PATIENCE_MS } from './support/browser.ts';
import { axisTexts, legendValue, moveTo, noon, openAt, pointAt, timeShown } from './support/chart.ts';
import { playedRig } from './support/played-rig.ts';

const SECOND = 1000;

let page: Page;
let device: AppDevice;

const rig = playedRig();

beforeEach(() => {
  device = appDevice({
    serial: 'E1',
    at: noon() - 600 * SECOND,
    channels: {
      temperature: { unit: '°C', description: 'Temperature', value: 20 },
      relative_humidity: { unit: '%rh', description: 'Relative humidity', value: 50 },
    },
  });
  rig.service.aheadMs = noon() - Date.now();
  rig.service.put(device);
});

/** Opens the charts with a minute of readings: the temperature rises evenly by one tenth of a degree from 20 °C. */
async function openCharts(from = 20, to = 20.1): Promise<void> {
  page = await openAt(rig, noon());
  await page.locator('.device-view canvas').first().waitFor();
  await page.getByRole('button', { name: '1 min', exact: true }).click();
  for (let at = 0; at <= 50; at += 0.5) send(noon() - (50 - at) * SECOND, from + ((to - from) * at) / 50);
  await expect.poll(() => legendValue(page, 'temperature').innerText(), { timeout: PATIENCE_MS }).toBe(to.toFixed(2));
}

function send(at: number, temperature: number): void {
  rig.service.send('readings', readings(device, { temperature, relative_humidity: 50 }, at));
}

const axisButton = (name: string | RegExp = /^Value axis \(°C\)/): Locator => page.getByRole('button', { name });

/** What the button of the axis says about it. */
const state = async (): Promise<string> =>
  ((await axisButton().getAttribute('aria-label')) ?? '').replace('Value axis (°C): ', '');

/** The tick labels of the temperature: the first canvas. */
async function ticks(): Promise<number[]> {
  const texts = await page.evaluate<string[]>(`window.written.get(document.querySelector('.chart-plot canvas')) ?? []`);
  return texts.filter((text) => /^−?\d+(\.\d+)?$/.test(text)).map((text) => Number(text.replace('−', '-')));
}

const least = async (): Promise<number> => Math.min(...(await ticks()));
const greatest = async (): Promise<number> => Math.max(...(await ticks()));

/** Puts the pointer onto the axis of a panel. @param at part of its height, from the top */
async function pointAtAxis(at: number): Promise<void> {
  const box = await page.locator('.chart-axis').first().boundingBox();
  if (!box) throw new Error('The axis is not shown.');
  await page.mouse.move(box.x + box.width / 2, box.y + at * box.height);
}

describe('an automatic axis', () => {
  test('shows a change of a tenth of a degree over its whole height, with labels that differ', async () => {
    await openCharts();
    await expect.poll(state).toBe('Automatic');
    await expect.poll(least).toBeGreaterThanOrEqual(19.98);
    expect(await greatest()).toBeLessThanOrEqual(20.12);
    const shown = await ticks();
    expect(shown.length).toBeGreaterThanOrEqual(2);
    expect(new Set(shown).size).toBe(shown.length);
  });

  test('does not move while readings stay within it, and grows at once beyond it', async () => {
    await openCharts();
    const before = await ticks();
    send(noon() + SECOND, 20.05);
    await moveTo(page, rig, noon() + SECOND);
    await expect.poll(() => legendValue(page, 'temperature').innerText()).toBe('20.05');
    expect(await ticks()).toEqual(before);
    for (let at = 1.5; at <= 4; at += 0.5) send(noon() + at * SECOND, 25);
    await moveTo(page, rig, noon() + 4 * SECOND);
    await expect.poll(greatest, { timeout: PATIENCE_MS }).toBeGreaterThanOrEqual(24);
  });
});

describe('by mouse', () => {
  test('the wheel over the axis zooms it, and a double click resets it', async () => {
    await openCharts();
    const before = await timeShown(page);
    await pointAtAxis(0.5);
    await page.mouse.wheel(0, 300);
    await expect.poll(state).toBe('Fixed');
    await page.mouse.wheel(0, 300);
    await expect.poll(async () => (await greatest()) - (await least())).toBeGreaterThan(0.2);
    expect(await timeShown(page)).toEqual(before);
    await page.locator('.chart-axis').first().dblclick();
    await expect.poll(state).toBe('Automatic');
    await expect.poll(greatest).toBeLessThanOrEqual(20.12);
  });

  test('Alt and the wheel over the plot zoom around the pointer, and time stays', async () => {
    await openCharts(20, 30);
    const before = await timeShown(page);
    await pointAt(page, 0, 0.5);
    await page.keyboard.down('Alt');
    await page.mouse.wheel(0, -300);
    await page.keyboard.up('Alt');
    await expect.poll(state).toBe('Fixed');
    await expect.poll(least).toBeGreaterThan(21);
    expect(await greatest()).toBeLessThan(29);
    expect(await timeShown(page)).toEqual(before);
  });

  test('a drag pans the axis', async () => {
    await openCharts(20, 30);
    await pointAtAxis(0.2);
    await page.mouse.down();
    await pointAtAxis(0.5);
    await pointAtAxis(0.7);
    await page.mouse.up();
    await expect.poll(state).toBe('Fixed');
    // Half of the height downwards shows values higher by half of the range.
    await expect.poll(greatest).toBeGreaterThanOrEqual(34);
    expect(await least()).toBeGreaterThanOrEqual(24);
  });

  test('a box zooms both axes, a mostly horizontal selection only time', async () => {
    await openCharts(20, 30);
    const box = await page.locator('.chart-plot .chart-area').first().boundingBox();
    if (!box) throw new Error('The plot is not shown.');
    const drag = async (toY: number): Promise<void> => {
      await page.keyboard.down('Shift');
      await page.mouse.move(box.x + 0.4 * box.width, box.y + 0.1 * box.height);
      await page.mouse.down();
      await page.mouse.move(box.x + 0.6 * box.width, box.y + toY * box.height, { steps: 3 });
      await page.mouse.up();
      await page.keyboard.up('Shift');
    };
    await drag(0.15);
    await page.getByRole('button', { name: 'Zoom to selection' }).click();
    await expect.poll(state).toBe('Automatic');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Return to live' }).click();
    await page.getByRole('button', { name: '1 min', exact: true }).click();
    await drag(0.5);
    await expect.poll(() => page.locator('.chart-selection.is-box:visible').count()).toBe(1);
    await page.getByRole('button', { name: 'Zoom to selection' }).click();
    await expect.poll(state).toBe('Fixed');
    await expect.poll(least).toBeGreaterThanOrEqual(25);
    const { from, to } = await timeShown(page);
    expect(to - from).toBeLessThan(20 * SECOND);
  });
});

describe('by keyboard', () => {
  test('the form sets fixed limits, which the device keeps after a reload', async () => {
    await openCharts();
    await axisButton().focus();
    await page.keyboard.press('Enter');
    await page.getByText('Lower end', { exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Lower end' }).fill('30');
    await page.getByRole('textbox', { name: 'Upper end' }).fill('25');
    await page.keyboard.press('Enter');
    await page.getByText('Must be above the lower end.').waitFor();
    await page.getByRole('textbox', { name: 'Lower end' }).fill('15');
    await page.keyboard.press('Enter');
    await expect.poll(state).toBe('Fixed');
    await expect.poll(ticks).toEqual([16, 18, 20, 22, 24]);
    expect(await page.getByRole('button', { name: 'Value axis (%rh): Automatic' }).count()).toBe(1);
    await page.reload();
    await expect.poll(state).toBe('Fixed');
  });

  test('the form sets a smallest range and a logarithmic axis, with a note about readings that it cannot show', async () => {
    await openCharts(-1, 9);
    await axisButton().press('Enter');
    expect(await violationsInThemes(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'Smallest range' }).fill('40');
    expect(await page.getByRole('radio', { name: 'Smallest range' }).isChecked()).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(state).toBe('At least 40 °C');
    await expect.poll(async () => (await greatest()) - (await least())).toBeGreaterThanOrEqual(30);
    await axisButton().press('Enter');
    await page.getByRole('switch', { name: 'Logarithmic' }).check();
    await expect.poll(state).toBe('Logarithmic');
    await page.getByText('Readings of 0 or less are not shown: the axis is logarithmic').waitFor();
    await expect.poll(least).toBeGreaterThan(0);
  });

  test('keys on the button zoom, move and reset the axis', async () => {
    await openCharts(20, 30);
    await axisButton().focus();
    await page.keyboard.press('-');
    await expect.poll(state).toBe('Fixed');
    const before = await least();
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowUp');
    await expect.poll(least).toBeGreaterThan(before);
    await page.keyboard.press('Delete');
    await expect.poll(state).toBe('Automatic');
  });
});

describe('alarms', () => {
  test('their limits are drawn with labels, and follow a change of the rule', async () => {
    rig.service.alarms.putRule(ruleOf('r1', { upper: 25, lower: 5 }));
    await openCharts(20, 30);
    await expect.poll(() => axisTexts(page)).toContain('Alarm above 25 °C');
    expect(await axisTexts(page)).not.toContain('Alarm below 5 °C');
    rig.service.alarms.putRule(ruleOf('r1', { upper: 35 }));
    await expect.poll(() => axisTexts(page)).toContain('↑ Alarm above 35 °C');
  });

  test('past ones are marked in the plot of their channel, with their times under the pointer', async () => {
    const at = (seconds: number): string => new Date(noon() - seconds * SECOND).toISOString();
    rig.service.alarms.put(alarmOf({ id: 'was', since: at(40), ended: at(20), acknowledged: at(10) }));
    rig.service.alarms.put(alarmOf({ id: 'old', since: at(900), ended: at(800), acknowledged: at(700) }));
    await openCharts(20, 30);
    const bars = page.locator('.chart-alarm:visible');
    await expect.poll(() => bars.count(), { timeout: PATIENCE_MS }).toBe(1);
    const plot = await page.locator('.chart-plot .chart-area').first().boundingBox();
    const bar = await bars.boundingBox();
    // Above the plot: it covers no line.
    expect(bar?.y).toBe((plot?.y ?? 0) - 6);
    // A live view begins at the first reading.
    expect((bar?.width ?? 0) / (plot?.width ?? 1)).toBeCloseTo(20 / 50, 1);
    await bars.hover();
    await expect
      .poll(() => bars.getAttribute('title'))
      .toBe('Temperature above 30 °C: 11:59:20 to 11:59:40, peak 31.25 °C');
    await page.getByRole('button', { name: /^Temperature/ }).click();
    await expect.poll(() => bars.count()).toBe(0);
  });
});
