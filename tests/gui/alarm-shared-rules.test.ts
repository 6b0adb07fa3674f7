/** Alarm rules for the same channel of several devices. */
import { expect, test } from 'vitest';
import { alarmOf, ruleOf } from '../support/views/alarms.ts';
import { appDevice } from '../support/views/devices.ts';
import { alarmsRig } from './support/alarms-page.ts';
import { violationsInThemes } from './support/axe.ts';
import { overflows, sticksOut } from './support/entry-page.ts';

const rig = alarmsRig();

const COLD = ruleOf('r1', { serial: null, group: 'Cold store', upper: 8 });

test('a rule for a group is added, in the display unit, and lists its devices', async () => {
  rig.service.settings.put({ display_units: { '°C': '°F' } });
  rig.service.put(appDevice({ serial: 'E7', alias: 'Freezer', group: 'Cold store' }));
  const { page, main, field, save } = await rig.open('/+new');
  await main.getByRole('combobox', { name: 'Device' }).selectOption('Group Cold store (this computer)');
  const channel = main.getByRole('combobox', { name: 'Channel' });
  await expect.poll(() => channel.inputValue()).toBe('atmospheric_pressure');
  await channel.selectOption('Temperature');
  await main.locator('[data-field="upper"] + .text-input-unit', { hasText: '°F' }).waitFor();
  await field('Upper limit').fill('46.4');
  await save.click();
  await page.waitForURL(/#\/alarms\/\+rules\/a01b2c3d4$/);
  expect(rig.service.alarms.rules.get('a01b2c3d4')).toEqual({ ...COLD, id: 'a01b2c3d4' });
  const details = page.getByRole('region', { name: 'Alarms from this rule' });
  await details.getByRole('link', { name: 'Freezer (E7)' }).waitFor();
  await page.getByRole('option', { name: /Temperature.*Group Cold store.*above 46\.4 °F/ }).waitFor();
  expect(await violationsInThemes(page)).toEqual([]);
  // A device that joins the group is watched, too.
  rig.service.put(appDevice({ serial: 'E8', alias: 'Fridge', group: 'Cold store' }));
  await details.getByRole('link', { name: 'Fridge (E8)' }).waitFor();
});

test('a rule for all devices is changed to one, and back', async () => {
  rig.service.alarms.putRule(ruleOf('r1', { serial: null }));
  const { main, save } = await rig.open('/+rules/r1');
  const device = main.getByRole('combobox', { name: 'Device' });
  await expect.poll(() => device.locator('option:checked').innerText()).toBe('All devices (this computer)');
  // The channel stays, since the limits are in its unit.
  await device.selectOption('Cold room (E1)');
  await save.click();
  await expect.poll(() => rig.service.alarms.rules.get('r1')).toEqual(ruleOf('r1', { serial: 'E1' }));
  await device.selectOption('All devices (this computer)');
  await save.click();
  await expect.poll(() => rig.service.alarms.rules.get('r1')).toEqual(ruleOf('r1', { serial: null }));
});

test('a group without devices keeps its rule, and says so', async () => {
  rig.service.alarms.putRule(COLD);
  const { page, main } = await rig.open('/+rules/r1');
  const device = main.getByRole('combobox', { name: 'Device' });
  await expect.poll(() => device.locator('option:checked').innerText()).toBe('Group Cold store (this computer)');
  const channel = main.getByRole('combobox', { name: 'Channel' }).locator('option:checked');
  await expect.poll(() => channel.innerText()).toBe('temperature (on no device)');
  await page.getByText('No device with this channel.').waitFor();
});

test('its alarms have their own devices, and its channels are marked', async () => {
  rig.service.alarms.putRule(ruleOf('r1', { serial: null }));
  rig.service.put(appDevice({ serial: 'E7', alias: 'Freezer' }));
  rig.service.alarms.put(alarmOf({ id: 'one', serial: 'E1', acknowledged: '2026-11-20T14:45:12.318Z' }));
  rig.service.alarms.put(alarmOf({ id: 'two', serial: 'E7', acknowledged: '2026-11-20T14:45:12.318Z' }));
  const { page } = await rig.open('/+rules/r1');
  const details = page.getByRole('region', { name: 'Alarms from this rule' });
  for (const name of ['Cold room', 'Freezer']) await details.getByRole('link', { name, exact: true }).waitFor();
  await page.setViewportSize({ width: 320, height: 800 });
  expect([await overflows(page), await sticksOut(page)]).toEqual([false, []]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Devices' }).click();
  await page.getByRole('option', { name: /E7/ }).click();
  await page.locator('.watched-mark').first().waitFor();
});

test('a rule whose devices are all disconnected keeps its unit, and lists them', async () => {
  rig.service.settings.put({ display_units: { '°C': '°F' } });
  rig.service.put(appDevice({ serial: 'E7', alias: 'Freezer', group: 'Cold store' }));
  rig.service.remove({ family: 'usb', serial: 'E7' }, 'it was unplugged');
  rig.service.alarms.putRule(COLD);
  const { page, field } = await rig.open('/+rules/r1');
  await expect.poll(() => field('Upper limit').inputValue()).toBe('46.4');
  await page
    .getByRole('region', { name: 'Alarms from this rule' })
    .getByRole('link', { name: 'Freezer (E7)' })
    .waitFor();
});
