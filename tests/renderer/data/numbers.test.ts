import { describe, expect, onTestFinished, test } from 'vitest';
import {
  DECIMAL,
  formatAge,
  formatEntered,
  formatFixed,
  formatNumberInput,
  formatPeriod,
  formatScientific,
  NO_VALUE,
  parseNumberInput,
  plural,
  withHyphens,
} from '../../../renderer/data/format/numbers.ts';
import { displayUnit, setUsersLocale } from '../../../service/contract/index.ts';

/** The same digits in the locale of whoever runs the test. */
const local = (value: number, decimals: number): string =>
  value
    .toLocaleString(undefined, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
    .replace('-', '−');

describe('a value in the contract’s own unit', () => {
  test.each([
    [24.8344, 'temperature', '°C', 2],
    [59.8779, 'relative_humidity', '%rh', 2],
    [101.18234, 'atmospheric_pressure', 'kPa', 3],
    [612.4, 'co2', 'ppm', 0],
    [-5.25, 'temperature', '°C', 2],
    [0.012345, 'differential_pressure', 'kPa', 4],
  ])('%d of %s in %s has its decimals', (value, label, unit, decimals) => {
    expect(displayUnit(unit, undefined).format(value, label)).toBe(local(value, decimals));
  });

  test('has more decimals for means and deviations', () => {
    const celsius = displayUnit('°C', undefined);
    expect(celsius.format(24.8344, 'temperature', 'full')).toBe(local(24.8344, 4));
    expect(celsius.formatDifference(0.0042, 'temperature', 'full')).toBe(local(0.0042, 4));
  });

  test('no value is a dash, never a zero', () => {
    expect(displayUnit('°C', undefined).format(null, 'temperature')).toBe(NO_VALUE);
  });

  test('a value that rounds to zero has no sign', () => {
    expect(formatFixed(-0.001, 2)).toBe(local(0, 2));
    expect(formatFixed(-0.01, 2)).toBe(local(-0.01, 2));
  });
});

describe('a negative number', () => {
  test.each(['en', 'de', 'fr', 'sv', 'ja'])('has the true minus sign in %s', (locale) => {
    expect(formatFixed(-1.5, 1, locale)).toMatch(/^−1[.,]5$/);
    expect(formatScientific(-1e-6, 0, locale)).toMatch(/^−1.*−6$/);
  });

  test('has it as a limit too, but not in a text field or for another program', () => {
    expect(formatEntered(-0.5)).toBe(`−0${DECIMAL}5`);
    expect(formatNumberInput(-0.5)).toBe(`-0${DECIMAL}5`);
    expect(withHyphens(formatEntered(-0.5))).toBe(`-0${DECIMAL}5`);
  });

  test.each(['-', '−'])('can be typed with "%s"', (sign) => {
    expect(parseNumberInput(`${sign}0${DECIMAL}5`)).toBe(-0.5);
    expect(parseNumberInput(` ${sign}12 °C `, '°C')).toBe(-12);
    expect(parseNumberInput(`1${sign}2`)).toBeNaN();
  });

  test.each([
    [2.5e-7, '0.00000025'],
    [-1e-12, '-0.000000000001'],
    [0.000_001, '0.000001'],
  ])('%s is written to a field as it is read there', (value, text) => {
    expect(formatNumberInput(value).replace(DECIMAL, '.')).toBe(text);
    expect(parseNumberInput(formatNumberInput(value))).toBe(value);
  });
});

test('numbers are in the locale that a process was told', () => {
  onTestFinished(() => setUsersLocale(undefined));
  setUsersLocale('de');
  expect([formatFixed(-1234.5, 1), formatEntered(0.25), formatFixed(0.5, 1, 'en')]).toEqual([
    '−1.234,5',
    '0,25',
    '0.5',
  ]);
});

test.each([
  [-200, `${local(0, 1)} s`],
  [320, `${local(0.3, 1)} s`],
  [9960, '10 s'],
  [14_000, '14 s'],
  [200_000, '3 min'],
  [2 * 3_600_000, '2 h'],
  [5 * 86_400_000, '5 d'],
])('%d ms ago is %s', (ms, text) => {
  expect(formatAge(ms)).toBe(text);
});

test.each([
  [100, '100 ms'],
  [1500, `${local(1.5, 1)} s`],
  [60_000, '60 s'],
])('a period of %d ms is %s', (ms, text) => {
  expect(formatPeriod(ms)).toBe(text);
});

test('a count has its noun', () => {
  expect(plural(1, 'device')).toBe('1 device');
  expect(plural(0, 'device')).toBe('0 devices');
  expect(plural(2, 'entry', 'entries')).toBe('2 entries');
});
