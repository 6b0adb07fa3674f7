/** The cursors of the charts, against known readings. */
import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { appDevice, readings } from '../support/views/devices.ts';
import { axeViolations } from './support/axe.ts';
import { PATIENCE_MS } from './support/browser.ts';
import { drawn, legendValue, noon, openAt, pointAt, timeOfDay } from './support/chart.ts';
import { playedRig } from './support/played-rig.ts';

const SECOND = 1000;
const PERIOD_MS = 500;

const rig = playedRig();

/** A paused minute of readings: the temperature rises by 0.1 °C each second. */
async function openPaused(): Promise<Page> {
  const channels = {
    temperature: { unit: '°C', description: 'Temperature', value: 20 },
    relative_humidity: { unit: '%rh', description: 'Relative humidity', value: 50 },
  };
  const device = appDevice({ serial: 'E1', at: noon() - 600 * SECOND, channels });
  rig.service.aheadMs = noon() - Date.now();
  rig.service.put(device);
  const page = await openAt(rig, noon());
  await page.locator('.device-view canvas').first().waitFor();
  await page.getByRole('button', { name: '1 min', exact: true }).click();
  for (let at = noon() - 65 * SECOND; at < noon(); at += PERIOD_MS) {
    const temperature = 20 + (at - noon()) / (10 * SECOND);
    rig.service.send('readings', readings(device, { temperature, relative_humidity: 50 }, at));
  }
  await expect.poll(() => legendValue(page, 'temperature').innerText(), { timeout: PATIENCE_MS }).toBe('19.95');
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Return to live' }).waitFor();
  await expect.poll(() => page.locator('.chart-when').textContent()).not.toBe('');
  return page;
}

/** In milliseconds of the day. */
const timeOf = async (cursor: Locator): Promise<number> =>
  timeOfDay((await cursor.getAttribute('aria-valuetext')) ?? '');

test('the cursors snap to readings; between them are differences, slope, area and statistics', async () => {
  const page = await openPaused();
  const boxes = (): Promise<unknown> =>
    page
      .locator('.chart-legend-item')
      .evaluateAll((items) => items.map((item) => item.getBoundingClientRect().toJSON()));
  const before = await boxes();
  await pointAt(page, 0, 0.503);
  const label = page.locator('.chart-cursor-time:visible');
  await expect.poll(() => label.textContent()).toMatch(/^\d\d:\d\d:\d\d\.[05]00$/);
  expect(await boxes()).toEqual(before);

  await page.getByRole('button', { name: 'Chart actions' }).click();
  await page.getByRole('menuitem', { name: 'Measure' }).click();
  const [a, b] = [
    page.getByRole('slider', { name: 'Measuring cursor A' }),
    page.getByRole('slider', { name: 'Measuring cursor B' }),
  ];
  await a.waitFor();
  const first = await timeOf(a);
  expect(first % PERIOD_MS).toBe(0);
  await page.locator('[aria-label="Measuring cursor A"]:focus').waitFor();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => timeOf(a)).toBe(first - PERIOD_MS);
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(() => timeOf(a)).toBe(first + 9 * PERIOD_MS);

  const last = await timeOf(b);
  const handle = await b.boundingBox();
  if (!handle) throw new Error('Cursor B is not shown.');
  const [x, y] = [handle.x + handle.width / 2, handle.y + 20];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 61, y, { steps: 4 });
  await page.mouse.up();
  await drawn(page);
  expect(await timeOf(b)).toBeGreaterThan(last);
  const ms = (await timeOf(b)) - (await timeOf(a));
  expect(ms % PERIOD_MS).toBe(0);

  const selected = page.getByRole('region', { name: 'Selection', exact: true });
  await selected.getByText(`Δt ${ms / SECOND} s`, { exact: true }).waitFor();
  const cells = selected.getByRole('row', { name: /^Temperature/ }).getByRole('cell');
  const texts = await cells.allInnerTexts();
  const [apart, mean, min, max, , , , atA, atB, count, gaps] = texts.map(Number);
  expect([texts[5], count, gaps]).toEqual(['0.1 °C/s', ms / PERIOD_MS + 1, 0]);
  expect(apart).toBeCloseTo(ms / (10 * SECOND), 4);
  expect([min, max]).toEqual([atA, atB]);
  // The mean of a straight line, and its area.
  expect(mean).toBeCloseTo(((atA ?? 0) + (atB ?? 0)) / 2, 3);
  expect(texts[6]).toMatch(/ °C·s$/);
  expect(Number.parseFloat(texts[6] ?? '') / (((mean ?? 0) * ms) / SECOND)).toBeCloseTo(1, 3);
  expect(await axeViolations(page)).toEqual([]);

  await b.focus();
  await page.keyboard.press('Delete');
  await selected.waitFor({ state: 'detached' });
  await expect.poll(() => a.isVisible()).toBe(false);
  // The focus is on the charts, whose keys place the cursors again.
  await page.keyboard.press(',');
  await page.keyboard.press('a');
  await a.waitFor();

  // Escape clears them from a button of the page, too.
  await page.getByRole('button', { name: 'Chart actions' }).focus();
  await page.keyboard.press('Escape');
  await a.waitFor({ state: 'hidden' });
});
