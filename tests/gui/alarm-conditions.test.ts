/** Changes, deviations and watch times in the form of an alarm rule, and how their alarms are shown. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { alarmOf, minutesAgo, ruleOf } from '../support/views/alarms.ts';
import { appDevice } from '../support/views/devices.ts';
import { alarmsRig } from './support/alarms-page.ts';
import { violationsInThemes } from './support/axe.ts';
import { focused, overflows, sticksOut } from './support/entry-page.ts';

const rig = alarmsRig();

const OVEN = { family: 'usb', serial: 'E3', channel: 'temperature' } as const;

/** Tab until a field or a button has the focus. */
async function tabTo(page: Page, what: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if ((await focused(page)).startsWith(what)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never came to ${what}.`);
}

describe('a rule', () => {
  test('for a change and a deviation is added by keyboard, with differences in the display unit', async () => {
    rig.service.settings.put({ display_units: { '°C': '°F' } });
    rig.service.put(appDevice({ serial: 'E3', alias: 'Oven' }));
    const { page, main } = await rig.open('/+new/usb/E1/temperature');
    await main.locator('[data-field="upper"] + .text-input-unit', { hasText: '°F' }).waitFor();
    const { keyboard } = page;
    await tabTo(page, 'More conditions');
    await keyboard.press('Enter');
    await tabTo(page, 'change');
    await keyboard.type('3.6');
    await tabTo(page, 'change_s');
    await keyboard.press('Control+a');
    await keyboard.type('5 min');
    await tabTo(page, 'deviation');
    await keyboard.type('1.8');
    await tabTo(page, 'reference');
    const reference = main.getByRole('combobox', { name: 'Compare with' });
    await reference.locator('option[value="usb/E3/temperature"]').waitFor({ state: 'attached' });
    for (let presses = 0; presses < 60 && (await reference.inputValue()) !== 'usb/E3/temperature'; presses += 1)
      await keyboard.press('ArrowDown');
    expect(await reference.inputValue()).toBe('usb/E3/temperature');
    await tabTo(page, 'Watch times');
    await keyboard.press('Enter');
    await tabTo(page, 'watch_days');
    await keyboard.press('Space');
    await keyboard.press('Tab');
    await keyboard.press('Space');
    await tabTo(page, 'watch_to');
    await keyboard.press('Control+a');
    await keyboard.type('20:00');
    await keyboard.press('Control+s');
    await page.waitForURL(/#\/alarms\/\+rules\/a01b2c3d4$/);
    expect(rig.service.alarms.rules.get('a01b2c3d4')).toEqual(
      ruleOf('a01b2c3d4', {
        upper: null,
        change: 2,
        change_s: 300,
        deviation: 1,
        reference: OVEN,
        watch_days: ['mon', 'tue'],
        watch_to: '20:00',
      }),
    );
    const row = page.getByRole('listbox').getByRole('option', { name: /Temperature/ });
    await row.getByText('changed by more than 3.6 °F within 5 min').waitFor();
    await row.getByText('deviates by more than 1.8 °F from Temperature · Oven (E3)').waitFor();
    // What is set is shown.
    await main
      .getByRole('button', { name: 'Watch times: Mondays and Tuesdays, 08:00 to 20:00', expanded: true })
      .waitFor();
    await main.getByRole('button', { name: /^More conditions/, expanded: true }).waitFor();
  });

  test('offers only channels with the same unit, and keeps one that no longer fits', async () => {
    const { main, field, save } = await rig.open('/+new/usb/E1/temperature');
    await main.getByRole('button', { name: /^More conditions/ }).click();
    const reference = main.getByRole('combobox', { name: 'Compare with' });
    await expect
      .poll(() => reference.getByRole('option').allInnerTexts())
      .toEqual([
        'None',
        'Dew point · Cold room (E1)',
        'Humidex · Cold room (E1)',
        'Temperature · VCP-PTH450-CAL (E2)',
        'Dew point · VCP-PTH450-CAL (E2)',
        'Humidex · VCP-PTH450-CAL (E2)',
        'Enter a channel…',
      ]);
    await field('Deviation').fill('1');
    await reference.selectOption('Temperature · VCP-PTH450-CAL (E2)');
    await main.getByRole('combobox', { name: 'Channel' }).selectOption('Relative humidity');
    await save.click();
    await main.getByText('Select a channel with the same unit.').waitFor();
    expect(await reference.inputValue()).toBe('usb/E2/temperature');
    await reference.selectOption('Relative humidity · VCP-PTH450-CAL (E2)');
    await save.click();
    await expect
      .poll(() => rig.service.alarms.rules.get('a01b2c3d4')?.rule)
      .toMatchObject({ channel: 'relative_humidity', reference: { serial: 'E2', channel: 'relative_humidity' } });
  });

  test('compares with a typed channel', async () => {
    rig.service.alarms.putRule(ruleOf('r1'));
    const { page, main, field, save } = await rig.open('/+rules/r1');
    await main.getByRole('button', { name: /^More conditions/ }).click();
    await field('Deviation').fill('0.5');
    await main.getByRole('combobox', { name: 'Compare with' }).selectOption('Enter a channel…');
    await save.click();
    await main.getByText('Enter a serial number.').waitFor();
    await expect.poll(() => focused(page)).toBe('reference_serial');
    await field('Serial number to compare with').fill('G7');
    await main.getByRole('combobox', { name: 'Connection to compare with' }).selectOption('Gateway');
    await field('Channel to compare with').fill('temperature');
    await save.click();
    const reference = { family: 'gateway', serial: 'G7', channel: 'temperature' } as const;
    await expect.poll(() => rig.service.alarms.rules.get('r1')).toEqual(ruleOf('r1', { deviation: 0.5, reference }));
    await expect
      .poll(() => main.getByRole('combobox', { name: 'Compare with', exact: true }).inputValue())
      .toBe('gateway/G7/temperature');
  });

  test('opens what is hidden for the first error, and keeps everything typed', async () => {
    rig.service.alarms.putRule(ruleOf('r1'));
    const { page, main, field, save } = await rig.open('/+rules/r1');
    const conditions = main.getByRole('button', { name: /^More conditions/ });
    await conditions.click();
    await field('Change').fill('-2');
    await field('Within').fill('soon');
    await field('Deviation').fill('1');
    await conditions.click();
    await save.click();
    await expect.poll(() => focused(page)).toBe('change');
    await main.getByText('Enter a number above 0, such as 2. Empty disables it.').waitFor();
    await main.getByText('Enter a time from 1 s to 24 h, such as 10 min.').waitFor();
    await main.getByText('Select the channel to compare with.').waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
    expect(await field('Within').inputValue()).toBe('soon');
    await field('Change').fill('');
    await field('Within').fill('');
    await field('Deviation').fill('');
    await main.getByRole('button', { name: /^Watch times: always/ }).click();
    await main.getByRole('checkbox', { name: 'Sunday' }).check();
    await field('Watch from').fill('8');
    expect(await violationsInThemes(page)).toEqual([]);
    await main.getByRole('button', { name: /^Watch times/ }).click();
    await save.click();
    await expect.poll(() => focused(page)).toBe('watch_from');
    await main.getByText('Watch from: must be a time such as 22:00.').waitFor();
    await field('Watch from').fill('22:00');
    await save.click();
    await main.getByText('Unsaved changes').waitFor({ state: 'detached' });
    expect(rig.service.alarms.rules.get('r1')).toEqual(ruleOf('r1', { watch_days: ['sun'], watch_from: '22:00' }));
  });

  test('says that it is not watching now, and when it does', async () => {
    const view = ruleOf('r1', { watch_days: ['sat', 'sun'], watch_from: '22:00', watch_to: '06:00' });
    rig.service.alarms.putRule({ ...view, watching: false });
    const { main, row } = await rig.open('/+rules/r1');
    await main
      .getByText(/^It watches Saturdays and Sundays, 22:00 to 06:00 on the next day, in the time zone/)
      .waitFor();
    await row(/Temperature/)
      .getByText('Not watching now')
      .waitFor();
    rig.service.alarms.putRule(view);
    await expect.poll(() => main.getByText('Not watching now').count()).toBe(0);
  });

  test('fits into a narrow window with everything open', async () => {
    rig.service.put(appDevice({ serial: 'E3', alias: 'A device with a name that no narrow window has room for' }));
    rig.service.alarms.putRule(
      ruleOf('r1', { change: 2, deviation: 1, reference: OVEN, watch_days: ['mon', 'wed', 'fri'] }),
    );
    const { page, main, field } = await rig.open('/+rules/r1', { viewport: { width: 320, height: 640 } });
    await main.getByRole('button', { name: 'Watch times: Mondays, Wednesdays and Fridays, 08:00 to 18:00' }).waitFor();
    await field('Watch to').scrollIntoViewIfNeeded();
    expect(await overflows(page)).toBe(false);
    expect(await sticksOut(page)).toEqual([]);
  });
});

describe('the alarms', () => {
  test('of a change and a deviation have signed differences and the time', async () => {
    rig.service.alarms.putRule(ruleOf('r1', { change: 2, change_s: 600 }));
    const change = { kind: 'change', limit: 2, magnitude: 2.1, peak: 3.25 } as const;
    rig.service.alarms.put(
      alarmOf({
        ...change,
        id: 'was',
        peak: -2.5,
        since: minutesAgo(60),
        ended: minutesAgo(50),
        acknowledged: minutesAgo(40),
      }),
    );
    rig.service.alarms.put(alarmOf({ ...change, id: 'c' }));
    rig.service.alarms.put(alarmOf({ id: 'd', kind: 'deviation', limit: 1, magnitude: -1.5, peak: -1.75, rule: 'r2' }));
    const { page, main } = await rig.open('', { viewport: { width: 320, height: 900 } });
    const changed = main.getByRole('article', { name: 'Temperature changed by more than 2 °C within 10 min' });
    await expect
      .poll(() => changed.innerText())
      .toMatch(/Limit\s+2 °C\s+Trigger difference\s+\+2\.10 °C\s+Peak difference\s+\+3\.25 °C/);
    const deviates = main.getByRole('article', { name: 'Temperature deviates by more than 1 °C' });
    expect(await deviates.innerText()).toMatch(/Trigger difference\s+−1\.50 °C\s+Peak difference\s+−1\.75 °C/);
    // A past alarm may be from another time than the rule has now.
    const row = main.getByRole('row').filter({ hasText: 'changed by more than 2 °C' });
    expect(await row.innerText()).not.toContain('within');
    expect(await row.innerText()).toContain('−2.50 °C');
    expect(await overflows(page)).toBe(false);
    expect(await sticksOut(page)).toEqual([]);
  });
});
