import { expect, test } from 'vitest';
import type { DeviceRecord } from '../../../renderer/data/devices/device-store.ts';
import { namesakesIn } from '../../../renderer/data/devices/namesakes.ts';
import { appDevice, type DeviceFacts } from '../../support/views/devices.ts';

const record = (facts: DeviceFacts): DeviceRecord => ({
  key: `usb/${facts.serial}`,
  device: appDevice(facts),
  gone: null,
});

test('finds the devices with a name that another has, given by the user or of the product', () => {
  const records = [
    record({ serial: 'E1', alias: 'Probe' }),
    record({ serial: 'E2' }),
    record({ serial: 'E3', alias: 'Roof' }),
    record({ serial: 'E4', alias: 'Probe' }),
    record({ serial: 'E5' }),
  ];
  expect([...namesakesIn(records)].toSorted()).toEqual(['usb/E1', 'usb/E2', 'usb/E4', 'usb/E5']);
  expect(namesakesIn(records.slice(0, 3)).size).toBe(0);
});
