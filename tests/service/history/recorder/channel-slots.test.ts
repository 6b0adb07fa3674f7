import { expect, test } from 'vitest';
import { DeviceState } from '../../../../service/devices/device-state.ts';
import { ChannelSlots } from '../../../../service/history/recorder/channel-slots.ts';
import { describePth } from '../../devices/support.ts';

const here = (serial: string): DeviceState => new DeviceState(describePth(serial), 0);
const behind = (serial: string): DeviceState => new DeviceState(describePth(serial, { family: 'gateway' }), 0);

test('channels behind gateways that have no end leave room for those that are attached here', () => {
  const slots = new ChannelSlots({ all: 5, behindGateways: 3 });
  const remote = ['R1', 'R2', 'R3', 'R4', 'R5'].map((serial) => slots.slotOf(behind(serial), 'temperature'));
  expect(remote).toEqual([0, 1, 2, undefined, undefined]);
  const own = ['E1', 'E2', 'E3'].map((serial) => slots.slotOf(here(serial), 'temperature'));
  expect(own).toEqual([3, 4, undefined]);
  // What is known has its slot, whoever comes after.
  expect(slots.slotOf(behind('R2'), 'temperature')).toBe(1);
});

test('a device that comes back has the slots it had, and another unit has another', () => {
  const slots = new ChannelSlots();
  const first = slots.slotOf(here('E1'), 'temperature');
  expect(slots.slotOf(here('E1'), 'temperature')).toBe(first);
  const { product } = describePth('E1');
  const temperature = { ...product.channels['temperature'], unit: '°F' } as (typeof product.channels)[string];
  const changed = describePth('E1', { product: { ...product, channels: { ...product.channels, temperature } } });
  expect(slots.slotOf(new DeviceState(changed, 0), 'temperature')).not.toBe(first);
  expect(slots.slotOf(here('E1'), 'temperature')).toBe(first);
});
