/** Routes, addresses and pins. */
import { describe, expect, test } from 'vitest';
import { newOrigin } from '../../../renderer/app/new-origin.ts';
import { withPinToggled } from '../../../renderer/data/settings/settings-store.ts';
import { sectionOfRoute, sectionRoute } from '../../../renderer/features/settings/routes.ts';

test('a section is found by its route, and no other', () => {
  expect(sectionOfRoute(sectionRoute('backup'))).toBe('backup');
  expect(sectionOfRoute('/settings')).toBeUndefined();
  expect(sectionOfRoute('/settings/backup/x')).toBeUndefined();
});

describe('a page goes with the service', () => {
  const before = 'http://127.0.0.1:11395';
  const after = 'http://127.0.0.1:12000';

  test.each([
    ['http://127.0.0.1:11395', 'http://127.0.0.1:12000'],
    ['http://localhost:11395', 'http://localhost:12000'],
    ['http://[::1]:11395', 'http://[::1]:12000'],
    // A tunnel's own end has nothing to do with it.
    ['http://127.0.0.1:8000', undefined],
    ['https://bench.example:11395', undefined],
  ])('from %s to %s', (here, there) => {
    expect(newOrigin(here, before, after)).toBe(there);
  });

  test('nowhere while nothing changed', () => {
    expect(newOrigin(before, before, before)).toBeUndefined();
  });
});

describe('pins', () => {
  const ten = Array.from({ length: 10 }, (_, index) => `usb/E${index}/temperature`);

  test('are set and taken away', () => {
    expect(withPinToggled(['usb/E1/temperature'], 'usb/E2/temperature')).toEqual([
      'usb/E1/temperature',
      'usb/E2/temperature',
    ]);
    expect(withPinToggled(['usb/E1/temperature'], 'usb/E1/temperature')).toEqual([]);
  });

  test('are ten at most; taking one away still works', () => {
    expect(withPinToggled(ten, 'usb/E99/temperature')).toEqual(ten);
    expect(withPinToggled(ten, 'usb/E3/temperature')).toHaveLength(9);
  });
});
