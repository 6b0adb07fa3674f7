import { describe, expect, test } from 'vitest';
import { conversionOf } from '../../../../../service/drivers/protocol/chips/index.ts';
import { platinumCelsius } from '../../../../../service/drivers/protocol/chips/resistance.ts';
import { reasonOf, valueOf } from './support.ts';

const DISCONNECTED = 'signal out of range; the probe may be disconnected';
const NO_TEMPERATURE = 'probe disconnected, or temperature outside -200 to 850 °C';

describe('platinum', () => {
  // The check values of docs/hardware.md#platinum-resistance.
  test.each([
    [100.5, 1.279_67, 5],
    [110, 25.686_49, 5],
    [119.4, 50.013_11, 5],
    [138.5, 100.0005, 4],
  ])('%d ohms are %d °C', (ohms, celsius, digits) => {
    expect(platinumCelsius(ohms, 100)).toBeCloseTo(celsius, digits);
  });

  // The table of DIN 43760, to its hundredths of an ohm.
  test.each([
    [-150, 39.71],
    [-100, 60.25],
    [-50, 80.31],
    [0, 100],
    [100, 138.5],
    [200, 175.84],
    [400, 247.04],
    [850, 390.26],
  ])('%d °C are %d ohms in the table', (celsius, ohms) => {
    const found = platinumCelsius(ohms, 100);
    expect(Math.abs(Number(found) - celsius)).toBeLessThan(0.02);
  });

  // Computed from the standard's polynomial.
  test.each([
    [18.493_600_1, -199.999_999_769],
    [20, -196.514_306_692],
    [50, -125.135_519_769],
    [60.254_34, -100],
    [80.306_939_687_5, -50],
    [99.9, -0.255_875_641],
    [100, 0],
    [390.261_272_4, 849.999_999_658],
  ])('%d ohms are %d °C to a billionth', (ohms, celsius) => {
    expect(platinumCelsius(ohms, 100)).toBeCloseTo(celsius, 8);
    expect(platinumCelsius(ohms * 10, 1000)).toBeCloseTo(celsius, 8);
  });

  test.each([0, -5, 18.48, 390.27, Number.POSITIVE_INFINITY, Number.NaN])('%d ohms are no temperature', (ohms) => {
    expect(platinumCelsius(ohms, 100)).toEqual({ reason: NO_TEMPERATURE });
  });
});

describe('an RTD300 with three wires', () => {
  // Code, reference, gain, trim of the reference: computed by hand from docs/hardware.md#conversion-formulas.
  test.each([
    [0x34, '20 00 00 03 70 10 00 00', 25.686_491_028],
    [0x34, '20 00 00 03 24 10 00 00', 1.279_669_932],
    [0x34, '20 00 00 04 54 10 00 00', 100.000_501_06],
    [0x34, '20 00 00 03 70 1F 20 00', 26.008_821_553],
    [0x34, '20 00 00 03 70 10 E0 00', 25.364_191_586],
    [0x34, '20 00 00 01 40 00 00 00', -50.772_776_219],
    [0x34, '20 00 00 05 00 40 00 00', -196.514_306_692],
    [0x36, '20 00 00 22 60 10 00 00', 25.686_491_028],
  ])('chip %i: %s is %d °C', (chip, raw, celsius) => {
    expect(valueOf(chip, raw)).toBeCloseTo(celsius, 8);
  });

  test.each([
    ['7F FF FF 03 70 10 00 00', DISCONNECTED],
    ['80 00 00 03 70 10 00 00', DISCONNECTED],
    ['FF FF FF 03 70 10 00 00', DISCONNECTED],
    ['7F FF FE 03 70 00 00 00', NO_TEMPERATURE],
    ['00 00 00 03 70 10 00 00', NO_TEMPERATURE],
    ['20 00 00 00 00 10 00 00', NO_TEMPERATURE],
    ['20 00 00 03 70 10 00', 'sensor sent 7 instead of 8 bytes: 20 00 00 03 70 10 00'],
    ['20 00 00 03 70 10 00 00 00', 'sensor sent 9 instead of 8 bytes: 20 00 00 03 70 10 00 00 00'],
  ])('%s has no value', (raw, reason) => {
    expect(reasonOf(0x34, raw)).toBe(reason);
  });
});

