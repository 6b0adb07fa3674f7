/**
 * How forms, error messages and the command line present a field of the API: declared in the `meta` of its schema,
 * beside the `description` and the `default` for OpenAPI.
 */
import * as z from 'zod';

export interface FieldMeta {
  /** A noun phrase; for a switch, what happens while it is on. Names the field in error messages. */
  label: string;
  /** What the field does, its range, and what 0 or empty means. */
  help?: string;
  /** Section of the form; default: its main part. */
  group?: string;
  /** Heading of a switch. */
  legend?: string;
  placeholder?: string;
  /** Choices by value, with their labels. */
  choices?: Readonly<Record<string, string>>;
  /** Unit of a number. Forms have milliseconds in seconds. */
  unit?: 's' | 'ms';
  /** Monospaced: for addresses and identifiers. */
  mono?: boolean;
  /** Spaces around the typed text are no part of the value. */
  trim?: boolean;
  /** Items of a list are percent-encoded in its text: spaces, commas and per cent signs may be part of them. */
  encoded?: boolean;
  /**
   * Never shown once stored; an omitted one stays, an empty one is deleted. Certificates and keys are PEM texts, a
   * `file` is base64.
   */
  secret?: 'password' | 'certificate' | 'key' | 'file';
  /** Path of the switch without which the field has no effect; one that starts with a dot is a sibling. */
  needs?: string;
  /** Path of a field whose validity depends on this one. */
  affects?: string;
  /** As in `--port <n>`. The flag of a switch sets the opposite of its default. */
  flag?: string;
  /** Help of the flag; default: the description. */
  flagHelp?: string;
}

declare module 'zod' {
  interface GlobalMeta {
    field?: FieldMeta;
  }
}

/** A `list` of texts is typed as one text, with commas. */
export type FieldKind = 'switch' | 'number' | 'choice' | 'text' | 'list' | 'secret';

export interface Field extends FieldMeta {
  /** In the API, as in `advanced.client_id`. */
  path: string;
  kind: FieldKind;
  /** Empty if there is none. */
  description: string;
  /** Of the schema in OpenAPI; undefined if it has no name. */
  id: string | undefined;
  /** Undefined if there is none. */
  default: unknown;
  /** An empty text is null; otherwise undefined. */
  isNullable: true | undefined;
  /** A number with a fraction; otherwise undefined. */
  isFractional: true | undefined;
  /** Bounds of a number; otherwise undefined. */
  min: number | undefined;
  max: number | undefined;
}

interface Declared {
  schema: z.core.$ZodType;
  meta: z.GlobalMeta;
  isNullable: true | undefined;
}

/** A member's schema without its wrappers, and the meta of any of them. */
function declarationOf(schema: z.core.$ZodType): Declared {
  const meta = z.globalRegistry.get(schema) ?? {};
  const isWrapped =
    schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable;
  if (!isWrapped) return { schema, meta, isNullable: undefined };
  const inner = declarationOf(schema.unwrap());
  const value = schema instanceof z.ZodDefault ? { default: schema.def.defaultValue } : {};
  const isNullable = schema instanceof z.ZodNullable ? true : inner.isNullable;
  return { schema: inner.schema, meta: { ...inner.meta, ...value, ...meta }, isNullable };
}

function kindOf(schema: z.core.$ZodType, { secret }: FieldMeta): FieldKind {
  if (secret) return 'secret';
  if (schema instanceof z.ZodBoolean) return 'switch';
  if (schema instanceof z.ZodNumber) return 'number';
  if (schema instanceof z.ZodArray) return 'list';
  return schema instanceof z.ZodUnion || schema instanceof z.ZodEnum ? 'choice' : 'text';
}

/**
 * The declared fields of a schema and of the objects in it, in order.
 * @param parent start of all paths, if the schema is a member of another: `csv_log_options.`
 */
