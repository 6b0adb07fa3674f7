import { expect, test } from 'vitest';
import type { DeviceRecord } from '../../../renderer/data/devices/device-store.ts';
import { DEVICE_ORDERS, type DeviceOrder, sortDevices } from '../../../renderer/data/devices/sorting.ts';
import { appDevice, type DeviceFacts } from '../../support/views/devices.ts';

function record(facts: DeviceFacts, since?: number): DeviceRecord {
  const device = appDevice(facts);
  const gone = since === undefined ? null : { since, reason: '', last: {}, isKnown: true, isAwaited: false };
  return { key: `${device.family}/${device.serial}`, device, gone };
}

const RECORDS = [
  record({ serial: 'E1', alias: 'Probe 10' }),
  record({ serial: 'E2', alias: 'Probe 9' }),
  record({ serial: 'E3', alias: 'Attic' }, 1000),
  record({ serial: 'E4', alias: 'Well', node: 3 }, 2000),
  record({ serial: 'E5', alias: 'Probe 9' }),
];

const options = {
  names: new Map<string, string>(),
  hasAlarm: (key: string) => ['usb/E3', 'usb/E5'].includes(key),
  valueOf: ({ device }: DeviceRecord) => Object.values(device.device.channels)[0]?.value?.magnitude ?? null,
};

const sorted = (order: DeviceOrder, records = RECORDS) =>
  sortDevices(records, order, options).map(({ title, items }) => [
    title,
    items.map(({ device }) => device.serial).join(' '),
  ]);

test('sorts by connection in groups, with disconnected devices in their place', () => {
  expect(sorted('connection')).toEqual([
    ['This computer', 'E1 E2 E3 E5'],
    ['Gateway G00033', 'E4'],
  ]);
});

test('sorts by name with numbers as numbers, and equal names by serial number', () => {
  expect(sorted('name')).toEqual([['By name', 'E3 E2 E5 E1 E4']]);
});

test('sorts devices with an active alarm first, then by name', () => {
  expect(sorted('alarm')).toEqual([['Alarms first', 'E3 E5 E2 E1 E4']]);
});

test('sorts connected devices first, then by the time at which they were last seen', () => {
  expect(sorted('seen')).toEqual([['Recently seen first', 'E2 E5 E1 E4 E3']]);
});

test('has no group without devices', () => {
  expect(sortDevices([], 'name', options)).toEqual([]);
});

test('sorts by group, each by name, and devices without a group last', () => {
  const records = [
    record({ serial: 'E1', group: 'Lab 10', alias: 'B' }),
    record({ serial: 'E2' }),
    record({ serial: 'E3', group: 'Lab 9' }),
    record({ serial: 'E4', group: 'Lab 10', alias: 'A' }, 1000),
  ];
  expect(sorted('group', records)).toEqual([
    ['Lab 9', 'E3'],
    ['Lab 10', 'E4 E1'],
    ['No group', 'E2'],
  ]);
  expect(sortDevices(records, 'group', options).map(({ userGroup }) => userGroup)).toEqual(['Lab 9', 'Lab 10', '']);
});

test.each(DEVICE_ORDERS.map(({ value }) => value))('lists favorites first, once, in the order: %s', (order) => {
  const records = [...RECORDS, record({ serial: 'E9', favorite: true, alias: 'Zoo' })];
  const [first, ...others] = sorted(order, records);
  expect(first).toEqual(['Favorites', 'E9']);
  expect(others.map(([, serials]) => serials).join(' ')).not.toContain('E9');
});

test('sorts by the value of the first measured channel, each quantity by itself', () => {
  const channel = (unit: string, description: string, value: number | null, virtual = false) => ({
    unit,
    description,
    value,
    virtual,
  });
  const climate = (value: number | null) => ({
    dew_point: channel('°C', 'Dew point', 99, true),
    temperature: channel('°C', 'Temperature', value),
  });
  const at = (serial: string, channels: DeviceFacts['channels']) => record({ serial, ...(channels && { channels }) });
  const valueOf = ({ device }: DeviceRecord) => device.device.channels['temperature']?.value?.magnitude ?? null;
  const records = [
    at('E1', climate(20)),
    at('E2', climate(null)),
    at('E3', { pressure: channel('kPa', 'Pressure', 100) }),
    at('E4', climate(-3.5)),
    at('E5', climate(20.1)),
  ];
  const groups = sortDevices(records, 'value', { ...options, valueOf });
  expect(groups.map(({ title, items }) => [title, items.map(({ device }) => device.serial).join(' ')])).toEqual([
    ['Pressure', 'E3'],
    ['Temperature', 'E5 E1 E4 E2'],
  ]);
});
