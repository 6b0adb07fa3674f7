/** The time range of the charts: presets, calendar days, two times, links, and the first minutes. */
import type { Page } from 'playwright';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AppDevice } from '../../service/contract/index.ts';
import type { Kept } from '../support/played-history.ts';
import { appDevice, readings } from '../support/views/devices.ts';
import { violationsInThemes } from './support/axe.ts';
import { clipboardText, PATIENCE_MS } from './support/browser.ts';
import { noon, openAt, overviewWindow, stretches } from './support/chart.ts';
import { playedRig } from './support/played-rig.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const TEMPERATURE = { family: 'usb', serial: 'E1', channel: 'temperature' } as const;

let page: Page;
let device: AppDevice;
let now: number;

const rig = playedRig();

beforeEach(() => {
  now = noon();
});

/** Opens the page with stored readings of this length up to now. */
async function open({ stored = 0, interval = SECOND, route = '/devices/usb/E1', at = now } = {}): Promise<void> {
  const channels = { temperature: { unit: '°C', description: 'Temperature', value: 20 } };
  device = appDevice({ serial: 'E1', at, channels });
  rig.service.put(device);
  const count = stored / interval + 1;
  const kept = Array.from({ length: count }, (_, index): Kept => [now - stored + index * interval, 20]);
  if (stored > 0) rig.service.history.keep(TEMPERATURE, '°C', kept);
  page = await openAt(rig, now, route);
  await page.locator('.device-view canvas').first().waitFor();
}

const picker = () => page.getByRole('button', { name: /^Time range/ });
const shown = (): Promise<string | null> => overviewWindow(page).getAttribute('aria-valuetext');
const pressed = () => page.getByRole('group', { name: 'Time window' }).locator('[aria-pressed=true]');
const clock = (at: number): string => new Date(at).toTimeString().slice(0, 8);
/** As a field for date and time has it. */
const field = (at: number): string => {
  const date = new Date(at);
  const pad = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}T${clock(at)}`;
};
const back = () => page.getByRole('button', { name: 'Return to live' });
const address = (): Promise<string> => page.evaluate<string>('location.hash');

describe('the time range', () => {
  test('is chosen from presets, named while it is shown, and remembered', async () => {
    await open({ stored: DAY, interval: 10 * SECOND });
    await picker().click();
    await page.getByRole('button', { name: 'Last 6 h', exact: true }).click();
    await expect.poll(() => picker().getAttribute('aria-label')).toBe('Time range: 6 h');
    await expect.poll(() => pressed().count()).toBe(0);
    await expect.poll(shown, { timeout: PATIENCE_MS }).toBe('06:00:00 to 12:00:00');
    await page.reload();
    await page.locator('.device-view canvas').first().waitFor();
    await expect.poll(() => picker().getAttribute('aria-label')).toBe('Time range: 6 h');
    await picker().click();
    const preset = page.getByRole('button', { name: 'Last 6 h', exact: true });
    expect(await preset.getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '1 h', exact: true }).click();
    await expect.poll(() => picker().getAttribute('aria-label')).toBe('Time range');
    await expect.poll(() => pressed().allTextContents()).toEqual(['1 h']);
  });

  test('can be a calendar day, which is no longer named after a movement', async () => {
    await open({ stored: 3 * DAY, interval: MINUTE });
    await picker().click();
    await page.getByRole('button', { name: 'Yesterday' }).click();
    await expect.poll(() => picker().getAttribute('aria-label')).toBe('Time range: Yesterday');
    await expect.poll(shown, { timeout: PATIENCE_MS }).toMatch(/, 00:00 to .*, 00:00$/);
    await expect.poll(() => pressed().count()).toBe(0);
    await page.getByRole('application', { name: 'Charts' }).focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => picker().getAttribute('aria-label')).toBe('Time range');
    expect(await back().count()).toBe(1);
    await back().click();
    await back().waitFor({ state: 'detached' });
    await expect.poll(() => pressed().allTextContents()).toEqual(['5 min']);
  });

  test('can have any length, and an impossible one is refused with its reason', async () => {
    await open({ stored: 3 * HOUR });
    await picker().press('Enter');
    const last = page.getByRole('textbox', { name: 'Last' });
    await last.fill('soon');
    await last.press('Enter');
    await page.getByText('Enter a number.').waitFor();
    await last.fill('0');
    await last.press('Enter');
    await page.getByText('The length must be at least 1 s and at most 100 years.').waitFor();
    await last.fill('45');
    await page.getByRole('combobox', { name: 'Unit' }).selectOption('minutes');
    await last.press('Enter');
    await expect.poll(() => picker().getAttribute('aria-label')).toBe('Time range: 45 min');
    await expect.poll(shown, { timeout: PATIENCE_MS }).toBe('11:15:00 to 12:00:00');
  });

  test('can be two times, and starts with those in view', async () => {
    await open({ stored: 3 * HOUR });
    await picker().click();
    const from = page.getByLabel('From');
    await expect.poll(() => from.inputValue()).toBe(field(now - 5 * MINUTE).slice(0, -3));
    await from.fill(field(now));
    await page.getByLabel('To', { exact: true }).fill(field(now - HOUR));
    await page.getByRole('button', { name: 'Show range' }).click();
    await page.getByText('The start must be before the end.').waitFor();
    await from.fill(field(now - 2 * HOUR));
    await from.press('Enter');
    await expect.poll(shown).toBe('10:00:00 to 11:00:00');
    await back().waitFor();
  });

  test('axe finds nothing in either theme', async () => {
    await open({ stored: HOUR });
    await picker().click();
    await page.getByRole('button', { name: 'Show range' }).waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
  });
});

describe('a link', () => {
  test('opens its range, which leaves the address with the view', async () => {
    const range = `from=${new Date(now - 2 * HOUR).toISOString()}&to=${new Date(now - HOUR).toISOString()}`;
    await open({ stored: 3 * HOUR, route: `/devices/usb/E1/${range}` });
    await expect.poll(shown, { timeout: PATIENCE_MS }).toBe('10:00:00 to 11:00:00');
    await expect.poll(() => stretches(page, 0, 1), { timeout: PATIENCE_MS }).toHaveLength(1);
    expect(await address()).toBe(`#/devices/usb/E1/${range}`);
    await page.getByRole('button', { name: 'Chart actions' }).click();
    await page.getByRole('menuitem', { name: 'Copy link' }).click();
    await expect.poll(() => clipboardText(page)).toBe(`${rig.service.url}/#/devices/usb/E1/${range}`);
    await back().click();
    await expect.poll(address).toBe('#/devices/usb/E1');
    await expect.poll(() => pressed().allTextContents()).toEqual(['5 min']);
    // The same page follows a link, too.
    await page.evaluate("location.hash = '#/devices/usb/E1/last=2h'");
    await expect.poll(() => picker().getAttribute('aria-label')).toBe('Time range: 2 h');
    expect(await address()).toBe('#/devices/usb/E1/last=2h');
    await page.evaluate("location.hash = '#/devices/usb/E1/last=soon'");
    await page.getByText('Invalid range: last=soon').waitFor();
  });

  test('selects the channels that it compares', async () => {
    await open({ stored: HOUR });
    await page.evaluate("location.hash = '#/compare/channel=usb%2FE1%2Ftemperature&last=1h'");
    await page.getByRole('article', { name: 'Compared channels' }).waitFor();
    await expect.poll(() => pressed().allTextContents()).toEqual(['1 h']);
    await page.getByRole('button', { name: 'Chart actions' }).click();
    await page.getByRole('menuitem', { name: 'Copy link' }).click();
    await expect
      .poll(() => clipboardText(page))
      .toBe(`${rig.service.url}/#/compare/channel=usb%2FE1%2Ftemperature&last=1h`);
  });
});

