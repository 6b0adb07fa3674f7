import { expect, test } from 'vitest';
import { hexOf } from '../../../../../service/drivers/protocol/chips/bytes.ts';
import { conversionOf, rawNumber } from '../../../../../service/drivers/protocol/chips/index.ts';
import { bytes } from './support.ts';

test.each([
  ['00', 0],
  ['FF', 255],
  ['12 34', 0x1234],
  ['80 00 00 00', 0x80000000],
  ['01 02 03 04 05 06', 0x010203040506],
  ['FF FF FF FF FF FF', 281_474_976_710_655],
])('%s without a formula is %d', (hex, value) => {
  expect(rawNumber(bytes(hex))).toBe(value);
});

test('nothing, and more than a double holds exactly, is no number', () => {
  expect(rawNumber(bytes(''))).toEqual({ reason: 'no data from the sensor' });
  expect(rawNumber(bytes('01 02 03 04 05 06 0A'))).toEqual({ reason: '7 bytes, not a number: 01 02 03 04 05 06 0A' });
  expect(rawNumber(new Uint8Array(17))).toEqual({ reason: `17 bytes, not a number: ${'00 '.repeat(16)}...` });
});

test('at most 16 bytes are shown', () => {
  expect(hexOf(new Uint8Array(16).fill(0xab))).toBe('AB '.repeat(16).trim());
  expect(hexOf(new Uint8Array(100).fill(0xab))).toBe(`${'AB '.repeat(16)}...`);
});

test('bytes in the midst of others are read as they stand', () => {
  const within = bytes('FF FF 66 66 FF').subarray(2, 4);
  expect(conversionOf(0x20)?.convert(within, [])).toBe(25);
});
