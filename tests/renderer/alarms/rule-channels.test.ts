/** The channels of rules for several devices, and what the form of such a rule sends. */
import { describe, expect, test } from 'vitest';
import { ChannelRules, firstChannel, sharedLabel } from '../../../renderer/data/alarms/rule-channels.ts';
import type { DeviceRecord } from '../../../renderer/data/devices/device-store.ts';
import { ValueStore } from '../../../renderer/data/store.ts';
import { formForChannel, inputOfForm, toForm } from '../../../renderer/features/alarms/editor/rule-form.ts';
import { parseShared, sharedOptions, sharedValue } from '../../../renderer/features/alarms/fields/shared-devices.ts';
import { deviceKey, displayUnit } from '../../../service/contract/index.ts';
import { ruleOf } from '../../support/views/alarms.ts';
import { appDevice } from '../../support/views/devices.ts';

const PRESSURE = { atmospheric_pressure: { unit: 'kPa', description: 'Atmospheric pressure', value: 101 } };

const records = (...devices: ReturnType<typeof appDevice>[]): DeviceRecord[] =>
  devices.map((device) => ({ key: deviceKey(device), device, gone: null }));

const DEVICES = records(
  appDevice({ serial: 'E1', group: 'Cold' }),
  appDevice({ serial: 'E2' }),
  appDevice({ serial: 'E3', group: 'Cold', channels: PRESSURE }),
  appDevice({ serial: 'G1', node: 1, group: 'Cold' }),
);

const ALL = ruleOf('r1', { serial: null });
const COLD = ruleOf('r2', { serial: null, group: 'Cold' });

describe('rules by channel', () => {
  test('have one of several devices once for each device with its channel', () => {
    const own = ruleOf('r3', { serial: 'X9' });
    const rules = new ValueStore([ALL, COLD, own]);
    const devices = new ValueStore(DEVICES);
    const store = new ChannelRules({ rules, devices });
    const found = store.get().map(({ id, rule: { serial } }) => [id, serial]);
    expect(found).toEqual([
      ['r1', 'E1'],
      ['r1', 'E2'],
      ['r2', 'E1'],
      ['r3', 'X9'],
    ]);
    expect(store.get()).toBe(store.get());
    let changes = 0;
    const end = store.subscribe(() => (changes += 1));
    devices.set(records(appDevice({ serial: 'E2', group: 'Cold' })));
    rules.set([COLD]);
    expect([changes, store.get().map(({ rule: { serial } }) => serial)]).toEqual([2, ['E2']]);
    end();
    rules.set([]);
    expect(changes).toBe(2);
  });

  test('leave out the channel that the rule compares with', () => {
    const reference = { family: 'usb', serial: 'E1', channel: 'temperature' } as const;
    const rule = ruleOf('r1', { serial: null, upper: null, deviation: 2, reference });
    const store = new ChannelRules({ rules: new ValueStore([rule]), devices: new ValueStore(DEVICES) });
    expect(store.get().map(({ rule: { serial } }) => serial)).toEqual(['E2']);
  });
});

test('a rule of several devices is called by its channel and its devices', () => {
  const label = { channel: 'Temperature', device: 'All devices (this computer)', serial: '', isAttached: true };
  expect(sharedLabel(ALL.rule, DEVICES)).toEqual(label);
  expect(sharedLabel(COLD.rule, DEVICES)).toEqual({ ...label, device: 'Group Cold (this computer)' });
  expect(sharedLabel(COLD.rule, [])).toEqual({
    ...label,
    channel: 'temperature',
    device: 'Group Cold (this computer)',
  });
  expect(firstChannel(COLD.rule, DEVICES)).toEqual({ family: 'usb', serial: 'E1', channel: 'temperature' });
  expect(firstChannel(COLD.rule, [])).toBeUndefined();
});

test('the form of a rule for several devices sends their family and group alone', () => {
  const celsius = displayUnit('°C', undefined);
  const form = toForm(COLD, celsius);
  expect(form).toMatchObject({ isShared: true, group: 'Cold', serial: '' });
  expect(inputOfForm(form)).toEqual(COLD.rule);
  expect(inputOfForm({ ...form, isShared: false, serial: 'E1' })).toMatchObject({ serial: 'E1', group: '' });
  // The same devices: the form goes on in the unit that it shows.
  const shown = toForm(COLD, displayUnit('°C', '°F'));
  expect(formForChannel(COLD, shown, () => celsius)).toMatchObject({ upper: '86', shown: '°F' });
  expect(formForChannel(ALL, shown, () => celsius)).toMatchObject({ upper: '30', shown: '°C' });
});

describe('the choices of several devices', () => {
  const devices = DEVICES.map(({ device }) => device);

  test('are all and each group of each connection', () => {
    expect(sharedOptions(devices, null).map(({ word }) => word)).toEqual([
      'All devices (this computer)',
      'Group Cold (this computer)',
      'All devices (gateways)',
      'Group Cold (gateways)',
    ]);
    expect(sharedOptions([], null)).toEqual([]);
  });

  test('keep a chosen group without devices', () => {
    const chosen = { family: 'usb', group: 'Hot/cold' } as const;
    const options = sharedOptions([], chosen);
    expect(options.map(({ word }) => word)).toEqual(['All devices (this computer)', 'Group Hot/cold (this computer)']);
    expect(options.map(({ value }) => parseShared(value))).toEqual([{ family: 'usb', group: '' }, chosen]);
    expect(parseShared(sharedValue({ family: 'gateway', group: '' }))).toEqual({ family: 'gateway', group: '' });
    expect(parseShared('usb/E1')).toBeUndefined();
  });
});