describe('the first minutes', () => {
  /** Where the line is, as parts of the plot, rounded. */
  const drawn = async (): Promise<string[]> =>
    (await stretches(page, 0, 1)).map(({ from, to }) => `${from.toFixed(1)} to ${to.toFixed(1)}`);

  /** Sends a reading each second up to now. */
  function measure(ms: number): void {
    for (let at = now - ms; at <= now; at += SECOND) {
      rig.service.send('readings', readings(device, { temperature: 20 }, at));
    }
  }

  test('fill the charts, and the time window stays pressed', async () => {
    await open({ at: now - 30 * SECOND });
    measure(29 * SECOND);
    await expect.poll(drawn, { timeout: PATIENCE_MS }).toEqual(['0.0 to 1.0']);
    await expect.poll(shown).toMatch(/^11:59:30 to 11:59:5\d$/);
    expect(await pressed().allTextContents()).toEqual(['5 min']);
    await page.getByRole('application', { name: 'Charts' }).focus();
    // The note lasts only 6 s, so the wait starts before the movement.
    const note = page.getByText(/^No older readings stored for these channels\. First reading: .*11:59:30$/);
    await Promise.all([note.waitFor(), page.keyboard.press('-')]);
    expect(await back().count()).toBe(0);
  });

  test('fill the charts, too, when the device was last connected long ago', async () => {
    const old = Array.from({ length: 60 }, (_, index): Kept => [now - 30 * DAY + index * SECOND, 20]);
    const recent = Array.from({ length: 31 }, (_, index): Kept => [now - 30 * SECOND + index * SECOND, 20]);
    rig.service.history.keep(TEMPERATURE, '°C', [...old, ...recent]);
    await open();
    await expect.poll(drawn, { timeout: PATIENCE_MS }).toEqual(['0.0 to 1.0']);
    await expect.poll(shown).toBe('11:59:30 to 12:00:00');
  });

  test('do not cut a line that comes from before the time window', async () => {
    await open({ stored: DAY, interval: 10 * MINUTE });
    await expect.poll(drawn, { timeout: PATIENCE_MS }).toEqual(['0.0 to 1.0']);
    expect(await shown()).toBe('11:55:00 to 12:00:00');
  });
});

test('a time window beyond the readings says since when there are any', async () => {
  await open({ stored: HOUR });
  await expect.poll(shown, { timeout: PATIENCE_MS }).toBe('11:55:00 to 12:00:00');
  await picker().click();
  await Promise.all([
    page.getByText(/^No older readings\. First reading: .*11:00:00$/).waitFor(),
    page.getByRole('button', { name: 'Last 7 d', exact: true }).click(),
  ]);
  await expect.poll(shown).toBe('11:00:00 to 12:00:00');
  expect(await picker().getAttribute('aria-label')).toBe('Time range: 7 d');
});
