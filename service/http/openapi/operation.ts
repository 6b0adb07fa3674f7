/** The parts of an OpenAPI 3.1 document that we use, and short ways to write them. */
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

/** The headers of an answer that is to be saved: by them a reader of the document knows a file. */
export const ATTACHMENT: NonNullable<Response['headers']> = {
  'Content-Disposition': { description: 'The file name.', schema: { type: 'string' } },
};

/** A refusal: every one has a JSON body with a message. */
export function refusal(description: string): Response {
  return responseSpec(description, schemaRef('Message'));
}

/** What any route answers to a caller that the service does not serve. */
export const FORBIDDEN: Record<string, Response> = {
  '403': refusal(
    'The Host, Origin or Sec-Fetch-Site header is not allowed, or another user of the computer sent the request.',
  ),
};

export const SERIAL: Parameter = {
  name: 'serial',
  in: 'path',
  required: true,
  description: 'Serial number of the device.',
  schema: { type: 'string', example: 'E24638' },
};

/** A body of a wrong form, in the app API. */
export const INVALID_BODY = refusal('The body is invalid. `problems` lists each invalid field.');

export const STORAGE_FAILED = refusal('The change could not be saved and was not applied.');

export const NO_CONTENT: JsonSchema = { type: 'object', properties: {}, additionalProperties: false };

/** A body that may be left out, though not its content type. */
export const OPTIONAL_BODY: RequestBody = { ...jsonBody(NO_CONTENT, {}), required: false };

/** What an operation has beside its name and summary. */
export interface OperationDetails {
  description?: string;
  parameters?: Parameter[];
  body?: RequestBody;
  answers: Record<string, Response>;
}

/** Makes operations under one tag. */
export function operationsOf(
  tag: string,
): (operationId: string, summary: string, facts: OperationDetails) => Operation {
  return (operationId, summary, { description, parameters, body, answers }) => ({
    operationId,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    ...(parameters && { parameters }),
    ...(body && { requestBody: body }),
    responses: { ...answers, ...FORBIDDEN },
  });
}
