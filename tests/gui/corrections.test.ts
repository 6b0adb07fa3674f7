/** Corrections of channels: capture, form, record, and what a device says of them. */
import type { Locator, Page } from 'playwright';
import { beforeEach, describe, expect, test } from 'vitest';
import { type ChannelCorrection, type CorrectionInput, channelPath } from '../../service/contract/index.ts';
import { invalidFields } from '../../service/support/errors.ts';
import { appDevice, CLIMATE, readings } from '../support/views/devices.ts';
import { violationsInThemes } from './support/axe.ts';
import type { OpenPageOptions } from './support/browser.ts';
import { focused, leaveQuestion, overflows, sticksOut } from './support/entry-page.ts';
import { runCommand } from './support/palette.ts';
import { playedRig } from './support/played-rig.ts';

const rig = playedRig();

const OF = { family: 'usb', serial: 'E1', channel: 'temperature' } as const;
const ROUTE = '/devices/usb/E1/correct/temperature';

const INPUT: CorrectionInput = {
  enabled: true,
  unit: '°C',
  points: [{ measured: 20.1, reference: 20 }],
  fit: 'exact',
  range: null,
  standard: 'Pt100 no. 7',
  date: '2026-11-01',
  by: 'M. Okafor',
  note: '',
  due: null,
};
function stored(correction = INPUT, since = '2026-11-01T08:00:00.000Z'): ChannelCorrection {
  const version = { version: 1, since, correction, coefficients: [-0.1, 1, 0] };
  return { ...OF, unit: '°C', correction, coefficients: [-0.1, 1, 0], versions: [version] };
}

const MINUTES_5 = 300_000;

/** Every reading of the temperature is 20.1 °C. */
const device = (changes: Partial<Parameters<typeof appDevice>[0]> = {}) =>
  appDevice({
    serial: 'E1',
    channels: { ...CLIMATE, temperature: { unit: '°C', description: 'Temperature', value: 20.1 } },
    at: Date.now() - MINUTES_5 - 10_000,
    ...changes,
  });

beforeEach(() => {
  rig.service.put(device());
});

interface FormPage {
  page: Page;
  main: Locator;
  field: (label: string) => Locator;
  save: Locator;
  point: (number: number, word: 'measured' | 'reference') => Locator;
}

async function open(options: OpenPageOptions = {}, route = ROUTE): Promise<FormPage> {
  const { page } = await rig.open(route, options);
  const main = page.getByRole('main');
  const field = (label: string): Locator => main.getByLabel(label, { exact: true });
  return {
    page,
    main,
    field,
    save: page.locator('.save-bar').getByRole('button').last(),
    point: (number, word) => field(`Point ${number}, ${word}`),
  };
}

/** A reading every 5 s of the last 5 min. */
function measure(): void {
  const now = Date.now();
  for (let age = MINUTES_5; age >= 0; age -= 5000) {
    rig.service.send('readings', readings(device(), { temperature: 20.1 }, now - age));
  }
}

