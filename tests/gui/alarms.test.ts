/** The Alarms page, the marks on other pages, and the messages about new alarms. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import type { Alarm } from '../../service/contract/index.ts';
import { alarmOf, minutesAgo, ruleOf } from '../support/views/alarms.ts';
import { appDevice } from '../support/views/devices.ts';
import { alarmsRig, fill } from './support/alarms-page.ts';
import { violationsInThemes } from './support/axe.ts';
import { overflows } from './support/entry-page.ts';

const rig = alarmsRig();

const titles = (page: Page): Promise<string[]> =>
  page.getByRole('main').getByRole('heading', { level: 4 }).allInnerTexts();

describe('the alarms', () => {
  test('lists active alarms first, then cleared ones, then the history', async () => {
    fill(rig.service);
    const { page, main } = await rig.open('');
    await main.getByRole('heading', { name: 'Alarm history' }).waitFor();
    await expect
      .poll(() => titles(page))
      .toEqual(['Temperature above 30 °C', 'Dew point above 12 °C', 'temperature no data']);
    const card = main.getByRole('article', { name: 'Temperature above 30 °C' });
    const text = await card.innerText();
    for (const part of ['Active', 'Cold room', 'E1', '30 °C', '30.50 °C', '31.25 °C', 'Duration'])
      expect(text).toContain(part);
    expect(await main.getByRole('article', { name: 'Dew point' }).innerText()).toContain('Acknowledged');
    expect(await main.getByRole('article', { name: 'no data' }).innerText()).toContain('Cleared, unacknowledged');
    const rows = await main.getByRole('table').getByRole('row').allInnerTexts();
    expect(rows.slice(1).map((row) => /3[123]\.00 °C/.exec(row)?.[0])).toEqual(['31.00 °C', '32.00 °C', '33.00 °C']);
    expect(await page.getByRole('contentinfo').innerText()).toContain('2 alarms, 1 unacknowledged, 1 cleared');
    const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: /^Alarms/ });
    expect(await link.getAttribute('aria-current')).toBe('page');
    await expect.poll(() => link.innerText()).toContain(', 1 unacknowledged');
  });

  test('shows the severity and the message of an alarm', async () => {
    rig.service.alarms.put(alarmOf({ id: 'urgent', severity: 'critical', message: 'Close the door.' }));
    const { main } = await rig.open('');
    const card = main.getByRole('article', { name: 'Temperature above 30 °C' });
    await card.getByText('Critical', { exact: true }).waitFor();
    await card.getByText('Close the door.').waitFor();
  });

  test('acknowledges one alarm or all; acknowledged cleared alarms move to the history', async () => {
    fill(rig.service);
    const { page, main } = await rig.open('');
    await main
      .getByRole('article', { name: 'no data' })
      .getByRole('button', { name: 'Acknowledge', exact: true })
      .click();
    await expect.poll(() => titles(page)).toHaveLength(2);
    await main.getByRole('row').filter({ hasText: 'temperature no data' }).waitFor();
    await main.getByRole('button', { name: 'Acknowledge all', exact: true }).click();
    await main
      .getByRole('article', { name: 'Temperature above' })
      .locator('.badge', { hasText: 'Acknowledged' })
      .waitFor();
    await main.getByRole('button', { name: 'Acknowledge all', exact: true }).waitFor({ state: 'detached' });
    expect(await page.getByRole('contentinfo').innerText()).toContain('2 alarms, acknowledged');
    expect(rig.service.alarms.asked.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
      'alarms/over/acknowledge',
      'alarms/acknowledge',
    ]);
  });

  test('acknowledges with a name and a comment, and offers the name again', async () => {
    fill(rig.service);
    const { page, main } = await rig.open('');
    const active = main.getByRole('article', { name: 'Temperature above 30 °C' });
    await active.getByRole('button', { name: 'Acknowledge with comment…' }).press('Enter');
    const dialog = page.getByRole('alertdialog', { name: 'Acknowledge alarm' });
    await dialog.getByText('Temperature · Cold room (E1): above 30 °C').waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
    await page.keyboard.type('Ann');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Door closed.');
    await dialog.getByRole('button', { name: 'Acknowledge' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await expect
      .poll(() => active.locator('dl').innerText())
      .toMatch(/Acknowledged by\s+Ann\s+Comment\s+Door closed\./);
    // A cleared alarm moves to the history, and the focus stays on the page.
    await main
      .getByRole('article', { name: 'no data' })
      .getByRole('button', { name: 'Acknowledge with comment…' })
      .press('Enter');
    await expect.poll(() => dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Ann');
    await page.keyboard.type('Cable replaced.');
    await dialog.getByRole('button', { name: 'Acknowledge' }).click();
    await main.getByRole('row').getByText('Acknowledged by Ann: Cable replaced.').waitFor();
    await expect.poll(() => page.evaluate(`document.activeElement?.closest('main') !== null`)).toBe(true);
    expect(await violationsInThemes(page)).toEqual([]);
  });

  test('acknowledges all with a comment, and shows why it failed', async () => {
    fill(rig.service);
    rig.service.alarms.onAsked = ({ method }) =>
      method === 'POST' ? { status: 500, body: { message: 'The disk is full.' } } : undefined;
    const { page, main } = await rig.open('', { expected: /status of 500/, viewport: { width: 320, height: 780 } });
    await main.getByRole('button', { name: 'Acknowledge all with comment…' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Acknowledge all alarms' });
    await dialog.getByRole('textbox', { name: 'Comment' }).fill('Door closed.');
    await dialog.getByRole('button', { name: 'Acknowledge all' }).click();
    await dialog.getByRole('alert').getByText('The disk is full.').waitFor();
    expect(await overflows(page)).toBe(false);
    rig.service.alarms.onAsked = undefined;
    await dialog.getByRole('button', { name: 'Acknowledge all' }).click();
    await dialog.waitFor({ state: 'detached' });
    // The active one, and the cleared one in the history.
    await expect.poll(() => main.getByText('Door closed.').count()).toBe(2);
  });

  test('shows why an alarm was not acknowledged', async () => {
    fill(rig.service);
    rig.service.alarms.onAsked = ({ method }) =>
      method === 'POST' ? { status: 500, body: { message: 'The disk is full.' } } : undefined;
    const { main } = await rig.open('', { expected: /status of 500/ });
    await main
      .getByRole('article', { name: 'Temperature above' })
      .getByRole('button', { name: 'Acknowledge', exact: true })
      .click();
    await main
      .getByRole('alert')
      .filter({ hasText: 'Cannot acknowledge alarms' })
      .getByText('The disk is full.')
      .waitFor();
  });

  test('focuses the alarm in the address, and reports one that is already cleared and acknowledged', async () => {
    fill(rig.service);
    const { page, main } = await rig.open('/seen');
    const card = main.getByRole('article', { name: 'Dew point' });
    await expect.poll(() => card.getAttribute('aria-current')).toBe('true');
    await expect.poll(() => page.evaluate(`document.activeElement?.className`)).toContain('alarm-card');
    await page.goto(`${rig.service.url}/#/alarms/was2`);
    await expect.poll(() => main.locator('tr[aria-current]').innerText()).toContain('32.00 °C');
    await page.goto(`${rig.service.url}/#/alarms/long-gone`);
    await main.getByText('Alarm already cleared and acknowledged').waitFor();
  });

  test('loads the history page by page', async () => {
    for (let index = 120; index > 0; index -= 1) {
      const moment = minutesAgo(index);
      rig.service.alarms.put(alarmOf({ id: `a${index}`, since: moment, ended: moment, acknowledged: moment }));
    }
    rig.service.alarms.putRule(ruleOf('r1'));
    const { main } = await rig.open('');
    const rows = main.locator('tbody tr');
    for (const count of [50, 99, 120]) {
      await expect.poll(() => rows.count()).toBe(count);
      if (count < 120) await main.getByRole('button', { name: 'Load older alarms' }).click();
    }
    await main.getByRole('button', { name: 'Load older alarms' }).waitFor({ state: 'detached' });
  });

  test('filters the history with the keyboard, says when nothing matches, and exports what matches', async () => {
    rig.service.alarms.putRule(ruleOf('r1'));
    const put = (id: string, minutes: number, facts: Partial<Alarm> = {}): void => {
      const moment = minutesAgo(minutes);
      rig.service.alarms.put(alarmOf({ id, since: moment, ended: moment, acknowledged: moment, ...facts }));
    };
    put('urgent', 400, { severity: 'critical', serial: 'E2', peak: 47, acknowledgment_comment: 'Seal replaced.' });
    for (let index = 120; index > 0; index -= 1) put(`a${index}`, index);
    const { page, main } = await rig.open('');
    const rows = main.locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(50);
    const history = main.getByRole('region', { name: 'Alarm history' });
    const filter = history.getByRole('search', { name: 'Filter alarm history' });
    await filter.getByRole('combobox', { name: 'Severity' }).focus();
    // To "Critical".
    await page.keyboard.press('End');
    await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('47.00 °C')]);
    await history.getByRole('status').getByText('1 match', { exact: true }).waitFor();
    for (const name of ['Device', 'Alarm rule', 'State']) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(`document.activeElement.labels[0].textContent`)).toBe(name);
    }
    await page.keyboard.press('Tab');
    await page.keyboard.type('SEAL');
    await filter.getByRole('combobox', { name: 'Device' }).selectOption({ value: 'usb/E2' });
    await expect.poll(() => rows.count()).toBe(1);
    const link = history.getByRole('link', { name: 'Export the alarm history as CSV' });
    const saved = page.waitForEvent('download');
    await link.press('Enter');
    const download = await saved;
    expect(download.suggestedFilename()).toMatch(/^mensura-alarms-\d{4}-\d\d-\d\d\.csv$/);
    expect(new URL(download.url()).search).toBe('?format=csv&min_severity=critical&text=SEAL&device=usb%2FE2');
    await filter.getByRole('combobox', { name: 'State' }).selectOption('Unacknowledged');
    await history.getByText('No past alarms match the filter.').waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
    await filter.getByRole('button', { name: 'Clear filter' }).press('Enter');
    await expect.poll(() => rows.count()).toBe(50);
    expect(await page.evaluate(`document.activeElement.labels[0].textContent`)).toBe('Severity');
  });

  test('filters the history by the time when alarms were raised', async () => {
    rig.service.alarms.putRule(ruleOf('r1'));
    for (let day = 1; day <= 9; day += 1) {
      const moment = `2026-11-0${day}T12:00:00.000Z`;
      rig.service.alarms.put(
        alarmOf({ id: `d${day}`, since: moment, ended: moment, acknowledged: moment, peak: 40 + day }),
      );
    }
    const { page, main } = await rig.open('', { timezoneId: 'UTC' });
    const peaks = (): Promise<string[]> => main.locator('tbody tr td:last-child').allInnerTexts();
    await expect.poll(async () => (await peaks()).length).toBe(9);
    const filter = main.getByRole('search', { name: 'Filter alarm history' });
    await filter.getByLabel('From').fill('2026-11-03T12:00');
    await expect.poll(async () => (await peaks()).length).toBe(7);
    await filter.getByLabel('To').fill('2026-11-05T12:00');
    await expect.poll(peaks).toEqual([expect.stringContaining('44.00'), expect.stringContaining('43.00')]);
    const file = await main.getByRole('link', { name: 'Export the alarm history as CSV' }).getAttribute('href');
    expect(new URLSearchParams(file?.split('?')[1]).toString()).toBe(
      new URLSearchParams({
        format: 'csv',
        from: '2026-11-03T12:00:00.000Z',
        to: '2026-11-05T12:00:00.000Z',
      }).toString(),
    );
    await filter.getByLabel('From').fill('2026-11-06T12:00');
    await filter.getByRole('alert').getByText('The start must be before the end.').waitFor();
    expect(await main.getByRole('link', { name: 'Export the alarm history as CSV' }).count()).toBe(0);
    expect(await violationsInThemes(page)).toEqual([]);
    expect((await peaks()).length).toBe(2);
    await filter.getByLabel('From').fill('');
    await expect.poll(async () => (await peaks()).length).toBe(4);
    await filter.getByRole('button', { name: 'Clear filter' }).press('Enter');
    await expect.poll(async () => (await peaks()).length).toBe(9);
  });

  test('reports a history that cannot be loaded, and retries', async () => {
    rig.service.alarms.putRule(ruleOf('r1'));
    rig.service.alarms.put(alarmOf({ id: 'new' }));
    rig.service.alarms.onAsked = ({ path }) =>
      path === 'alarms/log' ? { status: 500, body: { message: 'The history is damaged.' } } : undefined;
    const { page, main } = await rig.open('/+rules/r1', { expected: /status of 500/ });
    // Once the stream's alarms have arrived, the page does not load the history again by itself.
    await page.getByRole('navigation', { name: 'Pages' }).getByText(', 1 unacknowledged').waitFor();
    await main.getByRole('heading', { level: 2 }).first().waitFor();
    await page.locator('.alarms-link').click();
    await main.getByText('The history is damaged.').waitFor();
    rig.service.alarms.onAsked = undefined;
    await main.getByRole('button', { name: 'Retry' }).click();
    await main.getByText('The history is damaged.').waitFor({ state: 'detached' });
  });

  test('shows alarms in the display unit', async () => {
    fill(rig.service);
    const settings = { display_units: { '°C': '°F' } };
    const { page, main } = await rig.open('');
    await main.getByRole('heading', { name: 'Temperature above 30 °C' }).waitFor();
    rig.service.settings.put(settings);
    await main.getByRole('heading', { name: 'Temperature above 86 °F' }).waitFor();
    const row = page.getByRole('listbox').getByRole('option', { name: /Temperature/ });
    expect(await row.innerText()).toContain('above 86 °F');
  });
});

describe('an alarm raised while the window is open', () => {
  test('is announced on any page, with a link to the alarm', async () => {
    const { page, main } = await rig.open('');
    await page.getByRole('navigation').getByRole('link', { name: 'Devices' }).click();
    await page.getByRole('option', { name: /Cold room/ }).waitFor();
    // Alarms in the first 2 s count as raised earlier.
    await page.waitForTimeout(2100);
    rig.service.alarms.put(alarmOf({ id: 'new', since: minutesAgo(0) }));
    const message = page
      .locator('[aria-live="polite"]')
      .filter({ hasText: 'Temperature · Cold room (E1): above 30 °C (30.50 °C)' });
    await message.waitFor();
    await page
      .getByRole('option', { name: /Cold room/ })
      .getByText('1 alarm', { exact: true })
      .waitFor();
    await page.getByRole('link', { name: 'Alarm: above 30 °C' }).waitFor();
    await message.getByRole('button', { name: 'Show alarm' }).click();
    await page.waitForURL(/#\/alarms\/new$/);
    await main.getByRole('article', { name: 'Temperature above' }).waitFor();
  });

  test('shows no message for alarms raised earlier', async () => {
    fill(rig.service);
    const { page, main } = await rig.open('');
    await main.getByRole('article', { name: 'Temperature above' }).waitFor();
    expect(await page.locator('.toast').count()).toBe(0);
  });
});

describe('axe finds nothing in either theme', () => {
  test.each(['', '/new', '/+rules/r1', '/+new/usb/E2/temperature'])('%s', async (route) => {
    fill(rig.service);
    const { page, main } = await rig.open(route);
    await main.getByRole('heading', { level: 2 }).waitFor();
    await page.getByRole('contentinfo').getByText('2 alarms').waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
  });

  test('without rules, and with an active alarm in the list of devices', async () => {
    const { page, main } = await rig.open('');
    await main.getByRole('heading', { name: 'No alarm rules' }).waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
    rig.service.alarms.put(alarmOf({ id: 'new' }));
    await page.goto(`${rig.service.url}/#/devices/usb/E1`);
    await page.getByRole('link', { name: 'Alarm: above 30 °C' }).waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
  });
});

test.each([1400, 900, 800, 400, 320])('the alarm history fits a window %i pixels wide', async (width) => {
  fill(rig.service);
  rig.service.put(appDevice({ serial: 'E1', alias: 'Greenhouse 7, tomato bench on the north side, upper shelf' }));
  const { main } = await rig.open('', { viewport: { width, height: 780 } });
  await main.getByRole('cell').first().waitFor();
  const history = main.getByRole('region', { name: 'Alarm history' });
  const beyond = await history.evaluate((section, windowEdge) => {
    const edge = Math.min(windowEdge, section.getBoundingClientRect().right);
    return [...section.querySelectorAll('td, td *, select, input, a')]
      .filter((part) => part.getBoundingClientRect().right > edge)
      .map(({ textContent }) => textContent);
  }, width);
  expect(beyond).toEqual([]);
});

test('a narrow window shows the rules on a page of their own', async () => {
  fill(rig.service);
  const { page, main, row } = await rig.open('', { viewport: { width: 400, height: 780 } });
  // By key: a pointer may miss a link that moves while the page fills.
  await main.getByRole('link', { name: 'Alarm rules' }).press('Enter');
  await row(/Temperature/).click();
  await main.getByRole('heading', { name: 'Temperature', exact: true }).waitFor();
  expect(await overflows(page)).toBe(false);
  await main.getByRole('link', { name: 'Alarm rules' }).click();
  await page.getByRole('link', { name: /^All alarms 2 alarms/ }).click();
  await main.getByRole('heading', { name: 'Alarm history' }).waitFor();
  expect(await overflows(page)).toBe(false);
});
