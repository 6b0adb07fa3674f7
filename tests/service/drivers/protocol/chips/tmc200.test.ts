import { describe, expect, test } from 'vitest';
import { reasonOf, valueOf } from './support.ts';

/** A TMC200 whose cold junction has 21.619738589 °C. */
const COLD = '00 16 00 00 00 00 27 03 E8';
const tmc200 = (code: string, gain: string, status = '00', cold = COLD): string =>
  `${cold} 00 ${code} ${gain} ${status}`;

describe('the TMC200', () => {
  // Voltage, gain, and the temperature with that of the cold junction: computed from docs/hardware.md#thermocouples.
  test.each([
    [0x38, '06 B5 FD', '50', 120.9606681],
    [0x38, 'FD B6 10', '50', -13.6557056],
    [0x38, 'F4 67 40', '50', -225.1754217],
    [0x38, '60 00 00', '60', 724.6639933],
    [0x39, '06 B5 FD', '50', 98.726039],
    [0x39, 'FD B6 10', '50', -5.8312196],
    [0x39, '60 00 00', '60', 553.197448],
    [0x3a, '06 B5 FD', '50', 161.4696152],
    [0x3a, 'FD B6 10', '50', -32.2383503],
    [0x3a, 'F8 5E E0', '50', -210.6281877],
    [0x3a, '60 00 00', '60', 835.9501884],
    [0x3b, '06 B5 FD', '50', 86.0579203],
    [0x3b, 'FD B6 10', '50', -1.8278417],
    [0x3b, 'EE E9 00', '50', -213.5598414],
    [0x3b, '60 00 00', '60', 420.4602061],
    [0x3c, '06 B5 FD', '50', 114.2281993],
    [0x3c, 'FD B6 10', '50', -14.2231062],
    [0x3c, 'F5 03 80', '50', -217.0757893],
    [0x3c, '30 00 00', '60', 310.995789],
    [0x3d, '06 B5 FD', '50', 916.1096526],
    [0x3d, '03 0D 40', '50', 611.3605706],
    [0x3d, '00 2E E0', '50', 161.3033365],
    [0x3d, '20 00 00', '60', 1470.8449217],
    [0x3e, '06 B5 FD', '50', 498.5003598],
    [0x3e, '03 0D 40', '50', 262.5654268],
    [0x3e, 'FF 8A D0', '50', -31.5022388],
    [0x3e, '38 00 00', '60', 1636.8865649],
    [0x3f, '06 B5 FD', '50', 476.4833467],
    [0x3f, '03 0D 40', '50', 256.3936284],
    [0x3f, '38 00 00', '60', 1482.9340651],
  ])('chip %i with code %s and gain %s is %d °C', (chip, code, gain, celsius) => {
    expect(valueOf(chip, tmc200(code, gain))).toBeCloseTo(celsius, 6);
  });

  // The polynomial of type B continued below 0 °C, computed with 50 digits; the resistance of the cold junction is that of
  // a Pt100 of DIN 43760: 99.999992, 99.804250 and 99.611250 ohm are -0.00002047, -0.5008583 and -0.9946074 °C.
  test.each([
    ['14 03 07 00 00 27 08 EE', '06 B5 FD', 916.412288404],
    ['14 03 07 00 00 27 08 EE', '00 2E E0', 162.933390783],
    ['14 00 00 00 00 27 08 64', '06 B5 FD', 916.426925822],
    ['14 00 00 00 00 27 08 64', '00 2E E0', 163.011781621],
    ['14 00 00 00 00 27 07 A3', '06 B5 FD', 916.44169566],
    ['14 00 00 00 00 27 07 A3', '00 2E E0', 163.090840151],
  ])('type B with a cold junction of %s, just below 0 °C, and code %s is %d °C', (cold, code, celsius) => {
    expect(valueOf(0x3d, tmc200(code, '50', '00', `00 ${cold}`))).toBeCloseTo(celsius, 6);
  });

  test('takes a longer reply, other bits of the status, and the lower half of the gain as nothing', () => {
    const celsius = valueOf(0x38, tmc200('06 B5 FD', '50'));
    expect(valueOf(0x38, `${tmc200('06 B5 FD', '5F')} 12 34`)).toBe(celsius);
    expect(valueOf(0x38, tmc200('06 B5 FD', '50', 'C3'))).toBe(celsius);
  });

  test.each(['04', '08', '10', '20', 'FF'])('status %s is a disconnected probe', (status) => {
    expect(reasonOf(0x38, tmc200('06 B5 FD', '50', status))).toBe('probe disconnected');
  });

  test.each([
    [0x38, tmc200('DB 00 00', '50'), 'out of range for type K, -270 to 1377 °C'],
    [0x39, tmc200('7F FF FE', '50'), 'out of range for type J, -210 to 1200 °C'],
    [0x3a, tmc200('DB 00 00', '50'), 'out of range for type N, -270 to 1300 °C'],
    [0x3b, tmc200('DB 00 00', '50'), 'out of range for type E, -270 to 1000 °C'],
    [0x3c, tmc200('60 00 00', '60'), 'out of range for type T, -270 to 400 °C'],
    [0x3d, tmc200('FD B6 10', '50'), 'out of range for type B, 43 to 1820 °C'],
    [0x3e, tmc200('FD B6 10', '50'), 'out of range for type S, -50 to 1768.1 °C'],
    [0x3f, tmc200('60 00 00', '60'), 'out of range for type R, -50 to 1768.1 °C'],
    [0x38, tmc200('7F FF FF', '50'), 'signal out of range; the probe may be disconnected'],
    [0x38, tmc200('80 00 00', '50'), 'signal out of range; the probe may be disconnected'],
    [0x38, tmc200('00 00 00', '50', '00', '00 00 00 00 00 00 20 00 00'), 'no current through the probe'],
    [0x38, tmc200('06 B5 FD', '50', '00', '00 1B 70 00 00 00 27 03 E8'), 'cold junction outside -40 to 90 °C'],
    [
      0x3d,
      tmc200('06 B5 FD', '50', '00', '00 12 00 00 00 00 27 F4 48'),
      'cold junction below -1 °C, the limit of type B',
    ],
    // 99.606250 ohm: -1.0074 °C.
    [
      0x3d,
      tmc200('06 B5 FD', '50', '00', '00 14 00 00 00 00 27 07 9E'),
      'cold junction below -1 °C, the limit of type B',
    ],
    // Type S ends at -50 °C, the sensor of the cold junction at -40 °C.
    [0x3e, tmc200('06 B5 FD', '50', '00', '00 12 00 00 00 00 27 E0 00'), 'cold junction outside -40 to 90 °C'],
    [0x38, COLD, 'sensor sent 9 instead of at least 15 bytes: 00 16 00 00 00 00 27 03 E8'],
  ])('chip %i with %s has no value', (chip, raw, reason) => {
    expect(reasonOf(chip, raw)).toBe(reason);
  });
});

