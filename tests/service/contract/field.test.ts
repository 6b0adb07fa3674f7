import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { fieldAt, fieldsOf, objectOf, parseField, withDefaults } from '../../../service/contract/field.ts';
import { csvOptionsSchema, mqttClientCreateSchema } from '../../../service/contract/index.ts';

const schema = z.strictObject({
  host: z.string().meta({ description: 'A host.', default: 'here', field: { label: 'Host', trim: true } }),
  inner: z.strictObject({
    count: z
      .int()
      .min(1)
      .max(9)
      .default(3)
      .meta({ field: { label: 'Count', unit: 's' } }),
    mode: z
      .union([z.literal(3), z.literal(4)])
      .meta({ default: 4, field: { label: 'Mode', choices: { 3: 'Three', 4: 'Four' } } })
      .optional(),
    names: z.array(z.string()).meta({ default: [], field: { label: 'Names' } }),
  }),
  hidden: z.string(),
});

describe('the fields of a schema', () => {
  const fields = fieldsOf(schema);

  test('are found in its objects, below optional and default, with bounds and defaults', () => {
    expect(fields).toEqual([
      { path: 'host', kind: 'text', label: 'Host', description: 'A host.', default: 'here', trim: true },
      { path: 'inner.count', kind: 'number', label: 'Count', description: '', default: 3, unit: 's', min: 1, max: 9 },
      expect.objectContaining({ path: 'inner.mode', kind: 'choice', default: 4 }),
      expect.objectContaining({ path: 'inner.names', kind: 'list', default: [] }),
    ]);
    expect(() => fieldAt(fields, 'hidden')).toThrow('The field hidden is not declared.');
  });

  test.each([
    ['host', ' a b ', 'a b'],
    ['inner.count', '7', 7],
    ['inner.count', ' 7 s', 7],
    ['inner.count', '7.5', Number.NaN],
    ['inner.count', '', Number.NaN],
    ['inner.mode', '3', 3],
    ['inner.names', ' a, b c,', ['a', 'b', 'c']],
    ['inner.names', '', []],
  ])('%s reads %j as %j', (path, text, value) => {
    expect(parseField(fieldAt(fields, path), text)).toEqual(value);
  });

  test('complete an object with their defaults, in the order of the schema', () => {
    expect(JSON.stringify(withDefaults(schema, { inner: { mode: 3 }, hidden: 'x' }))).toBe(
      '{"host":"here","inner":{"count":3,"mode":3,"names":[]},"hidden":"x"}',
    );
  });
});

test('a schema within another has the paths of that one', () => {
  const fields = fieldsOf(csvOptionsSchema, 'csv.');
  expect(fields.map(({ path, affects }) => [path, affects])).toEqual([
    ['csv.separator', 'csv.decimal_mark'],
    ['csv.decimal_mark', undefined],
    ['csv.time', undefined],
    ['csv.decimals', undefined],
  ]);
});

test('members are put where their paths lead', () => {
  expect(
    objectOf([
      ['a', 1],
      ['b.c', 2],
      ['b.d.e', 3],
    ]),
  ).toEqual({ a: 1, b: { c: 2, d: { e: 3 } } });
});

describe('every field of an MQTT client', () => {
  const fields = fieldsOf(mqttClientCreateSchema);

  test('is declared', () => {
    const leaves = ({ shape }: z.ZodObject, parent = ''): string[] =>
      Object.entries(shape).flatMap(([name, member]) => {
        const inner = member instanceof z.ZodOptional ? member.unwrap() : member;
        return inner instanceof z.ZodObject ? leaves(inner, `${parent}${name}.`) : [parent + name];
      });
    expect(fields.map(({ path }) => path)).toEqual(leaves(mqttClientCreateSchema));
  });

  test('has a label and a flag of its own, a section of the form, and refers to other fields', () => {
    for (const key of ['label', 'flag'] as const) {
      const all = fields.map((field) => field[key]).filter((text) => text !== undefined);
      expect(new Set(all).size).toBe(all.length);
    }
    for (const { needs, affects, group } of fields) {
      expect([undefined, 'advanced', 'new', 'readings', 'transport', 'tls']).toContain(group);
      if (needs) expect(fieldAt(fields, needs).kind).toBe('switch');
      if (affects) expect(fieldAt(fields, affects)).toBeDefined();
    }
  });
});
