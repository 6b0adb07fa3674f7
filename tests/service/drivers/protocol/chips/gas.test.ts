import { expect, test } from 'vitest';
import { reasonOf, valueOf } from './support.ts';

// Computed by hand from docs/hardware.md#conversion-formulas.
test.each([
  // CO2 in ppm; the error bits are three of the status, and a fifth byte does not count.
  [0x40, '00 00 01 9A', 410],
  [0x40, 'FF F8 01 9A', 410],
  [0x40, '00 00 FF FE 01', 65_534],
  // CCS811.
  [0x41, '01 01 2C', 300],
  [0x42, '80 04 B0', 1200],
  // SCD30 and SPS30: float32.
  [0x47, '43 D2 00 00', 420],
  [0x47, '00 00 00 00', 0],
  [0x47, '47 1C 40 00', 40_000],
  [0x48, 'C1 2C 00 00', -10.75],
  [0x48, '42 8C 00 00', 70],
  [0x48, 'C2 20 00 00', -40],
  [0x49, '42 2E 00 00', 43.5],
  [0x49, '42 C9 00 00', 100],
  [0x49, 'BF 80 00 00', 0],
  [0x50, '40 C0 00 00', 6],
  [0x51, '40 C0 00 00', 6],
  [0x52, '40 C0 00 00', 6],
  [0x53, '40 C0 00 00', 6],
  [0x54, '42 30 00 00', 44],
  [0x55, '42 30 00 00', 44],
  [0x56, '42 30 00 00', 44],
  [0x57, '42 30 00 00', 44],
  [0x58, '42 30 00 00', 44],
  [0x59, '3F 40 00 00', 0.75],
  [0x50, '00 00 00 00', 0],
  // DXC200: % by volume.
  [0x5a, '01 00 29 00 0A', 0.041],
  [0x5b, '01 4E 20 00 64', 200],
])('chip %i: %s is %d', (chip, raw, value) => {
  expect(valueOf(chip, raw)).toBeCloseTo(value, 10);
});

test.each([
  [0x40, '00 01 01 9A', 'sensor error 1'],
  [0x40, '00 04 01 9A 00', 'sensor error 4'],
  [0x40, '00 02 01 9A', 'sensor error 2'],
  [0x41, '00 01 2C', 'no valid reading yet'],
  [0x47, '7F C0 00 00', 'sensor value is not a number'],
  [0x48, '7F C0 00 00', 'sensor value is not a number'],
  [0x47, '47 1C 40 01', 'out of sensor range'],
  [0x47, 'BF 80 00 00', 'out of sensor range'],
  [0x48, '42 8C 00 01', 'out of sensor range'],
  [0x48, 'C2 20 00 01', 'out of sensor range'],
  [0x49, '7F C0 00 00', 'sensor value is not a number'],
  [0x49, '7F 80 00 00', 'sensor value is not a number'],
  [0x49, 'FF 80 00 00', 'sensor value is not a number'],
  [0x50, 'FF 80 00 00', 'out of sensor range'],
  [0x54, 'BF 80 00 00', 'out of sensor range'],
  [0x59, '7F 80 00 00', 'out of sensor range'],
  [0x5a, '00 00 29 00 0A', 'sensor status 0'],
  [0x5b, '02 00 29 00 0A', 'sensor status 2'],
  [0x5a, '01 00 29 00 00', 'sensor scale unknown'],
  [0x40, '00 00 01', 'sensor sent 3 instead of 4 or 5 bytes: 00 00 01'],
  [0x40, '00 00 01 9A 01 02', 'sensor sent 6 instead of 4 or 5 bytes: 00 00 01 9A 01 02'],
  [0x42, '01 01', 'sensor sent 2 instead of 3 bytes: 01 01'],
  [0x47, '43 D2 00', 'sensor sent 3 instead of 4 bytes: 43 D2 00'],
  [0x59, '3F', 'sensor sent 1 instead of 4 bytes: 3F'],
  [0x5a, '01 00 29 00', 'sensor sent 4 instead of 5 bytes: 01 00 29 00'],
])('chip %i: %s is no value: %s', (chip, raw, reason) => {
  expect(reasonOf(chip, raw)).toBe(reason);
});
