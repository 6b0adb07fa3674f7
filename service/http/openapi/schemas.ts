/** The schemas that validate and type, as the components of the OpenAPI document (JSON Schema 2020-12). */
import * as z from 'zod';
import '../../contract/index.ts';

/** A JSON Schema, as far as the document and its page look into it. */
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

/** The id that a reference names. */
export function refId(ref: string): string {
  return ref.slice(PREFIX.length);
}

/** Keywords that say nothing: an integer is within the safe range, and keys are strings. */
function withoutNoise(schema: JsonSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  delete schema['propertyNames'];
}

/** What has a default need not be given, though zod requires it because an answer always has it. */
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

/** The components of these ids and all they refer to, by id in code-unit order. */
export function componentSchemas(wanted: readonly string[]): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    uri: (id) => PREFIX + id,
    override: ({ jsonSchema, zodSchema }) => {
      withoutNoise(jsonSchema as JsonSchema);
      withDefaultsLeftOut(jsonSchema as JsonSchema, zodSchema);
    },
  });
  const found = new Map<string, JsonSchema>();
  const open = [...wanted];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const made = schemas[id];
    if (found.has(id) || !made) continue;
    const { $id: _id, $schema: _dialect, ...schema } = made as JsonSchema;
    found.set(id, schema);
    open.push(...refsIn(schema));
  }
  return Object.fromEntries([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