describe('a channel is corrected', () => {
  test('from its menu, with the captured mean as a point', async () => {
    const { page, main, field, save, point } = await open({}, '/devices/usb/E1');
    await page.getByRole('button', { name: 'Actions for Temperature' }).click();
    await page.getByRole('menuitem', { name: 'Correct…' }).click();
    await page.waitForURL(/#\/devices\/usb\/E1\/correct\/temperature$/);
    await main.getByRole('button', { name: '5 min' }).click();
    measure();
    const panel = main.getByRole('region', { name: 'Measured value' });
    await panel.locator('.badge').getByText('Stable').waitFor();
    await panel.getByRole('button', { name: 'Capture mean' }).click();
    await expect.poll(() => focused(page)).toBe('points.0.reference');
    expect(await point(1, 'measured').inputValue()).toBe('20.1000');
    await page.keyboard.type('20');
    await main.getByRole('img', { name: /^Correction in °C/ }).waitFor();
    await main.getByRole('row', { name: '25.0000 24.9000 −0.1000' }).waitFor();
    await field('By').fill('M. Okafor');
    await field('Next check').fill('2027-11-01');
    expect(await violationsInThemes(page)).toEqual([]);
    await save.click();
    await main.getByText('Unsaved changes').waitFor({ state: 'detached' });
    const { corrections } = rig.service.corrections;
    expect(corrections.get(channelPath(OF))?.correction).toMatchObject({
      enabled: true,
      unit: '°C',
      points: [{ measured: 20.1, reference: 20 }],
      fit: 'exact',
      range: null,
      by: 'M. Okafor',
      due: '2027-11-01',
    });
    await page
      .getByRole('region', { name: 'Correction versions' })
      .getByText('Added: offset, 1 point')
      .first()
      .waitFor();
    await main.getByRole('link', { name: 'VCP-PTH450-CAL' }).click();
    await page.getByRole('region', { name: 'Device details' }).getByText('Corrected', { exact: true }).waitFor();
  });

  test('with points typed by keyboard alone, in another unit', async () => {
    const { page, main, save, point } = await open();
    await main.getByRole('button', { name: 'Add point' }).press('Enter');
    await page.keyboard.type('20.1');
    await page.keyboard.press('Enter');
    await page.keyboard.type('20');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('points.1.measured');
    await page.keyboard.type('x');
    await save.click();
    await main.getByText('Enter a number, such as 20.1.').first().waitFor();
    await expect.poll(() => focused(page)).toBe('points.1.measured');
    await main.getByRole('button', { name: 'Remove point 2' }).click();
    await expect.poll(() => focused(page)).toContain('points');
    await main.getByRole('combobox', { name: 'Unit' }).selectOption('°F');
    // SP 811: t/°F = 1.8 t/°C + 32.
    await expect.poll(() => point(1, 'measured').inputValue()).toBe('68.18');
    await page.keyboard.press('Control+s');
    await expect
      .poll(() => rig.service.corrections.corrections.get(channelPath(OF))?.correction?.points)
      .toEqual([{ measured: 68.18, reference: 68 }]);
  });

  test('from the uncorrected values while a correction is on', async () => {
    const channels = {
      ...CLIMATE,
      temperature_uncorrected: { unit: '°C', description: 'Temperature, uncorrected', value: 24.9344 },
    };
    rig.service.put(device({ channels, at: Date.now() }));
    rig.service.corrections.put(stored());
    const { page, main } = await open();
    const panel = main.getByRole('region', { name: 'Measured value' });
    await panel.getByText('24.93', { exact: true }).first().waitFor();
    await panel.getByText(/Values before the correction\./).waitFor();
    // The list shows corrected values alone.
    const row = page.getByRole('option', { name: /VCP-PTH450-CAL/ });
    await row.getByText('24.83').waitFor();
    expect(await row.getByText('24.93').count()).toBe(0);
  });
});

describe('the form of a correction', () => {
  test('shows at the points why there is no curve', async () => {
    const refuse = invalidFields([
      { path: 'points', message: 'must be a function: 20.1 has two references, 20 and 21' },
    ]);
    rig.service.corrections.preview = () => {
      throw refuse;
    };
    rig.service.corrections.put(stored());
    const { main } = await open({ expected: /status of 400/ });
    await main
      .getByRole('alert')
      .getByText('Points: must be a function: 20.1 has two references, 20 and 21.')
      .waitFor();
    await main.getByText('No curve for these values.').waitFor();
  });

  test('switches the correction off and on, and removes it with Undo', async () => {
    rig.service.corrections.put(stored());
    const { page, main } = await open();
    const { corrections } = rig.service.corrections;
    const present = (): CorrectionInput | null | undefined => corrections.get(channelPath(OF))?.correction;
    await main.getByRole('switch', { name: 'Correct this channel' }).click();
    await main.getByText('This correction is off').waitFor();
    expect(present()).toEqual({ ...INPUT, enabled: false });
    await main.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.waitForURL(/#\/devices\/usb\/E1$/);
    expect(present()).toBeNull();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(present).toEqual({ ...INPUT, enabled: false });
  });

  test('guards its edits, and reports changes made elsewhere', async () => {
    rig.service.corrections.put(stored());
    const { page, main, point } = await open();
    await point(1, 'reference').fill('20.05');
    rig.service.corrections.put(stored({ ...INPUT, by: 'Someone else' }));
    await main.getByText('This correction was changed in another window or program').waitFor();
    await main.getByRole('link', { name: 'Record' }).click();
    await leaveQuestion(page).getByText('Save changes to the correction of Temperature?').waitFor();
    await leaveQuestion(page).getByRole('button', { name: 'Save changes' }).click();
    await page.waitForURL(/\/record$/);
    expect(rig.service.corrections.corrections.get(channelPath(OF))?.correction).toEqual({
      ...INPUT,
      points: [{ measured: 20.1, reference: 20.05 }],
    });
  });

  test('fits into a narrow window', async () => {
    rig.service.corrections.put(stored({ ...INPUT, range: { from: -40, to: 125, outside: 'none' } }));
    const { page, main } = await open({ viewport: { width: 320, height: 700 } });
    await main.getByRole('img', { name: /^Correction in °C/ }).waitFor();
    expect([await overflows(page), await sticksOut(page, '.correction')]).toEqual([false, []]);
    await page.goto(`${rig.service.url}/#${ROUTE}/record`);
    await main.getByRole('heading', { name: 'Correction record' }).waitFor();
    expect(await overflows(page)).toBe(false);
  });

  test('names an address without a channel to correct', async () => {
    const { main } = await open({}, '/devices/usb/E1/correct/dew_point');
    await main.getByRole('heading', { name: 'Cannot correct “dew_point”' }).waitFor();
  });
});

describe('a correction', () => {
  test('has a record that prints without the frame', async () => {
    rig.service.corrections.put(stored());
    const { page, main } = await open({}, `${ROUTE}/record`);
    const record = main.getByRole('article');
    for (const text of ['Pt100 no. 7', 'M. Okafor', '1 Nov 2026', 'E1', '2.4', 'Added: offset, 1 point']) {
      await record.getByText(text, { exact: true }).first().waitFor();
    }
    await main.getByRole('img', { name: /^Residuals in °C/ }).waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
    expect(await page.title()).toBe('Correction record E1 temperature');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.getByRole('navigation', { name: 'Pages' }).waitFor({ state: 'hidden' });
    await main.getByRole('button', { name: 'Print…' }).waitFor({ state: 'hidden' });
    const paper = await page.evaluate<string>(`getComputedStyle(document.querySelector('.record')).backgroundColor`);
    expect(paper).toBe('rgb(255, 255, 255)');
    await page.emulateMedia({ media: null });
  });

  test('marks its changes in the charts of its channel', async () => {
    rig.service.corrections.put(stored(INPUT, new Date(Date.now() - 5000).toISOString()));
    const { page } = await open({}, '/devices/usb/E1/last=5min');
    await page.getByRole('button', { name: 'Correction changed: Temperature, added: offset, 1 point' }).click();
    await page.waitForURL(/#\/devices\/usb\/E1\/correct\/temperature$/);
  });

  test('is found by the command palette', async () => {
    const { page } = await open({}, '/devices/usb/E1');
    await page.getByRole('button', { name: 'Actions for Temperature' }).waitFor();
    await runCommand(page, 'correct temp', /Correct Temperature/);
    await page.waitForURL(/#\/devices\/usb\/E1\/correct\/temperature$/);
  });
});

describe('a -CAL product', () => {
  test('states in USB mode that calibration points of the device are probably not applied, until dismissed', async () => {
    rig.service.put(device({ mode: 'usb' }));
    const { page, main } = await open({}, '/devices/usb/E1');
    const notice = main.getByText('Calibration points in the device are probably not applied');
    await notice.waitFor();
    await page
      .getByRole('region', { name: 'Device details' })
      .getByText(/in USB mode, Mensura probably shows/)
      .waitFor();
    await main.getByRole('button', { name: 'Dismiss' }).click();
    await notice.waitFor({ state: 'detached' });
    await page.reload();
    await page
      .getByRole('region', { name: 'Device details' })
      .getByText(/in USB mode, Mensura probably shows/)
      .waitFor();
    expect(await notice.count()).toBe(0);
  });
});
