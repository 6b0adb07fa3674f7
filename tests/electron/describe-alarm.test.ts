import { expect, test } from 'vitest';
import { alarmsPath, describeAlarm } from '../../electron/describe-alarm.ts';
import type { Service } from '../../service/service.ts';
import { alarmOf, ruleOf } from '../support/views/alarms.ts';

const { rule: RULE } = ruleOf('a1', {
  change: 2,
  change_s: 600,
  deviation: 1,
  reference: { family: 'usb', serial: 'E2', channel: 'temperature' },
});

interface Known {
  alias?: string;
  channel?: string;
  isAttached?: boolean;
  units?: Record<string, string>;
}

function names({
  alias = '',
  channel,
  isAttached = true,
  units = {},
}: Known): Pick<Service, 'registry' | 'names' | 'settings' | 'alarms'> {
  const channelNames = channel ? { temperature: { alias: channel, note: '' } } : {};
  const product = { channels: { temperature: { description: 'Temperature' } } };
  return {
    registry: { get: () => (isAttached ? { description: { productName: 'VCP-PTH450-CAL', product } } : undefined) },
    names: { get: () => ({ alias, note: '', channelNames }) },
    settings: { get: () => ({ display_units: units }) },
    alarms: { findRule: () => RULE },
  } as unknown as Pick<Service, 'registry' | 'names' | 'settings' | 'alarms'>;
}

test.each([
  [{}, {}, 'VCP-PTH450-CAL (E1): Temperature above 30 °C'],
  [{ alias: 'Cold room', channel: 'Air' }, {}, 'Cold room (E1): Air above 30 °C'],
  [{ units: { '°C': '°F' } }, {}, 'VCP-PTH450-CAL (E1): Temperature above 86 °F'],
  [{ isAttached: false }, { kind: 'no-data', limit: null }, 'E1: temperature has no data'],
  [{}, { kind: 'below', limit: -0.125 }, 'VCP-PTH450-CAL (E1): Temperature below −0.125 °C'],
  [
    { units: { '°C': '°F' } },
    { kind: 'change', limit: 2 },
    'VCP-PTH450-CAL (E1): Temperature changed by more than 3.6 °F within 10 min',
  ],
  [
    {},
    { kind: 'deviation', limit: 1 },
    'VCP-PTH450-CAL (E1): Temperature deviates by more than 1 °C from Temperature of VCP-PTH450-CAL (E2)',
  ],
  [{}, { limit: 2.5e-7 }, 'VCP-PTH450-CAL (E1): Temperature above 0.00000025 °C'],
] as const)('describes an alarm with %j and %j', (known, facts, words) => {
  expect(describeAlarm(alarmOf({ id: 'a1', ...facts }), names(known))).toBe(words);
});

test('links one alarm to its device, or to itself without a device, and several to the page', () => {
  const alarm = (id: string) => alarmOf({ id, serial: 'E/1' });
  expect(alarmsPath([alarm('a')], names({}))).toBe('/devices/usb/E%2F1');
  expect(alarmsPath([alarm('1/2')], names({ isAttached: false }))).toBe('/alarms/1%2F2');
  expect(alarmsPath([alarm('a'), alarm('b')], names({}))).toBe('/alarms');
  expect(alarmsPath([], names({}))).toBe('/alarms');
});