describe('an RTD300 with two wires', () => {
  // Each current of the table.
  test.each([
    ['20 00 00 00 00 91', 56.956_313_698],
    ['20 00 00 00 00 72', -5.991_957_95],
    ['20 00 00 00 00 63', -5.991_957_95],
    ['20 00 00 00 00 44', 147.150_194_031],
    ['20 00 00 00 00 35', 147.150_194_031],
    ['20 00 00 00 00 36', 10.678_820_346],
    ['20 00 00 00 00 27', 147.150_194_031],
    ['20 00 00 00 00 28', 10.678_820_346],
    ['20 00 00 00 00 19', 147.150_194_031],
    ['20 00 00 12 34 19 56 78', 147.150_194_031],
  ])('%s is %d °C', (raw, celsius) => {
    expect(valueOf(0x35, raw)).toBeCloseTo(celsius, 8);
  });

  test.each([
    ['20 00 00 00 00 10', 'no current through the probe'],
    ['20 00 00 00 00 1A', 'no current through the probe'],
    ['20 00 00 00 00 1F', 'no current through the probe'],
    ['7F FF FF 00 00 19', DISCONNECTED],
    ['20 00 00 00 00', 'sensor sent 5 instead of 6 or 8 bytes: 20 00 00 00 00'],
  ])('%s has no value', (raw, reason) => {
    expect(reasonOf(0x35, raw)).toBe(reason);
  });
});

describe('the cold junction of a TMC200', () => {
  test.each([
    ['00 16 00 00 00 00 27 03 E8', 21.619_738_589],
    ['FF 16 00 00 FF FF 27 FC 18', 16.472_924_452],
    ['00 14 00 00 00 00 27 09 28', 0.000_639_713],
    ['00 10 00 00 00 00 19 1B 58', -37.842_177_073],
    ['00 12 00 00 00 00 27 F4 48', -38.434_771_14],
    ['00 1B 70 00 00 00 27 01 F4', 89.395_680_383],
  ])('%s is %d °C', (raw, celsius) => {
    expect(valueOf(0x37, raw)).toBeCloseTo(celsius, 8);
  });

  test.each([
    ['00 1B 70 00 00 00 27 03 E8', 'cold junction outside -40 to 90 °C'],
    ['00 12 00 00 00 00 27 F0 60', 'cold junction outside -40 to 90 °C'],
    ['00 7F FF FF 00 00 27 00 00', DISCONNECTED],
    ['00 16 00 00 00 00 20 03 E8', 'no current through the probe'],
    ['00 00 00 00 00 00 27 00 00', NO_TEMPERATURE],
    ['00 16 00 00 00 00 27 03', 'sensor sent 8 instead of 9 bytes: 00 16 00 00 00 00 27 03'],
  ])('%s has no value', (raw, reason) => {
    expect(reasonOf(0x37, raw)).toBe(reason);
  });
});

describe('the first PT100 instrument', () => {
  // Probe, lead, and the calibration of the current; six of each code's bits do not count.
  test.each([
    ['00 38 40 00 01 40', '00 00', 28.911_196_53],
    ['00 38 40 00 01 40', 'CE FF', 30.354_409_836],
    ['00 38 40 00 01 40', '2C 01', 20.558_419_621],
    ['FC 27 10 FC 00 64', '00 00', -56.470_234_442],
    ['00 32 00 03 FF 9C', '00 00', 0.999_700_574],
  ])('%s with calibration %s is %d °C', (raw, calibration, celsius) => {
    expect(valueOf(0x12, raw, calibration)).toBeCloseTo(celsius, 8);
  });

  test.each([
    ['01 FF FF 00 01 40', '00 00', DISCONNECTED],
    ['00 38 40 02 00 00', '00 00', DISCONNECTED],
    ['00 00 00 00 00 00', '00 00', NO_TEMPERATURE],
    ['00 38 40 00 01 40', 'F0 D8', 'device calibration invalid'],
    ['00 38 40 00 01 40', '00', 'device calibration not read'],
    ['00 38 40 00 01', '00 00', 'sensor sent 5 instead of 6 bytes: 00 38 40 00 01'],
  ])('%s with calibration %s has no value', (raw, calibration, reason) => {
    expect(reasonOf(0x12, raw, calibration)).toBe(reason);
  });

  test('needs the block of its channel', () => {
    expect(reasonOf(0x12, '00 38 40 00 01 40')).toBe('device calibration not read');
    expect(conversionOf(0x12)?.calibrationBlocks?.(0, [0x12, 0x15, 0x16])).toEqual([0]);
    expect(conversionOf(0x12)?.calibrationBlocks?.(2, [0x15, 0x16, 0x12])).toEqual([2]);
  });
});
