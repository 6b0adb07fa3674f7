/** The parts of the OpenAPI document (`service/http/openapi`) that the API page reads. */
import { request } from '../requests.ts';

export const DOCUMENT_PATH = '/openapi.json';

/** @throws RequestError */
export function fetchOpenApi(signal: AbortSignal): Promise<ApiDocument> {
  return request(DOCUMENT_PATH, { signal });
}

export interface ApiSchema {
  type?: string;
  enum?: readonly unknown[];
  default?: unknown;
  example?: unknown;
  items?: ApiSchema;
  minimum?: number;
  maximum?: number;
  $ref?: string;
}

export interface ApiParameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description: string;
  schema: ApiSchema;
}

export interface ApiResponse {
  description: string;
  /** A response with `Content-Disposition` is a file. */
  headers?: Readonly<Record<string, unknown>>;
  content?: Readonly<Record<string, unknown>>;
}

export interface ApiOperation {
  operationId: string;
  tags: readonly string[];
  summary: string;
  description?: string;
  parameters?: readonly ApiParameter[];
  requestBody?: { content: Readonly<Record<string, { example?: unknown }>> };
  responses: Readonly<Record<string, ApiResponse>>;
}

export interface ApiDocument {
  info: { title: string; version: string; description: string };
  tags: readonly { name: string; description: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  components: { schemas: Readonly<Record<string, ApiSchema>> };
}
