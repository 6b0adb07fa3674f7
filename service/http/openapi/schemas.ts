/** The validation schemas as components of the OpenAPI document (JSON Schema 2020-12). */
import * as z from 'zod';
import '../../contract/index.ts';

/** The part of JSON Schema that the document and its page use. */
export interface JsonSchema {
  type?: string;
  description?: string;
  example?: unknown;
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  $ref?: string;
  [keyword: string]: unknown;
}

const PREFIX = '#/components/schemas/';

/** A reference to a component by the id in its schema's `meta`. */
export function schemaRef(id: string): JsonSchema {
  return { $ref: PREFIX + id };
}

/** The reference to a schema's component. @throws Error if its `meta` has no id */
export function componentOf(schema: z.ZodType): JsonSchema {
  const id = z.globalRegistry.get(schema)?.id;
  if (id === undefined) throw new Error('The schema of a body has no id.');
  return schemaRef(id);
}

export function refId(ref: string): string {
  return ref.slice(PREFIX.length);
}

/** Removes keywords without information: the safe range of integers, that keys are strings, and texts of forms. */
function withoutNoise(schema: JsonSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  delete schema['propertyNames'];
  delete schema['field'];
}

/** Fields with a default are optional. Zod requires them, because its output always has them. */
function withDefaultsLeftOut(jsonSchema: JsonSchema, schema: z.core.$ZodType): void {
  if (!jsonSchema.required || !(schema instanceof z.ZodObject)) return;
  jsonSchema.required = jsonSchema.required.filter((name) => !(schema.shape[name] instanceof z.ZodDefault));
}

function refsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === '$ref' && typeof member === 'string' ? [refId(member)] : refsIn(member),
  );
}

/** The components that a value refers to, and those that they refer to, by ID in code-unit order. */
export function componentSchemas(value: unknown): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    uri: (id) => PREFIX + id,
    override: ({ jsonSchema, zodSchema }) => {
      withoutNoise(jsonSchema as JsonSchema);
      withDefaultsLeftOut(jsonSchema as JsonSchema, zodSchema);
    },
  });
  const found = new Map<string, JsonSchema>();
  const open = refsIn(value);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const made = schemas[id];
    if (found.has(id) || !made) continue;
    const { $id: _id, $schema: _dialect, ...schema } = made as JsonSchema;
    found.set(id, schema);
    open.push(...refsIn(schema));
  }
  return Object.fromEntries([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
