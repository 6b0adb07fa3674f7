import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../../../build/paths.ts';
import { PLAIN_FUNCTIONS } from '../../../../service/computed/formula/functions.ts';
import { FormulaError, parseFormula } from '../../../../service/computed/formula/index.ts';
import { OVER_TIME_FUNCTIONS } from '../../../../service/computed/formula/over-time.ts';
import { FORMULA_CONSTANTS, FORMULA_FUNCTIONS } from '../../../../service/contract/index.ts';
import { faultyPart, problemOf, resultOf } from './support.ts';

const X = '[usb/A/x]';

describe('the table of functions', () => {
  test('has exactly the names that can be used', () => {
    const names = FORMULA_FUNCTIONS.map(({ name }) => name);
    expect(names.toSorted()).toEqual([...PLAIN_FUNCTIONS.keys(), ...OVER_TIME_FUNCTIONS.keys()].toSorted());
    expect(new Set(names).size).toBe(names.length);
  });

  /** `x[, decimals]` are 1 to 2 parameters, `x, ...` any number from 1. */
  function counts(parameters: string): { min: number; max: number } {
    const required = parameters.replaceAll(/\[.*?\]|, \.\.\./g, '').split(',').length;
    const all = parameters.replaceAll(/[[\]]/g, '').split(',').length;
    return { min: required, max: parameters.includes('...') ? 10 : all };
  }

  test.each(FORMULA_FUNCTIONS)('$name($parameters): one more or fewer parameter is refused', ({ name, parameters }) => {
    const { min, max } = counts(parameters);
    const call = (count: number): string => {
      const constants = parameters.includes('duration') ? ['100', '50'] : [X, X, X, X, X, X, X, X, X];
      return `${name}(${[X, ...constants].slice(0, count).join(', ')})`;
    };
    for (let count = min; count <= max; count += 1) expect(() => parseFormula(call(count))).not.toThrow();
    expect(() => parseFormula(call(min - 1))).toThrow(FormulaError);
    if (!parameters.includes('...'))
      expect(() => parseFormula(call(max + 1).replace(/\)$/, ', 1)'))).toThrow(FormulaError);
  });

  test.each(FORMULA_FUNCTIONS)('docs/computed-channels.md names $name($parameters)', ({ name, parameters }) => {
    expect(readFileSync(join(ROOT, 'docs/computed-channels.md'), 'utf8')).toContain(`\`${name}(${parameters})`);
  });

  test.each(FORMULA_CONSTANTS)('the constant $name has its value', ({ name, value }) => {
    expect(resultOf(name)).toBe(value);
  });
});

describe('channels', () => {
  const inputsOf = (text: string) => parseFormula(text).inputs;

  test('are unique, in order of first use', () => {
    expect(inputsOf('[usb/B/y] + [gateway/A/x] * [usb/B/y] - [computed/c01/value]')).toEqual([
      { family: 'usb', serial: 'B', channel: 'y' },
      { family: 'gateway', serial: 'A', channel: 'x' },
      { family: 'computed', serial: 'c01', channel: 'value' },
    ]);
    expect(resultOf('[usb/B/y] - [usb/A/x] - [usb/B/y]', 10, 3)).toBe(-3);
  });

  test('are percent-encoded, or as they are where that is unambiguous', () => {
    expect(inputsOf('[usb/A%2F1%5D/Soil%20x] + [ usb/100% x/täglich (1) ]')).toEqual([
      { family: 'usb', serial: 'A/1]', channel: 'Soil x' },
      { family: 'usb', serial: '100% x', channel: 'täglich (1)' },
    ]);
    expect(inputsOf('[usb/A%201/x] + [usb/A 1/x]')).toHaveLength(1);
  });

  test('in another form are refused, with their place', () => {
    for (const part of ['[usb/A]', '[usb//x]', '[usb/A/]', '[usb/A/b/c]', '[]', '[A01234:00]']) {
      expect(faultyPart(`1 + ${part} * 2`)).toBe(part);
      expect(problemOf(part).message).toContain('[family/serial/channel]');
    }
    expect(faultyPart('1 + [ wifi/A/x]')).toBe('wifi');
    expect(problemOf('1 + [usb/A/x')).toMatchObject({ at: 4 });
    expect(problemOf('[[usb/A/x]]')).toMatchObject({ at: 0 });
  });
});

