import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../../service/support/canonical-json.ts';

/** The keys of an object's text, in the order in which they stand there. */
function keysOf(text: string): string[] {
  return [...text.matchAll(/^ {2}(".*"): /gm)].map(([, key]) => JSON.parse(key ?? '') as string);
}

describe('canonical JSON', () => {
  test('sorts keys by code units at every level, and leaves arrays alone', () => {
    expect(canonicalJson({ b: [3, 1, { z: 0, 10: 0, 9: 0 }], 2: null, 10: 'x', B: true })).toBe(
      '{"10":"x","2":null,"B":true,"b":[3,1,{"10":0,"9":0,"z":0}]}',
    );
  });

  test('writes empty objects and arrays as JSON.stringify does', () => {
    const value = { a: {}, b: [], c: [[], {}] };
    expect(canonicalJson(value, true)).toBe(JSON.stringify(value, null, 2));
  });

  test('leaves out what is undefined', () => {
    expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}');
  });

  test('says the same as JSON.stringify, for any value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const plain = JSON.parse(JSON.stringify(value)) as unknown;
        expect(JSON.parse(canonicalJson(plain))).toEqual(plain);
        expect(JSON.parse(canonicalJson(plain, true))).toEqual(plain);
      }),
    );
  });

  test('does not depend on the order in which members were added', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(fc.string(), fc.jsonValue()), { selector: ([key]) => key }), (members) => {
        const there = Object.fromEntries(members);
        const back = Object.fromEntries(members.toReversed());
        expect(canonicalJson(there)).toBe(canonicalJson(back));
        const keys = Object.keys(there).toSorted((a, b) => (a < b ? -1 : 1));
        expect(keysOf(canonicalJson(Object.fromEntries(members.map(([key]) => [key, 0])), true))).toEqual(keys);
      }),
    );
  });
});
