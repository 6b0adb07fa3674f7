import { describe, expect, test } from 'vitest';
import { DeviceState } from '../../../service/devices/device-state.ts';
import type { Sample } from '../../../service/devices/types.ts';
import { describePth } from './support.ts';

/** What becomes of a moment's samples, by channel. */
function completed(...samples: Sample[]): Map<string, Sample> {
  const device = new DeviceState(describePth('E1'), 0);
  return new Map(device.complete(samples).samples.map((sample) => [sample.channel, sample]));
}

const failed = (channel: string): Sample => ({ channel, magnitude: null, reason: 'sensor error' });

describe('the samples of a moment, with what is computed of them', () => {
  test('have no computed channel of which an input was not sampled', () => {
    const channels = [...completed({ channel: 'temperature', magnitude: 20 }).keys()];
    expect(channels).toEqual(['temperature']);
  });

  test('say of a computed channel which of its inputs failed, all of them', () => {
    expect(completed(failed('temperature'), failed('relative_humidity')).get('dew_point')).toEqual({
      channel: 'dew_point',
      magnitude: null,
      reason: 'requires temperature, relative_humidity',
    });
    expect(completed(failed('temperature')).get('dew_point')?.reason).toBe('requires temperature');
  });

  test('have a virtual channel as the source has computed it, with or without its inputs', () => {
    const dewPoint: Sample = { channel: 'dew_point', magnitude: 9.3 };
    const temperature: Sample = { channel: 'temperature', magnitude: 20 };
    expect([...completed(dewPoint).values()]).toEqual([dewPoint]);
    expect(completed(dewPoint, temperature, { channel: 'relative_humidity', magnitude: 50 }).get('dew_point')).toEqual(
      dewPoint,
    );
    expect(completed(failed('dew_point'), failed('temperature')).get('dew_point')?.reason).toBe('requires temperature');
    expect(completed(failed('dew_point')).get('dew_point')).toEqual(failed('dew_point'));
  });

  test('have none of the source where an input is corrected here, or the pressure at sea level counts', () => {
    const device = new DeviceState(describePth('E1'), 0);
    device.correct(new Map([['temperature', { unit: '°C', correct: (value: number) => value + 1 }]]));
    const dewPointOf = (...samples: Sample[]): number | null | undefined =>
      device.complete(samples).samples.find(({ channel }) => channel === 'dew_point')?.magnitude;
    const dewPoint: Sample = { channel: 'dew_point', magnitude: 99 };
    const inputs: Sample[] = [
      { channel: 'temperature', magnitude: 19 },
      { channel: 'relative_humidity', magnitude: 50 },
    ];
    // docs/hardware.md#virtual-channels: 9.3 °C at 20 °C and 50 %.
    expect(dewPointOf(dewPoint, ...inputs)).toBeCloseTo(9.3, 1);
    expect(dewPointOf(dewPoint)).toBeUndefined();
    expect([...completed({ channel: 'altitude', magnitude: 1 }).keys()]).toEqual([]);
  });

  test('have the altitude above the pressure at sea level of the moment, which nothing else reads', () => {
    let seaLevel = 101_325;
    let reads = 0;
    const device = new DeviceState(describePth('E1'), 0, undefined, () => {
      reads += 1;
      return seaLevel;
    });
    const altitude = (pressure: number): string | undefined => {
      const { samples } = device.complete([{ channel: 'atmospheric_pressure', magnitude: pressure }]);
      return samples.find(({ channel }) => channel === 'altitude')?.magnitude?.toFixed(0);
    };
    device.complete([{ channel: 'temperature', magnitude: 20 }]);
    expect(reads).toBe(0);
    // Check values of docs/hardware.md#virtual-channels, the second one in proportion.
    expect(altitude(84.556)).toBe('1500000');
    seaLevel = 101_325 * 1.02;
    expect(altitude(84.556 * 1.02)).toBe('1500000');
    seaLevel = 95_000;
    expect(altitude(95)).toBe('0');
  });
});
