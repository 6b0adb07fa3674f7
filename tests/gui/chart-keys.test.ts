/** The short ways of the charts: letters under the pointer, and Ctrl with the mouse. */
import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { appDevice, readings } from '../support/views/devices.ts';
import { axeViolations } from './support/axe.ts';
import { clipboardText, PATIENCE_MS } from './support/browser.ts';
import { legendValue, noon, openAt, pointAt, timeShown } from './support/chart.ts';
import { playedRig } from './support/played-rig.ts';

const SECOND = 1000;

let page: Page;

const rig = playedRig();

async function openCharts(): Promise<void> {
  const channels = {
    temperature: { unit: '°C', description: 'Temperature', value: 20 },
    temperature_2: { unit: '°C', description: 'Probe temperature', value: 20 },
    relative_humidity: { unit: '%rh', description: 'Relative humidity', value: 50 },
  };
  const device = appDevice({ serial: 'E1', alias: 'Kitchen', at: noon() - 600 * SECOND, channels });
  rig.service.aheadMs = noon() - Date.now();
  rig.service.put(device);
  page = await openAt(rig, noon());
  await page.locator('.device-view canvas').first().waitFor();
  for (let at = 50; at >= 0; at -= 0.5) {
    const values = { temperature: 30 - at / 5, temperature_2: 25, relative_humidity: 50 };
    rig.service.send('readings', readings(device, values, noon() - at * SECOND));
  }
  await expect.poll(() => legendValue(page, 'temperature').innerText(), { timeout: PATIENCE_MS }).toBe('30.00');
}

const entry = (name: string): Locator => page.locator('.chart-legend-item', { hasText: name });

const shown = (): Promise<string[]> => page.locator('.chart-legend-item[aria-pressed=true]').allInnerTexts();

const large = (): Promise<string[]> => page.locator('.value-tile-name strong').allInnerTexts();

test('letters work while the pointer is over the charts, unless a field or dialog has the focus', async () => {
  await openCharts();
  const text = page.getByRole('dialog').getByRole('textbox');
  await page.keyboard.press('m');
  await pointAt(page, 0, 0.5);
  await page.keyboard.press('l');
  await expect.poll(() => clipboardText(page)).toContain('#/devices/usb/E1/last=');
  expect(await text.count()).toBe(0);

  const download = page.waitForEvent('download');
  await page.keyboard.press('p');
  expect((await download).suggestedFilename()).toMatch(/^Kitchen E1 .*\.png$/);

  await page.keyboard.press('v');
  await expect.poll(large).toEqual(['Temperature', 'Probe temperature', 'Relative humidity']);
  await expect.poll(() => page.evaluate('document.fullscreenElement !== null')).toBe(true);
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('m');
  await page.evaluate('document.exitFullscreen()');
  await expect.poll(large).toEqual([]);

  await entry('Relative humidity').hover();
  await page.keyboard.press('v');
  await expect.poll(large).toEqual(['Relative humidity']);
  await page.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('searchbox').first().focus();
  await pointAt(page, 0, 0.5);
  await page.keyboard.type('mvp');
  expect(await page.getByRole('searchbox').first().inputValue()).toBe('mvp');
  expect(await text.count()).toBe(0);

  await page.evaluate('document.activeElement.blur()');
  await page.keyboard.press('m');
  // It has the focus a moment after it is there.
  await page.locator('[role=dialog] :is(input, textarea):focus').waitFor();
  await page.keyboard.type('valve');
  expect(await text.inputValue()).toBe('valve');
});

test('Ctrl and drag zooms at once and leaves the cursors, with a box both axes', async () => {
  await openCharts();
  await page.getByRole('button', { name: 'Chart actions' }).click();
  await page.getByRole('menuitem', { name: 'Measure' }).click();
  const selection = page.getByRole('region', { name: 'Selection', exact: true });
  const range = selection.locator('strong');
  const before = await range.innerText();
  const zoom = async (toY: number): Promise<void> => {
    const box = await page.locator('.chart-area').first().boundingBox();
    if (!box) throw new Error('The plot is not shown.');
    await page.keyboard.down('Control');
    await page.mouse.move(box.x + 0.2 * box.width, box.y + 0.1 * box.height);
    await page.mouse.down();
    await page.mouse.move(box.x + 0.8 * box.width, box.y + toY * box.height, { steps: 3 });
    await page.mouse.up();
    await page.keyboard.up('Control');
  };
  const length = async (): Promise<number> => {
    const { from, to } = await timeShown(page);
    return to - from;
  };
  const axis = page.getByRole('button', { name: /^Value axis \(°C\)/ });
  const [whole, state] = [await length(), await axis.getAttribute('aria-label')];
  await zoom(0.12);
  await expect.poll(async () => Math.abs((await length()) - 0.6 * whole)).toBeLessThanOrEqual(2 * SECOND);
  expect(await axis.getAttribute('aria-label')).toBe(state);
  expect(await range.innerText()).toBe(before);
  await zoom(0.9);
  await expect.poll(() => axis.getAttribute('aria-label')).toContain('Fixed');
});

test('Ctrl and a click or Enter in the legend shows a channel alone, and then the others as before', async () => {
  await openCharts();
  await entry('Probe temperature').click();
  await expect.poll(shown).toEqual(['Temperature', 'Relative humidity']);
  await entry('Relative humidity').click({ modifiers: ['Control'] });
  await expect.poll(shown).toEqual(['Relative humidity']);
  await expect.poll(() => entry('Relative humidity').evaluate((one) => one.matches(':focus'))).toBe(true);
  await page.keyboard.press('Control+Enter');
  await expect.poll(shown).toEqual(['Temperature', 'Relative humidity']);
  await page.getByRole('button', { name: 'Options for Temperature', exact: true }).press('Enter');
  await page.getByRole('menuitemcheckbox', { name: 'Only this channel' }).press('Enter');
  await expect.poll(shown).toEqual(['Temperature']);
});
