import { expect, test } from 'vitest';
import { reasonOf, valueOf } from './support.ts';

// Computed by hand from docs/hardware.md#conversion-formulas.
test.each([
  // Air speed: the knots of the line, between them, and beyond. Volts are 5 / 65535 of the number.
  [0x10, '00 00', 0],
  [0x10, '19 99', 0],
  [0x10, '1A 00', 0.029_325_933],
  [0x10, '1E B8', 0.374_942_779],
  [0x10, '2E 14', 1.115_811_789],
  [0x10, '40 00', 1.723_434_692],
  [0x10, '5A 00', 2.567_570_219],
  [0x10, '80 00', 3],
  [0x10, 'FF FF', 3],
  // EM1: bus 1.25 mV, shunt 2.5 µV, power and current by the full scale in the fifth byte.
  [0x30, '0F A0', 5],
  [0x30, '0F A0 00 00 0A', 5],
  [0x30, 'FF FF', -0.001_25],
  [0x31, '03 E8', 0.0025],
  [0x31, '80 00', -0.081_92],
  [0x33, '40 00 00 00 0A', 5],
  [0x33, 'C0 00 00 00 14', -10],
  [0x32, '00 40 00 00 0A', 0.488_281_25],
  // Volts and their reverse.
  [0x91, 'FF FF', 5],
  [0x91, '33 33', 1],
  [0x92, '00 00', 5],
  [0x92, 'CC CC', 1],
  // Absolute pressure: 4.1 % less than the supply is 115 kPa.
  [0x90, '00 00', 10.555_555_556],
  [0x90, 'CC CC', 99.444_444_444],
  [0x93, 'CC CC', 99.444_444_444],
  // Differential pressure: now, and without a difference.
  [0x94, '80 00 80 00', 0],
  [0x94, '99 99 80 00', 0.499_961_852],
  [0x94, '66 66 7F FF', -0.499_961_852],
  // MLH150: nothing below half a volt; 4.5 V are 150 psi.
  [0x95, '00 00', 0],
  [0x95, '19 99', 0],
  [0x95, 'E6 66', 1034.223_863_184],
  [0x95, '80 00', 517.116_863_184],
  // Tachometer: the clock's whole number.
  [0xa0, '00 00', 0],
  [0xa0, '00 01', 11_718],
  [0xa0, '00 75', 100.153_846_154],
  // The processor's own converter, the least significant byte first.
  [0x80, '34 12', 4660],
  [0x81, '34 12', 4660],
  [0x82, '34 12', 4660],
  [0x83, '34 12', 4660],
  [0x84, '34 12', 4660],
  [0x85, 'FF FF', 65_535],
])('chip %i: %s is %d', (chip, raw, value) => {
  expect(valueOf(chip, raw)).toBeCloseTo(value, 8);
});

test.each([
  [0x33, '40 00 00 00 00', 'full-scale current not set'],
  [0x32, '40 00 00 00 00', 'full-scale current not set'],
  [0x33, '40 00', 'sensor sent 2 instead of 5 bytes: 40 00'],
  [0x30, '40', 'sensor sent 1 instead of 2 or 5 bytes: 40'],
  [0x31, '40 00 00', 'sensor sent 3 instead of 2 or 5 bytes: 40 00 00'],
  [0x94, '80 00', 'sensor sent 2 instead of 4 bytes: 80 00'],
  [0xa0, '', 'no data from the sensor'],
  [0x10, '01', 'sensor sent 1 instead of 2 bytes: 01'],
])('chip %i: %s is no value: %s', (chip, raw, reason) => {
  expect(reasonOf(chip, raw)).toBe(reason);
});
