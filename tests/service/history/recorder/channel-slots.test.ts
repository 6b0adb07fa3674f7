import { expect, test } from 'vitest';
import { DeviceState } from '../../../../service/devices/device-state.ts';
import { ChannelSlots } from '../../../../service/history/recorder/channel-slots.ts';
import { describePth, describeTwoProbes } from '../../devices/support.ts';

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

test('channels are declared with the labels that tell them apart, and anew when these change', () => {
  const slots = new ChannelSlots();
  const device = new DeviceState(describeTwoProbes('E1'), 0);
  const labels = (): string[] => [...slots.undeclared.values()].map(({ label }) => label);
  for (const channel of ['temperature', 'temperature_2', 'relative_humidity']) slots.slotOf(device, channel);
  expect(labels()).toEqual(['Tank A', 'Tank B', '']);
  slots.declared(new Map(slots.undeclared));
  device.describe({ ...describeTwoProbes('E1'), labels: { temperature: 'Oven', temperature_2: 'Tank B' } }, 0);
  slots.slotOf(device, 'temperature');
  expect(labels()).toEqual(['Oven']);
});

test('channels before a correction are declared in the words of the corrected ones, on and off', () => {
  const slots = new ChannelSlots();
  const device = new DeviceState(describeTwoProbes('E1'), 0);
  slots.slotOf(device, 'temperature_2_uncorrected');
  const [declared] = slots.undeclared.values();
  expect(declared).toMatchObject({ unit: '°C', description: 'Temperature, uncorrected', label: 'Tank B, uncorrected' });
  expect(slots.closeMissing(device)).toEqual([]);
  slots.open(0);
  expect(slots.closeMissing(device)).toEqual([0]);
});
