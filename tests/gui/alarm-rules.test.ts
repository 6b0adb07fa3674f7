/** The rules of alarms, and the form of one. */
import type { Locator } from 'playwright';
import { describe, expect, test } from 'vitest';
import { alarmOf, ruleOf } from '../support/views/alarms.ts';
import { readings } from '../support/views/devices.ts';
import { alarmsRig, cold } from './support/alarms-page.ts';
import { deleteButton, focused, leaveQuestion } from './support/entry-page.ts';

const rig = alarmsRig();

describe('rules', () => {
  test('the first one in one click from a channel, with what it reads beside the limits', async () => {
    const { page, main, field, save } = await rig.open('');
    await main.getByRole('heading', { name: 'No channel is watched' }).waitFor();
    await main.getByRole('link', { name: 'Watch Temperature °C of Cold room E1' }).click();
    await expect.poll(() => focused(page)).toBe('upper');
    await main.getByText('24.83').waitFor();
    rig.service.send('readings', readings(cold, { temperature: 25.5 }));
    await main.getByText('25.50').waitFor();
    await field('Above').fill('25');
    await main.getByText('The present reading is above this.').waitFor();
    await field('Above').fill('30');
    await field('No data for').fill('10 min');
    await save.click();
    await page.waitForURL(/#\/alarms\/\+rules\/a01b2c3d4$/);
    expect(rig.service.alarms.rules.get('a01b2c3d4')).toEqual(ruleOf('a01b2c3d4', { no_data_s: 600 }));
    await page
      .getByRole('option', { name: /Temperature/ })
      .getByText('no data for 10 min')
      .waitFor();
  });

  test('what is wrong is said at the fields, by the form and by the service', async () => {
    rig.service.alarms.putRule(ruleOf('r1'));
    const { page, main, field, save } = await rig.open('/+rules/r1');
    await field('Below').fill('40');
    await save.click();
    await main.getByText('The upper limit must be above the lower limit.').waitFor();
    await expect.poll(() => focused(page)).toBe('upper');
    await field('Below').fill('x');
    await field('Delay').click();
    await main.getByText('A limit is a number, such as 25.5. Leave it empty for none.').waitFor();
    await field('Below').fill('');
    await expect.poll(() => field('Below').getAttribute('aria-invalid')).toBe('false');
  });

  test('a problem that only the service knows is shown at its field', async () => {
    rig.service.alarms.putRule(ruleOf('r1'));
    rig.service.alarms.onAsked = ({ method }) =>
      method === 'PUT'
        ? {
            status: 400,
            body: { message: 'no', problems: [{ path: 'delay_s', message: 'is too long for this channel' }] },
          }
        : undefined;
    const { page, main, field, save } = await rig.open('/+rules/r1', { expected: /status of 400/ });
    await field('Delay').fill('1 h');
    await save.click();
    await main.getByText('The delay is too long for this channel.').waitFor();
    await expect.poll(() => focused(page)).toBe('delay_s');
  });

  test('are switched off and on, and removed with undo', async () => {
    rig.service.alarms.putRule(ruleOf('r1', { lower: 5 }));
    const { page, main, row, field, save } = await rig.open('/+rules/r1');
    await main.getByRole('switch', { name: 'Enabled' }).click();
    await main.getByText('This rule is off').waitFor();
    await field('Above').fill('40');
    await save.click();
    await expect.poll(() => rig.service.alarms.rules.get('r1')?.rule.upper).toBe(40);
    expect(rig.service.alarms.rules.get('r1')?.rule.enabled).toBe(false);
    await row(/Temperature/)
      .getByText('Off')
      .waitFor();
    await deleteButton(main).click();
    await row(/Temperature/).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await row(/Temperature Off/).waitFor();
    expect([...rig.service.alarms.rules.values()]).toEqual([
      ruleOf('a01b2c3d4', { upper: 40, lower: 5, enabled: false }),
    ]);
  });

  test('one for a device that is away is edited like any other', async () => {
    rig.service.alarms.putRule(ruleOf('r1', { serial: 'E9', channel: 'co2' }));
    const { main, field, save } = await rig.open('/+rules/r1');
    await main.getByRole('combobox', { name: 'Device' }).getByText('E9 (not attached)').waitFor({ state: 'attached' });
    expect(await field('Channel').inputValue()).toBe('co2');
    await field('Above').fill('1200.5');
    await save.click();
    await main.getByText('Unsaved changes').waitFor({ state: 'detached' });
    expect(rig.service.alarms.rules.get('r1')).toEqual(ruleOf('r1', { serial: 'E9', channel: 'co2', upper: 1200.5 }));
  });

  test('one for a device that was never there takes its serial number', async () => {
    const { main, field, save } = await rig.open('/+new');
    await main.getByRole('combobox', { name: 'Device' }).selectOption('Another one, by its serial number');
    await field('Above').fill('5');
    await save.click();
    await main.getByText('Enter the serial number of the device.').waitFor();
    await field('Serial number').fill('G7');
    await main.getByRole('combobox', { name: 'Connection' }).selectOption('Behind a gateway');
    await field('Channel').fill('voltage');
    await save.click();
    await expect
      .poll(() => rig.service.alarms.rules.get('a01b2c3d4'))
      .toEqual(ruleOf('a01b2c3d4', { family: 'gateway', serial: 'G7', channel: 'voltage', upper: 5 }));
  });

  test('another device brings its own channels, and its unit', async () => {
    const { main, field, save } = await rig.open('/+new');
    await main.getByRole('combobox', { name: 'Device' }).selectOption('Cold room (E1)');
    await main.getByRole('combobox', { name: 'Channel' }).selectOption('Relative humidity');
    await expect.poll(() => main.locator('[data-field="upper"] + .text-input-unit').innerText()).toBe('%rh');
    rig.service.settings.put({ display_units: { '°C': '°F' } });
    // When the window has heard of the unit is not seen before a channel is chosen: it is chosen until then.
    await expect
      .poll(async () => {
        for (const name of ['Dew point', 'Temperature']) {
          await main.getByRole('combobox', { name: 'Channel' }).selectOption(name);
        }
        return main.locator('[data-field="upper"] + .text-input-unit').innerText();
      })
      .toBe('°F');
    await field('Above').fill('86');
    await save.click();
    await expect.poll(() => rig.service.alarms.rules.get('a01b2c3d4')).toEqual(ruleOf('a01b2c3d4'));
  });

  test('a rule that is given another channel is shown in the unit of that one', async () => {
    rig.service.settings.put({ display_units: { '°C': '°F' } });
    rig.service.alarms.putRule(ruleOf('r1'));
    const { main, field, save } = await rig.open('/+rules/r1');
    const unit = main.locator('[data-field="upper"] + .text-input-unit');
    await expect.poll(() => unit.innerText()).toBe('°F');
    expect(await field('Above').inputValue()).toBe('86');
    await main.getByRole('combobox', { name: 'Channel' }).selectOption('Relative humidity');
    await field('Above').fill('60');
    await save.click();
    const stored = ruleOf('r1', { channel: 'relative_humidity', upper: 60 });
    await expect.poll(() => rig.service.alarms.rules.get('r1')).toEqual(stored);
    await main.getByRole('heading', { name: /Relative humidity/ }).waitFor();
    expect([await field('Above').inputValue(), await unit.innerText()]).toEqual(['60', '%rh']);
    rig.service.alarms.putRule(ruleOf('r1', { upper: 20 }));
    await expect.poll(() => field('Above').inputValue()).toBe('68');
    expect(await unit.innerText()).toBe('°F');
  });

  test('a channel that is typed brings its unit, where it is known', async () => {
    rig.service.alarms.put(alarmOf({ id: 'old', serial: 'E9', channel: 'temperature' }));
    const { page, main, field, save } = await rig.open('/+new');
    // The unit is that of the alarm, as far as the page knows it when the channel is typed.
    await page.getByRole('navigation', { name: 'Pages' }).getByText('1 active and not acknowledged').waitFor();
    const unit = main.locator('[data-field="upper"] + .text-input-unit');
    await main.getByRole('combobox', { name: 'Device' }).selectOption('Another one, by its serial number');
    await field('Serial number').fill('E9');
    await field('Channel').fill('temperature');
    await expect.poll(() => unit.innerText()).toBe('°C');
    await field('Channel').fill('voltage');
    await expect.poll(() => unit.count()).toBe(0);
    await field('Above').fill('5');
    await save.click();
    const stored = ruleOf('a01b2c3d4', { serial: 'E9', channel: 'voltage', upper: 5 });
    await expect.poll(() => rig.service.alarms.rules.get('a01b2c3d4')).toEqual(stored);
  });

  test('what is not saved is not left without asking; what changed elsewhere is said', async () => {
    rig.service.alarms.putRule(ruleOf('r1'));
    const { page, main, field } = await rig.open('/+rules/r1');
    await field('Above').fill('31');
    rig.service.alarms.putRule(ruleOf('r1', { upper: 32 }));
    await main.getByText('This rule was changed elsewhere').waitFor();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Devices' }).click();
    const question = leaveQuestion(page);
    await question.getByText('Changes to the alarm rule for Temperature of Cold room (E1) are not saved.').waitFor();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await page.waitForURL(/#\/devices/);
  });

  test('an address of a rule that is not there says so', async () => {
    const { page, main } = await rig.open('/+rules/none');
    await main.getByRole('heading', { name: 'There is no rule “none”' }).waitFor();
    await main.getByRole('link', { name: 'Show the alarms there are' }).click();
    await page.waitForURL(/#\/alarms$/);
  });

  test('from the details of a device a channel is watched, and its rule found', async () => {
    rig.service.alarms.putRule(ruleOf('r1'));
    const { page } = await rig.open('');
    await page.goto(`${rig.service.url}/#/devices/usb/E1`);
    const details = page.getByRole('region', { name: 'Device details' });
    const action = async (channel: string, name: string): Promise<Locator> => {
      await details.getByRole('button', { name: `Actions for ${channel}` }).click();
      return page.getByRole('menuitem', { name });
    };
    await details.locator('.channel-fact').filter({ hasText: 'watched' }).waitFor();
    const rule = await action('Temperature', 'Alarm rule');
    expect(await rule.getAttribute('href')).toBe('#/alarms/+rules/r1');
    await page.keyboard.press('Escape');
    await (await action('Relative humidity', 'Watch it')).click();
    await page.waitForURL(/#\/alarms\/\+new\/usb\/E1\/relative_humidity$/);
    await expect.poll(() => page.getByRole('combobox', { name: 'Channel' }).inputValue()).toBe('relative_humidity');
    await expect.poll(() => focused(page)).toBe('upper');
  });
});