describe('an error points at the characters', () => {
  test.each([
    ['1 + foo', 'foo', 'Unknown name "foo"'],
    ['1 + foo(2)', 'foo', 'Unknown function "foo"'],
    ['1 + (abs)', '(abs)', 'abs is a function'],
    ['2 * abs(1, 2)', 'abs(1, 2)', 'abs has 1 parameter, got 2'],
    ['round(1, 2, 3)', 'round(1, 2, 3)', 'round has 1 to 2 parameters, got 3'],
    ['max()', 'max()', 'max has at least 1 parameter, got 0'],
    ['1 + 1e999', '1e999', 'too large'],
    ['1 2', '2', 'Expected an operator'],
    ['(1)(2)', '(', 'Expected an operator'],
    ['2 pi', 'pi', 'Expected an operator'],
    ['5x', 'x', 'Expected an operator'],
    ['1 * / 2', '/', 'Expected a value'],
    ['1 + )', ')', 'Expected a value'],
    ['()', ')', 'Expected a value'],
    ['abs(,1)', ',', 'Expected a value'],
    ['min(1,)', ')', 'Expected a value'],
    ['1 and', '', 'ends where a value must follow'],
    ['', '', 'empty'],
    [' \n', '', 'empty'],
    ['(1 + 2', '(', 'not closed'],
    ['abs(1', '(', 'not closed'],
    ['1)', ')', 'Unexpected'],
    ['1 ? 2', '?', 'no ":"'],
    ['1 : 2', ':', 'Unexpected'],
    ['(1 ? 2) : 3', ')', 'Unexpected'],
    ['1,5 + 2', ',', 'decimals'],
    ['(1, 2)', ',', 'decimals'],
    ['1; 2', ';', 'one expression'],
    ['x = 1', '=', 'cannot be assigned'],
    ['1 === 1', '=', 'cannot be assigned'],
    ['.5', '.', '0.5'],
    ['[usb/A/x].y', '.', 'Unexpected'],
    ['"a"', '"', 'Texts'],
    ["'a'", "'", 'Texts'],
    ['`a`', '`', 'Texts'],
    ['1 & 2', '&', 'and'],
    ['1 | 2', '|', 'or'],
    ['{}', '{', 'Unexpected character'],
    ['a => 1', '=', ''],
    ['$', '$', 'Unexpected character'],
    ['1 + 💧', '💧', 'Unexpected character "💧"'],
    ['this', 'this', ''],
    ['null', 'null', 'Unknown name'],
    ['true', 'true', 'Unknown name'],
  ])('%j at %j', (formula, part, message) => {
    expect(faultyPart(formula)).toBe(part);
    expect(problemOf(formula).message).toContain(message);
  });

  test('the error names the character, counted from 1', () => {
    expect(() => parseFormula('1 + foo')).toThrow('Cannot use the formula: character 5: Unknown name "foo".');
  });

  test('durations', () => {
    expect(faultyPart(`mean_over(${X}, ${X})`)).toBe(X);
    expect(problemOf(`mean_over(${X}, ${X})`).message).toBe('The duration must be a constant in s, such as 60.');
    expect(problemOf(`mean_over(${X}, 0.5)`).message).toBe('The duration must be 1 to 34560000 s, got 0.5.');
    expect(faultyPart(`rate(${X}, 401 * day)`)).toBe('401 * day');
    expect(problemOf(`rate(${X}, 1 / 0)`).message).toContain('got no number');
    expect(problemOf(`mean_over(${X}, integral(60))`).message).toContain('must be a constant');
    expect(parseFormula(`mean_over(${X}, 400 * day)`).memoryMs).toBe(34_560_000_000);
    expect(parseFormula(`mean_over(${X}, 1)`).memoryMs).toBe(1000);
    expect(problemOf(`mkt(${X}, hour, 0)`).message).toBe('The energy must be 1 to 1000 kJ/mol, got 0.');
  });
});

describe('how far back readings count', () => {
  test.each([
    [X, 0],
    [`integral(${X})`, 0],
    [`rate(${X}, minute)`, 60_000],
    [`max(rate(${X}, minute), mean_over(${X}, hour))`, 3_600_000],
    ['windows inside each other add up', 3_660_000, `mean_over(rate(${X}, minute) + max_over(${X}, 5), hour)`],
    ['also in a branch and inside an integral', 60_000, `1 ? 2 : integral(rate(${X}, minute))`],
  ])('%s', (title, memoryMs, text = title) => {
    expect(parseFormula(text).memoryMs).toBe(memoryMs);
  });
});
