/** A moved view of stored readings, checked by its pixels: only the part that came into it is drawn. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { formatRange } from '../../renderer/features/charts/view/chart-range.ts';
import type { Kept } from '../support/played-history.ts';
import { appDevice } from '../support/views/devices.ts';
import { PATIENCE_MS } from './support/browser.ts';
import { openAt, stretches } from './support/chart.ts';
import { playedRig } from './support/played-rig.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const rig = playedRig();

/** The pixels of the first plot that have the color of its line. */
async function linePixels(of: Page): Promise<ReadonlySet<number>> {
  const pixels = await of.evaluate<number[]>(`(() => {
    const canvas = document.querySelector('.chart-plot canvas');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const probe = document.createElement('canvas').getContext('2d');
    probe.fillStyle = getComputedStyle(canvas).getPropertyValue('--series-1');
    probe.fillRect(0, 0, 1, 1);
    const color = probe.getImageData(0, 0, 1, 1).data;
    const isLine = (at) => data[at + 3] > 60 && [0, 1, 2].every((part) => Math.abs(data[at + part] - color[part]) < 40);
    return Array.from({ length: data.length / 4 }, (_, pixel) => pixel).filter((pixel) => isLine(4 * pixel));
  })()`);
  return new Set(pixels);
}

test('a dragged view looks as if it were drawn anew', async () => {
  const now = Math.floor(Date.now() / MINUTE) * MINUTE;
  const from = now - 24 * HOUR;
  const value = (at: number): number => 20 + Math.sin(at / (10 * MINUTE));
  const kept = Array.from({ length: 24 * 60 }, (_, index): Kept => {
    const at = from + index * MINUTE;
    return [at, value(at)];
  });
  rig.service.history.keep({ family: 'usb', serial: 'E1', channel: 'temperature' }, '°C', kept);
  const channels = { temperature: { unit: '°C', description: 'Temperature', value: 20 } };
  rig.service.put(appDevice({ serial: 'E1', at: now, channels }));
  const range = formatRange({ from: now - 12 * HOUR, to: now - 6 * HOUR });
  const page = await openAt(rig, now, `/devices/usb/E1/${range}`);
  const whole = async (): Promise<boolean> => {
    const [line, ...others] = await stretches(page, 0, 1);
    return line !== undefined && others.length === 0 && line.from < 0.01 && line.to > 0.99;
  };
  await expect.poll(whole, { timeout: PATIENCE_MS }).toBe(true);
  const area = await page.locator('.chart-area').first().boundingBox();
  if (!area) throw new Error('There is no chart.');
  const [x, y] = [area.x + area.width / 2, area.y + area.height / 2];
  for (const moved of [120, -200]) {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + moved, y, { steps: 7 });
    await page.mouse.up();
    await page.mouse.move(x, 0);
    await expect.poll(whole, { timeout: PATIENCE_MS }).toBe(true);
    const before = await linePixels(page);
    // Other colors, and the old ones again.
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`[data-theme="${colorScheme}"]`).waitFor();
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
    }
    const after = await linePixels(page);
    const missing = [...after].filter((pixel) => !before.has(pixel));
    expect(after.size).toBeGreaterThan(500);
    expect(missing.length / after.size).toBeLessThan(0.02);
    expect(before.size / after.size).toBeCloseTo(1, 1);
  }
});
