/** The panels of the charts: which channels share one, their second axes and heights, and their legends. */
import type { Locator, Page } from 'playwright';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AppDevice } from '../../service/contract/index.ts';
import { appDevice, readings } from '../support/views/devices.ts';
import { axeViolations, colorViolations } from './support/axe.ts';
import { PATIENCE_MS } from './support/browser.ts';
import { axisTexts, legendValue, moveTo, noon, openAt, pointAt, timeShown } from './support/chart.ts';
import { playedRig } from './support/played-rig.ts';

const SECOND = 1000;

let page: Page;
let device: AppDevice;

const rig = playedRig();

const CELSIUS = { unit: '°C', value: 20 };

beforeEach(() => {
  device = appDevice({
    serial: 'E1',
    at: noon() - 600 * SECOND,
    channels: {
      temperature: { ...CELSIUS, description: 'Temperature' },
      temperature_2: { ...CELSIUS, description: 'Probe temperature' },
      relative_humidity: { unit: '%rh', description: 'Relative humidity', value: 50 },
      dew_point: { ...CELSIUS, description: 'Dew point', virtual: true },
    },
  });
  rig.service.aheadMs = noon() - Date.now();
  rig.service.put(device);
});

/** The temperature rises from 20 to 30 °C in the first 25 s, and returns in the others. */
async function openCharts(): Promise<void> {
  page = await openAt(rig, noon());
  await page.locator('.device-view canvas').first().waitFor();
  await page.getByRole('button', { name: '1 min', exact: true }).click();
  for (let at = 0; at <= 50; at += 0.5) {
    const temperature = at <= 25 ? 20 + 0.4 * at : 40 - 0.4 * at;
    const values = { temperature, temperature_2: 5, relative_humidity: 50, dew_point: 9 };
    rig.service.send('readings', readings(device, values, noon() - (50 - at) * SECOND));
  }
  await expect.poll(() => legendValue(page, 'temperature').innerText(), { timeout: PATIENCE_MS }).toBe('20.00');
}

const entry = (name: string): Locator => page.locator('.chart-legend-row .chart-legend-item', { hasText: name });

/** The channels of each panel, as their legends list them; `right` follows those of the right axis. */
async function panels(): Promise<string[]> {
  const legends = await page.locator('.chart-legend-table').all();
  const names = async (legend: Locator): Promise<string> =>
    (await legend.locator('.chart-legend-name').allInnerTexts()).map((text) => text.replace('\n', ' ')).join(', ');
  return Promise.all(legends.map(names));
}

async function choose(channel: string, ...items: string[]): Promise<void> {
  await page.getByRole('button', { name: `Options for ${channel}`, exact: true }).press('Enter');
  for (const item of items)
    await page
      .getByRole('menuitem', { name: item })
      .or(page.getByRole('menuitemcheckbox', { name: item }))
      .press('Enter');
}

async function middleOf(element: Locator, at = 0.5): Promise<[x: number, y: number]> {
  const box = await element.boundingBox();
  if (!box) throw new Error('It is not shown.');
  return [box.x + box.width / 2, box.y + at * box.height];
}

/** Drags a legend entry. @param at part of the height of the panel, from its top */
async function drag(name: string, panel: number, at: number): Promise<void> {
  await page.mouse.move(...(await middleOf(entry(name))));
  await page.mouse.down();
  await page.mouse.move(...(await middleOf(page.locator('.chart-panel').nth(panel), at)), { steps: 4 });
  await page.mouse.up();
}

const APART = ['Temperature, Probe temperature', 'Relative humidity'];

