/** Formulas that mean harm end in a FormulaError, or in a result, and cost little. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FormulaError, parseFormula } from '../../../../service/computed/formula/index.ts';
import { problemOf, resultOf } from './support.ts';

/** Generous: each takes some milliseconds. */
const LIMIT_MS = 5000;

/** The problem of a formula, which must be found soon. */
function refused(text: string): string {
  const start = process.cpuUsage();
  const { message, at, length } = problemOf(text);
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(LIMIT_MS);
  expect(at).toBeGreaterThanOrEqual(0);
  expect(at + length).toBeLessThanOrEqual(text.length);
  return message;
}

describe('deep', () => {
  test.each([
    ['parentheses', `${'('.repeat(65)}1${')'.repeat(65)}`],
    ['calls', `${'abs('.repeat(65)}1${')'.repeat(65)}`],
    ['signs', `${'-'.repeat(3999)}1`],
    ['nots', `${'!'.repeat(3999)}1`],
    ['powers', '2^'.repeat(1999).concat('2')],
    ['conditionals', '1?2:'.repeat(999).concat('3')],
    ['conditionals in conditionals', `${'1?'.repeat(100)}1${':1'.repeat(100)}`],
    ['windows', `${'min_over('.repeat(65)}1${',1)'.repeat(65)}`],
  ])('%s', (_what, text) => {
    expect(refused(text)).toMatch(/deeper than 64 levels/);
  });

  test('64 levels are possible', () => {
    expect(resultOf(`${'('.repeat(63)}1${')'.repeat(63)}`)).toBe(1);
    expect(resultOf(`${'-'.repeat(63)}1`)).toBe(-1);
    expect(resultOf(`${'1?'.repeat(31)}1${':1'.repeat(31)}`)).toBe(1);
  });

  test('10,000 parentheses', () => {
    expect(refused('('.repeat(10_000))).toMatch(/longer than 4000/);
    expect(refused(`${'('.repeat(5000)}1${')'.repeat(5000)}`)).toMatch(/longer than 4000/);
    expect(refused('('.repeat(4000))).toMatch(/value must follow/);
    expect(refused(')'.repeat(4000))).toMatch(/Expected a value/);
    expect(refused('()'.repeat(2000))).toMatch(/Expected a value/);
  });
});

describe('long', () => {
  test('text', () => {
    expect(refused('1'.repeat(1_000_000))).toMatch(/longer than 4000/);
    expect(problemOf(`1 +${' '.repeat(3997)}1`)).toMatchObject({ at: 4000, length: 1 });
    expect(resultOf(`1 +${' '.repeat(3996)}1`)).toBe(2);
  });

  test('sums', () => {
    expect(resultOf(Array.from({ length: 500 }, () => '1').join('+'))).toBe(500);
    expect(refused(Array.from({ length: 501 }, () => '1').join('+'))).toMatch(/more than 1000/);
    expect(refused(`max(${Array.from({ length: 1000 }, () => '1').join(',')})`)).toMatch(/more than 1000/);
  });

  test('channels', () => {
    const sum = (count: number): string => Array.from({ length: count }, (_, index) => `[usb/A/${index}]`).join('+');
    expect(parseFormula(sum(64)).inputs).toHaveLength(64);
    expect(refused(sum(65))).toMatch(/more than 64 channels/);
  });

  test('windows', () => {
    const sum = (count: number): string => Array.from({ length: count }, () => 'integral(1)').join('+');
    expect(resultOf(sum(32))).toBe(0);
    expect(refused(sum(33))).toMatch(/more than 32 functions over time/);
  });
});

describe('numbers', () => {
  test.each(['1e999', '1e309', `1e${'9'.repeat(3000)}`, '9'.repeat(400)])('%.20s is too large', (number) => {
    expect(refused(`1 + ${number}`)).toMatch(/too large/);
  });

  test('the largest and the smallest are possible', () => {
    expect(resultOf('1.7976931348623157e308')).toBe(Number.MAX_VALUE);
    expect(resultOf('5e-324')).toBe(Number.MIN_VALUE);
    expect(resultOf('0.'.concat('1'.repeat(3000)))).toBeCloseTo(1 / 9, 14);
  });
});

describe('names of the language underneath', () => {
  const NAMES = [
    'constructor',
    '__proto__',
    'prototype',
    'toString',
    'valueOf',
    'hasOwnProperty',
    'this',
    'null',
    'undefined',
    'true',
    'eval',
    'Function',
    'globalThis',
    'process',
    'require',
    'import',
    'arguments',
    'NaN',
    'Infinity',
    'length',
  ];

  test.each(NAMES)('%s is refused as a name, a function and a member', (name) => {
    refused(name);
    refused(`${name}(1)`);
    refused(`1 + ${name}`);
    refused(`[usb/A/x].${name}`);
    refused(`abs.${name}`);
    refused(`[usb/A/x][${name}]`);
    refused(`abs(1)(${name})`);
    refused(`${name} = 1`);
    refused(`1 ? ${name} : 2`);
    refused(`(1)?.${name}`);
  });

  test('as parts of a channel they are names as any other', () => {
    const [input] = parseFormula('[usb/__proto__/constructor]').inputs;
    expect(input).toEqual({ family: 'usb', serial: '__proto__', channel: 'constructor' });
    refused('[__proto__/A/x]');
    refused('[constructor/A/x]');
  });

  test.each([
    'new Date()',
    'x => x',
    '(() => 1)()',
    '{}',
    '[1, 2]',
    '[]',
    '`${1}`',
    '/a/',
    '1 // 2',
    '/* 1 */ 1',
    '#1',
    '@',
    '\\u0031',
    '1..toString()',
    '1, 2',
    '1; 2',
    'a = 1',
    '1 += 1',
    '~1',
    '1 << 2',
    '1 ?? 2',
    '1 ** 2',
    'if (1) 2',
    '\0',
    '1\0',
    '\u202e1',
    'аbs(1)',
    '\ud800',
    '1\u00ad+1',
    '1_000',
    '0x10',
    '0b1',
    '10n',
  ])('%j', (text) => {
    refused(text);
  });
});

test('any text ends in a FormulaError or a result', () => {
  const words = [
    'abs',
    '(',
    ')',
    '[usb/A/x]',
    ',',
    '1',
    '.5',
    '^',
    '-',
    'not ',
    ' and ',
    '?',
    ':',
    '[',
    ']',
    '!',
    '=',
    '<',
    'mean_over',
    'hour',
    '%',
    'e',
    '$',
    '"',
    '/',
    '💧',
    '\n',
  ];
  const text = fc.oneof(
    fc.array(fc.constantFrom(...words), { maxLength: 60 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc
      .array(fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 3 })), { maxLength: 40 })
      .map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, fc.double(), (formula, value) => {
      try {
        const result = parseFormula(formula).start().push(0, [value]);
        expect(result === null || Number.isFinite(result)).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(FormulaError);
        const { at, length, message } = (error as FormulaError).problem;
        expect(at).toBeGreaterThanOrEqual(0);
        expect(at + length).toBeLessThanOrEqual(formula.length);
        expect(message).toMatch(/\.$/);
      }
    }),
    { numRuns: 2000 },
  );
});
