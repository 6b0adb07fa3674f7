import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeJsonError } from '../../../service/support/json-file.ts';

describe('a text that is no JSON', () => {
  test.each([
    ['', 'empty'],
    [' \n', 'empty'],
    ['{"a":', 'unexpected end'],
    ['{"a":"b', 'unexpected end'],
    ['[1,2', 'unexpected end'],
    ['{"a":tru', 'unexpected end'],
    ['x', 'syntax error at line 1, column 1'],
    ['{a:1}', 'syntax error at line 1, column 2'],
    ["{'a':1}", 'syntax error at line 1, column 2'],
    ['{"a":x}', 'syntax error at line 1, column 6'],
    ['{"a":1,}', 'syntax error at line 1, column 8'],
    ['[1,]', 'syntax error at line 1, column 4'],
    ['{"a":1}x', 'syntax error at line 1, column 8'],
    ['{"a":truX}', 'syntax error at line 1, column 9'],
    ['{"a":True}', 'syntax error at line 1, column 6'],
    ['{\n  "a": 1\n  "b": 2\n}', 'syntax error at line 3, column 3'],
    ['{\n  "a": 1,\n  "b": NaN\n}', 'syntax error at line 3, column 8'],
    ['{"a":1} {"b":2}', 'syntax error at line 1, column 9'],
  ])('%j', (text, mistake) => {
    expect(describeJsonError(text)).toBe(mistake);
  });

  test('never has a piece of it repeated', () => {
    const secret = 'hunter2';
    const good = JSON.stringify({ a: [1, true, null], password: secret, b: { c: secret } }, null, 1);
    fc.assert(
      fc.property(fc.nat(good.length), fc.constantFrom('', '}', 'x', '"', ',', '\u0000', secret), (at, stray) => {
        const rest = stray === '' ? '' : good.slice(at);
        expect(describeJsonError(good.slice(0, at) + stray + rest)).not.toContain('hunt');
      }),
    );
  });

  test('is told the place of a stray sign, wherever it stands', () => {
    const good = '{"a":[1,{"b":null}],"c":"d"}';
    for (const at of [0, 1, 5, 8, 12, 18, 19, 23, 27, 28]) {
      expect(describeJsonError(`${good.slice(0, at)}~${good.slice(at)}`)).toContain(`column ${at + 1}`);
    }
  });
});
