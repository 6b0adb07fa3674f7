import { expect, test } from 'vitest';
import { tsl2561Lux, tsl2568Lux } from '../../../../../service/drivers/protocol/chips/derived.ts';
import { reasonOf, valueOf } from './support.ts';

// Computed by hand from docs/hardware.md#conversion-formulas.
test.each([
  // Counts, the least significant byte first.
  [0x05, '34 12', 4660],
  [0x06, '34 12', 4660],
  [0x09, '34 12', 4660],
  [0x0a, '34 12', 4660],
  [0x0b, '34 12', 4660],
  [0x0c, '34 12', 4660],
  [0x0d, '34 12', 4660],
  [0x0e, 'FE FF', 65_534],
  [0x2c, '34 12', 4660],
  [0x2d, '34 12', 4660],
  [0x2f, '34 12', 4660],
  [0x2f, '34 12 01 03', 4660],
  [0x43, '01 02 03', 197_121],
  [0x44, '01 02 03', 197_121],
  [0x45, '01 02 03', 197_121],
  [0x46, 'FF FF FF', 16_777_215],
  // UV in µW/cm².
  [0x2a, 'E8 03', 930],
  [0x2b, 'E8 03', 2100],
  // Lux by gain and time: 1000 counts are 3.6 lx with the highest of both.
  [0x2e, 'E8 03 01 03', 3.6],
  [0x2e, 'E8 03 00 03', 7.2],
  [0x2e, 'E8 03 03 03', 28.8],
  [0x2e, 'E8 03 02 03', 57.6],
  [0x2e, 'E8 03 01 02', 7.2],
  [0x2e, 'E8 03 01 01', 14.4],
  [0x2e, 'E8 03 01 00', 28.8],
  [0x2e, 'E8 03 01 08', 57.6],
  [0x2e, 'E8 03 01 0C', 115.2],
  [0x2e, 'E8 03 02 0C', 1843.2],
])('chip %i: %s is %d', (chip, raw, value) => {
  expect(valueOf(chip, raw)).toBeCloseTo(value, 9);
});

test.each([0x05, 0x06, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x2a, 0x2b, 0x2c, 0x2d, 0x2f])(
  'chip %i is saturated at the highest count',
  (chip) => {
    expect(reasonOf(chip, 'FF FF')).toBe('sensor saturated: too much light');
  },
);

test('an ambient light sensor is saturated at the highest count, and its settings must be known', () => {
  expect(reasonOf(0x2e, 'FF FF 01 03')).toBe('sensor saturated: too much light');
  expect(reasonOf(0x2e, 'E8 03 04 03')).toBe('unknown sensor settings: gain 4, time 3');
  expect(reasonOf(0x2e, 'E8 03 01 04')).toBe('unknown sensor settings: gain 1, time 4');
  expect(reasonOf(0x2e, 'E8 03')).toBe('sensor sent 2 instead of 4 bytes: E8 03');
  expect(reasonOf(0x43, '01 02')).toBe('sensor sent 2 instead of 3 bytes: 01 02');
});

// Computed by hand from docs/hardware.md#virtual-channels: within each line, and on its border.
test.each([
  [1000, 200, 5.568],
  [1000, 349, 4.031_81],
  [1000, 350, 4.012],
  [1000, 351, 4.000_12],
  [1000, 400, 3.418],
  [1000, 500, 2.23],
  [1000, 501, 2.22],
  [1000, 550, 1.73],
  [1000, 600, 1.23],
  [1000, 601, 1.2225],
  [1000, 700, 0.48],
  [1000, 720, 0.3312],
  [1000, 721, 0.328_66],
  [1000, 800, 0.128],
  [1000, 849, 0.003_54],
  [1000, 850, 0],
  [1000, 2000, 0],
  [0, 0, 0],
  [0, 10, 0],
])('a TSL2568 with counts of %d and %d has %d lx', (wide, infrared, lux) => {
  expect(tsl2568Lux(wide, infrared)).toBeCloseTo(lux, 9);
});

test.each([
  [1000, 0, 30.4],
  [1000, 250, 21.497_587_749],
  [1000, 499, 6.972148995],
  [1000, 500, 6.9],
  [1000, 501, 6.869],
  [1000, 600, 3.8],
  [1000, 610, 3.467],
  [1000, 611, 3.4517],
  [1000, 700, 2.09],
  [1000, 800, 0.564],
  [1000, 801, 0.562_88],
  [1000, 1200, 0.116],
  [1000, 1300, 0.004],
  [1000, 1301, 0],
  [0, 0, 0],
  [0, 10, 0],
])('a TSL2561 with counts of %d and %d has %d lx', (wide, infrared, lux) => {
  expect(tsl2561Lux(wide, infrared)).toBeCloseTo(lux, 7);
});
