/** Charts for screen readers, as a table, and with reduced motion. */
import type { Page } from 'playwright';
import { beforeEach, describe, expect, test } from 'vitest';
import { appDevice, readings } from '../support/views/devices.ts';
import { violationsInThemes } from './support/axe.ts';
import { clipboardText, type OpenPageOptions, PATIENCE_MS } from './support/browser.ts';
import { moveTo, openAt } from './support/chart.ts';
import { playedRig } from './support/played-rig.ts';

/** Without readings: the tests send them. */
const device = appDevice({ serial: 'E1', alias: 'Cold room', state: 'starting' });

const rig = playedRig();

/** The fixed time of the pages, in milliseconds since 1970. */
let now: number;

beforeEach(() => {
  // Mid-second: with reduced motion the edge is a whole second, and must not precede the newest reading.
  now = Math.floor(Date.now() / 1000) * 1000 + 500;
  rig.service.put(device);
});

async function open(options: OpenPageOptions = {}): Promise<Page> {
  const page = await openAt(rig, now, '/devices/usb/E1', options);
  await page.locator('.device-view canvas').first().waitFor();
  await expect.poll(() => rig.service.streams).toBeGreaterThan(0);
  return page;
}

/** The lag of the right edge, slightly more than one interval. */
const LAG_MS = 2000;

/** Sends one reading a second up to the right edge, with temperatures from 20.00 upwards. */
function measure(count: number): void {
  for (let index = 0; index < count; index += 1) {
    const at = now - LAG_MS - (count - 1 - index) * 1000;
    rig.service.send('readings', readings(device, { temperature: 20 + index, relative_humidity: 50 }, at));
  }
}

const region = (page: Page) => page.getByRole('application', { name: 'Charts' });
const dialog = (page: Page) => page.getByRole('dialog', { name: /^Readings: Cold room/ });

/** Waits until the newest temperature is in view: the view moves in steps of a second. */
async function inView(page: Page, temperature: string): Promise<void> {
  const latest = page.locator('table.chart-summary tbody tr').filter({ hasText: 'Temperature' }).locator('td').first();
  await expect.poll(() => latest.textContent(), { timeout: PATIENCE_MS }).toBe(`${temperature} °C`);
}

describe('for screen readers', () => {
  test('each channel has its latest value, minimum, maximum, mean and trend, with the range', async () => {
    const page = await open();
    measure(6);
    const table = page.locator('table.chart-summary');
    const row = table.locator('tbody tr').filter({ hasText: 'Temperature' });
    const cells = (): Promise<string[]> => row.locator('td').allTextContents();
    await expect
      .poll(async () => (await cells()).slice(0, 3), { timeout: PATIENCE_MS })
      .toEqual(['25.00 °C', '20.00 °C', '25.00 °C']);
    expect(await table.locator('caption').textContent()).toMatch(
      /^Readings in the time window: \d\d:\d\d:\d\d to \d\d:\d\d:\d\d$/,
    );
    expect(await table.getByRole('columnheader').allTextContents()).toEqual([
      'Channel',
      'Latest',
      'Minimum',
      'Maximum',
      'Mean',
      'Trend',
    ]);
  });

  test('the keys of the charts are their description', async () => {
    const page = await open();
    const help = await region(page).getAttribute('aria-describedby');
    const text = await page.locator(`[id="${help}"]`).textContent();
    expect(text).toContain('T: show the time window as a table.');
    expect(text).toContain('Left and right arrow: move in time; with Shift, in larger steps.');
  });
});

