/** Charts of stored readings, checked by the pixels and figures of the page. */
import type { Page } from 'playwright';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AppDevice } from '../../service/contract/index.ts';
import type { Kept } from '../support/played-history.ts';
import { appDevice, readings } from '../support/views/devices.ts';
import { axeViolations } from './support/axe.ts';
import { PATIENCE_MS } from './support/browser.ts';
import { axisTexts, legendValue, noteAnswers, openAt, overviewWindow, pointAt, stretches } from './support/chart.ts';
import { playedRig } from './support/played-rig.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 1440 * MINUTE;

const TEMPERATURE = { family: 'usb', serial: 'E1', channel: 'temperature' } as const;

let page: Page;
let device: AppDevice;
let now: number;

const rig = playedRig();

beforeEach(() => {
  now = Math.floor(Date.now() / SECOND) * SECOND;
});

/** Readings up to now, at this interval in milliseconds. */
function past(ms: number, interval: number, value: (at: number) => number): Kept[] {
  return Array.from({ length: ms / interval + 1 }, (_, index): Kept => {
    const at = now - ms + index * interval;
    return [at, value(at)];
  });
}

/** Stores a constant temperature once a second, up to now. */
function keepSteady(ms: number): void {
  const steady = past(ms, SECOND, () => 20);
  rig.service.history.keep(TEMPERATURE, '°C', steady);
}

/** @param at the fixed time of the page's clock */
async function open({
  at = now,
  simulated = false,
  expected,
}: {
  at?: number;
  simulated?: boolean;
  expected?: RegExp;
} = {}): Promise<void> {
  const channels = { temperature: { unit: '°C', description: 'Temperature', value: 20 } };
  device = appDevice({ serial: 'E1', at: now, channels, simulated });
  rig.service.put(device);
  page = await openAt(rig, at, '/', { expected });
  await page.locator('.device-view canvas').first().waitFor();
}

const drawn = (): ReturnType<typeof stretches> => stretches(page, 0, 1);

/** Presses a key on the charts once they know of the stored readings: before, none leads beyond the time window. */
const pressInPast = async (key: string, times: number): Promise<void> => {
  const whole = await page.locator('.chart-overview-plot .chart-area').boundingBox();
  const width = async (): Promise<number | undefined> => (await overviewWindow(page).boundingBox())?.width;
  await expect.poll(width, { timeout: PATIENCE_MS }).toBeLessThan(0.9 * (whole?.width ?? Number.NaN));
  await page.getByRole('application', { name: 'Charts' }).focus();
  for (let step = 0; step < times; step += 1) await page.keyboard.press(key);
};

/** Opens the page with 10 min of stored readings; resolves when they are drawn in a time window of 1 min. */
const openFilled = async (at: number): Promise<void> => {
  keepSteady(10 * MINUTE);
  await open({ at });
  await page.getByRole('button', { name: '1 min', exact: true }).click();
  await expect.poll(async () => (await drawn())[0]?.from, { timeout: PATIENCE_MS }).toBeLessThan(0.02);
};

