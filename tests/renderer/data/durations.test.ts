import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { millisecondsOf, portOf, secondsText, wholeNumberOf } from '../../../renderer/data/format/durations.ts';

describe('times in seconds', () => {
  test.each([
    [1000, '1'],
    [60_000, '60'],
    [250, '0.25'],
    [1, '0.001'],
    [86_400_000, '86400'],
    [1001, '1.001'],
  ])('%i ms are shown as %s', (ms, text) => {
    expect(secondsText(ms)).toBe(text);
  });

  test.each([
    ['1', 1000],
    [' 1.5 s ', 1500],
    ['250ms', 250],
    ['2 min', 120_000],
    ['0.001', 1],
    ['00.5', 500],
  ])('%j is taken as %i ms', (text, ms) => {
    expect(millisecondsOf(text)).toBe(ms);
  });

  test.each(['', 's', '-1', '1e3', '0.0001', '1.5 ms', '1 h', '1 000', '.5', '1.', 'Infinity'])(
    '%j is no time',
    (text) => {
      expect(millisecondsOf(text)).toBeNaN();
    },
  );

  test('every whole number of milliseconds comes back as it was', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 86_400_000 }), (ms) => {
        expect(millisecondsOf(secondsText(ms))).toBe(ms);
      }),
    );
  });
});

test.each([
  ['60', 60],
  [' 0 ', 0],
  ['60 s', 60],
  ['', Number.NaN],
  ['1.5', Number.NaN],
  ['0x10', Number.NaN],
  ['s', Number.NaN],
])('%j as a whole number of seconds', (text, number) => {
  expect(wholeNumberOf(text, 's')).toBe(number);
});

test.each([
  ['1883', 1883],
  ['65535', 65_535],
  ['0', undefined],
  ['65536', undefined],
  ['', undefined],
])('%j as a port', (text, port) => {
  expect(portOf(text)).toBe(port);
});
