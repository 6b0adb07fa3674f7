import { describe, expect, test } from 'vitest';
import { faultyPart, problemOf, resultOf } from './support.ts';

// Worked by hand from the rules of docs/computed-channels.md#formula.
const VALUES: [formula: string, result: number | null][] = [
  // A power binds tighter than a sign, as in mathematics, and from right to left.
  ['-2^2', -4],
  ['(-2)^2', 4],
  ['2^3^2', 512],
  ['(2^3)^2', 64],
  ['2^-1', 0.5],
  ['2^-2^2', 0.0625],
  ['2*3^2', 18],
  ['-2^2*3', -12],
  ['--3', 3],
  ['+3 - -2', 5],
  ['1 + 2 * 3', 7],
  ['(1 + 2) * 3', 9],
  ['10 - 4 - 3', 3],
  ['16 / 4 / 2', 2],
  ['2 * 7 % 4', 2],
  // The remainder has the sign of the divisor.
  ['-90 % 360', 270],
  ['90 % -360', -270],
  ['-720 % 360', 0],
  ['7.5 % 2', 1.5],
  ['1 + 1 < 3', 1],
  ['3 < 3', 0],
  ['3 <= 3', 1],
  ['4 > 3', 1],
  ['3 > 3', 0],
  ['3 >= 3', 1],
  ['2 >= 3', 0],
  ['3 == 3', 1],
  ['3 != 3', 0],
  ['0 == -0', 1],
  ['1 and 2', 1],
  ['1 and 0', 0],
  ['0 or 5', 1],
  ['0 or 0', 0],
  ['1 or 0 and 0', 1],
  ['(1 or 0) and 0', 0],
  ['1 && 0 || 1', 1],
  ['!3', 0],
  ['not 0', 1],
  // `not` negates the whole comparison to its right.
  ['not 1 > 2', 1],
  ['not 3 > 2', 0],
  ['!3 > 2', 0],
  ['not 1 + 1 == 2', 0],
  ['not not 3 > 2', 1],
  ['not 0 and 0', 0],
  ['not (0 and 0)', 1],
  ['(not 3) > 2', 0],
  ['1 ? 2 : 3', 2],
  ['0 ? 2 : 3', 3],
  ['0 ? 1 : 0 ? 2 : 3', 3],
  ['1 ? 0 ? 1 : 2 : 3', 2],
  ['2 > 1 ? 10 : 20', 10],
  ['1 or 0 ? 10 : 20', 10],
  ['-(1 ? 2 : 3)', -2],
  ['1.5e3', 1500],
  ['2E-2', 0.02],
  ['1e-400', 0],
  ['pi', 3.141592653589793],
  ['e', 2.718281828459045],
  ['2 * day + 3 * hour + 4 * minute + 5 * second', 183_845],
  ['5 − 2', 3],
  ['6 × 2 ÷ 4 · 5', 15],
  ['\t1\n+\u00a01 ', 2],
  ['-0', 0],
];

test.each(VALUES)('%s', (formula, result) => {
  expect(resultOf(formula)).toBe(result);
});

test('a result of zero has no sign', () => {
  expect(Object.is(resultOf('-[usb/A/x]', 0), 0)).toBe(true);
});

describe('no value', () => {
  const operators = ['+', '-', '*', '/', '%', '^', '<', '<=', '>', '>=', '==', '!=', 'and'];

  test.each(operators)('no result of a %s without a left or right value', (operator) => {
    expect(resultOf(`[usb/A/x] ${operator} 1`, null)).toBeNull();
    expect(resultOf(`1 ${operator} [usb/A/x]`, null)).toBeNull();
    expect(resultOf(`1 ${operator} [usb/A/x]`, Number.NaN)).toBeNull();
    expect(resultOf(`1 ${operator} [usb/A/x]`, Number.POSITIVE_INFINITY)).toBeNull();
  });

  test('a power of 0, and one of 1, have no result without a value', () => {
    expect(resultOf('[usb/A/x] ^ 0', null)).toBeNull();
    expect(resultOf('1 ^ [usb/A/x]', null)).toBeNull();
    expect(resultOf('pow([usb/A/x], 0)', null)).toBeNull();
  });

  test('signs and not pass it on', () => {
    for (const sign of ['-', '+', 'not ']) expect(resultOf(`${sign}[usb/A/x]`, null)).toBeNull();
  });

  test('a missing or short list of values has none', () => {
    expect(resultOf('[usb/A/x]')).toBeNull();
  });

  test('what is not finite is no value, and no later operator makes one of it', () => {
    for (const formula of ['1 / 0', '0 / 0', '1 % 0', '1e308 * 10', '1e308 + 1e308', '-1e308 - 1e308', '0 ^ -1']) {
      expect(resultOf(formula), formula).toBeNull();
      expect(resultOf(`atan(${formula})`), formula).toBeNull();
      expect(resultOf(`1 / (${formula})`), formula).toBeNull();
    }
    expect(resultOf('(-8) ^ (1 / 3)')).toBeNull();
  });

  test('and, or: the right side does not count if the left one decides', () => {
    expect(resultOf('0 and [usb/A/x]', null)).toBe(0);
    expect(resultOf('1 or [usb/A/x]', null)).toBe(1);
    expect(resultOf('1 and [usb/A/x]', null)).toBeNull();
    expect(resultOf('0 or [usb/A/x]', null)).toBeNull();
    expect(resultOf('[usb/A/x] or 1', null)).toBeNull();
    expect(resultOf('[usb/A/x] and 0', null)).toBeNull();
  });

  test('a conditional: only the branch that is taken counts', () => {
    expect(resultOf('[usb/A/x] > 1 ? [usb/A/x] : [usb/A/y]', 2, null)).toBe(2);
    expect(resultOf('[usb/A/x] > 1 ? [usb/A/x] : [usb/A/y]', 1, null)).toBeNull();
    expect(resultOf('[usb/A/x] > 1 ? 5 : 6', null)).toBeNull();
  });
});

describe('what is ambiguous is refused', () => {
  test('two comparisons in a row', () => {
    expect(problemOf('0 < 1 < 2').message).toContain('a < b and b < c');
    expect(faultyPart('5 + (0 < 1 == 1)')).toBe('0 < 1 == 1');
    expect(resultOf('(0 < 1) < 2')).toBe(1);
  });

  test('not behind an operator that binds tighter', () => {
    expect(faultyPart('1 + not 2 > 1')).toBe('not 2');
    expect(faultyPart('1 == !0')).toBe('!0');
    expect(faultyPart('-not 0')).toBe('not 0');
    expect(faultyPart('2 ^ !0')).toBe('!0');
    expect(resultOf('1 + (not 2 > 1)')).toBe(1);
  });
});
