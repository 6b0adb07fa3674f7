/** What the service itself says that it answers: its OpenAPI document, with its schemas as checks. */
import * as z from 'zod';
import type { OpenApiDocument } from '../../../../service/http/openapi/document.ts';
import type { Operation as Described, PathItem } from '../../../../service/http/openapi/operation.ts';
import type { JsonSchema } from '../../../../service/http/openapi/schemas.ts';
import type { WireAnswer } from './wire.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One operation of one path. */
export interface Operation {
  method: Method;
  /** With its parameters in braces. */
  path: string;
  described: Described;
  /** Of its JSON body. */
  body: JsonSchema | undefined;
}

export class Api {
  readonly operations: readonly Operation[];
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly #checks = new Map<string, z.ZodType>();

  constructor({ paths, components }: OpenApiDocument) {
    this.schemas = components.schemas;
    this.operations = Object.entries(paths).flatMap(([path, item]) => operationsOf(path, item));
  }

  /** Every path, with the methods it has. */
  paths(): Map<string, Method[]> {
    const paths = new Map<string, Method[]>();
    for (const { path, method } of this.operations) paths.set(path, [...(paths.get(path) ?? []), method]);
    return paths;
  }

  /** What a schema refers to, or itself. */
  resolve(schema: JsonSchema): JsonSchema {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : this.resolve(this.schemas[name] ?? {});
  }

  /** What an answer has that its operation does not say; undefined where it is as described. */
  mistake({ described }: Operation, { status, headers, body }: WireAnswer): string | undefined {
    const response = described.responses[String(status)];
    if (!response) return `the status ${status} is not described`;
    const type = headers.find(([name]) => name === 'content-type')?.[1].split(';', 1)[0] ?? '';
    const content = response.content?.[type];
    if (response.content && !content) return `the type "${type}" is not described for ${status}`;
    if (type !== 'application/json' || !content) return undefined;
    const check = this.#check(content.schema);
    const found = check.safeParse(JSON.parse(body.toString('utf8')));
    return found.success ? undefined : `the body is not as described: ${z.prettifyError(found.error)}`;
  }

  #check(schema: JsonSchema): z.ZodType {
    const key = JSON.stringify(schema);
    const known = this.#checks.get(key);
    if (known) return known;
    const whole = JSON.stringify({ ...schema, $defs: this.schemas }).replaceAll('#/components/schemas/', '#/$defs/');
    // zod makes patterns without the flag that JSON Schema asks for: those that need it are left to the unit tests.
    const readable = JSON.parse(whole, (keyword, value: unknown) =>
      keyword === 'pattern' && /\\p\{/i.test(String(value)) ? undefined : value,
    );
    const made = z.fromJSONSchema(readable as z.core.JSONSchema.JSONSchema);
    this.#checks.set(key, made);
    return made;
  }
}

function operationsOf(path: string, item: PathItem): Operation[] {
  return Object.entries(item).map(([method, described]) => ({
    method: method.toUpperCase() as Method,
    path,
    described,
    body: described.requestBody?.content['application/json']?.schema,
  }));
}
