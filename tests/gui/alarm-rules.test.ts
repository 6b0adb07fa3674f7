/** Alarm rules and the form of a rule. */
import type { Locator } from 'playwright';
import { describe, expect, test } from 'vitest';
import { alarmOf, ruleOf } from '../support/views/alarms.ts';
import { readings } from '../support/views/devices.ts';
import { alarmsRig, cold } from './support/alarms-page.ts';
import { deleteButton, focused, leaveQuestion } from './support/entry-page.ts';

const rig = alarmsRig();

describe('rules', () => {
  test('creates the first rule from a channel, and shows the current value beside the limits', async () => {
    const { page, main, field, save } = await rig.open('');
    await main.getByRole('heading', { name: 'No alarm rules' }).waitFor();
    await main.getByRole('link', { name: 'Add alarm rule for Temperature °C · Cold room E1' }).click();
    await expect.poll(() => focused(page)).toBe('upper');
    await main.getByText('24.83').waitFor();
    rig.service.send('readings', readings(cold, { temperature: 25.5 }));
    await main.getByText('25.50').waitFor();
    await field('Upper limit').fill('25');
    await main.getByText('The current value is above this limit.').waitFor();
    await field('Upper limit').fill('30');
    await field('Time without data').fill('10 min');
    await main.getByRole('combobox', { name: 'Severity' }).selectOption('Critical');
    await field('Message').fill(' Close the door. ');
    await save.click();
    await page.waitForURL(/#\/alarms\/\+rules\/a01b2c3d4$/);
    expect(rig.service.alarms.rules.get('a01b2c3d4')).toEqual(
      ruleOf('a01b2c3d4', { no_data_s: 600, severity: 'critical', message: 'Close the door.' }),
    );
    await page
      .getByRole('option', { name: /Temperature/ })
      .getByText('no data for 10 min')
      .waitFor();
  });

  test('show errors at their fields', async () => {
    rig.service.alarms.putRule(ruleOf('r1'));
    const { page, main, field, save } = await rig.open('/+rules/r1');
    await field('Lower limit').fill('40');
    await save.click();
    await main.getByText('Upper limit: must be above the lower limit.').waitFor();
    await expect.poll(() => focused(page)).toBe('upper');
    await field('Lower limit').fill('x');
    await field('Delay').click();
    await main.getByText('Enter a number, such as 25.5. Leave empty for no limit.').waitFor();
    await field('Lower limit').fill('');
    await expect.poll(() => field('Lower limit').getAttribute('aria-invalid')).toBe('false');
  });

  test('show an error reported by the service at its field', async () => {
    rig.service.alarms.putRule(ruleOf('r1'));
    rig.service.alarms.onAsked = ({ method }) =>
      method === 'PUT'
        ? {
            status: 400,
            body: { message: 'no', errors: [{ path: 'delay_s', message: 'is too long for this channel' }] },
          }
        : undefined;
    const { page, main, field, save } = await rig.open('/+rules/r1', { expected: /status of 400/ });
    await field('Delay').fill('1 h');
    await save.click();
    await main.getByText('Delay: is too long for this channel.').waitFor();
    await expect.poll(() => focused(page)).toBe('delay_s');
  });

  test('are disabled, deleted and restored with Undo', async () => {
    rig.service.alarms.putRule(ruleOf('r1', { lower: 5 }));
    const { page, main, row, field, save } = await rig.open('/+rules/r1');
    await main.getByRole('switch', { name: 'Enabled' }).click();
    await main.getByText('This rule is disabled').waitFor();
    await field('Upper limit').fill('40');
    await save.click();
    await expect.poll(() => rig.service.alarms.rules.get('r1')?.rule.upper).toBe(40);
    expect(rig.service.alarms.rules.get('r1')?.rule.enabled).toBe(false);
    await row(/Temperature/)
      .getByText('Disabled')
      .waitFor();
    await deleteButton(main).click();
    await row(/Temperature/).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await row(/Temperature Disabled/).waitFor();
    expect([...rig.service.alarms.rules.values()]).toEqual([
      ruleOf('a01b2c3d4', { upper: 40, lower: 5, enabled: false }),
    ]);
  });

  test('are edited also for a disconnected device', async () => {
    rig.service.alarms.putRule(ruleOf('r1', { serial: 'E9', channel: 'co2' }));
    const { main, field, save } = await rig.open('/+rules/r1');
    await main.getByRole('combobox', { name: 'Device' }).getByText('E9 (disconnected)').waitFor({ state: 'attached' });
    expect(await field('Channel').inputValue()).toBe('co2');
    await field('Upper limit').fill('1200.5');
    await save.click();
    await main.getByText('Unsaved changes').waitFor({ state: 'detached' });
    expect(rig.service.alarms.rules.get('r1')).toEqual(ruleOf('r1', { serial: 'E9', channel: 'co2', upper: 1200.5 }));
  });

  test('are created by serial number for an unknown device', async () => {
    const { main, field, save } = await rig.open('/+new');
    await main.getByRole('combobox', { name: 'Device' }).selectOption('Enter a serial number…');
    await field('Upper limit').fill('5');
    await save.click();
    await main.getByText('Enter a serial number.').waitFor();
    await field('Serial number').fill('G7');
    await main.getByRole('combobox', { name: 'Connection' }).selectOption('Gateway');
    await field('Channel').fill('voltage');
    await save.click();
    await expect
      .poll(() => rig.service.alarms.rules.get('a01b2c3d4'))
      .toEqual(ruleOf('a01b2c3d4', { family: 'gateway', serial: 'G7', channel: 'voltage', upper: 5 }));
  });

  test('offer the channels and the unit of the selected device', async () => {
    const { main, field, save } = await rig.open('/+new');
    await main.getByRole('combobox', { name: 'Device' }).selectOption('Cold room (E1)');
    await main.getByRole('combobox', { name: 'Channel' }).selectOption('Relative humidity');
    await expect.poll(() => main.locator('[data-field="upper"] + .text-input-unit').innerText()).toBe('%rh');
    rig.service.settings.put({ display_units: { '°C': '°F' } });
    // The new unit shows only with the next selection of a channel.
    await expect
      .poll(async () => {
        for (const name of ['Dew point', 'Temperature']) {
          await main.getByRole('combobox', { name: 'Channel' }).selectOption(name);
        }
        return main.locator('[data-field="upper"] + .text-input-unit').innerText();
      })
      .toBe('°F');
    await field('Upper limit').fill('86');
    await save.click();
    await expect.poll(() => rig.service.alarms.rules.get('a01b2c3d4')).toEqual(ruleOf('a01b2c3d4'));
  });

  test('use the unit of their channel after it was changed', async () => {
    rig.service.settings.put({ display_units: { '°C': '°F' } });
    rig.service.alarms.putRule(ruleOf('r1'));
    const { main, field, save } = await rig.open('/+rules/r1');
    const unit = main.locator('[data-field="upper"] + .text-input-unit');
    await expect.poll(() => unit.innerText()).toBe('°F');
    expect(await field('Upper limit').inputValue()).toBe('86');
    await main.getByRole('combobox', { name: 'Channel' }).selectOption('Relative humidity');
    await field('Upper limit').fill('60');
    await save.click();
    const stored = ruleOf('r1', { channel: 'relative_humidity', upper: 60 });
    await expect.poll(() => rig.service.alarms.rules.get('r1')).toEqual(stored);
    await main.getByRole('heading', { name: /Relative humidity/ }).waitFor();
    expect([await field('Upper limit').inputValue(), await unit.innerText()]).toEqual(['60', '%rh']);
    rig.service.alarms.putRule(ruleOf('r1', { upper: 20 }));
    await expect.poll(() => field('Upper limit').inputValue()).toBe('68');
    expect(await unit.innerText()).toBe('°F');
  });

  test('use the unit of a typed channel if it is known', async () => {
    rig.service.alarms.put(alarmOf({ id: 'old', serial: 'E9', channel: 'temperature' }));
    const { page, main, field, save } = await rig.open('/+new');
    // The alarm is the page's only source for the unit.
    await page.getByRole('navigation', { name: 'Pages' }).getByText(', 1 unacknowledged').waitFor();
    const unit = main.locator('[data-field="upper"] + .text-input-unit');
    await main.getByRole('combobox', { name: 'Device' }).selectOption('Enter a serial number…');
    await field('Serial number').fill('E9');
    await field('Channel').fill('temperature');
    await expect.poll(() => unit.innerText()).toBe('°C');
    await field('Channel').fill('voltage');
    await expect.poll(() => unit.count()).toBe(0);
    await field('Upper limit').fill('5');
    await save.click();
    const stored = ruleOf('a01b2c3d4', { serial: 'E9', channel: 'voltage', upper: 5 });
    await expect.poll(() => rig.service.alarms.rules.get('a01b2c3d4')).toEqual(stored);
  });

  test('guard unsaved changes, and report changes made elsewhere', async () => {
    rig.service.alarms.putRule(ruleOf('r1'));
    const { page, main, field } = await rig.open('/+rules/r1');
    await field('Upper limit').fill('31');
    rig.service.alarms.putRule(ruleOf('r1', { upper: 32 }));
    await main.getByText('This rule was changed in another window or program').waitFor();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Devices' }).click();
    const question = leaveQuestion(page);
    await question.getByText('Save changes to the alarm rule for Temperature · Cold room (E1)?').waitFor();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await page.waitForURL(/#\/devices/);
  });

  test('report an unknown id in the address', async () => {
    const { page, main } = await rig.open('/+rules/none');
    await main.getByRole('heading', { name: 'Alarm rule “none” not found' }).waitFor();
    await main.getByRole('link', { name: 'Show all alarms' }).click();
    await page.waitForURL(/#\/alarms$/);
  });

  test('are created and opened from the details of a device', async () => {
    rig.service.alarms.putRule(ruleOf('r1'));
    const { page } = await rig.open('');
    await page.goto(`${rig.service.url}/#/devices/usb/E1`);
    const details = page.getByRole('region', { name: 'Device details' });
    const action = async (channel: string, name: string): Promise<Locator> => {
      await details.getByRole('button', { name: `Actions for ${channel}` }).click();
      return page.getByRole('menuitem', { name });
    };
    await details.locator('.channel-fact').filter({ hasText: 'has an alarm rule' }).waitFor();
    const rule = await action('Temperature', 'Edit alarm rule');
    expect(await rule.getAttribute('href')).toBe('#/alarms/+rules/r1');
    await page.keyboard.press('Escape');
    await (await action('Relative humidity', 'Add alarm rule')).click();
    await page.waitForURL(/#\/alarms\/\+new\/usb\/E1\/relative_humidity$/);
    await expect.poll(() => page.getByRole('combobox', { name: 'Channel' }).inputValue()).toBe('relative_humidity');
    await expect.poll(() => focused(page)).toBe('upper');
  });
});