describe('what shares a panel', () => {
  test('hides computed channels at first, shows one in a panel of its own, and remembers it', async () => {
    await openCharts();
    expect(await panels()).toEqual(APART);
    const others = page.getByRole('region', { name: 'Hidden channels' });
    await others.getByRole('button', { name: 'Dew point' }).press('Enter');
    await expect.poll(panels).toEqual([...APART, 'Dew point']);
    // The focus follows the entry.
    await expect.poll(() => entry('Dew point').evaluate((one) => one.matches(':focus'))).toBe(true);
    expect(await others.count()).toBe(0);
    await page.reload();
    await expect.poll(panels, { timeout: PATIENCE_MS }).toEqual([...APART, 'Dew point']);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^Search pages/ }).fill('reset layout');
    await page.keyboard.press('Enter');
    await expect.poll(panels).toEqual(APART);
  });

  test('is changed by dragging legend entries into panels and between them', async () => {
    await openCharts();
    // A press that ends beyond the charts drags nothing later.
    await page.mouse.move(...(await middleOf(entry('Relative humidity'))));
    await page.mouse.down();
    await page.mouse.move(5, 5);
    await page.mouse.up();
    await page.mouse.move(...(await middleOf(page.locator('.chart-panel').first())), { steps: 3 });
    expect(await page.locator('.chart-drag-ghost').count()).toBe(0);
    await drag('Relative humidity', 0, 0.5);
    await expect.poll(panels).toEqual(['Temperature, Probe temperature, Relative humidity right']);
    await drag('Probe temperature', 0, 0.99);
    await expect.poll(panels).toEqual(['Temperature, Relative humidity right', 'Probe temperature']);
    await page.mouse.move(...(await middleOf(entry('Probe temperature'))));
    await page.mouse.down();
    await page.mouse.move(...(await middleOf(page.locator('.chart-panel').first())), { steps: 4 });
    await page.locator('.chart-panel[data-drop]').waitFor();
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(await panels()).toEqual(['Temperature, Relative humidity right', 'Probe temperature']);
    await entry('Probe temperature').press('Alt+ArrowUp');
    await expect.poll(panels).toEqual(['Temperature, Probe temperature, Relative humidity right']);
    await entry('Probe temperature').press('Alt+ArrowDown');
    await expect.poll(panels).toEqual(['Temperature, Relative humidity right', 'Probe temperature']);
  });

  test('is changed by the menu of an entry, and a third axis is refused politely', async () => {
    await openCharts();
    await choose('Probe temperature', 'Right value axis');
    await expect.poll(panels).toEqual(['Temperature, Probe temperature right', 'Relative humidity']);
    await choose('Relative humidity', 'Move to panel', 'Temperature, Probe temperature');
    await page.getByText('A panel has at most two value axes').waitFor();
    expect(await panels()).toEqual(['Temperature, Probe temperature right', 'Relative humidity']);
    await page.getByRole('button', { name: 'Options for Temperature', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Reset layout' }).waitFor();
    expect(await colorViolations(page)).toEqual([]);
    await page.getByRole('menuitem', { name: 'Move to new panel' }).click();
    await expect.poll(panels).toEqual(['Probe temperature', 'Temperature', 'Relative humidity']);
    // Alone in its panel, a channel has no use for another panel or axis.
    await page.getByRole('button', { name: 'Options for Temperature', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Hide' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Move to new panel' }).count()).toBe(0);
    expect(await page.getByRole('menuitemcheckbox', { name: 'Right value axis' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await choose('Temperature', 'Hide');
    await expect.poll(panels).toEqual(['Probe temperature', 'Relative humidity']);
    await choose('Relative humidity', 'Reset layout');
    await expect.poll(panels).toEqual(APART);
  });
});

describe('the right axis', () => {
  test('has its own labels and limits, and moves by wheel, drag and double click', async () => {
    await openCharts();
    await choose('Relative humidity', 'Move to panel', 'Temperature');
    const state = async (name: string): Promise<string> =>
      ((await page.getByRole('button', { name }).getAttribute('aria-label')) ?? '').replace(/^.*: /, '');
    const right = page.locator('.chart-axis.is-right');
    await expect.poll(() => axisTexts(page)).toEqual(expect.arrayContaining(['25', '50.0']));
    await page.mouse.move(...(await middleOf(right)));
    await page.mouse.wheel(0, 300);
    await expect.poll(() => state('Right value axis (%rh)')).toBe('Fixed');
    expect(await state('Value axis (°C)')).toBe('Automatic');
    await right.dblclick();
    await expect.poll(() => state('Right value axis (%rh)')).toBe('Automatic');
    await page.mouse.move(...(await middleOf(right, 0.2)));
    await page.mouse.down();
    await page.mouse.move(...(await middleOf(right, 0.6)), { steps: 3 });
    await page.mouse.up();
    await expect.poll(() => state('Right value axis (%rh)')).toBe('Fixed');
    await page.getByRole('button', { name: 'Right value axis (%rh)' }).press('Delete');
    await pointAt(page, 0, 0.5);
    await page.keyboard.down('Alt');
    await page.mouse.wheel(0, -300);
    await page.keyboard.up('Alt');
    await expect.poll(() => state('Right value axis (%rh)')).toBe('Fixed');
    expect(await state('Value axis (°C)')).toBe('Fixed');
    await page.getByRole('button', { name: 'Right value axis (%rh)' }).press('Delete');
    await page.getByRole('button', { name: 'Value axis (°C)', exact: false }).first().press('Delete');
    // A dot on each line, each on its own axis.
    await pointAt(page, 0, 0.4);
    await expect.poll(() => page.locator('.chart-cursor-dot:visible').count()).toBe(3);
  });
});

describe('the heights of panels', () => {
  test('follow their borders by mouse and by keyboard, and the wheel scrolls only beside the plots', async () => {
    await openCharts();
    await page.setViewportSize({ width: 900, height: 700 });
    const border = page.getByRole('separator', { name: 'Height of Temperature, Probe temperature' });
    const height = async (panel: number): Promise<number> =>
      Math.round((await page.locator('.chart-plot').nth(panel).boundingBox())?.height ?? 0);
    const before = Math.round(await height(0));
    await expect.poll(async () => Number(await border.getAttribute('aria-valuenow'))).toBe(before);
    const [x, y] = await middleOf(border);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y + 200, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => height(0)).toBe(before + 200);
    await border.press('ArrowDown');
    await expect.poll(() => height(0)).toBe(before + 210);
    await expect.poll(async () => Number(await border.getAttribute('aria-valuenow'))).toBe(before + 210);
    const region = page.getByRole('application', { name: 'Charts' });
    const scrolled = (): Promise<number> => region.evaluate((element) => element.scrollTop);
    const shown = await timeShown(page);
    await page.mouse.move(...(await middleOf(entry('Temperature').first())));
    await page.mouse.wheel(0, 300);
    await expect.poll(scrolled).toBeGreaterThan(50);
    expect(await timeShown(page)).toEqual(shown);
    await page.mouse.move(...(await middleOf(entry('Relative humidity'))));
    await page.mouse.wheel(0, -300);
    await expect.poll(scrolled).toBe(0);
    await pointAt(page, 0, 0.5);
    await page.mouse.wheel(0, -300);
    await expect.poll(async () => (await timeShown(page)).from).toBeGreaterThan(shown.from);
    expect(await scrolled()).toBe(0);
    await page.reload();
    await expect.poll(() => height(0), { timeout: PATIENCE_MS }).toBe(before + 210);
    await border.dblclick();
    await expect.poll(() => height(0)).toBeLessThan(before + 100);
    expect(await axeViolations(page)).toEqual([]);
  });
});

describe('the legend', () => {
  test('has the extremes of the view, keeps its places at the cursor, and highlights a line', async () => {
    await openCharts();
    const row = page.locator('.chart-legend-row').first();
    const extremes = async (): Promise<string[]> => row.locator('.chart-minimum, .chart-maximum').allInnerTexts();
    await expect.poll(extremes).toEqual(['20.00', '30.00']);
    const places = (): Promise<string> =>
      page.evaluate<string>(`JSON.stringify([...document.querySelectorAll('.chart-legend-row > *, .chart-plot')].map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return [x, y, width, height].map(Math.round);
      }))`);
    const before = await places();
    for (const at of [0.1, 0.5, 0.9]) {
      await pointAt(page, 0, at);
      await expect.poll(() => page.locator('.chart-cursor:visible').count()).toBe(2);
      expect(await places()).toBe(before);
    }
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await page.getByRole('button', { name: 'Return to live' }).waitFor();
    expect(await places()).toBe(before);
    const ink = (): Promise<string> =>
      page.evaluate<string>(`document.querySelector('.chart-plot canvas').toDataURL()`);
    await page.mouse.move(5, 5);
    await expect.poll(() => page.locator('.chart-cursor:visible').count()).toBe(0);
    const plain = await ink();
    await entry('Probe temperature').hover();
    await expect.poll(ink).not.toBe(plain);
    await page.mouse.move(5, 5);
    await expect.poll(ink).toBe(plain);
    await entry('Probe temperature').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    await expect.poll(ink).not.toBe(plain);
  });

  test('has whole names and the same columns in each panel at 900 px', async () => {
    await openCharts();
    await page.setViewportSize({ width: 900, height: 700 });
    const cut = (): Promise<string[]> =>
      page.evaluate<string[]>(`[...document.querySelectorAll('.chart-name, .chart-name *')]
        .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)`);
    await expect.poll(cut).toEqual([]);
    for (const column of ['.chart-value', '.chart-unit', '.chart-minimum', '.chart-maximum']) {
      const ends = await page.locator(column).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
      expect(new Set(ends.map(Math.round)).size, column).toBe(1);
    }
  });
});

test('fifty channels can be used in one stack', async () => {
  const names = Array.from({ length: 50 }, (_, index) => `raw_${index + 1}`);
  const channels = Object.fromEntries(
    names.map((name, index) => [name, { unit: `u${index % 10}`, description: `Probe ${index + 1}`, value: index }]),
  );
  device = appDevice({ serial: 'E1', at: noon() - 600 * SECOND, channels });
  rig.service.put(device);
  page = await openAt(rig, noon());
  await page.locator('.device-view canvas').first().waitFor();
  const send = (at: number): void => {
    const values = Object.fromEntries(names.map((name, index) => [name, index + 0.5]));
    rig.service.send('readings', readings(device, values, at));
  };
  for (let at = 0; at <= 20; at += 1) send(noon() - (20 - at) * SECOND);
  await expect.poll(async () => (await panels()).length, { timeout: PATIENCE_MS }).toBe(10);
  const region = page.getByRole('application', { name: 'Charts' });
  // Three whole rows of five entries, below them a plot of twice their height.
  const legend = page.locator('.chart-legend-table').first();
  expect(await legend.evaluate((one) => one.clientHeight)).toBe(3 * 24);
  expect(
    await page
      .locator('.chart-plot')
      .first()
      .evaluate((one) => one.clientHeight),
  ).toBe(6 * 24);
  await page.setViewportSize({ width: 2400, height: 900 });
  await expect.poll(() => legend.evaluate((one) => one.scrollHeight), { timeout: PATIENCE_MS }).toBe(3 * 24);
  await entry('Probe 50').focus();
  await expect.poll(() => legendValue(page, 'raw_50').innerText(), { timeout: PATIENCE_MS }).toBe('49.500');
  await expect.poll(() => region.evaluate((element) => element.scrollTop)).toBeGreaterThan(300);
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(async () => (await panels()).length).toBe(11);
  await moveTo(page, rig, noon() + SECOND);
  send(noon() + SECOND);
});
