/** JSON that a schema allows, that it just does not allow, and that nobody would send; as text, so that all can be said. */
import * as fc from 'fast-check';
import type { JsonSchema } from '../../../../service/http/openapi/schemas.ts';
import type { Api } from './api.ts';

/** Values by the name of the member that takes them, where others would reach out of this computer. */
export type Hints = Readonly<Record<string, readonly unknown[]>>;

/** What JSON can say and few expect, as text. */
const ODD_VALUES = [
  'null',
  'true',
  '""',
  '[]',
  '{}',
  '-0',
  '1e400',
  '-1e400',
  '1e-400',
  '9007199254740993',
  '0.1',
  '-1',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\u0000"',
  '"\\r\\nSet-Cookie: a=b"',
  '"../../../../etc/passwd"',
  '"__proto__"',
  '"constructor"',
  '"<script>alert(1)</script>"',
  '"\\u202e\\u2028"',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"toString":1,"valueOf":2,"hasOwnProperty":3,"then":4,"toJSON":5}',
  `"${'x'.repeat(70_000)}"`,
  `[${'0,'.repeat(20_000)}0]`,
  `${'['.repeat(30)}${']'.repeat(30)}`,
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
];

/** Members that are put beside the right ones. */
const ODD_MEMBERS = [
  '"__proto__":{"polluted":true}',
  '"constructor":{"prototype":{"polluted":true}}',
  '"prototype":{"polluted":true}',
  '"polluted":true',
  '"":null',
  '"\\ud800":1',
  '"toString":null',
];

/** Values that a schema allows, as far as JSON Schema says it. */
export function allowed(api: Api, schema: JsonSchema, hints: Hints): fc.Arbitrary<unknown> {
  return build(schema, undefined, 0);

  function build(given: JsonSchema, name: string | undefined, depth: number): fc.Arbitrary<unknown> {
    const hint = name === undefined ? undefined : hints[name];
    if (hint) return fc.constantFrom(...hint);
    const { anyOf, oneOf, allOf, enum: choices, const: only, ...plain } = api.resolve(given);
    const either = anyOf ?? oneOf ?? (allOf as readonly JsonSchema[] | undefined)?.slice(0, 1);
    if (either) return fc.oneof(...either.map((one) => build(one, undefined, depth)));
    if (choices) return fc.constantFrom(...choices);
    if (only !== undefined) return fc.constant(only);
    return ofType(plain, depth);
  }

  function ofType(plain: JsonSchema, depth: number): fc.Arbitrary<unknown> {
    const { type, items = {}, minimum, maximum } = plain;
    if (type === 'object') return objects(plain, depth);
    if (type === 'array') {
      const minLength = Number(plain['minItems'] ?? 0);
      return fc.array(build(items, undefined, depth + 1), { minLength, maxLength: Math.max(minLength, 3) });
    }
    if (type === 'integer') {
      const min = Math.ceil(Math.max(minimum ?? -1e9, Number(plain['exclusiveMinimum'] ?? -1e9) + 1));
      return fc.integer({ min, max: Math.max(min, Math.floor(Math.min(maximum ?? 1e9, 1e9))) });
    }
    if (type === 'number') return fc.double({ min: minimum ?? -1e9, max: maximum ?? 1e9, noNaN: true });
    if (type === 'boolean') return fc.boolean();
    if (type === 'null') return fc.constant(null);
    if (type === 'string') return texts(plain);
    return fc.jsonValue();
  }

  function objects(
    { properties = {}, required = [], additionalProperties }: JsonSchema,
    depth: number,
  ): fc.Arbitrary<unknown> {
    if (typeof additionalProperties === 'object' && Object.keys(properties).length === 0) {
      const keys = fc.oneof(
        fc.constantFrom('lab', 'usb/E24638', 'a b', 'ä'),
        fc.string({ minLength: 1, maxLength: 10 }),
      );
      return fc.dictionary(keys, build(additionalProperties, undefined, depth + 1), { maxKeys: 3 });
    }
    const members = Object.entries(properties).map(([name, member]) => [name, build(member, name, depth + 1)] as const);
    return fc.record(Object.fromEntries(members), { requiredKeys: [...required] });
  }
}

function texts({ minLength = 0, maxLength = 40, pattern, format }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  // Of a class of Unicode all characters would be counted: mere text is in those we have.
  if (typeof pattern === 'string' && !/\\p/i.test(pattern)) return fc.stringMatching(new RegExp(pattern, 'u'));
  return fc.string({ minLength: Number(minLength), maxLength: Math.min(40, maxLength), unit: 'grapheme' });
}

/** The value as JSON, with something done to one place in it. */
function spoilt(value: unknown, place: number, how: Spoiling): string {
  let seen = -1;
  const write = (part: unknown): string => {
    seen += 1;
    const isHere = seen === place;
    if (isHere && how.replaceBy !== undefined) return how.replaceBy;
    if (Array.isArray(part)) return `[${part.map(write).join()}]`;
    if (typeof part !== 'object' || part === null) return JSON.stringify(part) ?? 'null';
    const members = Object.entries(part).map(([name, member]) => `${JSON.stringify(name)}:${write(member)}`);
    if (isHere && how.add !== undefined) members.push(how.add);
    if (isHere && how.twice) members.push(...members.slice(0, 1));
    if (isHere && how.without) members.shift();
    return `{${members.join()}}`;
  };
  return write(value);
}

interface Spoiling {
  replaceBy?: string;
  add?: string;
  twice?: boolean;
  without?: boolean;
}

const spoiling: fc.Arbitrary<Spoiling> = fc.oneof(
  fc.constantFrom(...ODD_VALUES).map((replaceBy) => ({ replaceBy })),
  fc.constantFrom(...ODD_MEMBERS).map((add) => ({ add })),
  fc.constantFrom({ twice: true }, { without: true }),
);

/** JSON for an operation that takes this schema: right, nearly right, anything. */
export function jsonTexts(api: Api, schema: JsonSchema, hints: Hints): fc.Arbitrary<string> {
  const right = allowed(api, schema, hints);
  return fc.oneof(
    { weight: 3, arbitrary: right.map((value) => JSON.stringify(value)) },
    {
      weight: 4,
      arbitrary: fc.tuple(right, fc.nat(12), spoiling).map(([value, place, how]) => spoilt(value, place, how)),
    },
    { weight: 1, arbitrary: fc.constantFrom(...ODD_VALUES) },
    { weight: 1, arbitrary: fc.json({ stringUnit: 'binary' }) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  );
}
