import { expect, test } from 'vitest';
import { wayBack } from '../../../renderer/data/devices/labels.ts';

test.each([
  ['a simulated device at USB', { family: 'usb', simulated: true }, /simulated/],
  ['a simulated device behind a gateway', { family: 'gateway', simulated: true }, /simulated/],
  ['a real device', { family: 'usb', simulated: false }, /^Plug the device in again/],
  ['a device behind a gateway', { family: 'gateway', simulated: false }, /its gateway/],
] as const)('describes how %s reconnects', (_kind, device, expected) => {
  expect(wayBack(device)).toMatch(expected);
});