test.each([0x1c, 0x1d, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28])(
  'a TMC100 (chip %i) sends sixteenths of a degree',
  (chip) => {
    expect(valueOf(chip, '01 90')).toBe(25);
    expect(valueOf(chip, '00 01')).toBe(0.0625);
    expect(reasonOf(chip, '01')).toBe('sensor sent 1 instead of 2 bytes: 01');
  },
);

// Type by type, and what any type can have for the hot and the cold junction.
test.each([
  [0x1c, 'EF 20', -270, '71 C0', 1820],
  [0x1d, 'EF 20', -270, '71 C0', 1820],
  [0x21, 'EF 20', -270, '56 10', 1377],
  [0x22, 'F2 E0', -210, '4B 00', 1200],
  [0x23, 'EF 20', -270, '51 40', 1300],
  [0x24, 'EF 20', -270, '3E 80', 1000],
  [0x25, 'EF 20', -270, '19 00', 400],
  [0x26, '00 00', 0, '71 C0', 1820],
  [0x27, 'FC E0', -50, '6E 81', 1768.0625],
  [0x28, 'FC E0', -50, '6E 81', 1768.0625],
])('a TMC100 (chip %i) has no value beyond its type', (chip, low, lowest, high, highest) => {
  const next = (hex: string, step: number): string => {
    const word = (Number.parseInt(hex.replace(' ', ''), 16) + step + 0x10000) & 0xffff;
    return `${(word >> 8).toString(16)} ${(word & 0xff).toString(16)}`;
  };
  expect([valueOf(chip, low), valueOf(chip, high)]).toEqual([lowest, highest]);
  for (const raw of [next(low, -1), next(high, 1), '7F FF', '80 00']) {
    expect(reasonOf(chip, raw)).toMatch(/^out of range for /);
  }
});
