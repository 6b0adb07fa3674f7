import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileName, fileStem, localDay } from '../../../../service/history/csv-log/file-names.ts';

const usb = (serial: string): string => fileStem({ family: 'usb', serial });

test('a serial number is the name', () => {
  expect(usb('E24638')).toBe('E24638');
  expect(usb('AB-12')).toBe('AB-12');
  expect(fileStem({ family: 'gateway', serial: 'E24638' })).toBe('gateway_E24638');
  expect(fileName('E24638', '2026-11-20', 1)).toBe('E24638_2026-11-20.csv');
  expect(fileName('E24638', '2026-11-20', 2)).toBe('E24638_2026-11-20_2.csv');
});

test.each([
  'CON',
  'NUL',
  'COM1',
  'e24638',
  '../x',
  'a/b',
  'a\\b',
  'x:y',
  '',
  '.',
  'ä',
  'A'.repeat(300),
  'A_2',
  'A\u0000',
])('%j is made a name', (serial) => expect(usb(serial)).toMatch(/^[A-Za-z0-9_-]{0,40}~[\da-f]{12}$/));

test('no two devices share a name, even where case does not count', () => {
  const device = fc.record({
    family: fc.constantFrom('usb' as const, 'gateway' as const),
    serial: fc.oneof(fc.string({ unit: fc.constantFrom('a', 'A', '_', '-', '~', '1', '/') }), fc.string()),
  });
  fc.assert(
    fc.property(device, device, (one, other) => {
      fc.pre(one.family !== other.family || one.serial !== other.serial);
      expect(fileStem(one).toLowerCase()).not.toBe(fileStem(other).toLowerCase());
    }),
  );
});

test('the day is the local one', () => {
  const zone = { name: 'X', offsetAt: () => 60 };
  expect(localDay(Date.UTC(2026, 10, 20, 22, 59, 59, 999), zone)).toBe('2026-11-20');
  expect(localDay(Date.UTC(2026, 10, 20, 23), zone)).toBe('2026-11-21');
});
