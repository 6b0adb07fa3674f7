import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scanJson } from '../../../../service/http/routing/strict-json.ts';

const twice = (path: string) => ({ path, message: 'duplicate field' });
const reserved = (path: string) => ({ path, message: 'is a reserved word' });

describe('keys', () => {
  test.each([
    ['{"a":1,"a":2}', twice('a')],
    ['{"a":1,"b":{"a":1},"c":[{"a":1},{"a":2}]}', undefined],
    ['{"a":{"b":1,"b":2}}', twice('a.b')],
    ['{"a":[0,[{"b":1},{"b":1,"c":{},"b":2}]]}', twice('a.1.1.b')],
    ['[1,{"a":1,"\\u0061":2}]', twice('1.a')],
    ['{"":1,"":2}', twice('')],
    ['{"x":{"":{"y":1,"y":2}}}', twice('x..y')],
    ['{"a":"\\"a\\":1,","b":"{\\\\","b":2}', twice('b')],
    ['{"a":",[{:","b":[",",{"c":1,"c":1}]}', twice('b.1.c')],
    ['{"__proto__":1}', reserved('__proto__')],
    ['{"a":[{},{"__proto__":{}}]}', reserved('a.1.__proto__')],
    ['{"\\u005f_proto__":1}', reserved('__proto__')],
    ['{"a":"__proto__","__proto":1,"constructor":1}', undefined],
    ['{"a":1,"a":2,"__proto__":1}', twice('a')],
    ['{"__proto__":1,"a":1,"a":2}', reserved('__proto__')],
    ['"__proto__"', undefined],
    ['[]', undefined],
    ['1', undefined],
  ])('%s', (text, problem) => {
    expect(scanJson(text).problem).toEqual(problem);
  });
});

describe('depth', () => {
  test.each([
    ['1', 0],
    ['"[[["', 0],
    ['[]', 1],
    ['[[],[[]],[]]', 3],
    ['{"a":{"b":[{}]}}', 4],
  ])('%s is %d', (text, depth) => {
    expect(scanJson(text).depth).toBe(depth);
  });

  test('of a hundred thousand arrays is counted', () => {
    expect(scanJson('['.repeat(100_000) + ']'.repeat(100_000)).depth).toBe(100_000);
  });
});

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

/** Without the one key that is reserved, at any depth. */
const VALUE = fc.jsonValue({ stringUnit: 'grapheme' }).filter((made) => !JSON.stringify(made).includes('"__proto__":'));

const KEY = fc.string({ unit: 'grapheme' }).filter((key) => key !== '__proto__');

describe('valid JSON', () => {
  test('has no error in any layout', () => {
    fc.assert(
      fc.property(VALUE, fc.constantFrom('', ' ', '\n\t'), (made, indent) => {
        expect(scanJson(JSON.stringify(made, null, indent))).toEqual({ depth: depthOf(made), problem: undefined });
      }),
    );
  });

  test('has an error for a duplicate key at any depth', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(KEY, fc.nat(5)), { maxLength: 6 }), KEY, VALUE, (above, key, value) => {
        const name = JSON.stringify(key);
        const innermost = `{${name}: ${JSON.stringify(value)}, ${name} :1}`;
        const text = above.reduceRight<string>(
          (inner, place) =>
            typeof place === 'number' ? `[${'0,'.repeat(place)}${inner}]` : `{${JSON.stringify(place)}:${inner}}`,
          innermost,
        );
        expect(scanJson(text).problem).toEqual(twice([...above, key].join('.')));
      }),
    );
  });
});
