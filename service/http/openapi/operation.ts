/** Types and shorthands for the OpenAPI 3.1 document. */
import { type JsonSchema, schemaRef } from './schemas.ts';

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description: string;
  schema: JsonSchema;
}

export interface Response {
  description: string;
  headers?: Record<string, { description: string; schema: JsonSchema }>;
  content?: Record<string, { schema: JsonSchema }>;
}

export interface RequestBody {
  required: boolean;
  content: Record<string, { schema: JsonSchema; example: unknown }>;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: RequestBody;
  responses: Record<string, Response>;
}

/** The operations of one path, by method in lower case. */
export type PathItem = Partial<Record<'get' | 'post' | 'put' | 'patch' | 'delete', Operation>>;

export function responseSpec(description: string, schema: JsonSchema): Response {
  return { description, content: { 'application/json': { schema } } };
}

export function jsonBody(schema: JsonSchema, example: unknown): RequestBody {
  return { required: true, content: { 'application/json': { schema, example } } };
}

/** The headers of a file; readers of the document recognize a file by them. */
export const ATTACHMENT: NonNullable<Response['headers']> = {
  'Content-Disposition': { description: 'The file name.', schema: { type: 'string' } },
};

export function refusal(description: string): Response {
  return responseSpec(description, schemaRef('Message'));
}

/** The response of every route to a refused caller. */
export const FORBIDDEN: Record<string, Response> = {
  '403': refusal(
    'The Host, Origin or Sec-Fetch-Site header is not allowed, or another account of the computer sent the request.',
  ),
};

/** A parameter of the path. */
export function pathParameter(name: string, description: string, schema: JsonSchema): Parameter {
  return { name, in: 'path', required: true, description, schema };
}

/** An optional parameter of the query. */
export function queryParameter(name: string, description: string, schema: JsonSchema): Parameter {
  return { name, in: 'query', required: false, description, schema };
}

export const SERIAL = pathParameter('serial', 'Serial number of the device.', { type: 'string', example: 'E24638' });
export const FAMILY = pathParameter('family', 'Family of the device.', schemaRef('Family'));
export const PRETTY = queryParameter('pretty', 'Indents the response by two spaces. Case-insensitive.', {
  type: 'boolean',
  default: false,
});
