import { expect, test } from 'vitest';
import type { AlarmRuleInput } from '../../../service/contract/index.ts';
import type { ReadingTextSource } from '../../../service/devices/describe-condition.ts';
import { describeAlarm } from '../../../service/notifications/describe-alarm.ts';
import { alarmOf, ruleOf } from '../../support/views/alarms.ts';

interface Known {
  alias?: string;
  product?: string;
  channel?: string;
  units?: Record<string, string>;
  isKnown?: boolean;
  description?: string;
  rule?: Partial<AlarmRuleInput>;
}

function source(known: Known): ReadingTextSource {
  const { alias = '', product = 'VCP-PTH450-CAL', channel, units = {}, isKnown = true } = known;
  const { description = 'Temperature', rule } = known;
  const channels = { temperature: { description }, value: { description } };
  return {
    registry: { get: () => (isKnown ? { description: { productName: product, product: { channels } } } : undefined) },
    names: { get: () => ({ alias, channelNames: channel ? { temperature: { alias: channel } } : {} }) },
    settings: { get: () => ({ display_units: units }) },
    computed: { list: () => [{ id: 'c1', computed: { decimals: 1 } }] },
    alarms: { findRule: () => rule && ruleOf('a1', rule).rule },
  } as unknown as ReadingTextSource;
}

const AT = Date.UTC(2026, 10, 29, 12);

test('has the names and the unit of the user, and the displayed decimals', () => {
  const alarm = alarmOf({ id: 'a', magnitude: 31.2 });
  expect(describeAlarm('raised', AT, alarm, source({ alias: 'Cold room' }))).toEqual({
    event: 'raised',
    at: AT,
    alarm,
    device: 'Cold room (E1)',
    channel: 'Temperature',
    value: '31.20 °C',
    limit: '30 °C',
    condition: 'Temperature above 30 °C',
  });
  expect(describeAlarm('cleared', AT, alarm, source({ channel: 'Air', units: { '°C': '°F' } }))).toMatchObject({
    device: 'VCP-PTH450-CAL (E1)',
    channel: 'Air',
    value: '88.16 °F',
    limit: '86 °F',
    condition: 'Air above 86 °F',
  });
});

test('has no value and no limit without data, and the serial number of an unknown device', () => {
  const alarm = alarmOf({ id: 'a', kind: 'no-data', limit: null, magnitude: null });
  expect(describeAlarm('reminder', AT, alarm, source({ isKnown: false }))).toMatchObject({
    device: 'E1',
    channel: 'temperature',
    value: '',
    limit: '',
    condition: 'temperature has no data',
  });
});

test('has a change as a difference in the unit of the user, within the time of its rule', () => {
  const alarm = alarmOf({ id: 'a', kind: 'change', limit: 2, magnitude: 2.3 });
  const rule = { change: 2, change_s: 5400 };
  expect(describeAlarm('raised', AT, alarm, source({ rule }))).toMatchObject({
    value: 'rose by 2.30 °C',
    limit: '2 °C',
    condition: 'Temperature changed by more than 2 °C within 1 h 30 min',
  });
  // The rule has changed since.
  expect(describeAlarm('cleared', AT, alarm, source({ rule: { ...rule, change: 3 } })).condition).toBe(
    'Temperature changed by more than 2 °C',
  );
  const fell = { ...alarm, magnitude: -2.5 };
  expect(describeAlarm('raised', AT, fell, source({ units: { '°C': '°F' } }))).toMatchObject({
    value: 'fell by 4.50 °F',
    limit: '3.6 °F',
    condition: 'Temperature changed by more than 3.6 °F',
  });
});

test('has a deviation as a difference, and names the reference of its rule', () => {
  const alarm = alarmOf({ id: 'a', kind: 'deviation', limit: 1, magnitude: -1.5 });
  const conditionFrom = (serial: string, family: 'usb' | 'computed' = 'usb') => {
    const rule = { deviation: 1, reference: { family, serial, channel: 'value' } };
    return describeAlarm('raised', AT, alarm, source({ alias: 'Cold room', rule })).condition;
  };
  expect(describeAlarm('raised', AT, alarm, source({ units: { '°C': '°F' } }))).toMatchObject({
    value: '−2.70 °F',
    limit: '1.8 °F',
    condition: 'Temperature deviates by more than 1.8 °F from its reference',
  });
  const told = 'Temperature deviates by more than 1 °C from Temperature';
  expect(conditionFrom('E2')).toBe(`${told} of Cold room (E2)`);
  expect(conditionFrom('E1')).toBe(told);
  expect(conditionFrom('c1', 'computed')).toBe(told);
  expect(describeAlarm('raised', AT, { ...alarm, magnitude: 1.5 }, source({})).value).toBe('+1.50 °C');
});

test('names a computed channel without a device, with its decimals', () => {
  const ref = { family: 'computed', serial: 'c1', channel: 'value', unit: 'K' } as const;
  const alarm = alarmOf({ id: 'a', ...ref, kind: 'below', limit: 2, magnitude: 1.5 });
  expect(describeAlarm('raised', AT, alarm, source({ description: 'Dew point margin' }))).toMatchObject({
    device: '',
    channel: 'Dew point margin',
    value: '1.5 K',
    condition: 'Dew point margin below 2 K',
  });
});

test('keeps hostile names on one line and at most 200 characters each', () => {
  const alarm = alarmOf({ id: 'a', serial: 'E1\r\nBcc: all', unit: '°C\u202e\u0000' });
  const long = 'x'.repeat(5000);
  const told = describeAlarm('raised', AT, alarm, source({ alias: 'Cold\nroom\u2066', channel: long }));
  expect(told).toMatchObject({ device: 'Cold room (E1 Bcc: all)', value: '30.500 °C', limit: '30 °C' });
  expect(told.channel).toBe(`${'x'.repeat(199)}…`);
});