export function fieldsOf(schema: z.ZodObject, parent = ''): Field[] {
  const fields = declaredIn(schema, '');
  for (const field of fields) {
    field.path = parent + field.path;
    if (field.needs) field.needs = parent + field.needs;
    if (field.affects) field.affects = parent + field.affects;
  }
  return fields;
}

function declaredIn({ shape }: z.ZodObject, parent: string): Field[] {
  return Object.entries(shape).flatMap(([name, member]): Field[] => {
    const { schema, meta, isNullable } = declarationOf(member);
    const path = parent + name;
    if (schema instanceof z.ZodObject) return declaredIn(schema, `${path}.`);
    const { field, id, description = '', default: usual } = meta;
    if (!field) return [];
    const { minValue, maxValue } = schema instanceof z.ZodNumber ? schema : {};
    const bounds = { min: minValue ?? undefined, max: maxValue ?? undefined };
    const isFractional = schema instanceof z.ZodNumber && !schema.isInt ? true : undefined;
    const kind = kindOf(schema, field);
    const needs = field.needs?.startsWith('.') ? { needs: parent + field.needs.slice(1) } : {};
    return [{ ...field, ...needs, path, kind, id, description, default: usual, isNullable, isFractional, ...bounds }];
  });
}

/** @throws Error for a path that is not declared */
export function fieldAt(fields: readonly Field[], path: string): Field {
  const found = fields.find((field) => field.path === path);
  if (!found) throw new Error(`The field ${path} is not declared.`);
  return found;
}

/** An item of a percent-encoded list; as it is, if it is not encoded correctly. */
function decodeItem(item: string): string {
  try {
    return decodeURIComponent(item);
  } catch {
    return item;
  }
}

/** The text of a list's items, which `parseField` reads. */
export function listText({ encoded }: Pick<FieldMeta, 'encoded'>, items: readonly string[]): string {
  const encode = (item: string): string => item.replaceAll(/[%\s,]/gu, encodeURIComponent);
  return (encoded ? items.map(encode) : items).join(', ');
}

/** The value of a text in a form or of a flag; NaN for anything but digits in a number. Not for a switch. */
export function parseField(field: Field, text: string): unknown {
  const { kind, trim, unit, encoded, isNullable, isFractional, default: usual } = field;
  if (kind === 'number') {
    if (isNullable && text.trim() === '') return null;
    const digits = text.trim().replace(new RegExp(`\\s*${unit ?? ''}$`), '');
    const pattern = isFractional ? /^\d+(?:[.,]\d+)?(?:e[+-]?\d+)?$/i : /^\d+$/;
    return pattern.test(digits) ? Number(digits.replace(',', '.')) : Number.NaN;
  }
  if (kind === 'list') {
    const items = text.split(/[\s,]+/).filter((item) => item !== '');
    return encoded ? items.map(decodeItem) : items;
  }
  if (kind === 'choice' && typeof usual === 'number') return Number(text);
  return trim ? text.trim() : text;
}

/** An object of members with these paths. */
export function objectOf(members: Iterable<readonly [path: string, value: unknown]>): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [path, value] of members) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    let parent = result;
    for (const name of names) parent = (parent[name] ??= {}) as Record<string, unknown>;
    parent[last] = value;
  }
  return result;
}

/** The member at a path; undefined if it, or an object around it, is missing. */
export function memberAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((parent, name) => (parent as Record<string, unknown> | undefined)?.[name], value);
}

/** A complete value: the given members, and the declared defaults of those omitted. */
export function withDefaults<Schema extends z.ZodObject>({ shape }: Schema, given: object = {}): z.infer<Schema> {
  const entries = Object.entries(shape).map(([name, member]) => {
    const { schema, meta } = declarationOf(member);
    const value = (given as Record<string, unknown>)[name];
    if (schema instanceof z.ZodObject) return [name, withDefaults(schema, value as object | undefined)];
    return [name, value ?? meta['default']];
  });
  return Object.fromEntries(entries) as z.infer<Schema>;
}
