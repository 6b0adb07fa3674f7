import { describe, expect, test } from 'vitest';
import { chipChannels } from '../../../../../service/drivers/protocol/chip-channels.ts';
import { derivedValues } from '../../../../../service/drivers/protocol/chips/derived.ts';
import { bytes } from './support.ts';

/** The first derived value of these chips with what they sent. */
const compute = (chips: readonly number[], ...raws: (string | undefined)[]) => {
  const [value] = derivedValues(chips);
  return value?.compute(value.inputs.map((input) => (raws[input] === undefined ? undefined : bytes(raws[input]))));
};

const BRIGHT = { reason: 'sensor saturated: too much light' };

describe('illuminance', () => {
  test('of a TSL2568 in bright light is that of the plain pair', () => {
    // 4000 and 800: a fifth.
    expect(compute([0x0b, 0x0d], 'A0 0F', '20 03')).toBeCloseTo(22.272, 9);
    expect(compute([0x0b, 0x0c, 0x0d, 0x0e], 'A0 0F', '00 FA', '20 03', '00 32')).toBeCloseTo(22.272, 9);
    // The infrared alone is bright.
    expect(compute([0x0b, 0x0c, 0x0d, 0x0e], 'B7 0B', '00 10', 'B8 0B', '00 02')).toBe(0);
  });

  test('in dim light is that of the pair with 16 times the gain', () => {
    // 2999 and 2999 plain would be dark; 16000 and 3200 are 1000 and 200.
    expect(compute([0x0b, 0x0c, 0x0d, 0x0e], 'B7 0B', '80 3E', 'B7 0B', '80 0C')).toBeCloseTo(5.568, 9);
    expect(compute([0x05, 0x06, 0x09, 0x0a], 'B7 0B', 'B7 0B', '80 3E', 'A0 0F')).toBeCloseTo(21.497_587_749, 8);
    // At 3000 the plain pair is taken: infrared alone.
    expect(compute([0x0b, 0x0c, 0x0d, 0x0e], 'B8 0B', '80 3E', 'B7 0B', '80 0C')).toBe(0);
  });

  test('in dim light is that of the plain pair where the other is saturated, missing or was not read', () => {
    const plain = ['E8 03', 'C8 00'] as const;
    expect(compute([0x05, 0x06, 0x09, 0x0a], 'E8 03', 'FA 00', 'FF FF', '00 10')).toBeCloseTo(21.497_587_749, 8);
    expect(compute([0x05, 0x06, 0x09, 0x0a], 'E8 03', 'FA 00', '00 10', 'FF FF')).toBeCloseTo(21.497_587_749, 8);
    expect(compute([0x0b, 0x0d], ...plain)).toBeCloseTo(5.568, 9);
    expect(compute([0x0b, 0x0d, 0x0e], ...plain, '00 01')).toBeCloseTo(5.568, 9);
    expect(compute([0x0b, 0x0d, 0x0c, 0x0e], ...plain, undefined, '00 01')).toBeCloseTo(5.568, 9);
  });

  test('has no value when the plain pair is saturated, or was not read', () => {
    expect(compute([0x05, 0x06], 'FF FF', '00 10')).toEqual(BRIGHT);
    expect(compute([0x0b, 0x0d], '00 10', 'FF FF')).toEqual(BRIGHT);
    expect(compute([0x0b, 0x0d], '00 10', undefined)).toEqual({ reason: 'source reading missing' });
    expect(compute([0x0b, 0x0d], '00 10', '01')).toEqual({ reason: 'sensor sent 1 instead of 2 bytes: 01' });
  });
});

describe('compensated humidity of an SHT75', () => {
  // T, S; computed from docs/hardware.md#virtual-channels: (T - 25) (0.01 + 0.00008 S) + the humidity at 25 °C.
  test.each([
    ['19 64', '07 D0', 64.9712],
    ['1D 4C', '07 D0', 66.6712],
    ['15 7C', '03 E8', 32.1577],
    ['19 64', '00 00', 0],
    ['3F FF', '0F FF', 100],
  ])('%s and %s is %d', (temperature, humidity, value) => {
    expect(compute([0x03, 0x04], temperature, humidity)).toBeCloseTo(value, 9);
    expect(compute([0xff, 0x04, 0x03], undefined, humidity, temperature)).toBeCloseTo(value, 9);
  });

  test('has no value when one of the two has none', () => {
    expect(compute([0x03, 0x04], '40 00', '07 D0')).toEqual({
      reason: 'sensor value 16384 out of range',
    });
  });
});

describe('derived channels', () => {
  const derived = (...chips: number[]) => chipChannels(chips).derived.map(({ definition }) => definition.label);

  test('are made by whole pairs alone', () => {
    expect(derived(0x05, 0x09, 0x0a)).toEqual([]);
    expect(derived(0x0b, 0x06)).toEqual([]);
    expect(derived(0x03)).toEqual([]);
    expect(derived(0x15, 0x20, 0x19)).toEqual([]);
  });

  test('are virtual, and named after those the instrument has', () => {
    const { all, derived: found } = chipChannels([0x2e, 0x0b, 0x0d, 0x05, 0x06]);
    expect(found.map(({ definition, inputs }) => [definition.label, inputs])).toEqual([
      ['illuminance_2', [3, 4]],
      ['illuminance_3', [1, 2]],
    ]);
    expect(all.map(({ label, details }) => [label, details.virtual])).toEqual([
      ['illuminance', false],
      ['raw_1', false],
      ['raw_2', false],
      ['raw_3', false],
      ['raw_4', false],
      ['illuminance_2', true],
      ['illuminance_3', true],
    ]);
  });

  test('stand beside the channels of their pair', () => {
    expect(chipChannels([0x03, 0x04]).all.map(({ label }) => label)).toEqual([
      'temperature',
      'relative_humidity',
      'dew_point',
      'humidex',
      'heat_index',
      'compensated_relative_humidity',
    ]);
  });
});
