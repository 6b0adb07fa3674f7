import { describe, expect, test } from 'vitest';
import { expectedTraffic } from '../../../renderer/components/reading-choice/expected-traffic.ts';
import { lineSize } from '../../../renderer/features/databases/editor/line-size.ts';
import { messageSizes } from '../../../renderer/features/mqtt/preview/message-sizes.ts';
import { type MqttLayout, READING_CHOICE_DEFAULTS, type ReadingChoice } from '../../../service/contract/index.ts';
import { appDevice } from '../../support/views/devices.ts';

/** One device with two channels, sampled once a second. */
function probe(serial: string, alias = '') {
  const device = appDevice({
    serial,
    alias,
    channels: {
      temperature: { unit: '°C', description: 'Temperature', value: 24.8344 },
      relative_humidity: { unit: '%rh', description: 'Relative humidity', value: 59.5 },
    },
  });
  for (const channel of Object.values(device.device.channels)) channel.period_ms = 1000;
  return device;
}

function published(choice: Partial<ReadingChoice>, layout: MqttLayout = 'device', devices = [probe('E1')]) {
  return expectedTraffic({
    choice: { ...READING_CHOICE_DEFAULTS, ...choice },
    devices,
    sizesOf: (device, readings) => messageSizes({ layout, prefix: 'lab' }, device, readings),
  });
}

describe('messages', () => {
  // Counted by hand: the topic `lab/E1/measurement` has 18 bytes, headers have 7, and the payload
  // {"serial":"E1","timestamp":"2026-11-20T14:45:12.318Z","values":{"temperature":{"magnitude":24.8344,"unit":"°C"},
  // "relative_humidity":{"magnitude":59.5,"unit":"%rh"}}} has 64 + 48 + 1 + 51 + 2 bytes, with 2 for the degree sign.
  const TEMPERATURE = 48;
  const HUMIDITY = 51;
  const BYTES = 18 + 7 + 64 + TEMPERATURE + 1 + HUMIDITY + 2;

  test('every reading: one message per period', () => {
    expect(published({})).toEqual({
      devices: 1,
      computed: 0,
      perHour: 3600,
      bytesPerDay: 86_400 * BYTES,
      isAtMost: false,
    });
  });

  test('one channel is shorter', () => {
    const { perHour, bytesPerDay } = published({ channels: 'only', channel_list: ['temperature'] });
    expect([perHour, bytesPerDay]).toEqual([3600, 86_400 * (BYTES - HUMIDITY - 1)]);
  });

  test('an interval is the time between two messages, unless the device is slower', () => {
    expect(published({ interval_s: 60 }).perHour).toBe(60);
    expect(published({ interval_s: 86_400 }).perHour).toBeCloseTo(1 / 24);
    expect(published({ interval_s: 1 }).perHour).toBe(3600);
  });

  test('a mean has minimum, maximum and count', () => {
    // ,"maximum":24.8344 and ,"minimum":24.8344 are 18 bytes each, "count":60, are 11; 15 each for 59.5.
    const more = 18 + 18 + 11 + (15 + 15 + 11);
    expect(published({ interval_s: 60, interval_value: 'mean' }).bytesPerDay).toBe(1440 * (BYTES + more));
  });

  test('decimals are as many as are sent', () => {
    // 24.8344 becomes 24.8.
    expect(published({ decimals: 1 }).bytesPerDay).toBe(86_400 * (BYTES - 3));
  });

  test('a message per channel, or both', () => {
    expect(published({}, 'channel').perHour).toBe(7200);
    expect(published({}, 'both').perHour).toBe(10_800);
    const both = published({}, 'both').bytesPerDay;
    expect(published({}, 'channel').bytesPerDay).toBe(both - 86_400 * BYTES);
  });

  test('devices that are not selected publish nothing, and changes are at most all readings', () => {
    const devices = [probe('E1'), probe('E2')];
    expect(published({}, 'device', devices).perHour).toBe(7200);
    expect(published({ devices: 'only', device_list: ['usb/E2'] }, 'device', devices).devices).toBe(1);
    expect(published({ families: ['gateway'] }, 'device', devices)).toEqual({
      devices: 0,
      computed: 0,
      perHour: 0,
      bytesPerDay: 0,
      isAtMost: false,
    });
    const sum = Object.assign(probe('C1'), { family: 'computed' });
    expect(published({}, 'device', [...devices, sum])).toMatchObject({ devices: 2, computed: 1, perHour: 10_800 });
    expect(published({ only_changes: true })).toMatchObject({ perHour: 3600, isAtMost: true });
  });
});

describe('lines', () => {
  function written(choice: Partial<ReadingChoice>, device = probe('E1'), tags: string[] = []) {
    return expectedTraffic({
      choice: { ...READING_CHOICE_DEFAULTS, ...choice },
      devices: [device],
      sizesOf: (one, readings) => [lineSize({ measurement: 'mensura', tags }, one, readings)],
    });
  }

  // Counted by hand, with the line break: `mensura,family=usb,installation=MS4K7Q2M9XWA,model=VCP-PTH450-CAL/v1,serial=E1 `
  // has 79 bytes, `temperature=24.8344,relative_humidity=59.5` 19 + 1 + 22, ` 1795185912318` 14.
  const BYTES = 79 + 19 + 1 + 22 + 14 + 1;

  test('one line per period, with all channels', () => {
    expect(written({})).toEqual({
      devices: 1,
      computed: 0,
      perHour: 3600,
      bytesPerDay: 86_400 * BYTES,
      isAtMost: false,
    });
    expect(written({ channels: 'only', channel_list: ['temperature'] }).bytesPerDay).toBe(86_400 * (BYTES - 23));
    expect(written({ interval_s: 60, decimals: 1 })).toMatchObject({ perHour: 60, bytesPerDay: 1440 * (BYTES - 3) });
  });

  test('a mean has three more fields', () => {
    // ,temperature_min=24.8344,temperature_max=24.8344,temperature_count=60 and likewise for the humidity.
    const more = 24 + 24 + 21 + (27 + 27 + 27);
    expect(written({ interval_s: 60, interval_value: 'mean' }).bytesPerDay).toBe(1440 * (BYTES + more));
  });

  test('the name of the device and the extra tags count, as they are escaped', () => {
    // ,name=Kühl\ 1 has 14 bytes in UTF-8, and ,site=Hall\ 2 has 13.
    expect(written({}, probe('E1', 'Kühl 1'), ['site=Hall 2']).bytesPerDay).toBe(86_400 * (BYTES + 14 + 13));
  });
});
