/** Many alarms: gathered messages, flapping alarms, episodes in the history, and suggestions for a new rule. */
import type { Locator, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import type { Kept } from '../support/played-history.ts';
import { alarmOf, minutesAgo, ruleOf } from '../support/views/alarms.ts';
import { alarmsRig, cold } from './support/alarms-page.ts';
import { violationsInThemes } from './support/axe.ts';

const rig = alarmsRig();

const TEMPERATURE = { family: 'usb', serial: 'E1', channel: 'temperature' } as const;

/** Alarms in the first 2 s count as raised earlier. */
async function settled(page: Page): Promise<void> {
  await page.getByRole('contentinfo').getByText('Reading 2 devices').waitFor();
  await page.waitForTimeout(2100);
}

const messages = (page: Page): Locator => page.locator('.toast');

describe('messages about alarms', () => {
  test('gather: several alarms are one message with a count', async () => {
    const { page } = await rig.open('/+new');
    await settled(page);
    for (let index = 1; index <= 5; index += 1) {
      rig.service.alarms.put(alarmOf({ id: `n${index}`, rule: `r${index}`, limit: 20 + index }));
    }
    await messages(page).getByText('5 new alarms', { exact: true }).waitFor();
    expect(await messages(page).count()).toBe(1);
    // A line for each alarm that is named, and the buttons below the text.
    const text = await messages(page).locator('.toast-text > .dim').innerText();
    expect(text.replaceAll('\u00a0', ' ').split('\n')).toEqual([
      ...[21, 22, 23].map((limit) => `Temperature · Cold room (E1): above ${limit} °C (30.50 °C)`),
      'and 2 more',
    ]);
    expect(await messages(page).getByRole('button', { name: 'Acknowledge', exact: true }).count()).toBe(0);
    await messages(page).getByRole('button', { name: 'Dismiss' }).click();
    await messages(page).waitFor({ state: 'detached' });
    rig.service.alarms.put(alarmOf({ id: 'later', limit: 40 }));
    await messages(page).getByText('New alarm', { exact: true }).waitFor();
  });

  test('acknowledge the alarm of a message', async () => {
    const { page } = await rig.open('/+new');
    await settled(page);
    rig.service.alarms.put(alarmOf({ id: 'new' }));
    await messages(page).getByRole('button', { name: 'Show alarm' }).waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
    await messages(page).getByRole('button', { name: 'Acknowledge', exact: true }).click();
    await expect.poll(() => rig.service.alarms.alarms.get('new')?.acknowledged).toBeTruthy();
    await messages(page).waitFor({ state: 'detached' });
  });

  test('report an acknowledgment that failed', async () => {
    rig.service.alarms.onAsked = ({ method }) =>
      method === 'POST' ? { status: 500, body: { message: 'The disk is full.' } } : undefined;
    const { page } = await rig.open('/+new', { expected: /status of 500/ });
    await settled(page);
    rig.service.alarms.put(alarmOf({ id: 'new' }));
    await messages(page).getByRole('button', { name: 'Acknowledge', exact: true }).click();
    await messages(page).filter({ hasText: 'Cannot acknowledge the alarm' }).getByText('The disk is full.').waitFor();
  });

  test('are not repeated while an alarm flaps', async () => {
    const { page } = await rig.open('');
    await settled(page);
    rig.service.alarms.put(alarmOf({ id: 'new' }));
    await messages(page).getByRole('button', { name: 'Dismiss' }).click();
    rig.service.alarms.put(alarmOf({ id: 'new', count: 33, flapping: true }));
    await page.getByRole('article', { name: 'Temperature above' }).getByText('Flapping', { exact: true }).waitFor();
    expect(await messages(page).count()).toBe(0);
  });
});

describe('an alarm that flaps', () => {
  test('is one card with its count and when it clears', async () => {
    rig.service.alarms.putRule(ruleOf('r1'));
    rig.service.alarms.put(alarmOf({ id: 'new', count: 1234, flapping: true }));
    const { page, main } = await rig.open('');
    const card = main.getByRole('article', { name: 'Temperature above 30 °C' });
    await card.getByText('Flapping', { exact: true }).waitFor();
    expect(await card.innerText()).toMatch(/Count\s+1,234/);
    await card.getByText('Clears 5 min after the last repetition ends.').waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
    await card.getByRole('button', { name: 'Acknowledge', exact: true }).click();
    await card.getByText('Flapping, acknowledged').waitFor();
  });
});

describe('the alarm history', () => {
  const since = minutesAgo(9);
  const ended = minutesAgo(7);

  test('shows begin, end, count and peak of an episode, and opens its chart', async () => {
    const now = Date.now();
    rig.service.history.keep(
      TEMPERATURE,
      '°C',
      Array.from({ length: 1200 }, (_, index): Kept => [now - index * 1000, 20]).toReversed(),
    );
    rig.service.alarms.putRule(ruleOf('r1'));
    rig.service.alarms.put(alarmOf({ id: 'was', since, ended, acknowledged: ended, count: 33, peak: 34.5 }));
    const { page, main } = await rig.open('');
    const row = main.getByRole('row').filter({ hasText: 'Temperature above 30 °C' });
    await row.waitFor();
    const cells = await row.getByRole('cell').allInnerTexts();
    expect(cells.slice(-3)).toEqual(['2 min', '33', '34.50 °C']);
    await row.getByRole('link', { name: 'Show in chart' }).click();
    await page.waitForURL(/#\/devices\/usb\/E1\/from=/);
    await page.getByRole('button', { name: 'Return to live' }).waitFor();
    // From a minute before the alarm to a minute after it.
    const shown = (ms: number): string => new Date(ms).toTimeString().slice(0, 5);
    const when = page.locator('.chart-when');
    await expect.poll(() => when.innerText()).toContain(shown(Date.parse(since) - 60_000));
    // The address was left: the next charts are live again.
    await page.getByRole('option', { name: /E2/ }).click();
    await page.waitForURL(/#\/devices\/usb\/E2$/);
    await page.getByRole('option', { name: /Cold room/ }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
  });
});

describe('a new rule', () => {
  // Around the live reading of 24.83.
  const values = (index: number): number => 24.7 + (index % 3) / 10;

  function keep(count: number): void {
    const now = Date.now();
    const readings = Array.from({ length: count }, (_, index): Kept => [now - index * 1000, values(index)]);
    rig.service.history.keep(TEMPERATURE, '°C', readings.toReversed());
  }

  test('suggests hysteresis and delay from recent readings, with the reason, and takes them', async () => {
    keep(300);
    const { main, field, save } = await rig.open('/+new/usb/E1/temperature');
    await expect.poll(() => field('Hysteresis').inputValue()).toBe('0.3');
    await main.getByText(/Suggested: 0\.3\s°C\. \d+ readings in the last 4 min vary by 0\.2\s°C/).waitFor();
    await main.getByText('Suggested: 0 s. No outliers in the last 4 min.').waitFor();
    await field('Upper limit').fill('30');
    await save.click();
    await expect
      .poll(() => rig.service.alarms.rules.get('a01b2c3d4'))
      .toEqual(ruleOf('a01b2c3d4', { hysteresis: 0.3 }));
  });

  test('leaves what the user typed', async () => {
    keep(300);
    const { main, field } = await rig.open('/+new');
    await field('Hysteresis').fill('2');
    await main.getByRole('combobox', { name: 'Device' }).selectOption({ label: 'Cold room (E1)' });
    await main.getByRole('combobox', { name: 'Channel' }).selectOption('temperature');
    await main.getByText(/Suggested: 0\.3\s°C/).waitFor();
    await expect.poll(() => field('Delay').inputValue()).toBe('0 s');
    expect(await field('Hysteresis').inputValue()).toBe('2');
  });

  test('is left without a question while it has only suggestions', async () => {
    keep(300);
    const { page, field } = await rig.open('/+new/usb/E1/temperature');
    await expect.poll(() => field('Hysteresis').inputValue()).toBe('0.3');
    await page.getByRole('link', { name: /^All alarms/ }).click();
    await page.waitForURL(/#\/alarms$/);
  });

  test('suggests nothing without readings', async () => {
    const { main, field } = await rig.open('/+new/usb/E2/temperature');
    await main.getByText('Distance inside the limit at which the alarm clears.', { exact: false }).waitFor();
    expect(await field('Hysteresis').inputValue()).toBe('0');
    expect(await main.getByText('Suggested', { exact: false }).count()).toBe(0);
  });

  test('of a device with another display unit is in that unit', async () => {
    keep(300);
    rig.service.settings.put({ display_units: { '°C': '°F' } });
    const { field } = await rig.open(`/+new/usb/${cold.serial}/temperature`);
    // A width of 0.36 °F.
    await expect.poll(() => field('Hysteresis').inputValue()).toBe('0.5');
  });
});