describe('the history', () => {
  test('fills the charts when a window opens, and joins what comes through the stream', async () => {
    await openFilled(now + 20 * SECOND);
    const shown = async (): Promise<[count: number, isFull: boolean]> => {
      const all = await drawn();
      return [all.length, (all.at(-1)?.to ?? 0) > 0.97];
    };
    await expect.poll(shown, { timeout: PATIENCE_MS }).toEqual([1, false]);
    for (let at = now + SECOND; at <= now + 20 * SECOND; at += SECOND) {
      rig.service.send('readings', readings(device, { temperature: 20 }, at));
    }
    await expect.poll(shown, { timeout: PATIENCE_MS }).toEqual([1, true]);
  });

  test('of a year is drawn as band and mean with its gap, and requested once', async () => {
    const year = past(365 * DAY, 10 * MINUTE, (at) => 20 + (at % (20 * MINUTE) === now % (20 * MINUTE) ? 5 : -5));
    const kept = year.filter(([at]) => at < now - 200 * DAY || at > now - 150 * DAY);
    const after = kept.findIndex(([at]) => at > now - 150 * DAY);
    const [at, value] = kept[after] as Kept;
    kept[after] = [at, value, true];
    rig.service.history.keep(TEMPERATURE, '°C', kept);
    await open();
    const answered = await noteAnswers(page);
    await pressInPast('-', 60);
    // Polled together: intermediate states have two pieces too, one tile and the newest part.
    await expect.poll(drawn, { timeout: PATIENCE_MS }).toEqual([
      { from: expect.any(Number), to: expect.closeTo(165 / 365, 1) },
      { from: expect.closeTo(215 / 365, 1), to: expect.any(Number) },
    ]);
    await pointAt(page, 0, 0.2);
    await expect.poll(() => legendValue(page, 'temperature').innerText()).toBe('20.00');
    // In the place of minimum and maximum, which it leaves nothing of.
    const row = page.locator('.chart-legend-row').first();
    const range = row.locator('.chart-range');
    await expect.poll(() => range.innerText()).toBe('from 15.00 to 25.00');
    expect(await row.locator('.chart-extreme:visible').count()).toBe(0);
    const [start, minimum] = await Promise.all(
      [range, row.locator('.chart-extreme').first()].map(async (one) => (await one.boundingBox())?.x ?? 0),
    );
    expect(start).toBeGreaterThan(minimum ?? 0);
    // Tiles that reach to the present are requested again.
    const others = (await answered())
      .map((url) => new URL(url).searchParams)
      .filter((query) => Number(query.get('to')) <= now)
      .map((query) => `${query.get('from')} ${query.get('to')}`);
    expect(others).not.toEqual([]);
    expect(new Set(others).size).toBe(others.length);
    expect(await axeViolations(page)).toEqual([]);
  });

  test('disappears from the charts when it is deleted on the History page', async () => {
    await openFilled(now);
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await pages.getByRole('link', { name: 'History' }).click();
    await page.getByRole('button', { name: /^Delete the history of/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete history' }).click();
    await page.getByText('No stored readings yet').waitFor();
    await pages.getByRole('link', { name: 'Devices' }).click();
    await page.locator('.device-view canvas').first().waitFor();
    await page.getByRole('button', { name: '1 min', exact: true }).click();
    // Only new readings are drawn.
    for (let at = now - 8 * SECOND; at <= now; at += SECOND) {
      rig.service.send('readings', readings(device, { temperature: 20 }, at));
    }
    await expect
      .poll(drawn, { timeout: PATIENCE_MS })
      // The newest 7 s, in the 10 s that a time window has at least.
      .toEqual([{ from: expect.closeTo(0.4, 1), to: expect.closeTo(1, 1) }]);
  });

  test('can be zoomed into down to a tenth of a second', async () => {
    rig.service.history.keep(
      TEMPERATURE,
      '°C',
      past(10 * MINUTE, 100, (at) => at / SECOND - now / SECOND + 700),
    );
    await open();
    await pointAt(page, 0, 0.5);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('application', { name: 'Charts' }).focus();
    for (let step = 0; step < 60; step += 1) await page.keyboard.press('+');
    // Two tiles may join there.
    const shown = async (): Promise<number> => {
      const [line] = await drawn();
      return line ? line.to - line.from : 0;
    };
    await expect.poll(shown, { timeout: PATIENCE_MS }).toBeGreaterThan(0.98);
  });

  test('of a disconnected device can be viewed', async () => {
    keepSteady(10 * MINUTE);
    await open();
    rig.service.remove(device);
    await page.getByText('unplugged').first().waitFor();
    await pressInPast('PageDown', 1);
    await expect.poll(async () => (await drawn())[0]?.from, { timeout: PATIENCE_MS }).toBeLessThan(0.05);
  });

  test('is loaded later if it is unavailable, with a note until then', async () => {
    keepSteady(10 * MINUTE);
    const refusal = { status: 503, body: { message: 'Not now.' } };
    rig.service.history.onAsked = ({ path }) => (path === 'history' ? refusal : undefined);
    await open({ expected: /503/ });
    await page.getByText('Cannot load stored readings. Retrying…').waitFor();
    rig.service.history.onAsked = undefined;
    await page.getByText('Cannot load stored readings').waitFor({ state: 'hidden' });
    await expect.poll(async () => (await drawn()).length, { timeout: PATIENCE_MS }).toBe(1);
  });

  test('has no simulated readings, and a note says so', async () => {
    await open({ simulated: true });
    await page.getByRole('application', { name: 'Charts' }).focus();
    expect(await page.locator('.chart-note:visible').count()).toBe(0);
    const plot = page.locator('.chart-plot').first();
    const before = await plot.boundingBox();
    await page.keyboard.press('ArrowLeft');
    await page.getByText('Simulated readings are not stored').waitFor();
    expect(await plot.boundingBox()).toEqual(before);
    await page.keyboard.press('Home');
    await page.getByText('Simulated readings are not stored').waitFor({ state: 'hidden' });
  });
});

describe('markers', () => {
  test('are added, renamed and deleted', async () => {
    keepSteady(10 * MINUTE);
    await open();
    await page.getByRole('button', { name: 'Pause' }).click();
    await pointAt(page, 0, 0.5);
    await page.getByRole('application', { name: 'Charts' }).focus();
    await page.keyboard.press('m');
    await page.getByRole('textbox', { name: 'Marker name' }).fill('Door opened');
    await page.keyboard.press('Enter');
    const name = page.getByRole('button', { name: 'Edit marker “Door opened”' });
    await name.waitFor();
    const [marker] = rig.service.history.marked.values();
    expect(Math.abs((marker?.at ?? 0) - (now - 2.5 * MINUTE))).toBeLessThan(5 * SECOND);
    expect(marker?.device).toBe('usb/E1');
    await name.click();
    await page.getByRole('textbox', { name: 'Marker name' }).fill('Compressor off and the door closed again');
    await page.getByRole('combobox', { name: 'Show in' }).selectOption('All charts');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const renamed = page.getByRole('button', { name: 'Edit marker “Compressor off and the door closed again”' });
    // The plot has space for it.
    expect(await renamed.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
    await renamed.click();
    expect(rig.service.history.marked.get(1)).toMatchObject({
      text: 'Compressor off and the door closed again',
      device: null,
    });
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await renamed.waitFor({ state: 'hidden' });
    await expect.poll(() => rig.service.history.marked.size).toBe(0);
  });

  test('of other windows and alarms are ticked in the overview', async () => {
    rig.service.history.keep(
      TEMPERATURE,
      '°C',
      past(10 * MINUTE, SECOND, () => 20),
    );
    rig.service.alarms.past = [
      {
        ...TEMPERATURE,
        id: '1-1',
        rule: 'a1',
        kind: 'above',
        severity: 'warning',
        message: '',
        limit: 19,
        magnitude: 20,
        peak: 20,
        unit: '°C',
        since: new Date(now - 2 * MINUTE).toISOString(),
        ended: new Date(now - MINUTE).toISOString(),
        count: 1,
        flapping: false,
        acknowledged: null,
        acknowledged_by: '',
        acknowledgment_comment: '',
      },
    ];
    await open();
    await page.locator('.chart-alarm-tick').waitFor();
    rig.service.history.putMarker({ id: 7, at: now - MINUTE, text: 'Elsewhere' });
    await page.getByRole('button', { name: 'Edit marker “Elsewhere”' }).waitFor();
    await page.locator('.chart-marker-tick').waitFor();
  });
});

test('a past view and its selection survive a rename and a restart of the service', async () => {
  keepSteady(30 * MINUTE);
  await open();
  const charts = page.getByRole('application', { name: 'Charts' });
  await pressInPast('PageDown', 3);
  for (const key of ['Shift+Comma', 's', 'Shift+Period', 'Shift+Period', 'e']) await page.keyboard.press(key);
  const selected = page.getByRole('region', { name: 'Selection', exact: true });
  await selected.waitFor();
  // The view is written with the next frame.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  const place = await overviewWindow(page).getAttribute('aria-valuetext');
  const words = await selected.locator('strong').textContent();
  rig.service.put({ ...device, channel_names: { temperature: { alias: 'Oven', note: '' } } });
  await page.locator('.chart-legend').getByText('Oven').waitFor();
  const isTheSame = async (): Promise<void> => {
    // The charts were created again: wait until they are drawn.
    await expect.poll(drawn, { timeout: PATIENCE_MS }).toHaveLength(1);
    expect(await overviewWindow(page).getAttribute('aria-valuetext')).toBe(place);
    expect(await selected.locator('strong').textContent()).toBe(words);
  };
  await isTheSame();
  rig.service.send('reset', {});
  rig.service.put(device);
  await page.locator('.chart-legend').getByText('Temperature').waitFor();
  await isTheSame();
  await page.getByRole('button', { name: 'Return to live' }).waitFor();
  // The charts still own it: Escape clears it, and then returns to live.
  await charts.focus();
  await page.keyboard.press('Escape');
  await selected.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Return to live' }).waitFor({ state: 'detached' });
});

test('a past view stays while the service restarts, and later readings follow', async () => {
  const kept = past(30 * MINUTE, SECOND, () => 20);
  rig.service.history.keep(TEMPERATURE, '°C', kept);
  await open({ expected: /Failed to load resource|ERR_CONNECTION_REFUSED/ });
  await pressInPast('PageDown', 2);
  const isWhole = async (): Promise<void> => {
    const lengths = async (): Promise<boolean[]> => (await drawn()).map(({ from, to }) => to - from > 0.97);
    await expect.poll(lengths, { timeout: PATIENCE_MS }).toEqual([true]);
  };
  await expect.poll(async () => (await drawn())[0]?.from, { timeout: PATIENCE_MS }).toBeLessThan(0.02);
  await isWhole();
  const place = await overviewWindow(page).getAttribute('aria-valuetext');
  await rig.service.stop();
  await expect.poll(() => rig.service.streams, { timeout: PATIENCE_MS }).toBe(0);
  await isWhole();
  // Older readings cannot be loaded until the service is back.
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  await page.getByText('Cannot load stored readings. Retrying…').waitFor();
  await page.keyboard.press('PageUp');
  await page.keyboard.press('PageUp');
  await rig.service.start();
  await page.getByText('Cannot load stored readings').waitFor({ state: 'hidden' });
  await expect.poll(() => rig.service.streams, { timeout: PATIENCE_MS }).toBe(1);
  await isWhole();
  expect(await overviewWindow(page).getAttribute('aria-valuetext')).toBe(place);
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  await isWhole();
});

test('screen readers get the figures of a past view', async () => {
  rig.service.history.keep(
    TEMPERATURE,
    '°C',
    past(30 * MINUTE, SECOND, (at) => (at < now - 20 * MINUTE ? 15 : 20)),
  );
  await open();
  await pressInPast('PageDown', 5);
  const cells = page.locator('.chart-summary tbody td');
  await expect
    .poll(() => cells.allTextContents(), { timeout: PATIENCE_MS })
    .toEqual(['15.00 °C', '15.00 °C', '15.00 °C', '15.00 °C', 'steady']);
});

test('another unit changes axis, legend and figures at once in a paused view', async () => {
  rig.service.history.keep(
    TEMPERATURE,
    '°C',
    past(10 * MINUTE, SECOND, (at) => (at % (20 * SECOND) < 10 * SECOND ? 20 : 25)),
  );
  await open();
  await expect.poll(async () => (await drawn()).length, { timeout: PATIENCE_MS }).toBe(1);
  const legend = page.locator('.chart-legend');
  await legend.getByText('°C').waitFor();
  const axis = (): Promise<string[]> => axisTexts(page);
  await expect.poll(axis, { timeout: PATIENCE_MS }).toContain('22');
  rig.service.settings.put({ display_units: { '°C': '°F' } });
  await legend.getByText('°F').waitFor();
  await expect.poll(() => legendValue(page, 'temperature').innerText()).toBe('68.00');
  await expect.poll(axis, { timeout: PATIENCE_MS }).toContain('72');
  await expect.poll(axis, { timeout: PATIENCE_MS }).not.toContain('22');
  await expect
    .poll(() => page.locator('.chart-summary tbody td').nth(2).textContent(), { timeout: PATIENCE_MS })
    .toBe('77.00 °F');
});

test('a selection can be exported', async () => {
  keepSteady(10 * MINUTE);
  await open();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('application', { name: 'Charts' }).focus();
  await page.keyboard.press('s');
  await page.getByRole('region', { name: 'Selection', exact: true }).getByRole('button', { name: 'Export…' }).click();
  await page.getByRole('dialog', { name: 'Export readings' }).waitFor();
});

describe('chart images', () => {
  test.each(['PNG', 'SVG'])('are saved as %s', async (format) => {
    keepSteady(10 * MINUTE);
    await open();
    await expect.poll(async () => (await drawn()).length, { timeout: PATIENCE_MS }).toBe(1);
    await page.getByRole('button', { name: 'Chart actions' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: `Save as ${format}` }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toMatch(
      new RegExp(String.raw`^VCP-PTH450-CAL E1 \d{4}-\d\d-\d\d \d\d-\d\d\.${format.toLowerCase()}$`),
    );
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    const file = Buffer.concat(chunks);
    if (format === 'PNG') {
      expect(file.subarray(1, 4).toString()).toBe('PNG');
      // Two pixels for each of its 1200 CSS pixels.
      expect(file.readUInt32BE(16)).toBe(2400);
    } else {
      const text = file.toString();
      expect(text).toContain('>VCP-PTH450-CAL (E1)</text>');
      expect(text).toContain('stroke="#ee4c58"');
      expect(text).toContain('>Temperature (°C)</text>');
    }
  });
});

test('the overview shows the whole history, or the range around the time window', async () => {
  rig.service.history.keep(
    TEMPERATURE,
    '°C',
    past(30 * DAY, 10 * MINUTE, () => 20),
  );
  await open();
  const width = async (): Promise<number> => (await overviewWindow(page).boundingBox())?.width ?? 0;
  // A thirtieth of the range around the time window.
  await expect.poll(width, { timeout: PATIENCE_MS }).toBeLessThan(60);
  await expect.poll(width).toBeGreaterThan(4);
  await pressInPast('-', 60);
  const whole = await page.locator('.chart-overview-plot .chart-area').boundingBox();
  await expect.poll(width, { timeout: PATIENCE_MS }).toBeGreaterThan(0.9 * (whole?.width ?? Number.NaN));
});
