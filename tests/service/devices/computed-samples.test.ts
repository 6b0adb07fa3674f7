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
  test('have no computed channel of which no input was sampled', () => {
    const channels = [...completed({ channel: 'temperature', magnitude: 20 }).keys()];
    expect(channels).toContain('dew_point');
    expect(channels).not.toContain('altitude');
  });

  test('say of a computed channel which of its inputs it lacks, all of them', () => {
    expect(completed(failed('temperature'), failed('relative_humidity')).get('dew_point')).toEqual({
      channel: 'dew_point',
      magnitude: null,
      reason: 'requires temperature, relative_humidity',
    });
    expect(completed({ channel: 'temperature', magnitude: 20 }).get('dew_point')?.reason).toBe(
      'requires relative_humidity',
    );
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
