import { describe, expect, test } from 'vitest';
import { conversionOf } from '../../../../../service/drivers/protocol/chips/index.ts';
import { reasonOf, valueOf } from './support.ts';

/** The data sheet's coefficients: 40127, 36924, 23317 and 23282, 33464, 28165, the least significant byte first. */
const BLOCKS = ['BF 9C 3C 90 15 5B', 'F2 5A B8 82 05 6E'] as const;

const pressure = (raw: string): number => valueOf(0x15, raw, ...BLOCKS);
const temperature = (raw: string): number => valueOf(0x16, raw, ...BLOCKS);

describe('the MS5611', () => {
  test("meets its data sheet's example within 0.01 °C and 2 Pa", () => {
    expect(Math.abs(temperature('3E C1 82') - 20.07)).toBeLessThan(0.01);
    expect(Math.abs(pressure('1A A2 8A 3E C1 82') * 1000 - 100_009)).toBeLessThan(2);
  });

  // D1, D2; computed from docs/hardware.md#ms5611, above 20 °C, below it, below -15 °C, and near these borders.
  test.each([
    ['1A A2 8A', '3E C1 82', 20.079_439_151, 100.009_070_214],
    ['1A A2 8A', '60 F5 90', 51.333_003_807, 106.051_383_994],
    ['C0 CF 6A', '3E C1 82', 20.079_439_151, 60.099_130_765],
    ['1A A2 8A', '00 12 7A', -0.525_850_22, 95.992_422_069],
    ['1A A2 8A', '00 DD 6D', -34.589_189_453, 88.639_017_666],
    ['1A A2 8A', '95 B8 82', 20.005002719, 99.99467927],
    ['1A A2 8A', 'E8 B6 82', 19.990598552, 99.991894476],
    ['1A A2 8A', '05 D1 72', -20.048842431, 92.139462709],
    ['1A A2 8A', '11 CF 72', -20.070484231, 92.135171289],
  ])('D1 %s and D2 %s are %d °C and %d kPa', (d1, d2, celsius, kilopascals) => {
    expect(temperature(d2)).toBeCloseTo(celsius, 8);
    expect(pressure(`${d1} ${d2}`)).toBeCloseTo(kilopascals, 8);
  });

  test('has no value outside the range of the sensor', () => {
    expect(reasonOf(0x16, 'C0 CF 6A', ...BLOCKS)).toBe('out of sensor range, -40 to 85 °C');
    expect(reasonOf(0x15, '1A A2 8A C0 CF 6A', ...BLOCKS)).toBe('out of sensor range, -40 to 85 °C');
    expect(reasonOf(0x16, 'FF FF FF', ...BLOCKS)).toBe('out of sensor range, -40 to 85 °C');
    expect(reasonOf(0x15, '00 00 30 3E C1 82', ...BLOCKS)).toBe('out of sensor range, 1 to 120 kPa');
    expect(reasonOf(0x15, 'FF FF FF 3E C1 82', ...BLOCKS)).toBe('out of sensor range, 1 to 120 kPa');
  });

  test('has no value when it has not measured', () => {
    expect(reasonOf(0x16, '00 00 00', ...BLOCKS)).toBe('no reading from the sensor');
    expect(reasonOf(0x15, '00 00 00 3E C1 82', ...BLOCKS)).toBe('no reading from the sensor');
    expect(reasonOf(0x15, '1A A2 8A 00 00 00', ...BLOCKS)).toBe('no reading from the sensor');
  });

  test.each([[[]], [[BLOCKS[0]]], [[BLOCKS[0], 'F2 5A B8 82 05']], [[`${BLOCKS[0]} 00`, BLOCKS[1]]]])(
    'has no value with calibration %j',
    (blocks) => {
      expect(reasonOf(0x15, '1A A2 8A 3E C1 82', ...blocks)).toBe('sensor calibration not read');
      expect(reasonOf(0x16, '3E C1 82', ...blocks)).toBe('sensor calibration not read');
    },
  );

  test('has no value of a reply of another length', () => {
    expect(reasonOf(0x16, '3E C1', ...BLOCKS)).toBe('sensor sent 2 instead of 3 bytes: 3E C1');
    expect(reasonOf(0x15, '1A A2 8A', ...BLOCKS)).toBe('sensor sent 3 instead of 6 bytes: 1A A2 8A');
  });

  // docs/hardware.md#ms5611: 0 and 1 for pressure at channel 0, 1 and 2 for pressure at channel 1.
  test.each([
    [[0x15, 0x20, 0x19], 0, [0, 1]],
    [[0x15, 0x16], 0, [0, 1]],
    [[0x15, 0x16], 1, [0, 1]],
    [[0x12, 0x15, 0x16], 1, [1, 2]],
    [[0x12, 0x15, 0x16], 2, [1, 2]],
    [[0x16, 0x15], 0, [1, 2]],
    [[0x15, 0x20, 0x16], 2, [0, 1]],
    [[0x15, 0x16, 0x15, 0x16], 3, [2, 3]],
    [[0x15, 0x20, 0x16, 0x15], 2, [3, 4]],
    [[0x16], 0, []],
  ])('of chips %j channel %i needs the blocks %j', (chips, channel, blocks) => {
    expect(conversionOf(chips[channel] ?? 0)?.calibrationBlocks?.(channel, chips)).toEqual(blocks);
  });
});
