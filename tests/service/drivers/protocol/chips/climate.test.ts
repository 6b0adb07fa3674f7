import { expect, test } from 'vitest';
import { reasonOf, valueOf } from './support.ts';

// Computed by hand from docs/hardware.md#conversion-formulas.
test.each([
  // SHT31, SHT35, and those inside and outside of a case: check values of the documents.
  [0x20, '66 66', 25],
  [0x20, '00 00', -45],
  [0x20, 'FF FF', 130],
  [0x1b, '66 66', 25],
  [0xb0, '66 66', 25],
  [0xb2, '66 66', 25],
  [0x19, '80 00', 50.000_762_951],
  [0x19, '40 00', 25.000_381_475],
  [0x19, 'FF FF', 100],
  [0x1a, '80 00', 50.000_762_951],
  [0xb1, '80 00', 50.000_762_951],
  [0xb3, '80 00', 50.000_762_951],
  // MCP980x: 12 bits of 1/16 °C; the four lowest bits do not count.
  [0x00, '19 10', 25.0625],
  [0x00, '7F FF', 127.9375],
  [0x00, 'FF FF', -0.0625],
  [0x00, '80 00', -128],
  // LM75: 9 bits of half degrees, with a sign.
  [0x01, '19 00', 25],
  [0x01, '19 FF', 25.5],
  [0x01, '7F 80', 127.5],
  [0x01, 'FF 80', -0.5],
  [0x01, 'C9 00', -55],
  // SE95: 13 bits of 1/32 °C.
  [0x0f, '19 08', 25.031_25],
  [0x0f, '7F FF', 127.968_75],
  [0x0f, 'FF F8', -0.031_25],
  [0x0f, 'C9 00', -55],
  // ADT7410: 16 bits of 1/128 °C.
  [0x11, '0C 81', 25.007_812_5],
  [0x11, 'FF FF', -0.007_812_5],
  [0x11, 'E4 80', -55],
  // SHT1x/7x.
  [0x03, '00 00', -40],
  [0x03, '19 64', 25],
  [0x03, '3F FF', 123.83],
  [0x04, '03 E8', 33.0577],
  [0x04, '07 D0', 64.9712],
  [0x04, '00 00', 0],
  [0x04, '0F FF', 100],
  // BS02.
  [0x07, '00 00', -40],
  [0x07, '06 59', 25],
  [0x07, '0F FF', 123.8],
  [0x08, '00 64', 53.6],
  [0x08, '00 C8', 96.8],
  [0x08, '00 00', 0],
  [0x08, '00 FF', 100],
  // CC2: the bits that are no number may be anything.
  [0x17, '20 00', 50],
  [0x17, 'E0 00', 50],
  [0x17, '3F FF', 99.993_896_484],
  [0x18, '00 03', -40],
  [0x18, '60 00', 21.875],
  [0x18, 'FF FF', 124.989_929_199],
  // MLX90614: the least significant byte first.
  [0x14, 'AD 27', -70.01],
  [0x14, 'A1 3A', 27.03],
  [0x14, 'FF 7F', 382.19],
  [0x13, '00 50', 136.45],
])('chip %i: %s is %d', (chip, raw, value) => {
  expect(valueOf(chip, raw)).toBeCloseTo(value, 8);
});

test.each([
  [0x14, 'AC 27'],
  [0x14, '00 80'],
  [0x13, 'FF FF'],
  [0x13, '00 00'],
])('an infrared thermometer (chip %i) that sends %s has no value', (chip, raw) => {
  expect(reasonOf(chip, raw)).toBe('sensor error or out of range');
});

test.each([
  [0x03, '40 00'],
  [0x04, '10 00'],
  [0x07, '10 00'],
  [0x08, '01 00'],
])('a number with more bits than the sensor (chip %i) has, %s, has no value', (chip, raw) => {
  expect(reasonOf(chip, raw)).toBe(`sensor value ${Number.parseInt(raw.replace(' ', ''), 16)} out of range`);
});

test('a reply of another length has no value, and is shown', () => {
  expect(reasonOf(0x20, '')).toBe('no data from the sensor');
  expect(reasonOf(0x20, '66')).toBe('sensor sent 1 instead of 2 bytes: 66');
  expect(reasonOf(0x19, '66 66 0A')).toBe('sensor sent 3 instead of 2 bytes: 66 66 0A');
});
