import { describe, expect, test } from 'vitest';
import { DeviceState } from '../../../service/devices/device-state.ts';
import type { Correctors, Sample } from '../../../service/devices/types.ts';
import { appDeviceView, deviceView, measurementView } from '../../../service/devices/views.ts';
import { describePth, describeTwoProbes } from './support.ts';

const FIELDS = {
  alias: '',
  note: '',
  group: '',
  favorite: false,
  channelNames: {},
  seaLevelPressure: { effective: 101_325, own: null },
  canSwitchProtocol: false,
};

/** One degree less; no value above 90 °C. */
const MINUS_ONE: Correctors = new Map([
  ['temperature', { unit: '°C', correct: (value: number) => (value > 90 ? null : value - 1) }],
]);

const set = (...samples: Sample[]) => ({ family: 'usb', serial: 'E1', at: 0, samples }) as const;
const magnitudes = (samples: readonly Sample[] = []) =>
  Object.fromEntries(samples.map(({ channel, magnitude }) => [channel, magnitude]));

function corrected(correctors = MINUS_ONE): DeviceState {
  return new DeviceState(describePth('E1'), 0, correctors);
}

describe('a corrected device', () => {
  test('computes virtual channels of corrected values', () => {
    const plain = new DeviceState(describePth('E1'), 0);
    const wanted = plain.complete([
      { channel: 'temperature', magnitude: 24 },
      { channel: 'relative_humidity', magnitude: 50 },
    ]);
    const { samples, uncorrected } = corrected().sample(
      set({ channel: 'temperature', magnitude: 25 }, { channel: 'relative_humidity', magnitude: 50 }),
      0,
    );
    expect(magnitudes(samples)).toEqual(magnitudes(wanted.samples));
    expect(magnitudes(samples)['dew_point']).toBeCloseTo(12.94, 1);
    expect(magnitudes(uncorrected)).toEqual({ temperature_uncorrected: 25 });
  });

  test('has the uncorrected channel in the app API, and not in the contract', () => {
    const device = corrected();
    device.sample(set({ channel: 'temperature', magnitude: 25 }), 0);
    expect(JSON.stringify([deviceView(device), measurementView(device)])).not.toContain('uncorrected');
    expect(deviceView(device).channels['temperature']?.value?.magnitude).toBe(24);
    const { device: shown, product } = appDeviceView(device, FIELDS);
    expect(shown.channel_list.at(-1)).toBe('temperature_uncorrected');
    expect(shown.channels['temperature_uncorrected']?.value).toMatchObject({ magnitude: 25, unit: '°C' });
    expect(product.channels['temperature_uncorrected']).toMatchObject({ description: 'Temperature, uncorrected' });
  });

  test('keeps a sensor error for both, and says what is outside the range', () => {
    const device = corrected();
    device.sample(set({ channel: 'temperature', magnitude: null, reason: 'sensor error' }), 0);
    expect(device.readings.get('temperature')).toEqual({ value: null, reason: 'sensor error' });
    expect(device.uncorrected.get('temperature_uncorrected')).toEqual({ value: null, reason: 'sensor error' });
    device.sample(set({ channel: 'temperature', magnitude: 91 }), 0);
    expect(device.readings.get('temperature')).toEqual({ value: null, reason: 'outside the corrected range' });
    expect(device.uncorrected.get('temperature_uncorrected')?.value?.magnitude).toBe(91);
  });

  test('changes no current reading when a correction begins or ends', () => {
    const device = new DeviceState(describePth('E1'), 0);
    device.sample(set({ channel: 'temperature', magnitude: 25 }), 0);
    device.correct(MINUS_ONE);
    expect(device.readings.get('temperature')?.value?.magnitude).toBe(25);
    expect(device.uncorrected.get('temperature_uncorrected')?.value).toBeNull();
    device.sample(set({ channel: 'temperature', magnitude: 25 }), 0);
    const { revision } = device;
    device.correct(undefined);
    expect(device.revision).toBeGreaterThan(revision);
    expect(device.readings.get('temperature')?.value?.magnitude).toBe(24);
    expect(device.uncorrected.size).toBe(0);
    expect(device.product).toBe(device.description.product);
  });

  test('has null for both after it became silent', () => {
    const device = corrected();
    device.sample(set({ channel: 'temperature', magnitude: 25 }), 0);
    expect(device.checkSilence(60_000)).toBe(true);
    expect(device.uncorrected.get('temperature_uncorrected')).toEqual({ value: null, reason: 'no data' });
  });

  test.each([
    ['another unit', 'temperature', '°F'],
    ['a virtual channel', 'dew_point', '°C'],
    ['a channel that it does not have', 'pressure', 'kPa'],
  ])('ignores the correction of %s', (_, channel, unit) => {
    const device = corrected(new Map([[channel, { unit, correct: () => 0 }]]));
    const { samples, uncorrected } = device.sample(
      set({ channel: 'temperature', magnitude: 25 }, { channel: 'relative_humidity', magnitude: 50 }),
      0,
    );
    expect(uncorrected).toBeUndefined();
    expect(magnitudes(samples)).toMatchObject({ temperature: 25 });
    expect(device.product).toBe(device.description.product);
  });

  test('keeps its correction through a new description', () => {
    const device = corrected();
    device.describe(describePth('E1', { periodMs: 500 }), 0);
    expect(magnitudes(device.sample(set({ channel: 'temperature', magnitude: 25 }), 0).samples)).toMatchObject({
      temperature: 24,
    });
  });

  test('labels the uncorrected ones of two equal probes', () => {
    const both = ['temperature', 'temperature_2'].map((name) => [name, { unit: '°C', correct: () => 0 }] as const);
    const device = new DeviceState(describeTwoProbes('E1'), 0, new Map(both));
    expect(appDeviceView(device, FIELDS).channel_labels).toMatchObject({
      temperature: 'Tank A',
      temperature_uncorrected: 'Tank A, uncorrected',
      temperature_2_uncorrected: 'Tank B, uncorrected',
    });
  });
});
