/** The History page: what is kept, the room it takes, its limits, its files. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { appDevice } from '../support/views/devices.ts';
import { axeViolations, violationsInThemes } from './support/axe.ts';

const GIB = 1024 ** 3;

import { historyRig, named } from './support/history-page.ts';

const rig = historyRig();
const { openHistory: open } = rig;

/** The day of the oldest reading, as this page says it. */
function oldestDay(): string {
  const { oldest_reading: oldest } = rig.service.history.facts;
  const words = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'Europe/Berlin' } as const;
  return new Intl.DateTimeFormat('en-GB', words).format(Date.parse(oldest ?? ''));
}

describe('storage', () => {
  test('is told in words and as a bar, with what will become of it', async () => {
    const page = await open();
    await page.getByText('3.2 GiB of 10 GiB used', { exact: true }).waitFor();
    await page.getByText('75 GiB free on disk').waitFor();
    expect(await page.getByRole('meter', { name: 'History size' }).getAttribute('value')).toBe('0.32');
    await page
      .getByText('At 80 readings/s, the history levels off at about 8.0 GiB after 90 days, within the limit.')
      .waitFor();
    await page.getByText(oldestDay(), { exact: false }).first().waitFor();
    rig.service.history.facts = { ...rig.service.history.facts, expected_bytes: 23 * GIB, reaches_days: 41.7 };
    await page
      .getByText(
        /the history needs about 23 GiB.*covers about 41 days; older readings are deleted before their retention ends/,
      )
      .waitFor();
  });

  test('writes every number as the user’s locale does', async () => {
    const page = await open({ locale: 'de-DE' });
    await page.getByText('5,4 B').waitFor();
    const storage = await page.getByRole('region', { name: 'Storage' }).innerText();
    const figures = `${storage} ${await page.getByRole('contentinfo').innerText()}`;
    expect(figures).toContain('3,2 GiB');
    // Neither an address nor a date: those have more than one point.
    expect(figures.match(/(?<![\d.])\d+\.\d{1,2}(?![\d.])/g)).toBeNull();
  });

  test.each([
    ['off', 'New readings are not stored', 'The history is not growing.'],
    ['waiting', 'Readings waiting to be stored', /until the disk accepts data: 12 readings/],
  ] as const)('that is %s says so', async (state, title, words) => {
    rig.service.history.facts = { ...rig.service.history.facts, state };
    const page = await open();
    await page.getByText(title).waitFor();
    await page.getByText(words).first().waitFor();
  });

  test('on a full disk gives the service’s own cause and remedy, and counts what was lost', async () => {
    rig.service.history.facts = { ...rig.service.history.facts, state: 'waiting', dropped_total: 1500 };
    rig.service.problems = [
      {
        code: 'history-full',
        subject: 'history',
        text: 'The disk is full: no space left on device.',
        remedy: 'Free up disk space.',
        since: '2026-11-20T14:45:12.318Z',
      },
    ];
    const page = await open();
    await page.getByText('Disk full', { exact: true }).waitFor();
    await page.getByText('Free up disk space.').waitFor();
    await page.getByText('1,500 readings discarded since startup').waitFor();
    expect(await page.getByText('Readings waiting to be stored').count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
  });

  test('of simulated instruments: they are not kept, and that is said', async () => {
    rig.service.put(appDevice({ serial: 'SIM1', simulated: true }));
    const page = await open();
    await page.getByText('Simulated readings are not stored').waitFor();
    rig.service.history.keep({ family: 'usb', serial: 'SIM1', channel: 'temperature' }, '°C', [[Date.now(), 1]]);
    await page.reload();
    await page.locator('.kept-device').nth(2).waitFor();
    expect(await page.getByText('Simulated readings are not stored').count()).toBe(0);
  });
});

describe('what is kept', () => {
  test('names devices as the user does, leads to the charts, and unfolds channels', async () => {
    const page = await open();
    const [cellar, other] = [page.locator('.kept-device').nth(0), page.locator('.kept-device').nth(1)];
    await cellar.getByText('Cellar').waitFor();
    await other.getByText('Disconnected').waitFor();
    await cellar
      .getByRole('button', { name: /Cellar/ })
      .first()
      .click();
    const rows = await cellar.getByRole('row').allInnerTexts();
    expect(rows).toHaveLength(3);
    expect(rows[1]).toMatch(/^Temperature temperature\s+°C/);
    expect(await axeViolations(page)).toEqual([]);
    await cellar.getByRole('link', { name: 'Show charts' }).click();
    await page.waitForURL(/#\/devices\/usb\/E1$/);
  });

  test('of a device is deleted after a question that names it, and only that', async () => {
    const page = await open();
    await named(page);
    await page.getByRole('button', { name: 'Delete the history of VCP-PTH450-CAL' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText(/All readings of VCP-PTH450-CAL \(E2\) from .* cannot be undone/).waitFor();
    await dialog.getByText('temperature, relative_humidity').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(rig.service.history.asked.filter(({ method }) => method === 'DELETE')).toEqual([]);
    await page.getByRole('button', { name: 'Delete the history of VCP-PTH450-CAL' }).click();
    await dialog.getByRole('button', { name: 'Delete history' }).click();
    await expect.poll(() => page.locator('.kept-device').count()).toBe(1);
    const asked = rig.service.history.asked.filter(({ method }) => method === 'DELETE');
    expect(asked.map(({ path }) => path)).toEqual(['history/devices/usb/E2']);
    await page.getByText('Deleted the history of VCP-PTH450-CAL (E2)').waitFor();
  });

  test('stays when deleting is refused, with the reason', async () => {
    rig.service.history.onAsked = ({ method }) =>
      method === 'DELETE' ? { status: 500, body: { message: 'The disk could not be written.' } } : undefined;
    const page = await open({ expected: /status of 500/ });
    await page.getByRole('button', { name: 'Delete the history of Cellar' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('This device is connected. New readings are still stored.').waitFor();
    await dialog.getByRole('button', { name: 'Delete history' }).click();
    await dialog.getByText('The disk could not be written.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => page.locator('.kept-device').count()).toBe(2);
  });
});

describe('the limits', () => {
  const save = (page: Page) => page.locator('.save-bar').getByRole('button', { name: 'Save' });
  const patches = (): unknown[] => rig.service.settings.bodies('PATCH', 'settings');

  test('that delete nothing are saved without a question', async () => {
    const page = await open();
    await page.getByRole('textbox', { name: 'Raw readings' }).fill('180');
    await page.getByRole('textbox', { name: 'Maximum size' }).fill('12.5 GiB');
    await save(page).click();
    await expect.poll(patches).toHaveLength(1);
    expect(patches()[0]).toMatchObject({ history: true, history_raw_days: 180, history_max_gib: 12.5 });
    // Nothing is left to save: the bar is gone, and focus has not fallen out of the form.
    await expect.poll(() => page.locator('.save-bar').count()).toBe(0);
    expect(await page.evaluate('document.activeElement?.getAttribute("aria-label")')).toBe('History settings');
  });

  test('that delete something are saved only after a question that says what', async () => {
    const page = await open();
    await page.getByRole('textbox', { name: 'Raw readings' }).fill('10');
    await page.getByRole('textbox', { name: 'Maximum size' }).fill('2');
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText(new RegExp(`^Raw readings before .*; the oldest is from ${oldestDay()}\\.`)).waitFor();
    await dialog.getByText('The oldest data, until the history shrinks from 3.2 GiB').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByText('Cannot save changes').count()).toBe(0);
    await page.getByText('Unsaved changes').waitFor();
    expect(patches()).toEqual([]);
    await save(page).click();
    await dialog.getByRole('button', { name: 'Save and delete data' }).click();
    await expect.poll(patches).toHaveLength(1);
    expect(patches()[0]).toMatchObject({ history_raw_days: 10, history_max_gib: 2 });
  });

  test('are not lowered while it cannot be told what goes; then the question comes', async () => {
    let isAway = true;
    rig.service.history.onAsked = ({ path }) =>
      isAway && path === 'history/storage' ? { status: 503, body: { message: 'The history is busy.' } } : undefined;
    const { page } = await rig.open('/history', { expected: /status of 503/ });
    await page.getByRole('textbox', { name: 'Raw readings' }).fill('10');
    await save(page).click();
    await page.getByText('Cannot list the data beyond the new limits. The history is busy.').waitFor();
    expect(patches()).toEqual([]);
    isAway = false;
    await save(page).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Save and delete data' }).click();
    await expect.poll(patches).toHaveLength(1);
  });

  test.each([
    ['Raw readings', '0', /from 1 to 36,500 days/],
    ['Minute aggregates', '1.5', /from 1 to 36,500 days/],
    ['Maximum size', 'much', /from 0\.05 to 100,000 GiB/],
    ['Row interval', '-1', /from 0 to 86,400 s/],
  ])('of a wrong kind are not saved: %s %s', async (field, text, problem) => {
    const page = await open();
    await page.getByRole('textbox', { name: field }).fill(text);
    await save(page).click();
    await page.getByText(problem).waitFor();
    expect(patches()).toEqual([]);
  });

  test('stay as they are typed while the service is away, and can be saved when it is back', async () => {
    const page = await open({ expected: /Failed to load resource|ERR_/ });
    const days = page.getByRole('textbox', { name: 'Raw readings' });
    await days.fill('180');
    const comeBack = await rig.leave();
    await page.getByText('Cannot save changes').waitFor();
    await expect.poll(() => days.isDisabled()).toBe(true);
    expect(await days.inputValue()).toBe('180');
    expect(await page.getByText('Cannot read the history status').count()).toBe(0);
    for (const name of ['Export…', 'Export the history of Cellar', 'Delete the history of Cellar']) {
      expect(await page.getByRole('button', { name, exact: true }).isDisabled()).toBe(true);
    }
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Retry now' }).click();
    // From then on the window finds it by itself.
    await comeBack();
    await expect.poll(() => days.isDisabled()).toBe(false);
    expect(await days.inputValue()).toBe('180');
    expect(await page.getByText('Cannot save changes').count()).toBe(0);
    await save(page).click();
    await expect.poll(patches).toHaveLength(1);
    expect(patches()[0]).toMatchObject({ history_raw_days: 180 });
  });

  test('changed in another window show here, and unsaved changes hold the page', async () => {
    const page = await open();
    rig.service.settings.put({ history_raw_days: 33, csv_log_folder: '/srv/logs' });
    await expect.poll(() => page.getByRole('textbox', { name: 'Raw readings' }).inputValue()).toBe('33');
    await page.getByText('/srv/logs').waitFor();
    await page.getByRole('textbox', { name: 'Raw readings' }).fill('34');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'API' }).click();
    await page.getByText(/the history settings/).waitFor();
  });
});

describe('CSV files', () => {
  test('are switched on with what the user’s spreadsheet expects', async () => {
    const page = await open({ locale: 'de-DE' });
    await page.getByRole('switch', { name: 'Write CSV files' }).check();
    await page.getByText(/use semicolons as separators and a decimal comma/).waitFor();
    await page.getByRole('button', { name: 'Use these settings' }).click();
    // What goes with it makes the form shorter: the button that saves stands still after that.
    await page.getByText(/use semicolons as separators and a decimal comma/).waitFor({ state: 'detached' });
    await page.locator('.save-bar').getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(() => rig.service.settings.bodies('PATCH', 'settings').at(-1))
      .toMatchObject({
        csv_log: true,
        csv_log_options: { separator: 'semicolon', decimal_mark: 'comma', time: 'local', decimals: 'channel' },
      });
    // A browser never chooses folders of the computer.
    expect(await page.getByRole('button', { name: 'Choose folder…' }).count()).toBe(0);
  });

  test('by interval have the selected values', async () => {
    const page = await open();
    await page.getByRole('textbox', { name: 'Row interval' }).waitFor();
    expect(await page.getByRole('checkbox', { name: 'Newest' }).count()).toBe(0);
    await page.getByRole('textbox', { name: 'Row interval' }).fill('60');
    await page.getByRole('checkbox', { name: 'Newest' }).uncheck();
    await page.getByText('Select at least one value.').waitFor();
    await page.getByRole('checkbox', { name: 'Maximum' }).check();
    await page.getByRole('checkbox', { name: 'Mean' }).check();
    await page.getByText('Select at least one value.').waitFor({ state: 'detached' });
    await page.locator('.save-bar').getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(() => rig.service.settings.bodies('PATCH', 'settings').at(-1))
      .toMatchObject({ csv_log_interval_s: 60, csv_log_values: ['mean', 'max'] });
  });

  test('never with a comma for two things', async () => {
    const page = await open();
    await page.getByRole('combobox', { name: 'Decimal mark' }).selectOption('comma');
    await page.locator('.save-bar').getByRole('button', { name: 'Save' }).click();
    await page.getByText(/The comma cannot be both/).waitFor();
    await page.getByRole('combobox', { name: 'Separator' }).selectOption('tab');
    await expect.poll(() => page.getByText(/The comma cannot be both/).count()).toBe(0);
  });
});

describe('in either theme', () => {
  test('axe finds nothing, in a small window either, and nothing sticks out', async () => {
    const page = await open();
    expect(await violationsInThemes(page)).toEqual([]);
    await page.setViewportSize({ width: 1024, height: 700 });
    expect(await violationsInThemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Export the history of Cellar' }).click();
    const wide = `(() => {
      const popup = document.querySelector('.export-dialog');
      return popup.scrollWidth > popup.clientWidth;
    })()`;
    expect(await page.evaluate(wide)).toBe(false);
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
    expect(await violationsInThemes(page)).toEqual([]);
  });
});
