import { matchesWords } from '../format/text.ts';
import type { ApiDocument, ApiOperation, ApiParameter, ApiResponse, ApiSchema } from './document.ts';

/** `stream` has no end. */
export type ResponseKind = 'json' | 'text' | 'stream' | 'file';

export interface RouteParameter {
  name: string;
  in: ApiParameter['in'];
  required: boolean;
  description: string;
  /** Allowed values; empty for free text. */
  choices: readonly string[];
  example: string;
  /** Repeated for each value. */
  isList: boolean;
}

export interface ApiEndpoint {
  /** operationId. */
  id: string;
  method: string;
  path: string;
  tag: string;
  summary: string;
  description: string;
  parameters: readonly RouteParameter[];
  /** Example body; undefined without a body. */
  body: unknown;
  kind: ResponseKind;
  /** Media types of a successful response. */
  contentTypes: readonly string[];
  responses: readonly { status: string; description: string }[];
}

export interface RouteGroup {
  name: string;
  description: string;
  routes: readonly ApiEndpoint[];
}

const REF = '#/components/schemas/';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** By path, USB devices before gateway devices; reads before writes. */
function compareRoutes(one: ApiEndpoint, other: ApiEndpoint): number {
  const [a, b] = [one, other].map(({ path }) => path.replace('/devices/usb', '/devices/!'));
  if (a !== b) return (a ?? '') < (b ?? '') ? -1 : 1;
  return METHODS.indexOf(one.method) - METHODS.indexOf(other.method);
}

/** In the document's order of tags, newest contract version first. */
export function routeGroups(document: ApiDocument): RouteGroup[] {
  const routes = Object.entries(document.paths)
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => routeOf(document, method.toUpperCase(), path, operation)),
    )
    .toSorted(compareRoutes);
  return document.tags
    .map(({ name, description }) => ({ name, description, routes: routes.filter(({ tag }) => tag === name) }))
    .filter((group) => group.routes.length > 0);
}

function routeOf(document: ApiDocument, method: string, path: string, operation: ApiOperation): ApiEndpoint {
  const { operationId, tags, summary, description = '', parameters = [], requestBody, responses } = operation;
  const good = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  return {
    id: operationId,
    method,
    path,
    tag: tags[0] ?? '',
    summary,
    description,
    parameters: parameters.map((parameter) => parameterOf(document, parameter)),
    body: requestBody?.content['application/json']?.example,
    kind: kindOf(good),
    contentTypes: Object.keys(good?.content ?? {}),
    responses: Object.entries(responses).map(([status, response]) => ({ status, description: response.description })),
  };
}

function parameterOf(document: ApiDocument, { schema, ...parameter }: ApiParameter): RouteParameter {
  const isList = schema.type === 'array';
  const one = resolved(document, (isList && schema.items) || schema);
  return { ...parameter, isList, choices: choicesOf(one), example: textOf(one.example ?? schema.example) };
}

function resolved({ components }: ApiDocument, schema: ApiSchema): ApiSchema {
  return (schema.$ref?.startsWith(REF) && components.schemas[schema.$ref.slice(REF.length)]) || schema;
}

function choicesOf(schema: ApiSchema): string[] {
  if (schema.type === 'boolean') return ['true', 'false'];
  return (schema.enum ?? []).map(textOf);
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

function kindOf(response: ApiResponse | undefined): ResponseKind {
  const types = Object.keys(response?.content ?? {});
  if (types.includes('text/event-stream')) return 'stream';
  if (response?.headers && 'Content-Disposition' in response.headers) return 'file';
  if (types.includes('application/json') || types.length === 0) return 'json';
  return types.some((type) => type.startsWith('text/plain')) ? 'text' : 'file';
}

export function matchesRoute(route: ApiEndpoint, search: string): boolean {
  const { method, path, tag, summary, description, id } = route;
  return matchesWords(search, [method, path, tag, summary, description, id]);
}

export function writesData({ method }: Pick<ApiEndpoint, 'method'>): boolean {
  return method !== 'GET';
}
