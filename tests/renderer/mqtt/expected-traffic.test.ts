import { expect, test } from 'vitest';
import { expectedTraffic, type TrafficOptions } from '../../../renderer/features/mqtt/preview/expected-traffic.ts';
import { READING_CHOICE_DEFAULTS, type ReadingChoice } from '../../../service/contract/index.ts';
import { appDevice } from '../../support/views/devices.ts';

/** One device with two channels, sampled once a second. */
function probe(serial: string) {
  const device = appDevice({
    serial,
    channels: {
      temperature: { unit: '°C', description: 'Temperature', value: 24.8344 },
      relative_humidity: { unit: '%rh', description: 'Relative humidity', value: 59.5 },
    },
  });
  for (const channel of Object.values(device.device.channels)) channel.period_ms = 1000;
  return device;
}

function traffic(choice: Partial<ReadingChoice>, others: Partial<TrafficOptions> = {}) {
  const devices = [probe('E1')];
  const whole = { ...READING_CHOICE_DEFAULTS, ...choice };
  return expectedTraffic({ choice: whole, layout: 'device', prefix: 'lab', devices, ...others });
}

// Counted by hand: the topic `lab/E1/measurement` has 18 bytes, headers have 7, and the payload
// {"serial":"E1","timestamp":"2026-11-20T14:45:12.318Z","values":{"temperature":{"magnitude":24.8344,"unit":"°C"},
// "relative_humidity":{"magnitude":59.5,"unit":"%rh"}}} has 64 + 48 + 1 + 51 + 2 bytes, with 2 for the degree sign.
const TEMPERATURE = 48;
const HUMIDITY = 51;
const BYTES = 18 + 7 + 64 + TEMPERATURE + 1 + HUMIDITY + 2;

test('every reading: one message per period', () => {
  expect(traffic({})).toEqual({ devices: 1, messagesPerHour: 3600, bytesPerDay: 86_400 * BYTES, isAtMost: false });
});

test('one channel is shorter', () => {
  const { messagesPerHour, bytesPerDay } = traffic({ channels: 'only', channel_list: ['temperature'] });
  expect([messagesPerHour, bytesPerDay]).toEqual([3600, 86_400 * (BYTES - HUMIDITY - 1)]);
});

test('an interval is the time between two messages, unless the device is slower', () => {
  expect(traffic({ interval_s: 60 }).messagesPerHour).toBe(60);
  expect(traffic({ interval_s: 86_400 }).messagesPerHour).toBeCloseTo(1 / 24);
  expect(traffic({ interval_s: 1 }).messagesPerHour).toBe(3600);
});

test('a mean has minimum, maximum and count', () => {
  // ,"maximum":24.8344 and ,"minimum":24.8344 are 18 bytes each, "count":60, are 11; 15 each for 59.5.
  const more = 18 + 18 + 11 + (15 + 15 + 11);
  expect(traffic({ interval_s: 60, interval_value: 'mean' }).bytesPerDay).toBe(1440 * (BYTES + more));
});

test('decimals are as many as are sent', () => {
  // 24.8344 becomes 24.8.
  expect(traffic({ decimals: 1 }).bytesPerDay).toBe(86_400 * (BYTES - 3));
});

test('a message per channel, or both', () => {
  expect(traffic({}, { layout: 'channel' }).messagesPerHour).toBe(7200);
  expect(traffic({}, { layout: 'both' }).messagesPerHour).toBe(10_800);
  const both = traffic({}, { layout: 'both' }).bytesPerDay;
  expect(traffic({}, { layout: 'channel' }).bytesPerDay).toBe(both - 86_400 * BYTES);
});

test('devices that are not selected publish nothing, and changes are at most all readings', () => {
  const devices = [probe('E1'), probe('E2')];
  expect(traffic({}, { devices }).messagesPerHour).toBe(7200);
  expect(traffic({ devices: 'only', device_list: ['usb/E2'] }, { devices }).devices).toBe(1);
  expect(traffic({ families: ['gateway'] }, { devices })).toEqual({
    devices: 0,
    messagesPerHour: 0,
    bytesPerDay: 0,
    isAtMost: false,
  });
  expect(traffic({ only_changes: true })).toMatchObject({ messagesPerHour: 3600, isAtMost: true });
});