describe('as a table', () => {
  test('T opens a snapshot of the time window, and Escape returns the focus', async () => {
    const page = await open();
    measure(5);
    await inView(page, '24.00');
    await region(page).focus();
    await page.keyboard.press('t');
    const table = dialog(page).getByRole('table');
    await table.waitFor();
    const temperatures = (): Promise<string[]> => table.locator('tbody tr td:nth-child(3)').allTextContents();
    expect(await table.getByRole('columnheader').nth(2).textContent()).toBe('Temperature °C');
    expect((await temperatures()).slice(-5)).toEqual(['20.00', '21.00', '22.00', '23.00', '24.00']);
    const known = await table.locator('tbody tr').count();
    now += 8000;
    await moveTo(page, rig, now);
    measure(8);
    await expect.poll(() => page.locator('.chart-value[data-channel="temperature"]').textContent()).toBe('27.00');
    expect(await table.locator('tbody tr').count()).toBe(known);
    // The view moves in steps of a second.
    const renewed = async (): Promise<string | undefined> => {
      await dialog(page).getByRole('button', { name: 'Refresh' }).press('Enter');
      return (await temperatures()).at(-1);
    };
    await expect.poll(renewed).toBe('27.00');
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await expect
      .poll(() => region(page).evaluate((element) => element.matches(':focus')), { timeout: PATIENCE_MS })
      .toBe(true);
  });

  test('the menu opens it, and it can be copied into a spreadsheet', async () => {
    const page = await open();
    measure(3);
    await inView(page, '22.00');
    await page.getByRole('button', { name: 'Chart actions' }).click();
    await page.getByRole('menuitem', { name: 'Show as table' }).click();
    await dialog(page).getByRole('button', { name: /^Copy/ }).click();
    const lines = async (): Promise<string[][]> =>
      (await clipboardText(page)).split('\n').map((line) => line.split('\t'));
    await expect
      .poll(async () => (await lines())[0]?.slice(0, 3))
      .toEqual(['Time', 'Atmospheric pressure (kPa)', 'Temperature (°C)']);
    expect((await lines()).at(-1)?.[2]).toBe('22.00');
  });

  test('many readings make at most 200 rows, with minimum and maximum', async () => {
    const page = await open();
    measure(290);
    await expect
      .poll(() => page.locator('.chart-value[data-channel="temperature"]').textContent(), { timeout: PATIENCE_MS })
      .toBe('309.00');
    await region(page).focus();
    await page.keyboard.press('t');
    const rows = dialog(page).locator('tbody tr');
    await rows.first().waitFor();
    const count = await rows.count();
    expect(count).toBeGreaterThan(100);
    expect(count).toBeLessThanOrEqual(200);
    await dialog(page).getByText('Each row covers 2 s').waitFor();
    expect(await rows.nth(50).locator('td').nth(1).textContent()).toMatch(/^\d+\.50, range (\d+)\.00 to \d+\.00$/);
  });

  test('axe finds nothing in either theme', async () => {
    const page = await open({ viewport: { width: 1024, height: 700 } });
    measure(40);
    await expect.poll(() => page.locator('.chart-value[data-channel="temperature"]').textContent()).toBe('59.00');
    await region(page).focus();
    await page.keyboard.press('t');
    await dialog(page).getByRole('table').waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
  });
});

describe('with reduced motion', () => {
  /** Counts the drawings of a chart. */
  const COUNT = `{
    window.drawn = 0;
    const { clearRect } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.clearRect = function (...box) {
      window.drawn += 1;
      return clearRect.apply(this, box);
    };
  }`;

  /** Drawings during 3 s of the page's clock without readings. */
  async function drawnWhileStill(reducedMotion: 'reduce' | 'no-preference'): Promise<number> {
    const { page, close } = await rig.openBlank({ reducedMotion });
    await page.addInitScript(COUNT);
    await page.clock.install({ time: now - 1000 });
    await page.clock.pauseAt(now);
    await page.goto(`${rig.service.url}/#/devices/usb/E1`);
    const goingOn = async <T>(read: () => Promise<T>): Promise<T> => {
      await page.clock.runFor(100);
      return read();
    };
    const minute = page.getByRole('button', { name: '1 min', exact: true });
    await expect.poll(() => goingOn(() => minute.count())).toBe(1);
    await minute.press('Enter');
    measure(5);
    // Not awaited: its clock stands still meanwhile.
    const latest = page.locator('.chart-value[data-channel="temperature"]');
    await expect.poll(() => goingOn(() => latest.allTextContents())).toEqual(['24.00']);
    const before = await page.evaluate<number>('window.drawn');
    await page.clock.runFor(3000);
    const after = await page.evaluate<number>('window.drawn');
    await close();
    return after - before;
  }

  test('charts move in steps instead of sliding', async () => {
    const still = await drawnWhileStill('reduce');
    const sliding = await drawnWhileStill('no-preference');
    expect(still).toBeGreaterThan(0);
    expect(still).toBeLessThan(sliding / 2);
  });

  test('dialogs, the drawer and spinners do not move', async () => {
    const page = await open({ reducedMotion: 'reduce', viewport: { width: 1100, height: 800 } });
    const moving = (): Promise<number> =>
      page.evaluate<number>(
        "document.getAnimations().filter((one) => one.effect.getComputedTiming().duration > 1 && one.playState === 'running').length",
      );
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Command palette' }).waitFor();
    await expect.poll(moving).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Details' }).press('Enter');
    await page.getByRole('dialog', { name: 'Device details' }).waitFor();
    expect(await moving()).toBe(0);
  });
});
