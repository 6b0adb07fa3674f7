import { expect, test } from 'vitest';
import type { DeviceRecord } from '../../../renderer/data/devices/device-store.ts';
import { type DeviceOrder, sortDevices } from '../../../renderer/data/devices/sorting.ts';
import { appDevice, type DeviceFacts } from '../../support/views/devices.ts';

function record(facts: DeviceFacts, since?: number): DeviceRecord {
  const device = appDevice(facts);
  const gone = since === undefined ? null : { since, reason: '', last: {}, isKnown: true };
  return { key: `${device.family}/${device.serial}`, device, gone };
}

const RECORDS = [
  record({ serial: 'E1', alias: 'Probe 10' }),
  record({ serial: 'E2', alias: 'Probe 9' }),
  record({ serial: 'E3', alias: 'Attic' }, 1000),
  record({ serial: 'E4', alias: 'Well', node: 3 }, 2000),
  record({ serial: 'E5', alias: 'Probe 9' }),
];

const sorted = (order: DeviceOrder) =>
  sortDevices(RECORDS, order, { names: new Map(), hasAlarm: (key) => ['usb/E3', 'usb/E5'].includes(key) }).map(
    ({ title, items }) => [title, items.map(({ device }) => device.serial).join(' ')],
  );

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
  expect(sortDevices([], 'name', { names: new Map(), hasAlarm: () => false })).toEqual([]);
});
