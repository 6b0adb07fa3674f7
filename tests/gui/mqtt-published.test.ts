/** The fold "What is published" in the form of an MQTT client. */
import type { Locator } from 'playwright';
import { describe, expect, test } from 'vitest';
import { READING_CHOICE_DEFAULTS, type ReadingChoice } from '../../service/contract/index.ts';
import { clientView } from '../support/views/clients.ts';
import { appDevice } from '../support/views/devices.ts';
import { violationsInThemes } from './support/axe.ts';
import { type EntryPage, focused, overflows } from './support/entry-page.ts';
import { sticksOut } from './support/every-page.ts';
import { mqttRig } from './support/mqtt-page.ts';

const rig = mqttRig();

async function openFold(readings: Partial<ReadingChoice> = {}): Promise<EntryPage & { fold: Locator }> {
  rig.service.put(appDevice({ serial: 'E24638', alias: 'Cold room' }));
  rig.service.put(appDevice({ serial: 'E 24640' }));
  const choice = { ...READING_CHOICE_DEFAULTS, ...readings };
  rig.service.mqtt.put(clientView({ identifier: 'lab', advanced: { readings: choice } }));
  const opened = await rig.open('/lab');
  const fold = opened.main.getByRole('button', { name: /^What is published/ });
  await fold.click();
  return { ...opened, fold };
}

/** The choice of the last change that was sent. */
function sent(): unknown {
  const bodies = rig.service.mqtt.bodies('PUT', 'clients/lab') as { advanced: { readings: unknown } }[];
  return bodies.at(-1)?.advanced.readings;
}

describe('what is published', () => {
  test('every field arrives as it was entered', async () => {
    const { main, field, save } = await openFold();
    await main.getByRole('checkbox', { name: 'Gateways' }).uncheck();
    expect(await main.getByRole('group', { name: 'Selected devices' }).count()).toBe(0);
    await main.getByLabel('Devices', { exact: true }).selectOption('Only selected devices');
    await main.getByRole('checkbox', { name: 'Cold room E24638' }).check();
    await main.getByRole('checkbox', { name: /E 24640$/ }).check();
    await main.getByLabel('Channels', { exact: true }).selectOption('All except selected channels');
    await main.getByRole('checkbox', { name: 'Humidex humidex' }).check();
    await main.getByRole('switch', { name: 'Also send uncorrected values' }).click();
    await field('Interval').fill('60');
    await main.getByLabel('Value of an interval').selectOption('Mean, with minimum, maximum and count');
    await main.getByRole('switch', { name: 'Send only changes' }).click();
    await field('Deadband').fill('0.5');
    await main.getByLabel('Deadband is in').selectOption('Per cent of the last value sent');
    await field('Longest silence').fill('600 s');
    await field('Decimals').fill('2');
    await save.click();
    await expect.poll(sent).toEqual({
      families: ['usb', 'computed'],
      devices: 'only',
      device_list: ['usb/E 24640', 'usb/E24638'],
      channels: 'except',
      channel_list: ['humidex'],
      uncorrected: true,
      interval_s: 60,
      interval_value: 'mean',
      only_changes: true,
      deadband: 0.5,
      deadband_unit: 'percent',
      longest_silence_s: 600,
      decimals: 2,
    });
  });

  test('the expected traffic follows the form, and the topics the choice', async () => {
    const { main, field, details } = await openFold();
    const traffic = main.getByRole('status').filter({ hasText: /per hour|Publishes nothing|Correct/ });
    await traffic.getByText(/from 2 connected devices: .* messages per hour/).waitFor();
    const before = await traffic.innerText();
    await field('Interval').fill('60');
    await traffic.getByText('120 messages per hour').waitFor();
    expect(await traffic.innerText()).not.toBe(before);
    await main.getByRole('switch', { name: 'Send only changes' }).click();
    await traffic.getByText('at most 120 messages per hour').waitFor();
    await main.getByLabel('Devices', { exact: true }).selectOption('Only selected devices');
    await traffic.getByText('Publishes nothing now').waitFor();
    await details.getByText('None of the connected devices is selected.').waitFor();
    await main.getByRole('checkbox', { name: 'Cold room E24638' }).check();
    await traffic.getByText('at most 60 messages per hour').waitFor();
    await details.getByText('lab/E24638/measurement').waitFor();
    await field('Interval').fill('x');
    await traffic.getByText('Correct the fields').waitFor();
  });

  test('an invalid field opens the fold, and says what is wrong', async () => {
    const { page, main, field, save, fold } = await openFold();
    await field('Decimals').fill('11');
    await fold.click();
    expect(await fold.getAttribute('aria-expanded')).toBe('false');
    await save.click();
    await main.getByText(/must be a whole number from 0 to 10/).waitFor();
    expect(await fold.getAttribute('aria-expanded')).toBe('true');
    await expect.poll(() => focused(page)).toBe('advanced.readings.decimals');
    expect(rig.service.mqtt.bodies('PUT', 'clients/lab')).toEqual([]);
  });

  test('a device that is not known stays selected', async () => {
    const { main, field, save } = await openFold({ devices: 'only', device_list: ['gateway/Away, 1'] });
    expect(await main.getByRole('checkbox', { name: 'gateway/Away, 1' }).isChecked()).toBe(true);
    await field('Decimals').fill('1');
    await save.click();
    await expect.poll(sent).toMatchObject({ device_list: ['gateway/Away, 1'], decimals: 1 });
  });

  test('is accessible in both themes, and fits 320 pixels', async () => {
    const { page, main } = await openFold({ devices: 'only', channels: 'only', only_changes: true, interval_s: 60 });
    await main.getByRole('checkbox', { name: 'Cold room E24638' }).waitFor();
    expect(await violationsInThemes(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    await expect.poll(() => overflows(page)).toBe(false);
    await expect.poll(() => sticksOut(page)).toEqual([]);
  });
});
